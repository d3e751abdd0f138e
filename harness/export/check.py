"""What an exported test asks and demands, before it is written in any language."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, structs

from harness.export.support import toolcall_checks
from harness.model import Chunking, Event, Reading, Tool

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from harness.model import Shown


SECONDS = 20
"""How long a parser that hung may take in a process of its own."""

ALIKE = ("expect_alike", "expect_alike_placed")
"""Demands that hold each answer against the first."""

OF_TEXT = ("expect_conserved", "expect_one_place")
"""Demands that take the text."""


class Check(Struct, frozen=True):
    """A text, the ways of feeding it, and what each answer must be."""

    text: str
    tools: tuple[Tool, ...]
    demand: str  # the name of a check of ``support``, in Python
    due: Any = None  # what most of them take beside the answer: a JSON object or array
    batch: bool = True  # is the text parsed at once
    chunkings: tuple[Chunking, ...] = ((),)  # and streamed, () being the whole text in one chunk
    characters: bool = False  # and streamed one code point at a time
    apart: bool = False  # in a process of its own, since the parser hung or died
    why: tuple[str, ...] = ()  # what is demanded, in sentences

    def chunks(self, chunking: Chunking) -> list[str]:
        """Cut the text."""
        edges = [0, *chunking, len(self.text)]
        return [self.text[a:b] for a, b in pairwise(edges)]


def due(events: Sequence[Event], text: str, *, exact: bool = True) -> dict[str, Any]:
    """Write the right answer to a text as tests hold answers against it.

    Left out is what says nothing: where text stood without calls, and reasoning where there can be none.
    """
    given = _answer(events)
    if len(given["pieces"]) == 1:
        del given["pieces"]
    if not given["reasoning"] and "think" not in text:
        del given["reasoning"]
    return given if exact else {**given, "exact": False}


def _answer(events: Sequence[Event]) -> dict[str, Any]:
    pieces = [""]
    calls: list[dict[str, Any]] = []
    reasoning = ""
    for event in events:
        if event.call is not UNSET:
            calls.append({"name": event.call.name, "input": event.call.input})
            pieces.append("")
        elif event.text is not UNSET:
            pieces[-1] += event.text
        elif event.reasoning is not UNSET:
            reasoning += event.reasoning
    return {"calls": calls, "text": "".join(pieces), "pieces": pieces, "reasoning": reasoning}


def answer_of(reading: Reading) -> dict[str, Any]:
    """Write what a target gave as the seam would: pieces only where the order is known."""
    if reading.events is not None:
        given = _answer(reading.events)
    else:
        given = {"calls": [{"name": call.name, "input": call.input} for call in reading.calls]}
        given["text"] = reading.text or ""
    given["reasoning"] = reading.reasoning or given.get("reasoning", "")
    for number, call in enumerate(reading.calls):
        if call.arguments_raw is not UNSET and number < len(given["calls"]):
            given["calls"][number]["input"] = call.arguments_raw
    return given


def fails(check: Check, shown: Sequence[Shown], targets: Collection[str], *, pieces: bool = True) -> bool:
    """Try a check on what targets gave for its text; ``pieces`` says whether they told where text stood.

    A test of one that threw fails, and so does that of one that never came back.
    """
    rows = [row for row in shown if row.target in targets and (check.batch or row.how != "batch")]
    if len(check.chunkings) == 1:
        rows = [row for row in rows if row.how in ("batch", "whole")]
    if any(row.reading is None or row.reading.error is not None for row in rows):
        return True
    for target in targets:
        answers = [answer_of(row.reading) for row in rows if row.target == target and row.reading is not None]
        for answer in answers if not pieces else ():
            answer.pop("pieces", None)
        try:
            demand(check, answers)
        except AssertionError:
            return True
    return False


def demand(check: Check, answers: Sequence[dict[str, Any]]) -> None:
    """Demand of the answers what the check does. Raises ``AssertionError``."""
    made = getattr(toolcall_checks, check.demand)
    if check.demand in ALIKE:
        for answer in answers[1:]:
            made(answers[0], answer)
        return
    for answer in answers:
        if check.demand in OF_TEXT:
            made(answer, check.text)
        elif check.due is None:
            made(answer)
        else:
            made(answer, check.due)


def placed(check: Check) -> Check:
    """Let a check insist on being told where text stood."""
    if check.demand == "expect_alike":
        return structs.replace(check, demand="expect_alike_placed")
    return structs.replace(check, due={**check.due, "placed": True}) if check.demand == "expect" else check
