"""What oracles that ask for runs of their own have in common."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct, structs

from harness.model import Ask, Chunking, Policies, Reading
from harness.oracles.crash import wrong
from harness.oracles.oracle import Asked, Outcomes, Stances, violation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from harness.model import Case, Outcome, Violation

EVERY = 8
"""Of the cases of a campaign, oracles of emission look at each so many: a look costs what a case costs."""

_FEW = 32  # cuts of a chunking that is cheap in full detail
_SHORT = 128  # code points of a text whose every chunking is

EARLY = ("whole", "deltas")
"""The answers to the policy ``emission`` of a parser that speaks before the end of the text.

One that declares none is not held to it: to give all at the end is slow, and not wrong.
"""


class Spoken(Struct, frozen=True):
    """A stream of one target in full detail, and all that is known about it."""

    text: str
    chunking: Chunking
    reading: Reading  # in full detail
    plain: Reading | None  # what the plain run gave for the same chunking
    stance: Policies

    @property
    def fed(self) -> list[int]:
        """Give the number of characters fed after each chunk; the last is the length of the text."""
        return [*self.chunking, len(self.text)]


Complaint = tuple[str, str]
"""Kind and detail."""


def cheap(case: Case) -> list[int]:
    """List the numbers of a case's chunkings, fewest cuts first, without those that have many in a long text.

    There is always one. What such a chunking shows, another one shows of another case.
    """
    order = sorted(range(len(case.chunkings)), key=lambda i: (len(case.chunkings[i]), i))
    return order[:1] + [i for i in order[1:] if len(case.chunkings[i]) <= _FEW or len(case.text) <= _SHORT]


def in_full(case: Case) -> tuple[Ask, ...]:
    """Ask for streams of a case in full detail. Oracles that ask the same share one run."""
    chunkings = tuple([case.chunkings[i] for i in cheap(case)])
    return (Ask(structs.replace(case, chunkings=chunkings), detail="full", batch=False),)


def in_each_stream(
    oracle: str,
    given: tuple[Case, Asked, Outcomes, Stances],
    complain: Callable[[Spoken], Complaint | None],
) -> Violation | None:
    """Ask about each stream in full detail; of a target's complaints that with the fewest cuts counts."""
    case, asked, outcomes, stances = given
    complaints: dict[str, Complaint] = {}
    chunkings: tuple[int, ...] = ()
    for name, (outcome, *_) in asked.items():
        for i, reading in zip(cheap(case), outcome.streams, strict=False):
            if reading is None or reading.emitted is None:
                continue
            plain = outcomes[name].streams[i] if i < len(outcomes[name].streams) else None
            found = complain(Spoken(case.text, case.chunkings[i], reading, plain, stances[name]))
            if found is None:
                continue
            kind, detail = found
            cuts = len(case.chunkings[i])
            how = f"in {cuts + 1} chunks" if cuts else "in one chunk"
            if not complaints and cuts:
                chunkings = (i,)
            complaints[name] = (kind, f"{how}: {detail}")
            break
    return violation(oracle, complaints, chunkings) or ended(oracle, asked, outcomes)


def streams(_case: Case, outcomes: Outcomes, _stances: Stances) -> bool:
    """Tell whether any target streams: then there is something to say."""
    return any(
        reading is not None and reading.error is None
        for outcome in outcomes.values()
        for reading in outcome.streams
    )


def streams_early(case: Case, outcomes: Outcomes, stances: Stances) -> bool:
    """Tell whether any target streams that declares to speak before the end."""
    early = {name: out for name, out in outcomes.items() if stances[name].get("emission") in EARLY}
    return streams(case, early, stances)


def calls_emitted(reading: Reading) -> Iterator[tuple[int, int, int]]:
    """Give, of each call of a stream in full detail, when it was begun, its arguments were, and it was ended.

    Times are numbers of chunks, the finish being the last. Arguments that are none begin at the end.
    """
    begun: list[int] = []
    first: dict[int, int] = {}
    last: list[int] = []
    places: dict[int, int] = {}  # of the calls that come in deltas, by index
    for feed, events in enumerate(reading.emitted or ()):
        for event in events:
            if event.call is not UNSET:
                place = len(begun)
                first[place] = feed
            elif event.delta is UNSET:
                continue
            else:
                place = places.setdefault(event.delta.index, len(begun))
                if event.delta.arguments:
                    first.setdefault(place, feed)
            if place == len(begun):
                begun.append(feed)
                last.append(feed)
            last[place] = feed
    for place, (start, end) in enumerate(zip(begun, last, strict=True)):
        yield start, first.get(place, end), end


def ended(oracle: str, asked: Asked, outcomes: Outcomes) -> Violation | None:
    """Complain of asks that have no answer, as ``crash`` does of plain runs, in the name of ``oracle``.

    The kind is one of its kinds: "hang", "crash", "memory", "exception", "value". Nothing is said of a target
    whose plain run (``outcomes``) had none, either: that is ``crash``'s. What was skipped, and what ends in
    an error that the parser declares, is no complaint.
    """
    complaints: dict[str, tuple[str, str]] = {}
    for name, answers in asked.items():
        found = next(itertools.chain.from_iterable(map(_ends, answers)), None)
        if found is not None and not any(_ends(outcomes[name])):
            complaints[name] = found
    return violation(oracle, complaints)


def _ends(outcome: Outcome) -> Iterator[tuple[str, str]]:
    if outcome.kind == "result":
        for reading in (outcome.batch, *outcome.streams):
            found = wrong(reading) if reading is not None else None
            if found is not None:
                yield found
    elif outcome.kind != "skipped":
        yield outcome.kind, outcome.detail.partition("\n")[0]
