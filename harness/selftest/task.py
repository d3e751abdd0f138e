"""One trial, as it is asked for: all that decides what comes out of it, times aside."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.dialects import DIALECTS
from harness.targets.limits import MIB

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from harness.zoo.bug import Bug

CLEAN = ("python", "go", "node")
"""The references as they are: what is found in them is false."""

PARSES = 200_000
"""A finding counts if it took at most so many."""

CASES = 20_000
"""Most cases of a campaign: some 190,000 parses in either dialect, so that the cap above is not wasted on."""

CLEAN_CASES = 4_000
"""Cases of a campaign on the clean references: some 72,000 parses. There are two for each repeat."""


class Settings(Struct, frozen=True):
    """What every campaign of a selftest is given."""

    seed: int = 0  # of the selftest; each campaign has one of its own
    cases: int = CASES
    parses: int = PARSES
    clean_cases: int = CLEAN_CASES  # of a campaign on the clean references
    time_limit: float = 2.0  # seconds a request, before what is added for the text
    memory_limit: int = 512 * MIB
    shrink_calls: int = 2_000
    shrink_seconds: float = 60.0  # a second limit, for parsers that hang

    @property
    def shown(self) -> dict[str, int | float]:
        """Give them for a report, without the seed."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "seed"}


class Task(Struct, frozen=True):
    """One trial to be done."""

    name: str
    repeat: int  # counted from 1
    seed: int
    digest: str
    dialect: str
    targets: tuple[str, ...]
    planted: str  # the target with the bug; empty in a campaign on clean ones
    settings: Settings

    @property
    def cases(self) -> int:
        """Give the most cases it may take."""
        return self.settings.cases if self.planted else self.settings.clean_cases


def tasks(bugs: Iterable[Bug], repeats: int, settings: Settings) -> list[Task]:
    """List the trials: those of each bug, one after the other, then those on clean parsers, if any."""
    return [*_planted(bugs, repeats, settings), *_clean(repeats, settings)]


def seed_of(seed: int, name: str, repeat: int) -> int:
    """Make the seed of a trial: the same for ever, and another one for each name and repeat."""
    return int.from_bytes(_hash(f"{seed}\0{name}\0{repeat}")[:4], "big")


def digest_of(bug: Bug) -> str:
    """Give what stays as long as a bug is the same: its patch, and what runs beside it in which dialect."""
    return _hash("\0".join((bug.patch, bug.head.dialect, *bug.targets))).hex()[:12]


def _planted(bugs: Iterable[Bug], repeats: int, settings: Settings) -> Iterator[Task]:
    for bug in bugs:
        for repeat in range(1, repeats + 1):
            yield Task(
                name=bug.name,
                repeat=repeat,
                seed=seed_of(settings.seed, bug.name, repeat),
                digest=digest_of(bug),
                dialect=bug.head.dialect,
                targets=bug.targets,
                planted=bug.target,
                settings=settings,
            )


def _clean(repeats: int, settings: Settings) -> Iterator[Task]:
    if not settings.clean_cases:
        return
    for dialect in sorted(DIALECTS):
        for repeat in range(1, repeats + 1):
            name = f"clean:{dialect}"
            seed = seed_of(settings.seed, name, repeat)
            yield Task(name, repeat, seed, "", dialect, CLEAN, "", settings)


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
