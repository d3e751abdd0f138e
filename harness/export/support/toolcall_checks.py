"""What the exported tests check. Written by toolcall-harness; no need to change it.

Answers are dictionaries as toolcall_seam.py says. Values are compared as JSON readers
do: numbers as doubles, the members of objects in any order, true is not 1.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from typing import Any

Answer = dict[str, Any]

_BLANKS = " \t\n\r\x0b\x0c"


def expect(answer: Answer, due: Answer) -> None:
    """Demand what is due: of calls, text, pieces and reasoning those that it has.

    Where text stood counts if the answer says it; if due is "placed", it has to say it.
    If due is "exact": false, white space beside calls does not count.
    """
    _well_formed(answer)
    exact = due.get("exact", True)
    if due.get("placed"):
        _need_pieces(answer)
    if "calls" in due:
        _same("calls", answer["calls"], due["calls"])
    if "reasoning" in due:
        _same("reasoning", answer.get("reasoning", ""), due["reasoning"])
    if "pieces" in due and "pieces" in answer:
        pieces = _beside_calls(answer["pieces"], exact=exact)
        _same("pieces", pieces, _beside_calls(due["pieces"], exact=exact))
    elif "text" in due:
        _same(
            "text", _text(answer["text"], exact=exact), _text(due["text"], exact=exact)
        )


def expect_alike(one: Answer, other: Answer) -> None:
    """Demand that two ways of feeding one text give the same, whatever is right."""
    _well_formed(one)
    _well_formed(other)
    for member in ("calls", "text"):
        _same(member, other[member], one[member])
    _same("reasoning", other.get("reasoning", ""), one.get("reasoning", ""))
    if "pieces" in one and "pieces" in other:
        _same("pieces", other["pieces"], one["pieces"])


def expect_alike_placed(one: Answer, other: Answer) -> None:
    """Demand the same, and to be told where text stood."""
    _need_pieces(one)
    _need_pieces(other)
    expect_alike(one, other)


def expect_conserved(answer: Answer, text: str) -> None:
    """Demand that the visible text is the input without the blocks of the calls.

    So its pieces stand in the input in their order, the first at its start and the last
    at its end. (What a right parser makes of the calls is not known here.)
    """
    _well_formed(answer)
    if not answer["calls"]:
        _same("text", answer["text"], text)
        return
    _need_pieces(answer)
    at = 0
    last = len(answer["pieces"]) - 1
    for number, piece in enumerate(answer["pieces"]):
        if not piece:
            continue
        if number == 0:
            found = 0 if text.startswith(piece) else -1
        elif number == last:
            found = len(text) - len(piece) if text.endswith(piece) else -1
        else:
            found = text.find(piece, at)
        _demand(found >= at, f"{piece!r} does not stand in the input where it should")
        at = found + len(piece)


def expect_type(answer: Answer, due: Any) -> None:
    """Demand that the argument "key" of a "call" is of one of these "types" of JSON."""
    _well_formed(answer)
    call, key, types = due["call"], due["key"], due["types"]
    _demand(call < len(answer["calls"]), f"there is no call {call}")
    arguments = answer["calls"][call]["input"]
    _demand(key in arguments, f"{key!r} is missing in call {call}")
    fits = any(_is(arguments[key], kind) for kind in types)
    _demand(fits, f"{key!r} is {arguments[key]!r}, not of {' or '.join(types)}")


def expect_one_place(answer: Answer, text: str) -> None:
    """Demand that the reasoning stands in the input, and nothing comes out twice."""
    _well_formed(answer)
    reasoning = answer.get("reasoning", "")
    rest = iter(text)
    found = all(character in rest for character in reasoning)
    _demand(found, f"the reasoning {reasoning!r} is not in the input")
    extra = Counter(answer["text"] + reasoning) - Counter(text)
    _demand(not extra, "text and reasoning hold more than the input does")


def expect_around(answer: Answer, due: Any) -> None:
    """Demand the calls "before" and "behind" a damaged block, whatever that gives."""
    _well_formed(answer)
    before, behind = due["before"], due["behind"]
    calls = answer["calls"]
    end = len(calls) - len(behind)
    _demand(end >= len(before), f"{len(calls)} calls: some others are missing")
    _same("calls before the damage", calls[: len(before)], before)
    _same("calls behind the damage", calls[end:], behind)


def expect_arguments(answer: Answer, due: Any) -> None:
    """Demand that no call comes out with fewer arguments than were written.

    A call that can't be read may be missing. Due are names, each with its keys.
    """
    _well_formed(answer)
    for call in answer["calls"]:
        drawn = [set(keys) for name, keys in due if name == call["name"]]
        if drawn and all(set(call["input"]) < keys for keys in drawn):
            raise AssertionError(f"{call['name']!r} came with {call['input']!r}")


def expect_all_or_none(answer: Answer, due: Answer) -> None:
    """Demand the calls that are due, or none; and then the text, if one is due."""
    _well_formed(answer)
    if answer["calls"]:
        _same("calls", answer["calls"], due["calls"])
    elif "text" in due:
        _same("text", answer["text"], due["text"])


def expect_answer(answer: Answer) -> None:
    """Demand no more than that it is an answer."""
    _well_formed(answer)


def run_apart(file: str, seconds: float) -> None:
    """Run a test file as a program of its own, which may die or hang."""
    path = os.pathsep.join(part for part in sys.path if part)
    done = subprocess.run(
        [sys.executable, file],
        env={**os.environ, "PYTHONPATH": path},
        timeout=seconds,
        check=False,
    )
    _demand(not done.returncode, f"the process ended with status {done.returncode}")


def _demand(met: object, message: str) -> None:
    if not met:
        raise AssertionError(message)


def _well_formed(answer: Answer) -> None:
    for number, call in enumerate(answer["calls"]):
        _demand(isinstance(call["name"], str), f"call {number} has no name")
        _demand(
            isinstance(call["input"], dict), f"call {number} has no object as input"
        )
    for text in (answer["text"], answer.get("reasoning", "")):
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise AssertionError("there is half a character in the text") from None
    pieces = answer.get("pieces")
    many = len(answer["calls"]) + 1
    fits = pieces is None or len(pieces) == many
    _demand(fits, "pieces are one more than calls: see toolcall_seam.py")


def _need_pieces(answer: Answer) -> None:
    if "pieces" not in answer:
        raise AssertionError(
            "this test has to know where text stood: see pieces in toolcall_seam.py"
        )


def _same(what: str, got: Any, due: Any) -> None:
    _demand(_equal(got, due), f"{what}: {got!r}, not {due!r}")


def _equal(got: Any, due: Any) -> bool:
    if isinstance(due, dict):
        return (
            isinstance(got, dict)
            and got.keys() == due.keys()
            and all(_equal(got[key], due[key]) for key in due)
        )
    if isinstance(due, list):
        return (
            isinstance(got, list | tuple)
            and len(got) == len(due)
            and all(map(_equal, got, due))
        )
    if isinstance(due, int | float) and not isinstance(due, bool):
        number = isinstance(got, int | float) and not isinstance(got, bool)
        return number and _double(got) == _double(due)
    return type(got) is type(due) and bool(got == due)


def _double(number: float) -> float:
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


def _is(value: Any, kind: str) -> bool:
    if kind == "integer":
        return _is(value, "number") and float(value).is_integer()
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    kinds = {"string": str, "object": dict, "array": list, "boolean": bool}
    return value is None if kind == "null" else isinstance(value, kinds[kind])


def _text(text: str, *, exact: bool) -> str:
    return text if exact else "".join(c for c in text if c not in _BLANKS)


def _beside_calls(pieces: list[str], *, exact: bool) -> list[str]:
    if exact or len(pieces) < 2:
        return pieces
    first, *inner, last = pieces
    trimmed = [piece.strip(_BLANKS) for piece in inner]
    return [first.rstrip(_BLANKS), *trimmed, last.lstrip(_BLANKS)]
