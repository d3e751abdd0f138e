"""One target against all chunkings of a proof, some hundreds a request.

A request holds one case, the whole text and the next chunkings, so that the adapter answers nearly all of
them with ``same_as`` and a thousand parses cost one line each way. The oracles that need no right answer
judge it, as everywhere: ``crash``, ``split`` with the whole text in one chunk as the baseline, ``parity``.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from harness.model import Case, Outcome, Violation
from harness.shrink import ENDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from harness.model import Chunking
    from harness.search.bench import Bench, Verdict

ORACLES = ("crash", "split", "parity")
"""What a proof judges by."""

MOST_FED = 400_000
"""Code points of all chunkings in a request, about: some seconds of the slowest parsers."""

FEWEST_AT_ONCE, MOST_AT_ONCE = 16, 1024


class Failure(Struct, frozen=True):
    """What breaks a text: the case has the whole text and the smallest chunking that fails, alone."""

    violation: Violation
    case: Case
    outcome: Outcome

    @property
    def chunking(self) -> Chunking:
        """Give the chunking that fails; empty where the text does so whole, or in batch."""
        return self.case.chunkings[-1]


class Proof(Struct, frozen=True):
    """What became of one text on one target."""

    target: str
    fed: int  # chunkings that were streamed and judged, the whole text too
    unpromised: int  # those that the adapter does not promise to read
    failure: Failure | None = None
    lost: bool = False  # the target became unavailable on the way: nothing is proved


class Prover:
    """A target on a bench of its own, proving one text after another. It takes turns with others."""

    def __init__(self, target: str, bench: Bench) -> None:
        """``bench`` is open, has this target alone and the oracles of ``ORACLES``."""
        self.target = target
        self._bench = bench
        self._case = Case("", "", "")
        self._left: Iterator[Chunking] = iter(())
        self._sent: tuple[Chunking, ...] = ()
        self._proof = Proof(target, 0, 0)
        self._whole_counted = False

    def begin(self, case: Case, chunkings: Iterator[Chunking]) -> None:
        """Take a text. The first of ``chunkings`` is the whole of it."""
        self._case, self._left = case, chunkings
        self._proof = Proof(self.target, 0, 0, lost=self.target not in self._bench.crew.targets)
        self._whole_counted = False
        self._sent = ()

    def submit(self) -> bool:
        """Send the next chunkings; False where there are none, or nothing more to learn."""
        proof = self._proof
        if proof.failure or proof.lost:
            return False
        size = MOST_FED // max(1, len(self._case.text))
        following = tuple(islice(self._left, max(FEWEST_AT_ONCE, min(MOST_AT_ONCE, size))))
        if not following:
            return False
        self._sent = following if not following[0] else ((), *following)
        self._bench.submit([structs.replace(self._case, chunkings=self._sent)])
        return True

    def collect(self) -> None:
        """Wait for the answers, and judge them."""
        verdict = self._bench.collect()[0]
        outcome = verdict.outcomes.get(self.target)
        proof = self._proof
        if outcome is None:
            self._proof = structs.replace(proof, lost=True)
            return
        failure = self._guilty(verdict) if outcome.kind in ENDS else _smallest(verdict, self.target)
        # The whole text goes with every request and counts once.
        answers = outcome.streams[1 if self._whole_counted else 0 :]
        self._whole_counted = True
        fed = sum(reading is not None for reading in answers)
        self._proof = structs.replace(
            proof, fed=proof.fed + fed, unpromised=proof.unpromised + len(answers) - fed, failure=failure
        )

    @property
    def proof(self) -> Proof:
        """Say what is known of the text by now."""
        return self._proof

    def _guilty(self, verdict: Verdict) -> Failure:
        """Find the first chunking that ends the parser, by halves, each half on a fresh process."""
        suspects: Sequence[Chunking] = self._sent[1:]
        last = self._alone(())
        if last.violations:
            return _failure(last, self.target, ())
        while len(suspects) > 1:
            front = suspects[: len(suspects) // 2]
            suspects = front if self._alone(*front).violations else suspects[len(front) :]
        if suspects and (last := self._alone(suspects[0])).violations:
            return _failure(last, self.target, suspects[0])
        # No chunking does it alone: the parser dies of many. The request is the evidence then.
        return Failure(verdict.violations[0], verdict.case, verdict.outcomes[self.target])

    def _alone(self, *chunkings: Chunking) -> Verdict:
        self._bench.fresh()
        cuts = tuple(dict.fromkeys(((), *chunkings)))
        return self._bench.examine([structs.replace(self._case, chunkings=cuts)])[0]


def _smallest(verdict: Verdict, target: str) -> Failure | None:
    """Pick the complaint about the fewest cuts, and of these the leftmost; none where there is none."""
    if not verdict.violations:
        return None
    chunkings = verdict.case.chunkings
    named = [
        (len(chunkings[place]), place, found)
        for found in verdict.violations
        for place in found.chunkings or (0,)
    ]
    _, place, found = min(named, key=lambda one: one[:2])
    return _failure(structs.replace(verdict, violations=(found,)), target, chunkings[place])


def _failure(verdict: Verdict, target: str, chunking: Chunking) -> Failure:
    """Keep of a case the whole text and the one chunking that breaks it."""
    violation, outcome, case = verdict.violations[0], verdict.outcomes[target], verdict.case
    kept = tuple(dict.fromkeys(((), chunking)))
    places = [case.chunkings.index(one) for one in kept]
    readings = tuple(outcome.streams[place] for place in places) if outcome.streams else ()
    return Failure(
        structs.replace(violation, chunkings=(len(kept) - 1,) if violation.chunkings else ()),
        structs.replace(case, chunkings=kept),
        structs.replace(outcome, streams=readings),
    )


def prove(provers: Sequence[Prover], case: Case, chunkings: Iterable[Chunking]) -> list[Proof]:
    """Prove one text on all targets, side by side. ``chunkings`` can be gone through more than once."""
    for prover in provers:
        prover.begin(case, iter(chunkings))
    while going := [prover for prover in provers if prover.submit()]:
        for prover in going:
            prover.collect()
    return [prover.proof for prover in provers]
