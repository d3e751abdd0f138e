"""The values everything is made of: frozen records, and nothing that acts.

Every other part takes these in and gives these out. Text positions are always in code points.
What travels over the protocol has its own records in ``harness.targets``; these are what is left
after an answer was checked.

The records that answers are made of are not watched by the garbage collector (``gc=False``): there
are hundreds of thousands of them, none can be part of a cycle, and it halves the time of reading.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

Chunking = tuple[int, ...]
"""Cut positions, not decreasing: ``()`` is the whole text, equal neighbours make an empty chunk."""

Policies = Mapping[str, str]
"""Answers to the questions that parsers answer differently on purpose (SEMANTICS section 3)."""

Natural = Annotated[int, Meta(ge=0)]

Knowledge = Literal["known", "unspecified", "underived"]
"""Is the right answer of a document known, hanging on a named policy, or lost by damage."""


class Call(Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True, gc=False):
    """One tool call, as a parser gave it or as the generator drew it."""

    name: str
    # The arguments: a JSON object. Unset only where a parser gave fragments that are not JSON.
    input: Any = UNSET
    # Joined argument fragments that are not JSON: always a finding.
    arguments_raw: str | UnsetType = UNSET


class Event(Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True, gc=False):
    """One step of an answer: visible text, reasoning, or a call. Exactly one member is set."""

    text: str | UnsetType = UNSET
    reasoning: str | UnsetType = UNSET
    call: Call | UnsetType = UNSET


class Delta(Struct, frozen=True, gc=False):
    """A fragment of a call. ``index`` is the position of the call in the response."""

    index: Natural
    id: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    arguments: str | UnsetType = UNSET


class DeltaEvent(Struct, frozen=True, gc=False):
    """An event in its widest form, as a parser emitted it. Exactly one member is set."""

    text: str | UnsetType = UNSET
    reasoning: str | UnsetType = UNSET
    call: Call | UnsetType = UNSET
    delta: Delta | UnsetType = UNSET


Emitted = tuple[tuple[DeltaEvent, ...], ...]
"""What a stream emitted, not folded: for each chunk its events, and at the end those of the finish."""


class ParserError(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a parser threw. Two are equal when kind and message are (PROTOCOL ``same_as``)."""

    kind: str  # "exception", "value" or "declared"
    message: str = ""
    trace: str = ""
    feed: int | UnsetType = UNSET  # the number of the chunk that it was thrown for


class Reading(Struct, frozen=True, gc=False):
    """What a parser made of a text, fed in one way. Members are None where it does not say."""

    calls: tuple[Call, ...] = ()
    text: str | None = None
    reasoning: str | None = None
    # The folded stream: neighbouring texts joined. None for a batch that gives no order.
    events: tuple[Event, ...] | None = None
    saw: bool | None = None
    error: ParserError | None = None
    # What finishing the stream a second time gave, folded. None where it was not asked, or not told.
    second_finish: tuple[Event, ...] | None = None
    second_error: ParserError | None = None  # what the second finish threw; the rest stands
    # Of a stream: the calls that it states itself at its end, beside its deltas. None: it does not say.
    final: tuple[Call, ...] | None = None
    # Of a stream that was asked for in full detail (``Ask``): what it emitted when.
    emitted: Emitted | None = None


class Outcome(Struct, frozen=True, gc=False):
    """What a target did with one case: an answer, or its end."""

    # "skipped": too many cases of its batch ended the child; nothing is known about this one.
    kind: Literal["result", "crash", "hang", "memory", "skipped"]
    batch: Reading | None = None
    # One entry for each chunking of the case; one shared object where the adapter said same_as.
    # Empty where the target has no stream. None for a chunking that the target does not promise.
    streams: tuple[Reading | None, ...] = ()
    # Of a crash, hang or memory: how it ended and the last lines of standard error.
    detail: str = ""


