"""What the targets made of one case, as a tuple: coarse enough that the same one comes again.

For each target and each class of feeding it says how it ended, the shape of the events, and the class of the
error. A class of feeding is the batch, the whole text in one chunk, one character a chunk, or any other
cutting; a class holds the shapes that came out of it, each once. Targets that gave the same are named
together, so who disagrees with whom is a part of the tuple.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from harness.model import every_character, without_empty_chunks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from harness.model import Call, Case, Outcome, ParserError, Reading

    Shape = Callable[[Reading], str]

Tuple = str
"""Equal texts are equal tuples. For people, too: ``go+node+python 0,w,c,s:tCst``."""

Key = str
"""A tuple in 16 hexadecimal digits: what is kept of each case."""

MOST = 4
"""Signs that are told of the order of events; a run of one sort is two."""

_RUNS = re.compile(r"(.)\1+")
_MARK = {(False, True): "t", (True, False): "C", (True, True): "r"}
_NAMED = re.compile(r"\b([A-Z]\w*(?:Error|Exception|Panic|Iteration|Interrupt))\b")


def tuple_of(case: Case, outcomes: Mapping[str, Outcome]) -> Tuple:
    """Sum up the outcomes of the plain run of a case, all targets of the campaign in any order."""
    feedings = [_feeding(chunking, len(case.text)) for chunking in case.chunkings]
    shapes: dict[int, str] = {}  # by identity: targets and streams that said the same share a reading

    def shape(reading: Reading) -> str:
        key = id(reading)
        if key not in shapes:
            shapes[key] = shape_of(reading)
        return shapes[key]

    told: dict[int, str] = {}
    said: dict[str, list[str]] = {}
    for name, outcome in outcomes.items():
        if id(outcome) not in told:
            told[id(outcome)] = _told(outcome, feedings, shape)
        said.setdefault(told[id(outcome)], []).append(name)
    return " ".join(sorted([f"{'+'.join(sorted(names))} {what}" for what, names in said.items()]))


def key_of(found: Tuple) -> Key:
    """Give the key of a tuple."""
    return hashlib.blake2b(found.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _feeding(chunking: tuple[int, ...], length: int) -> str:
    """Name the class of a chunking: whole, one character a chunk, or some other."""
    if not chunking:
        return "w"
    if len(chunking) == length - 1 and chunking == every_character(length):
        return "c"
    return "s" if without_empty_chunks(chunking, length) else "w"


def _told(outcome: Outcome, feedings: Iterable[str], shape: Shape) -> str:
    if outcome.kind != "result":
        return outcome.kind
    ways: dict[str, set[str]] = {}  # by class of feeding
    if outcome.batch is not None:
        ways["b"] = {shape(outcome.batch)}
    for feeding, reading in zip(feedings, outcome.streams, strict=False):
        if reading is not None:
            ways.setdefault(feeding, set()).add(shape(reading))
    alike: dict[str, list[str]] = {}
    for feeding, found in ways.items():
        alike.setdefault("|".join(sorted(found)), []).append(feeding)
    return ",".join([f"{''.join(sorted(feedings))}:{found}" for found, feedings in sorted(alike.items())])


def shape_of(reading: Reading) -> str:
    """Give the shape of an answer: its events, or the class of its error."""
    end = "".join(
        [
            f"!{_error(reading.error)}" if reading.error is not None else "",
            f"!!{_error(reading.second_error)}" if reading.second_error is not None else "",
            "+" if reading.second_finish else "",
        ]
    )
    return f"{_events(reading)}{end}"


def _events(reading: Reading) -> str:
    if reading.events is not None:
        marks = [_MARK[event.text is UNSET, event.call is UNSET] for event in reading.events]
    else:
        marks = [*(["t"] if reading.text else []), *(["r"] if reading.reasoning else [])]
        marks += ["C"] * len(reading.calls)
    order = _RUNS.sub(r"\1+", "".join(marks))
    if len(order) > MOST:
        order = f"{order[:MOST]}~"
    sorts = {sort for call in reading.calls for sort in _sorts(call)}
    # It saw tool syntax, and gave no call.
    return f"{order}{''.join(sorted(sorts))}{'?' if reading.saw and not reading.calls else ''}"


def _sorts(call: Call) -> Iterable[str]:
    return map(_sort, call.input.values()) if isinstance(call.input, dict) else "#"


def _sort(value: Any) -> str:
    if isinstance(value, str):
        return "s" if value else "e"
    if isinstance(value, bool) or value is None:
        return "k"
    if isinstance(value, dict):
        return "o" if value else "p"
    return ("a" if value else "b") if isinstance(value, list | tuple) else "n"


def _error(error: ParserError) -> str:
    """Name what was thrown by its class, or by its kind where there is none."""
    named = _NAMED.search(error.message)
    return f"{error.kind}.{named[1]}" if named else error.kind
