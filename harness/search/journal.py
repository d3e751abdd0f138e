"""What is known of a campaign between two batches, as values; and the journal that nobody keeps.

A campaign is a function of what its workers give, in the order of case numbers, and of what its
investigations find. Both are in its journal. To go on after a kill is to go through them once more: what is
there is taken as it is, what is not is done. So a campaign that was killed ends as one that was not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from harness.cards import Traits
from harness.disagreement import Entry, Key
from harness.events import Proved, Stats, TargetFacts, added
from harness.model import Case, Fault, Finding, Signature, Violation
from harness.search.worker import Done, Suspect

if TYPE_CHECKING:
    from collections.abc import Iterator

Ending = Literal["", "finished", "interrupted", "stopped", "failed"]
"""How a campaign ended (``harness.events.State``). Empty: it runs, or was killed."""


class Sums(Struct, frozen=True):
    """What adds up over the batches that are done: always all of those before ``next``."""

    next: int = 0  # number of the first case that nobody has done
    stats: Stats = Stats()
    cells: dict[str, int] = {}
    generate_seconds: float = 0.0
    judge_seconds: float = 0.0
    seconds: float = 0.0  # wall time of all that ran so far
    ended: Ending = ""

    def plus(self, done: Done, upto: int) -> Sums:
        """Add a batch; ``upto`` is the number of the first case behind it."""
        return Sums(
            upto,
            self.stats + done.stats,
            added(self.cells, done.cells) if done.cells else self.cells,  # of every fourth case only
            self.generate_seconds + done.generate_seconds,
            self.judge_seconds + done.judge_seconds,
            self.seconds,
        )


class Notable(Struct, frozen=True):
    """What is to be told of one batch beside its sums."""

    first: int  # number of its first case
    suspects: tuple[Suspect, ...] = ()
    faults: tuple[Fault, ...] = ()
    lost: tuple[str, ...] = ()  # targets that became unavailable
    keys: tuple[Key, ...] = ()  # of the tuples that its cases gave, in a search by disagreement

    @property
    def pressing(self) -> bool:
        """Is there something that must not be lost, as it costs more than its batch to have it again."""
        return bool(self.suspects or self.faults or self.lost)


class Brought(Struct, frozen=True):
    """A case of the corpus that a search by disagreement began with, and what it gave."""

    entry: Entry
    key: Key


class Broke(Struct, frozen=True):
    """A text of those that are fed before the search, and how it failed."""

    case: Case
    violation: Violation


class Ahead(Struct, frozen=True):
    """What was done before the search (``harness.proof.first``), whole."""

    done: Proved = Proved()
    failures: tuple[Broke, ...] = ()
    faults: tuple[Fault, ...] = ()


class Looked(Struct, frozen=True):
    """One investigation that came to its end."""

    finding: Finding | None  # None: a later case that was one of the known findings after all
    traits: Traits
    shows: tuple[Signature, ...] | None = None  # all signatures that the small case shows
    faults: tuple[Fault, ...] = ()  # that were told meanwhile


class Journal:
    """The journal of a campaign that begins, and that nobody keeps."""

    def __init__(self) -> None:
        """Begin with nothing done."""
        self.sums = Sums()
        self.ahead: Ahead | None = None
        self.brought: tuple[Brought, ...] | None = None
        self.facts: tuple[TargetFacts, ...] = ()

    @property
    def complete(self) -> bool:
        """Is all of it done: then no target is needed to tell of it."""
        return self.sums.ended in {"finished", "stopped"}

    def introduce(self, facts: tuple[TargetFacts, ...]) -> None:
        """Note the targets. Raises ``HarnessError`` where they are not those that began."""
        self.facts = facts

    def notable(self) -> Iterator[Notable]:
        """Give what was told of the batches that are done, in the order of case numbers."""
        return iter(())

    def went_ahead(self, ahead: Ahead) -> None:
        """Note that what comes before the search is done."""

    def bring(self, brought: tuple[Brought, ...]) -> None:
        """Note what a search by disagreement begins with."""
        self.brought = brought

    def take(self, sums: Sums, _notable: Notable, /) -> None:
        """Note a batch that is done; ``sums`` has it in it."""
        self.sums = sums

    def recall(self, _key: str, /) -> Looked | None:
        """Give an investigation that came to its end before; None where there was none."""
        return None

    def remember(self, key: str, looked: Looked) -> None:
        """Note an investigation that came to its end."""

    def end(self, ended: Ending, seconds: float) -> None:
        """Note how a campaign ended, and the wall time of all that ran so far."""
