"""What an oracle is: one property, with an id, a claim in one sentence, and a judgement.

An oracle is a pure function of a case and its outcomes. It runs nothing, so it can be asked again
about recorded outcomes, and its tests need no child process.

Some properties show only in runs of another sort: in full detail, on a reused parser, on a prefix. Their
oracles say what they ask for (``asks``), and the bench has it run: for all cases in one more request a
target, after the plain runs were judged. So whoever examines a case gets their judgement, too. ``Ask`` is
a record of ``harness.model``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.model import Ask, Case, Outcome, Policies, Reading, Violation

if TYPE_CHECKING:
    from harness.oracles.difference import Difference

Outcomes = Mapping[str, Outcome]
"""By target name, in the order of the command line."""

Stances = Mapping[str, Policies]
"""By target name: its answers to the policies of the case's dialect, as far as it declares them."""

Judge = Callable[[Case, Outcomes, Stances], Violation | None]

Asked = Mapping[str, tuple[Outcome, ...]]
"""By target name: what came of each ask of one oracle, in their order. Any of them may have hung or died."""

JudgeAsked = Callable[[Case, Asked, Outcomes, Stances], Violation | None]
"""Gets what came of the asks, and the outcomes of the plain run, which are all of kind "result"."""


def nothing(_case: Case, _outcomes: Outcomes, _stances: Stances) -> None:
    """Have no complaint: the judgement of the plain run where all that is judged is what was asked for."""


class Oracle(Struct, frozen=True):
    """One property that must hold."""

    id: str
    claim: str  # one sentence that is true of a right parser
    judge: Judge
    # Has it anything to say about this case and these targets? Counted in the report, so that a
    # campaign in which an oracle never spoke is not mistaken for one in which it was satisfied.
    applies: Callable[[Case, Outcomes, Stances], bool]
    # It only asks whether there are answers and whether they are alike, so where ``unanimous`` says
    # that, its judgement is None and need not be asked for.
    compares: bool = False
    # The runs that it asks for on a case; none if it has nothing to ask. A pure function of the case.
    asks: Callable[[Case], tuple[Ask, ...]] | None = None
    judge_asked: JudgeAsked | None = None  # present where ``asks`` is
    # Of the cases of a campaign it looks at each ``every``-th, by their number. (A case that is shrunk
    # keeps its id, so it stays wanted.) Cases with a name are always looked at.
    every: int = 1
    # Ids of other oracles in whose names it may complain of what was asked for.
    also_as: tuple[str, ...] = ()

    def wants(self, case: Case) -> bool:
        """Tell whether its asks are run for this case."""
        if self.asks is None:
            return False
        seed, _, number = case.id.partition(":")
        if not (seed.isdecimal() and number.isdecimal()):
            return True
        return int(number) % self.every == 0


def baseline(case: Case, outcome: Outcome) -> Reading | None:
    """Pick the stream that others are held against: the whole text in one chunk, else the first.

    None where the target has no stream or promises none of the chunkings.
    """
    if outcome.streams and outcome.streams[0] is not None and not case.chunkings[0]:
        return outcome.streams[0]  # as in every generated case
    first = None
    for chunking, reading in zip(case.chunkings, outcome.streams, strict=False):
        if reading is None:
            continue
        if not chunking:
            return reading
        first = first or reading
    return first


def best_reading(case: Case, outcome: Outcome) -> Reading | None:
    """Pick the reading that says most: the baseline stream, else the batch."""
    return baseline(case, outcome) or outcome.batch


def both_modes(case: Case, outcome: Outcome) -> Iterator[tuple[str, Reading]]:
    """Give the batch, then the baseline stream, each where it is there and no error."""
    for how, reading in (("batch", outcome.batch), ("stream", baseline(case, outcome))):
        if reading is not None and reading.error is None:
            yield how, reading


def in_both_modes(
    oracle: str, case: Case, outcomes: Outcomes, complain: Callable[[str, Reading], Difference | None]
) -> Violation | None:
    """Ask about the batch, then about the baseline stream of each target; the first complaint of each counts.

    ``complain`` gets the target's name and an answer that is no error.
    """
    complaints: dict[str, tuple[str, str]] = {}
    for name, outcome in outcomes.items():
        for how, reading in both_modes(case, outcome):
            found = complain(name, reading)
            if found is not None:
                complaints[name] = (found.kind, f"{how}: {found.detail}")
                break
    return violation(oracle, complaints)


def violation(
    oracle: str, complaints: Mapping[str, tuple[str, str]], chunkings: tuple[int, ...] = ()
) -> Violation | None:
    """Make one violation of the complaints of several targets (kind and detail by target name).

    A case yields one finding, so the first target's kind leads, and only the targets that share
    this kind are named. The others turn up in cases of their own.
    """
    if not complaints:
        return None
    kind = next(iter(complaints.values()))[0]
    guilty = tuple(name for name, (other, _) in complaints.items() if other == kind)
    detail = complaints[guilty[0]][1]
    return Violation(oracle, guilty, kind, f"{', '.join(guilty)}: {kind}: {detail}", chunkings)
