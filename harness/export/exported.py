"""What is exported: a finding, a fixture or a saved case, with all that any format may want to say of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from harness.events import TargetFacts
from harness.model import Case, Event, Shown


class Exported(Struct, frozen=True):
    """One text with what is known about it. A fixture and a saved case name no oracle and no target."""

    name: str  # what files are called after it: lower-case letters, digits and underscores
    title: str  # one sentence: of a fixture what is right, of a finding what is wrong
    origin: str  # where it comes from: "finding F1 of a campaign with seed 1"
    harness: str  # the version of the harness that found it, or that exports it
    case: Case  # text, cuts and tools; its answers are there by policy
    # The right answer, where it is known; and the answers to policies under which it is due.
    due: tuple[Event, ...] | None = None
    policies: dict[str, str] = {}
    # Of findings: the id, and what reports say of it.
    finding: str = ""
    oracle: str = ""
    claim: str = ""
    kind: str = ""
    message: str = ""
    command: str = ""
    count: int = 0
    bug_class: str = ""  # of its card
    text_class: str = ""
    cut_class: str = ""
    cuts: str = ""  # the sentence of the cut map
    fingerprint: str = ""  # of its card
    targets: tuple[TargetFacts, ...] = ()  # the guilty ones
    shown: tuple[Shown, ...] = ()  # what each target gave for the case
    note: str = ""  # of a fixture
    report: str = ""  # of a fixture: the public report, owner/project#number


def anything(_one: Exported) -> str:
    """Refuse nothing."""
    return ""


def everything(_one: Exported) -> Sequence[str]:
    """Leave nothing out."""
    return ()


class Format(Struct, frozen=True):
    """A way to write what is exported."""

    name: str
    about: str  # a phrase for the help: "tests for pytest"
    # Files, by name, for all that is given; nothing is given that ``refuses`` has a word about.
    write: Callable[[Sequence[Exported]], dict[str, bytes]]
    # Why one of them can't be written in this format, in a sentence; empty where it can.
    refuses: Callable[[Exported], str] = anything
    # What of it the format has no place for, by name: the command says it of each. Empty where it holds all.
    leaves_out: Callable[[Exported], Sequence[str]] = everything
    # Files that the user fills in: what is there is left alone.
    kept: tuple[str, ...] = ()
