"""What the tests of this folder draw with, and how they compare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from other_reader import reference, strict
from page_reader import read

from harness.dialects.qwen import QWEN
from harness.generate.cases import PIECES
from harness.generate.draft import events
from harness.generate.pen import Pen
from harness.generate.source import Seeded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.generate.draft import Part
    from harness.model import Event, Tool


def pen(seed: int, index: int) -> Pen:
    return Pen(Seeded(seed, index), QWEN.tokens, PIECES["qwen"])


def as_json(tools: Sequence[Tool]) -> list[dict[str, Any]]:
    return [{"name": tool.name, "parameters": tool.parameters} for tool in tools]


def comparable(parts: list[Any]) -> list[Any]:
    return [part if isinstance(part, str) else (part[0], strict(part[1])) for part in parts]


def meant(found: Sequence[Event]) -> list[Any]:
    return [event.text or (event.call.name, strict(event.call.input)) for event in found]


def by_the_page(text: str, tools: Sequence[Tool]) -> list[Any]:
    return comparable(read(text, as_json(tools)))


def by_the_reference(text: str, tools: Sequence[Tool]) -> list[Any]:
    stream = reference().stream(dialect="qwen", tools=as_json(tools))
    out: list[Any] = []
    for event in (*stream.feed(text), *stream.finish()):
        if "call" in event:
            out.append((event["call"]["name"], strict(event["call"]["input"])))
        elif out and isinstance(out[-1], str):
            out[-1] += event["text"]
        else:
            out.append(event["text"])
    assert stream.saw_tool_syntax == QWEN.saw_tool_syntax(text, ())
    return out


def is_read_as_meant(parts: Sequence[Part], tools: Sequence[Tool]) -> bool:
    """Do both readers give what the parts say."""
    text = "".join(part if isinstance(part, str) else part.text for part in parts)
    expected = meant(events(parts))
    return by_the_page(text, tools) == by_the_reference(text, tools) == expected