class Tool(Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """A declared tool, as in the request to a server."""

    name: str
    parameters: dict[str, Any] = {}
    description: str = ""


class Answer(Struct, frozen=True, repr_omit_defaults=True):
    """The right events of a text, for every parser that answers the policies like this."""

    events: tuple[Event, ...]
    # Policy name to the value under which the events hold. Empty: they hold for all.
    assumes: dict[str, str] = {}


class Case(Struct, frozen=True, repr_omit_defaults=True):
    """A text with its chunkings and all that is known about it. Stands alone: no seed is needed."""

    id: str  # "<seed>:<index>" of a generated case, otherwise a name
    dialect: str
    text: str
    chunkings: tuple[Chunking, ...] = ((),)
    tools: tuple[Tool, ...] = ()
    knowledge: Knowledge = "underived"
    # Known: answers that differ only in what they assume of policies no sane parser fights about.
    # Unspecified: one answer for each value of the policy that it hangs on. Underived: none.
    answers: tuple[Answer, ...] = ()
    # The policies that any comparison of two parsers on this text hangs on.
    relies_on: tuple[str, ...] = ()
    # Names of what the generator put in: "entities", "fence", "two-blocks", "damage:delete" ...
    features: tuple[str, ...] = ()

    def chunks(self, chunking: Chunking) -> list[str]:
        """Cut the text as ``chunking`` says; joined, the pieces are the text."""
        edges = [0, *chunking, len(self.text)]
        return [self.text[a:b] for a, b in itertools.pairwise(edges)]

    def answer_for(self, policies: Policies) -> Answer | None:
        """Pick the answer that a parser with these declared policies must give.

        None where it leaves open a policy on which every answer hangs: nothing is expected then.
        """
        for answer in self.answers:
            if answer.assumes.items() <= policies.items():
                return answer
        return None


LONGEST = 4096
_EVERY = tuple(range(1, LONGEST))


def every_character(length: int) -> Chunking:
    """Cut a text of ``length`` at each character. Slicing, up to ``LONGEST``, is quicker than counting."""
    return _EVERY[: length - 1] if 0 < length <= LONGEST else tuple(range(1, length))


def without_empty_chunks(chunking: Chunking, length: int) -> Chunking:
    """Leave out what makes the empty chunks of a text that is ``length`` long: the twin of a chunking.

    Distinct cuts within the text are left. A chunking without empty chunks is its own twin.
    """
    if len(chunking) == length - 1 and chunking == every_character(length):
        return chunking  # the longest one of nearly every case: to compare takes a tenth of going through it
    return tuple(
        [cut for cut, before in zip(chunking, (0, *chunking), strict=False) if before < cut < length]
    )


class Ask(Struct, frozen=True):
    """A run that an oracle asks for beside the plain one, and the way in which it is to be done.

    The members are those of a case of the protocol (docs/protocol.md, ``run``).
    """

    case: Case  # any case of the same dialect; its chunkings are fed
    detail: Literal["folded", "full"] = "folded"  # "full": streams have ``Reading.emitted``
    reuse: bool = False  # one parser object for all chunkings, a new stream each
    interleave: bool = False  # feed the streams of the case in turn
    abandon_after: int | None = None  # first one more stream, dropped after so many chunks, at least 1
    # Is the batch wanted, too? Targets that have no stream are asked for it anyway: there is nothing else.
    batch: bool = True


Signature = tuple[str, tuple[str, ...], str]
"""Of a violation: oracle, targets, kind."""


class Violation(Struct, frozen=True):
    """One oracle's complaint about the outcomes of one case, before anything was confirmed."""

    oracle: str  # the oracle's id: "split", "truth" ...
    targets: tuple[str, ...]  # the names of the targets it speaks of; the odd ones out first
    # The kind of difference, a short stable phrase: "call missing", "value differs", "hang".
    # With oracle and targets it is the signature that shrinking must keep.
    kind: str
    message: str  # one sentence for people
    chunkings: tuple[int, ...] = ()  # indices of the case's chunkings that show it

    @property
    def signature(self) -> Signature:
        """What must stay the same while the case gets smaller."""
        return (self.oracle, self.targets, self.kind)


class Shown(Struct, frozen=True):
    """What one target gave for one way of feeding, ready to be shown beside others."""

    target: str
    how: str  # "batch" or "chunks" or "whole"
    reading: Reading | None  # None: it died or hung
    detail: str = ""


CutRun = tuple[int, int, Literal["pass", "fail"]]
"""From the first position to the last one, both counted."""


class Varied(Struct, frozen=True):
    """What one cut does at each place, while the others stay where they are."""

    fixed: Chunking  # the others
    runs: tuple[CutRun, ...]


class CutMap(Struct, frozen=True):
    """Which ways of cutting a small case show its finding, and what they have in common."""

    whole: Literal["pass", "fail"]  # the text in one chunk
    single: tuple[CutRun, ...]  # of each single cut, by its place in the text
    sizes: tuple[CutRun, ...]  # of chunks of one size, by that size
    sentence: str
    exact: bool = False  # does the sentence name just the ways that fail, of all that were tried
    varied: tuple[Varied, ...] = ()  # where it takes more than one cut
    every: bool = True  # was every place tried: very long texts are tried at some only


class Finding(Struct, frozen=True):
    """A violated property with its evidence: what reports are made of."""

    id: str  # "F1", "F2" ... in the order of case numbers
    oracle: str
    targets: tuple[str, ...]
    kind: str
    message: str
    also: tuple[str, ...]  # ids of the other oracles that the raw case violates
    raw: Case  # as generated
    case: Case  # as small as it got
    shown: tuple[Shown, ...]  # what each target made of the small case
    expected: tuple[Event, ...] | None  # the right events of the small case, where known
    confirmed: int  # how many of the three confirming runs showed it again
    shrink: str  # "finished", "out of time", "not shrunk", and the number of calls
    command: str  # shows it again
    count: int = 1  # how many cases of the campaign had the same signature
    # The classes of the small case (``harness.fairness``). Of a text that was not generated nothing is known.
    text_class: str = ""
    cut_class: str = ""
    # None where it was not made: for flaky findings, for ends, and where the clock ran out.
    cut_map: CutMap | None = None

    @property
    def flaky(self) -> bool:
        """A finding that three fresh parsers did not all repeat."""
        return self.confirmed < CONFIRMATIONS


class Card(Struct, frozen=True):
    """A bug as people meet it: the findings of one campaign that are one fault, and how it is told.

    All but the numbers is made from the plainest of them, so that another seed gives the same card.
    """

    fingerprint: str  # 12 hexadecimal digits, made of what is marked with a plus
    title: str  # what is wrong, in one plain sentence
    oracle: str  # +
    targets: tuple[str, ...]  # + the guilty ones
    shape: str  # + of the difference: "call missing", "argument: text to scalar"
    place: str  # + what the cut lies in: "in opener"; empty where cuts play no part
    needs: tuple[str, ...]  # + the generator's features without which it does not show
    agree: tuple[tuple[str, ...], ...]  # the targets that ran, grouped by what they gave for that case
    bug_class: str  # as public reports are sorted: "chunk-boundary-loss"
    findings: tuple[str, ...]  # ids, the plainest first: of one oracle and equal needs, the smallest
    count: int  # cases of the campaign that showed it
    first: str  # the id of the first of them
    command: str  # shows the smallest case again


CONFIRMATIONS = 3
"""How often a finding is run again on fresh parsers before it is reported (DESIGN, rules)."""


class Fault(Struct, frozen=True):
    """Something that is neither pass nor finding: an adapter or the harness did not do its part."""

    whose: str  # "adapter" or "harness"
    target: str  # the target's name, or "" for the harness
    message: str
    hint: str = ""
    stderr: str = ""  # the end of the adapter's standard error


def encode(value: Any) -> bytes:
    """Write any record as compact JSON bytes. Lone surrogates are not allowed here."""
    return msgspec.json.encode(value)
