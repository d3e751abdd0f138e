"""``isolation``: streams leave no trace in each other.

Each case was run on fresh parsers. It is run again on one parser: first a stream that is dropped half way,
then two that are finished. And it is run with two streams fed in turn. All have to answer as the fresh did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from harness.model import Ask
from harness.oracles.asking import EVERY, cheap, ended, streams
from harness.oracles.difference import difference
from harness.oracles.oracle import Asked, Oracle, Outcomes, Stances, nothing, violation

if TYPE_CHECKING:
    from harness.model import Case, Outcome, Violation

ABANDONED = "abandoned stream leaves a trace"
REUSED = "reused parser answers otherwise"
IN_TURN = "streams fed in turn mix"

_KINDS = ((ABANDONED, REUSED), (IN_TURN, IN_TURN))
"""By ask and stream: the first stream after the one that was dropped, the one after a finished one."""


def _asks(case: Case) -> tuple[Ask, ...]:
    """Ask for two streams: one way with cuts, then the one with the fewest, which mostly has none."""
    ways = _ways(case)
    streamed = structs.replace(case, chunkings=tuple([case.chunkings[i] for i in ways]))
    half = max(1, (len(streamed.chunkings[0]) + 1) // 2)
    return (
        Ask(streamed, reuse=True, abandon_after=half, batch=False),
        Ask(streamed, interleave=True, batch=False),
    )


def _ways(case: Case) -> tuple[int, int]:
    """Pick two chunkings by number: the one with the most cuts that is cheap, and the one with the fewest."""
    order = cheap(case)
    return order[-1], order[0]


def judge(case: Case, asked: Asked, outcomes: Outcomes, _stances: Stances) -> Violation | None:
    """Hold the streams of each ask against the fresh ones; the first that differs counts."""
    ways = _ways(case)
    complaints: dict[str, tuple[str, str]] = {}
    for name, answers in asked.items():
        found = _complaint(answers, outcomes[name], ways)
        if found is not None:
            complaints[name] = found
    chunkings = ways[:1] if complaints and case.chunkings[ways[0]] else ()
    return violation("isolation", complaints, chunkings) or ended("isolation", asked, outcomes)


def _complaint(answers: tuple[Outcome, ...], plain: Outcome, ways: tuple[int, int]) -> tuple[str, str] | None:
    for kinds, outcome in zip(_KINDS, answers, strict=True):
        for kind, way, reading in zip(kinds, ways, outcome.streams, strict=False):
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
