"""The shape of a difference: its kind, and where values differ, where in the call and how.

The kinds of oracles are stable phrases already. Some of them are wide: "value differs" is trimmed text, a
value cut short and a number for a text alike, and "exception" is any. Those are told apart here.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct

from harness.oracles import ORACLES
from harness.oracles.crash import wrong
from harness.oracles.difference import calls_difference, reading_of
from harness.oracles.oracle import baseline, best_reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.model import Call, Case, Reading, Violation
    from harness.oracles.oracle import Outcomes, Stances

Pair = tuple["Reading", "Reading"]
"""What was due, and what was given."""

_ERROR = re.compile(r"\s*(?:[\w.]*\.)?(\w+(?:Error|Exception|Panic|Iteration|Interrupt))\b")
_NAMED = re.compile(r"\b([A-Z]\w*(?:Error|Exception|Panic|Iteration|Interrupt))\b")
_WORDS = re.compile(r"[A-Za-z][A-Za-z ]*")
_MOST = 40  # characters of an error's words

_TOLD = re.compile(
    r"calls\[\d+\]\.input(?P<path>(?:\[(?:'[^']*'|\"[^\"]*\"|\d+)\])*): (?P<values>.*)", re.DOTALL
)
"""How ``harness.oracles.difference`` tells that values differ."""
_KEY = re.compile(r"\[(?:'[^']*'|\"[^\"]*\"|\d+)\]")
_NOT = re.compile(", not ")
_ELEMENTS = re.compile(r"(\d+) elements")
_NO_LITERAL = object()

_CALLED = re.compile(r"calls\[\d+\]")


class Sight(Struct, frozen=True):
    """What is to be seen of a violation in what the targets gave."""

    shape: str
    # Does the text itself show it. Where it is another text, made of this one by an oracle, or a run of
    # another sort, the features of the case say little.
    direct: bool = True


def sight(case: Case, violation: Violation, outcomes: Outcomes, stances: Stances) -> Sight:
    """Look at a violation. ``outcomes`` are those of the plain run."""
    found = ORACLES[violation.oracle].judge(case, outcomes, stances)
    direct = found is not None and found.signature == violation.signature
    return Sight(_shape_of(case, violation, outcomes, stances, direct=direct), direct)


def _shape_of(case: Case, violation: Violation, outcomes: Outcomes, stances: Stances, *, direct: bool) -> str:
    """Name the shape of a violation: its kind, where no more is to be seen."""
    kind = violation.kind
    if violation.oracle == "crash":
        return _of_error(violation, outcomes)
    if kind == "value differs":
        for due, given in _pairs(case, violation, outcomes, stances) if direct else ():
            if calls_difference(due.calls, given.calls) is not None:
                return _of_calls(due.calls, given.calls) or kind
        return _of_message(violation.message) or kind
    return kind


def _of_error(violation: Violation, outcomes: Outcomes) -> str:
    """Name an exception by its class, or by the first words of its message."""
    kind = violation.kind
    outcome = outcomes.get(violation.targets[0])
    for reading in (outcome.batch, *outcome.streams) if outcome is not None else ():
        found = wrong(reading) if reading is not None else None
        if found is None or found[0] != kind:
            continue
        message = _CALLED.sub("a call", found[1])
        named = _ERROR.match(message)
        words = _WORDS.search(message)
        told = named[1] if named else words[0][:_MOST].strip() if words else ""
        return f"{kind}: {told}" if told else kind
    named = _NAMED.search(violation.message)
    return f"{kind}: {named[1]}" if named else kind


def _pairs(case: Case, violation: Violation, outcomes: Outcomes, stances: Stances) -> Iterator[Pair]:
    """List what was held against what: the oracle decides. Of several targets the first is looked at."""
    name = violation.targets[0]
    outcome = outcomes[name]
    whole = baseline(case, outcome)
    pairs: list[tuple[Reading | None, Reading | None]]
    if violation.oracle == "split":
        pairs = [(whole, outcome.streams[violation.chunkings[0]])]
    elif violation.oracle == "parity":
        pairs = [(outcome.batch, whole)]
    elif violation.oracle == "agreement":
        others = [other for other in outcomes if other not in violation.targets] or violation.targets[1:]
        given = best_reading(case, outcome)
        pairs = [(best_reading(case, outcomes[other]), given) for other in others]
    else:
        answer = case.answer_for(stances[name])
        due = None if answer is None else reading_of(answer.events)
        pairs = [(due, outcome.batch), (due, whole)]
    yield from ((due, given) for due, given in pairs if due is not None and given is not None)


def _of_calls(due: tuple[Call, ...], given: tuple[Call, ...]) -> str:
    for want, have in zip(due, given, strict=False):
        if have.input is not UNSET and want.input is not UNSET:
            found = _of_values(want.input, have.input)
            if found:
                return found
    return ""


def _of_message(message: str) -> str:
    """Read the shape off what an oracle says of a run of its own: of that there is nothing else to look at.

    Both values are in the message as Python writes them, unless they are long.
    """
    found = _TOLD.search(message)
    if found is None:
        return ""
    keys = _KEY.findall(found["path"])
    depth = "input" if not keys else "argument" if len(keys) == 1 else "member"
    if found["path"].endswith("]") and found["path"][-2].isdigit():
        depth = "item"
    for split in _NOT.finditer(found["values"]):
        given, due = found["values"][: split.start()], found["values"][split.end() :]
        members = [_literal(one.removeprefix("members ")) for one in (due, given)]
        if due.startswith("members ") and all(isinstance(one, list) for one in members):
            inner = "member" if keys else "argument"
            return f"{inner} {_of_keys(*(dict.fromkeys(one) for one in members))}"
        elements = [_ELEMENTS.fullmatch(one) for one in (due, given)]
        if elements[0] and elements[1]:
            return f"item {'missing' if int(elements[1][1]) < int(elements[0][1]) else 'extra'}"
        want, have = _literal(due), _literal(given)
        if want is not _NO_LITERAL and have is not _NO_LITERAL:
            return f"{depth}: {_how(want, have)}"
    return ""


def _literal(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return _NO_LITERAL


def _of_values(due: Any, given: Any) -> str:
    """Name the first place at which two inputs differ, and how they do. Nothing here recurses."""
    stack = [("", due, given)]
    while stack:
        where, a, b = stack.pop()
        if isinstance(a, dict) and isinstance(b, dict):
            inner = "member" if where else "argument"
            if a.keys() != b.keys():
                return f"{inner} {_of_keys(a, b)}"
            stack += [(inner, a[key], b[key]) for key in reversed(a)]
        elif isinstance(a, list | tuple) and isinstance(b, list | tuple):
            if len(a) != len(b):
                return f"item {'missing' if len(b) < len(a) else 'extra'}"
            stack += [("item", a[at], b[at]) for at in range(len(a) - 1, -1, -1)]
        elif not _alike(a, b):
            return f"{where or 'input'}: {_how(a, b)}"
    return ""


def _of_keys(due: dict[str, Any], given: dict[str, Any]) -> str:
    lost, more = due.keys() - given.keys(), given.keys() - due.keys()
    if lost and more:
        return "renamed"
    return "missing" if lost else "extra"


def _alike(due: Any, given: Any) -> bool:
    """Compare two values, at least one of which holds no others. ``true`` is not 1."""
    return (
        _type(due) == _type(given) and bool(due == given) and isinstance(due, bool) == isinstance(given, bool)
    )


def _how(due: Any, given: Any) -> str:
    """Say what became of a value. White space is what Python takes for it, which is near enough here."""
    if _type(due) != _type(given):
        return f"{_type(due)} to {_type(given)}"
    if not isinstance(due, str):
        return f"another {_type(due)}"
    if given == due.strip() or due.strip() == given.strip():
        return "trimmed" if len(given) < len(due) else "padded"
    if due.startswith(given):
        return "prefix"
    return "lengthened" if given.startswith(due) else "other text"


def _type(value: Any) -> str:
    """Sort values into text, scalars (numbers, truth values, null) and structures."""
    if isinstance(value, str):
        return "text"
    return "structure" if isinstance(value, dict | list | tuple) else "scalar"
