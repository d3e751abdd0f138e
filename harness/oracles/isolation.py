"""``isolation``: streams leave no trace in each other.

Each case was run on fresh parsers. It is run again on one parser that had streams before, on one of which a
stream was dropped half way, and with its streams fed in turn. All have to answer as the fresh ones did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from harness.model import Ask
from harness.oracles.asking import EVERY, ended, streams
from harness.oracles.difference import difference
from harness.oracles.oracle import Asked, Oracle, Outcomes, Stances, nothing, violation

if TYPE_CHECKING:
    from harness.model import Case, Outcome, Violation

KINDS = (
    "reused parser answers otherwise",
    "abandoned stream leaves a trace",
    "streams fed in turn mix",
)
"""By ask."""


def _asks(case: Case) -> tuple[Ask, ...]:
    """Ask for three streams of the case: one way with cuts, the whole text, and the first again."""
    whole, cut = _ways(case)
    chunkings = tuple([case.chunkings[i] for i in (cut, whole, cut)])
    streamed = structs.replace(case, chunkings=chunkings)
    half = max(1, (len(case.chunkings[cut]) + 1) // 2)
    return (
        Ask(streamed, reuse=True, batch=False),
        Ask(streamed, reuse=True, abandon_after=half, batch=False),
        Ask(streamed, interleave=True, batch=False),
    )


def _ways(case: Case) -> tuple[int, int]:
    """Pick two chunkings by number: the one with the fewest cuts and the one with the most."""
    order = sorted(range(len(case.chunkings)), key=lambda i: (len(case.chunkings[i]), i))
    return order[0], order[-1]


def judge(case: Case, asked: Asked, outcomes: Outcomes, _stances: Stances) -> Violation | None:
    """Hold the streams of each ask against the fresh ones; the first that differs counts."""
    whole, cut = _ways(case)
    complaints: dict[str, tuple[str, str]] = {}
    for name, answers in asked.items():
        found = _complaint(answers, outcomes[name], (cut, whole, cut))
        if found is not None:
            complaints[name] = found
    chunkings = (cut,) if complaints and case.chunkings[cut] else ()
    return violation("isolation", complaints, chunkings) or ended("isolation", asked, outcomes)


def _complaint(
    answers: tuple[Outcome, ...], plain: Outcome, ways: tuple[int, int, int]
) -> tuple[str, str] | None:
    for kind, outcome in zip(KINDS, answers, strict=True):
        for way, reading in zip(ways, outcome.streams, strict=False):
            fresh = plain.streams[way] if way < len(plain.streams) else None
            if reading is None or fresh is None or fresh.error is not None:
                continue
            found = difference(fresh, reading)
            if found is not None:
                return kind, f"held against a fresh one: {found.kind}: {found.detail}"
    return None


ORACLE = Oracle(
    id="isolation",
    claim="A stream answers the same on a parser that was used before, and beside other streams.",
    judge=nothing,
    applies=streams,
    asks=_asks,
    judge_asked=judge,
    every=EVERY,
)
