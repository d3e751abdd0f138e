"""Conversations from a file: a JSON list, or JSON lines, of ``{"messages": […], "tools": […]}``.

Each assistant message of a conversation is a turn of its own, with the messages before it as context.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from harness.errors import UsageError
from harness.model import Call, Tool
from harness.report.jsontext import scalar_values
from harness.roundtrip.conversation import Conversation, Message

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEEPEST = 256  # SEMANTICS C4: what is nested deeper is no JSON
_HINT = 'a conversation is {"messages": [{"role": …, "content": …}, …], "tools": […]}'
_SOURCE = "give a file with a JSON list, or JSON lines, of conversations; or the JSON itself"


def read(words: str) -> list[Conversation]:
    """Read them from a file, or from JSON given in place. Raises ``UsageError`` that says which is wrong."""
    if not words.strip():
        raise UsageError("--conversations is empty", hint=_SOURCE)
    given = words.lstrip().startswith(("[", "{"))
    name = "--conversations" if given else words
    try:
        # Some editors put a byte order mark in front of a file: it is no part of the JSON.
        text = words if given else Path(words).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"can't read the conversations: {words}: {error.strerror}", hint=_SOURCE) from error
    except UnicodeDecodeError as error:
        told = f"it is not UTF-8: {error.reason} at byte {error.start}"
        raise UsageError(f"{words!r} holds no conversations: {told}", hint=_SOURCE) from error
    except ValueError as error:
        raise UsageError(f"{words!r} holds no conversations: {error}") from error
    found: list[Conversation] = []
    for place, value in _values(text, name):
        try:
            found += _turns(value)
        except (_WrongError, ValueError, RecursionError) as error:
            raise UsageError(f"{place}: {error}", hint=_HINT) from error
    if not found:
        raise UsageError(f"{name}: there is no assistant turn in it", hint=_HINT)
    return found


class _WrongError(Exception):
    """A conversation is none."""


def _values(text: str, name: str) -> Iterator[tuple[str, Any]]:
    if text.lstrip().startswith("["):
        values = _json(text, name)
        yield from ((f"{name}, conversation {number}", value) for number, value in enumerate(values, 1))
        return
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    try:
        whole = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        for number, line in lines:
            place = f"{name}, line {number}"
            yield place, _json(line, place)
    else:
        yield f"{name}, conversation 1", whole


def _json(text: str, place: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{place}: this is no JSON: {error}", hint=_HINT) from error


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _turns(value: Any) -> Iterator[Conversation]:
    _shallow(value)
    scalar_values(value)
    messages = _list(_object(value, "it").get("messages"), "messages")
    tools = tuple(_tool(tool) for tool in _list(value.get("tools") or [], "tools"))
    # transformers drops members that are null: many templates would write None.
    whole = [{k: v for k, v in _object(m, "a message").items() if v is not None} for m in messages]
    for number, message in enumerate(whole):
        if not isinstance(message.get("role"), str):
            raise _WrongError(f"messages[{number}] has no role")
        if message["role"] == "assistant":
            calls = _list(message.get("tool_calls") or [], "tool_calls")
            yield Conversation(
                before=tuple(whole[:number]),
                text=_text(message.get("content", ""), number),
                calls=tuple(
                    _call(call, f"messages[{number}].tool_calls[{i}]") for i, call in enumerate(calls)
                ),
                tools=tools,
                more={k: v for k, v in message.items() if k not in {"role", "content", "tool_calls"}},
            )


def _text(content: Any, number: int) -> str:
    if isinstance(content, list):
        parts = [
            part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str)
        ]
        content = "".join(parts) if len(parts) == len(content) else None
    if not isinstance(content, str):
        raise _WrongError(f"messages[{number}].content is no text")
    return content


def _call(call: Any, place: str) -> Call:
    told = _object(call, place)
    told = _object(told.get("function", told), place)
    arguments = told.get("arguments", {})
    if isinstance(arguments, str):  # as the API gives them
        arguments = json.loads(arguments, parse_constant=_no_constant) if arguments.strip() else {}
    if not isinstance(told.get("name"), str):
        raise _WrongError(f"{place} has no name")
    _shallow(arguments)
    scalar_values(arguments)
    return Call(told["name"], _object(arguments, f"arguments of {place}"))


def _tool(tool: Any) -> Tool:
    told = _object(tool, "a tool")
    told = _object(told.get("function", told), "a tool")
    if not isinstance(told.get("name"), str):
        raise _WrongError("a tool has no name")
    parameters = _object(told.get("parameters") or {}, "parameters of a tool")
    return Tool(told["name"], parameters, str(told.get("description") or ""))


def _object(value: Any, what: str) -> Message:
    if not isinstance(value, dict):
        raise _WrongError(f"{what} is no object")
    return value


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise _WrongError(f"{what} is no list")
    return value


def _shallow(value: Any) -> None:
    stack = [(value, 1)]
    while stack:
        inner, depth = stack.pop()
        members = inner.values() if isinstance(inner, dict) else inner if isinstance(inner, list) else ()
        if members and depth > _DEEPEST:
            raise _WrongError(f"a value is nested deeper than {_DEEPEST}")
        stack.extend((member, depth + 1) for member in members)
