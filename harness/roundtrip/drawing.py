"""Drawing conversations: a user's question, declared tools, and a turn with text and calls.

Values are what breaks writers and readers of turns: outer white space, markup of many formats, texts that
look like JSON, JSON of every type. Names and keys are those of real tools, and sometimes hold ``>``. All
randomness comes from a ``Source``: the same seed draws the same conversations, and 0 is the simplest choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.model import Call, Tool
from harness.roundtrip.conversation import Conversation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from harness.generate.source import Source

_QUESTIONS = ("Hi", "What is the weather in Berlin?", "Fix the failing test, please.\nThanks!", "你好")
_NAMES = ("f", "get_weather", "bash", "mcp__files__read-file", "web.search", "Größe")
_KEYS = ("a", "city", "new_text", "file-path", "b c", "x=y", 'q"t', "größe", "parameter", "null")
_PHRASES = (
    "a",
    "Berlin",
    "Let me look.",
    "one\ntwo",
    "def f(x):\n    return x < 1 and x > 0\n",
    "caf\u00e9 \u4f60\u597d \U0001f600",
    "",
    "123",
    "true",
    "null",
    "None",
    "1.5",
    "1e3",
    '{"a": 1}',
    "[1, 2]",
    '"quoted"',
    "C:\\new\\table",
    '{"unfinished": ',
)
_SPACES = ("\n", " ", "\n\n", "\t", "\r\n", "\u3000", "\u00a0")
_PIECES = (
    "x",
    " ",
    "\n",
    "<",
    ">",
    "&",
    "&lt;",
    '"',
    "'",
    "\\",
    "{",
    "}",
    "[",
    "{{ x }}",
    "{% x %}",
    "```",
    "\r\n",
    "\u2028",
    "\u00e9",
    "</parameter>",
    "\n</parameter>\n",
    "<parameter=a>\n",
    "</function>",
    "<function=f>",
    "</tool_call>",
    "<tool_call>",
    "<tool_response>",
    "</invoke>",
    "]]>",
    "</arg_value>",
    "<|im_end|>",
    "<|eot_id|>",
    "[TOOL_CALLS]",
    "</think>",
)
_NUMBERS: tuple[float, ...] = (0, 1, -1, 7, 2**31, 2**53 + 2, 10**20)
_FLOATS: tuple[float, ...] = (0.5, 1.0, -2.25, 1e30, 1e-7, 3)
_DEEP = 3


def draw(source: Source) -> Conversation:
    """Draw one conversation."""
    tools: list[Tool] = []
    calls: list[Call] = []
    makers: dict[str, dict[str, Callable[[Source], Any]]] = {}
    for number in range(4):
        if not source.chance(*((9, 10) if number == 0 else (1, 3))):
            break
        name = source.pick(_NAMES) + (">x" if source.chance(1, 40) else "")
        if name not in makers:
            drawn = dict(_parameters(source))
            makers[name] = {key: make for key, (_, make) in drawn.items()}
            schemas = {key: schema for key, (schema, _) in drawn.items() if schema is not None}
            tools.append(Tool(name, {"type": "object", "properties": schemas}, "A tool."))
        calls.append(Call(name, {key: make(source) for key, make in makers[name].items()}))
    question = {"role": "user", "content": source.pick(_QUESTIONS)}
    text = _string(source) if source.chance(1, 2) else ""
    return Conversation((question,), text, tuple(calls), tuple(tools))


def _parameters(source: Source) -> Iterator[tuple[str, _Kind]]:
    for _ in range(5):
        if not source.chance(2, 3):
            return
        key = source.pick(_KEYS) + (">" if source.chance(1, 60) else "")
        yield key, source.pick(_KINDS)


def _string(source: Source) -> str:
    if source.chance(1, 3):
        return _wild(source)
    before = source.pick(_SPACES) if source.chance(1, 8) else ""
    after = source.pick(_SPACES) if source.chance(1, 8) else ""
    return before + source.pick(_PHRASES) + after


def _wild(source: Source) -> str:
    pieces = [source.pick(_PIECES)]
    while source.chance(3, 4):
        pieces.append(source.pick(_PIECES))
    return "".join(pieces)


def _json(source: Source, depth: int = 1) -> Any:
    kinds: tuple[Callable[[], Any], ...] = (
        lambda: _string(source),
        lambda: source.pick(_NUMBERS),
        lambda: source.pick(_FLOATS),
        lambda: source.pick((True, False, None)),
        lambda: _list(source, depth + 1),
        lambda: _object(source, depth + 1),
    )
    return source.pick(kinds[: 4 if depth >= _DEEP else 6])()


def _list(source: Source, depth: int = 1) -> list[Any]:
    items = []
    while source.chance(1, 2):
        items.append(_json(source, depth))
    return items


def _object(source: Source, depth: int = 1) -> dict[str, Any]:
    members = {}
    while source.chance(1, 2):
        members[source.pick(_KEYS)] = _json(source, depth)
    return members


_Kind = tuple[dict[str, Any] | None, "Callable[[Source], Any]"]
"""A schema, None for a parameter that is not declared, and how a value of it is drawn."""

_KINDS: tuple[_Kind, ...] = (
    ({"type": "string"}, _string),
    ({"type": "string", "description": "Any text."}, _string),
    ({"type": "string", "enum": ["a", "Berlin"]}, lambda source: source.pick(("a", "Berlin"))),
    ({"type": "integer"}, lambda source: source.pick(_NUMBERS)),
    ({"type": "number"}, lambda source: source.pick(_FLOATS)),
    ({"type": "boolean"}, lambda source: source.pick((True, False))),
    ({"type": "array", "items": {}}, _list),
    ({"type": "object"}, _object),
    ({"type": ["string", "null"]}, lambda source: _string(source) if source.chance(1, 2) else None),
    ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, lambda source: source.pick((None, *_NUMBERS))),
    (
        {"type": ["object", "string"]},
        lambda source: _object(source) if source.chance(1, 2) else _string(source),
    ),
    ({}, _string),
    (None, _string),
)
