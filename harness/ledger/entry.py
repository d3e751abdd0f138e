"""One entry of a ledger: a fault that somebody accepted, by its fingerprint or by a pattern."""

from __future__ import annotations

import re
from datetime import date
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct, field

from harness.dialects import DIALECTS
from harness.oracles import ORACLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.events import TargetFacts
    from harness.model import Card, Finding

CLASSES = ("bug", "policy", "unsupported", "contested")
"""What is accepted: a bug that waits, an answer on purpose, what a parser lacks, an open question."""

FINGERPRINT = re.compile(r"[0-9a-f]{12}")

Natural = Annotated[int, Meta(ge=0, le=2**62)]
"""A number of cases: no more than can be reckoned with."""


class Pattern(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Faults by what they look like. All members are globs (``*``, ``?``, ``[a-z]``), and all must fit."""

    oracle: str = "*"
    targets: tuple[str, ...] = ("*",)  # each guilty target fits one of them
    shape: str = "*"
    place: str = "*"
    dialect: str = "*"

    def is_wide(self) -> bool:
        """Tell whether every card of a dialect looks like this, however it is spelt."""
        return (
            all(fnmatchcase(name, self.oracle) for name in ORACLES)
            and any(_takes_all(glob) for glob in self.targets)
            and _takes_all(self.shape)
            and _takes_all(self.place, empty=True)
        )

    def fits(self, card: Card) -> bool:
        """Tell whether a card looks like this; its dialect is its report's, and is asked for elsewhere."""
        return (
            fnmatchcase(card.oracle, self.oracle)
            and all(any(fnmatchcase(name, glob) for glob in self.targets) for name in card.targets)
            and fnmatchcase(card.shape, self.shape)
            and fnmatchcase(card.place, self.place)
        )


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What is accepted and why. Members are in the order in which new entries are written."""

    fingerprint: str = ""  # this, or a pattern
    pattern: Pattern | None = None
    # Of an entry with a fingerprint: its card's, so that it is known where to look for it.
    title: str = ""
    oracle: str = ""
    targets: tuple[str, ...] = ()
    shape: str = ""
    place: str = ""
    dialect: str = ""
    of_class: Literal["bug", "policy", "unsupported", "contested"] = field(name="class")
    reason: str
    ticket: str = ""
    owner: str = ""
    expiry: date | None = None  # the last day on which it is accepted; None: for good
    versions: tuple[str, ...] = ()  # globs over the version of the target, or of its library; empty: all
    first_seen: date | None = None
    last_seen: date | None = None
    # Of the last run that showed it: how many cases did, of how many. So it is known how many are enough.
    cases: Natural = 0
    count: Natural = 0

    @property
    def name(self) -> str:
        """Call it as people find it in the file: its fingerprint, or what its pattern says."""
        if self.pattern is None:
            return self.fingerprint
        said = {member: getattr(self.pattern, member) for member in self.pattern.__struct_fields__}
        usual = Pattern()
        words = [
            f"{member} {' '.join(value) if isinstance(value, tuple) else value}"
            for member, value in said.items()
            if value != getattr(usual, member)
        ]
        return f"pattern {', '.join(words)}"

    def expired(self, today: date) -> bool:
        """Tell whether its last day is over."""
        return self.expiry is not None and self.expiry < today

    def of_dialect(self, dialect: str) -> bool:
        """Tell whether runs of this dialect are its business."""
        if self.pattern is None:
            return self.dialect == dialect
        return fnmatchcase(dialect, self.pattern.dialect)

    def fits(self, card: Card) -> bool:
        """Tell whether a card is what is accepted here, whatever the version of its target."""
        return card.fingerprint == self.fingerprint if self.pattern is None else self.pattern.fits(card)

    def of_version(self, facts: Sequence[TargetFacts]) -> bool:
        """Tell whether it holds for a version of one of these targets."""
        if not self.versions:
            return True
        said = [version for one in facts for version in (one.version, one.library_version)]
        return any(fnmatchcase(version, glob) for version in said for glob in self.versions)

    def like(self, card: Card) -> bool:
        """Tell whether a card may be this fault with another face: the same oracle, of the same targets."""
        return self.pattern is None and self.oracle == card.oracle and set(self.targets) == set(card.targets)

    def may_be(self, finding: Finding) -> bool:
        """Tell whether a finding on no card may be this fault: of such an oracle, and of these targets."""
        if self.pattern is None:
            return self.oracle == finding.oracle and set(self.targets) == set(finding.targets)
        return bool(self.oracles([finding.oracle])) and all(map(self.speaks_of, finding.targets))

    def oracles(self, names: Sequence[str]) -> list[str]:
        """Give those of some oracles that could see it."""
        if self.pattern is None:
            return [name for name in names if name == self.oracle]
        return [name for name in names if fnmatchcase(name, self.pattern.oracle)]

    def speaks_of(self, target: str) -> bool:
        """Tell whether a target may be guilty of it."""
        if self.pattern is None:
            return target in self.targets
        return any(fnmatchcase(target, glob) for glob in self.pattern.targets)

    def absent(self, names: Sequence[str]) -> list[str]:
        """Give the targets it speaks of, or globs for them, that are none of these."""
        if self.pattern is None:
            return [name for name in self.targets if name not in names]
        return [glob for glob in self.pattern.targets if not any(fnmatchcase(name, glob) for name in names)]


def _takes_all(glob: str, *, empty: bool = False) -> bool:
    """Tell whether a glob fits every word; ``empty``: and what is empty, too."""
    return "*" in glob and set(glob) <= {"*", "?"} and glob.count("?") <= (0 if empty else 1)


def faults(entry: Entry) -> Iterator[str]:
    """Say what is wrong with an entry whose members have the right types."""
    if bool(entry.fingerprint) == (entry.pattern is not None):
        yield "it has a fingerprint or a pattern, one of them"
    elif entry.pattern is None:
        yield from _card_faults(entry)
    else:
        yield from _pattern_faults(entry, entry.pattern)
    if not entry.reason.strip():
        yield "its reason is empty"
    if any(not glob for glob in entry.versions):
        yield "one of its versions is empty"
    if entry.first_seen and entry.last_seen and entry.first_seen > entry.last_seen:
        yield f"it was first seen on {entry.first_seen}, after it was last seen on {entry.last_seen}"


def _card_faults(entry: Entry) -> Iterator[str]:
    if not FINGERPRINT.fullmatch(entry.fingerprint):
        yield f"{entry.fingerprint!r} is no fingerprint: it has 12 hexadecimal digits, in small letters"
    if entry.oracle not in ORACLES:
        yield f"its oracle is {entry.oracle!r}; there is {', '.join(ORACLES)}"
    if not entry.targets:
        yield "it names no targets"
    if entry.dialect not in DIALECTS:
        yield f"its dialect is {entry.dialect!r}; there is {', '.join(sorted(DIALECTS))}"


def _pattern_faults(entry: Entry, pattern: Pattern) -> Iterator[str]:
    own = ("oracle", "targets", "shape", "place", "dialect")
    stray = [member for member in own if getattr(entry, member)]
    if stray:
        yield f"the member {stray[0]!r} stands in the pattern, not beside it"
    if pattern.is_wide():
        yield "its pattern accepts everything"
    if not pattern.targets:
        yield "its pattern fits no target"
    for what, glob, names in (("oracle", pattern.oracle, ORACLES), ("dialect", pattern.dialect, DIALECTS)):
        if not any(fnmatchcase(name, glob) for name in names):
            yield f"its pattern fits no {what}: {glob!r}; there is {', '.join(names)}"
