"""What a campaign says while it runs, and the record it ends with.

``search`` emits these and never prints; ``report`` listens and never runs anything. Both know this
module, so neither has to know the other. All times are seconds; all of them live in members named
``timing`` or ``seconds``, so that the rest of a report is the same bytes for the same seed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from harness.model import Card, Case, Fault, Finding, Violation


class TargetFacts(Struct, frozen=True):
    """One target of a campaign: how it was reached, what it says of itself, what it did."""

    name: str  # as given on the command line: "python", "cmd:./adapter"
    state: Literal["available", "unavailable"]
    reported_name: str = ""  # "reference-go"
    version: str = ""
    language: str = ""
    library_version: str = ""
    modes: tuple[str, ...] = ()
    cuts: str = "any"
    policies: dict[str, str] = {}  # declared for the campaign's dialect
    warnings: tuple[str, ...] = ()  # of what it declares and what means nothing
    settable: tuple[str, ...] = ()
    parses: int = 0  # (text, chunking) pairs done, the batch counted as one


class Stats(Struct, frozen=True):
    """Sums over the cases of a campaign. Two parts of a campaign add up with ``+``."""

    cases: int = 0
    characters: int = 0  # code points of all texts
    known: int = 0
    unspecified: int = 0
    underived: int = 0
    damaged: int = 0  # cases with at least one damage
    two_blocks: int = 0  # cases with two tool blocks or more
    parses: dict[str, int] = {}  # by target
    judged: dict[str, int] = {}  # by oracle: how often it had something to judge
    explained: dict[str, int] = {}  # by policy: differences that vanish when it is set equal
    features: dict[str, int] = {}  # by feature name: in how many cases

    def __add__(self, other: Stats) -> Stats:
        """Add member by member; dictionaries by key, in sorted order."""
        parts: dict[str, Any] = {}
        for name in self.__struct_fields__:
            a, b = getattr(self, name), getattr(other, name)
            parts[name] = added(a, b) if isinstance(a, dict) else a + b
        return Stats(**parts)


def added(sums: dict[str, int], more: dict[str, int]) -> dict[str, int]:
    """Add by key, in sorted order.

    Sums that were sorted before, as in a campaign from its second batch on, nearly stay so.
    """
    both = dict(sums)
    for key, number in more.items():
        both[key] = both.get(key, 0) + number
    keys = sorted(both)
    return both if keys == list(both) else {key: both[key] for key in keys}


class Timing(Struct, frozen=True):
    """The only part of a report that differs between two runs of the same campaign."""

    started: str = ""  # UTC, ISO 8601
    seconds: float = 0.0
    parses_per_second: float = 0.0
    generate_seconds: float = 0.0  # CPU of the workers, by kind of work
    judge_seconds: float = 0.0


class Coverage(Struct, frozen=True):
    """Which structural cells the chunkings of a campaign cut into (``harness.coverage``).

    A cell is named after the place, what stands before and after it, and the number of cuts:
    ``in call opener, white space | tag, 3-8``.
    """

    cases: int = 0  # cases whose chunkings were counted: every fourth one
    known: int = 0  # cells that chunkings of well-formed texts can reach
    reached: dict[str, int] = {}  # those of them that were reached: the number of cuts
    never: tuple[str, ...] = ()  # those that were not
    beyond: int = 0  # cells reached beside the known ones, most of them in malformed texts
    beyond_cuts: int = 0  # and the cuts in them


class Proved(Struct, frozen=True):
    """What was done of known texts before the search (``harness.proof.first``): nothing in a short run."""

    texts: int = 0
    chunkings: int = 0  # streamed and judged, over all targets; they are in no other number
    broken: int = 0  # texts on which some target failed: each failure is a finding, too


class GateRow(Struct, frozen=True):
    """What a ledger says of one card, or of one of its entries that no card fits."""

    # "changed": an entry's fault shows another face. "newly passing": it was looked for, and is not there.
    # "not observed": it was not looked for, or not long enough to tell.
    state: Literal["new", "changed", "expired", "newly passing", "known", "not observed"]
    fails: bool  # does it alone make the status 1
    fingerprint: str  # of the card, else of the entry; empty for a pattern, and for a finding without a card
    entry: str  # what the entry is called; empty for a new one
    title: str
    oracle: str  # of an entry with a pattern, the first of the run that fits it
    targets: tuple[str, ...]  # of an entry with a pattern, those of the run that fit it
    told: str  # one sentence: why


class Gate(Struct, frozen=True):
    """What a ledger makes of a campaign (``harness.ledger``)."""

    before: int  # the exit status without it
    rows: tuple[GateRow, ...]  # those that fail first
    lost: tuple[str, ...] = ()  # what the last accepted run looked at and this one did not: status 2
    notes: tuple[str, ...] = ()  # what else is to be known; decides nothing


State = Literal["finished", "interrupted", "stopped", "failed"]
"""How a campaign ended. "finished": the budget was used. "interrupted": by a signal. "stopped": there
were enough findings. "failed": something could not be done at all."""


class Report(Struct, frozen=True):
    """A whole campaign: what ``report.json`` holds."""

    schema: int  # 1
    harness: str  # version of the harness
    dialect: str
    seed: int
    state: State
    status: int  # the exit status of the command
    cases: int  # number of cases done
    parses: int  # over all targets
    mean_length: float  # code points of a text
    shares: dict[str, float]  # "known", "unspecified", "underived", "damaged", "two_blocks": 0..1
    options: dict[str, Any]  # the effective configuration (no paths, no number of jobs)
    oracles: tuple[str, ...]  # ids of those that were on
    targets: tuple[TargetFacts, ...]
    stats: Stats
    findings: tuple[Finding, ...]  # confirmed ones and flaky ones, in order of case number
    faults: tuple[Fault, ...]
    timing: Timing
    # Oracle id to its one-sentence claim: a report explains itself without knowing the oracles.
    claims: dict[str, str] = {}
    # Findings that are not flaky, by class of their text and then of their cuts (``harness.fairness``).
    classes: dict[str, dict[str, int]] = {}
    coverage: Coverage = Coverage()
    # Of a search by disagreement: cases done, and distinct tuples by then (``harness.disagreement``).
    curve: tuple[tuple[int, int], ...] = ()
    proved: Proved = Proved()
    # The findings that are not flaky, grouped by fault: the ones most often seen first.
    cards: tuple[Card, ...] = ()
    gate: Gate | None = None  # None: no ledger was asked; else ``status`` is what it says

    @property
    def bugs(self) -> tuple[Finding, ...]:
        """The findings that are not flaky."""
        return tuple(finding for finding in self.findings if not finding.flaky)


class Opening(Struct, frozen=True):
    """The targets are being started, which takes a while where one has to be built. The first event."""

    targets: tuple[str, ...]  # names
    built: tuple[str, ...]  # those that are compiled first


class Started(Struct, frozen=True):
    """The targets are up; cases are about to run."""

    dialect: str
    seed: int
    targets: tuple[TargetFacts, ...]
    oracles: tuple[str, ...]
    cases: int | None  # the budget: number of cases, None for no limit
    seconds: float | None  # the budget in time
    jobs: int
    out: str  # folder of the reports
    claims: dict[str, str] = {}  # oracle id to its one-sentence claim
    resumed: int = 0  # cases that were done before, in a run that ended early


class Progress(Struct, frozen=True):
    """Sums so far. Comes after each batch, so listeners must be quick or skip some."""

    stats: Stats
    seconds: float
    findings: int  # distinct signatures so far


class Suspected(Struct, frozen=True):
    """An oracle complained; the raw case is on disk. ``doing`` says what happens to it now."""

    violation: Violation
    case: Case
    path: str
    doing: Literal["confirming", "shrinking"]


class Reported(Struct, frozen=True):
    """A finding is complete: confirmed or flaky, as small as it got."""

    finding: Finding


class Faulted(Struct, frozen=True):
    """An adapter, or the harness, did not do its part."""

    fault: Fault


class Ended(Struct, frozen=True):
    """The campaign is over. The last event, always sent."""

    report: Report
    out: str


CampaignEvent = Opening | Started | Progress | Suspected | Reported | Faulted | Ended
Listener = Callable[[CampaignEvent], None]
