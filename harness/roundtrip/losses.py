"""How what came back differs from what went in: every place, not just the first one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct

from harness.dialects.white_space import WHITE
from harness.oracles.difference import value_difference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.model import Call, Policies, Reading
    from harness.roundtrip.conversation import Conversation
    from harness.roundtrip.turn import Turn

OUTER = "outer white space lost"


class Difference(Struct, frozen=True):
    """One place that is not as it was."""

    # A short stable phrase without values in it: what a finding is known by.
    kind: str
    path: str  # "text", "calls", "calls[0].name", "calls[0].input['city']"
    due: str  # for people
    got: str
    call: int | None = None  # the number of the call it is in; None: in the text, or in the calls as a whole
    key: str | None = None  # of the argument whose value it is, where both have one


def differences(
    conversation: Conversation, turn: Turn, reading: Reading, stance: Policies
) -> Iterator[Difference]:
    """Hold one reading of a turn against the conversation that was rendered."""
    if reading.error is not None:
        yield Difference("no answer", "turn", "an answer", f"{reading.error.kind}: {reading.error.message}")
        return
    due, got = conversation.calls, reading.calls
    if len(due) != len(got):
        kind = "call lost" if len(got) < len(due) else "call made up"
        yield Difference(kind, "calls", _count(due), _count(got))
    else:
        for number, (one, other) in enumerate(zip(due, got, strict=True)):
            yield from _in_call(number, one, other)
    if len(due) == len(got) or not due:
        yield from _in_text(conversation, turn, reading, stance)


def _count(calls: tuple[Call, ...]) -> str:
    return f"{len(calls)} call{'' if len(calls) == 1 else 's'}"


def _in_call(number: int, due: Call, got: Call) -> Iterator[Difference]:
    if due.name != got.name:
        yield Difference("name differs", f"calls[{number}].name", repr(due.name), repr(got.name), number)
    if got.arguments_raw is not UNSET:
        yield Difference(
            "arguments are not JSON", path(number), "an object", repr(got.arguments_raw)[:200], number
        )
        return
    arguments = got.input if isinstance(got.input, dict) else {}
    for key, value in due.input.items():
        if key not in arguments:
            yield Difference("argument lost", path(number, key), shown(value), "nothing", number)
        else:
            found = value_difference(value, arguments[key])
            if found is not None:
                kind = _kind(value, arguments[key])
                yield Difference(kind, path(number, key), shown(value), shown(arguments[key]), number, key)
    for key, value in arguments.items():
        if key not in due.input:
            yield Difference("argument made up", path(number, key), "nothing", shown(value), number)


def path(number: int, *keys: str) -> str:
    """Name a place in the arguments of a call."""
    return f"calls[{number}].input" + "".join(f"[{key!r}]" for key in keys)


def shown(value: Any) -> str:
    """Show a value to people."""
    return repr(value)


def _kind(due: Any, got: Any) -> str:
    if isinstance(due, str) and isinstance(got, str):
        return f"value: {OUTER}" if got == due.strip() or got == due.strip(WHITE) else "value differs"
    if isinstance(due, str) != isinstance(got, str):
        return "value has another type"
    return "value differs"


def _in_text(
    conversation: Conversation, turn: Turn, reading: Reading, stance: Policies
) -> Iterator[Difference]:
    due, got = conversation.text, reading.text
    if got is None or not turn.sure or (due and conversation.calls and turn.gap is None):
        return
    if stance.get("reasoning", "ignore") != "ignore" and "think>" in due:
        return
    if stance.get("space_around_calls") != "exact":
        due, got = due.strip(WHITE), got.strip(WHITE)
    elif conversation.calls:
        # What stands between text and calls, and between calls, is the template's own white space.
        frame = due + (turn.gap or "") if due else ""
        if got.startswith(frame) and not got[len(frame) :].strip(WHITE):
            return
    if due != got:
        trimmed = got.strip(WHITE) == due.strip(WHITE)
        yield Difference(f"text: {OUTER}" if trimmed else "text differs", "text", repr(due), repr(got))
