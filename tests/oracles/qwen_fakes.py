"""Parsers of `qwen` that the oracles `typing` and `reasoning` find, and ones that they must not complain of.

Each is the Python reference with one part changed, as its docstring says.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

from tests.fakes.right import Adapter, ReferenceParser

QwenStream = ReferenceParser.streams["qwen"]
BlockReader = QwenStream.reader_class
Schemas = QwenStream.schemas_class

OURS = Adapter.policies["qwen"]
Emitted = list[Any]


class Right(ReferenceParser):
    """The reference, which declares all policies."""

    policies: ClassVar = {"qwen": OURS}
    stream_class: ClassVar[type[QwenStream]] = QwenStream

    def __init_subclass__(cls) -> None:
        cls.streams = {"qwen": cls.stream_class}


class _OnlyTypes(Schemas):
    def read_types(self, schema: Any) -> frozenset[str]:
        if isinstance(schema, dict):
            schema = {name: member for name, member in schema.items() if name != "anyOf"}
        return super().read_types(schema)


class _OnlyTypesStream(QwenStream):
    schemas_class = _OnlyTypes


class AnyOfIsText(Right):
    """Types that stand in `anyOf` are not seen, so that the value stays text."""

    stream_class = _OnlyTypesStream


class _DigitsReader(BlockReader):
    def read_value(self, text: str, types: frozenset[str]) -> Any:
        if "string" in types and text.isascii() and text.isdigit() and len(text) < 9 and text[0] != "0":
            return self.read_json(text)
        return super().read_value(text, types)


class _DigitsStream(QwenStream):
    reader_class = _DigitsReader


class DigitsAreNumbers(Right):
    """A string of digits becomes a number, though a string is declared."""

    stream_class = _DigitsStream


class Routing(Right):
    """Reasoning between its tags goes to a channel of its own. It all comes out at the end of the stream."""

    stream_class = QwenStream
    policies: ClassVar = {"qwen": {**OURS, "reasoning": "route", "emission": "end"}}

    def stream(self, **asked: Any) -> Any:
        return _Held(self, super().stream(**asked))

    def parse(self, text: str, **asked: Any) -> Any:
        stream = self.stream(**asked)
        events = [*stream.feed(text), *stream.finish()]
        return {
            "calls": [event["call"] for event in events if "call" in event],
            "text": "".join([event.get("text", "") for event in events]),
            "reasoning": "".join([event.get("reasoning", "") for event in events]),
            "events": events,
            "saw_tool_syntax": stream.saw_tool_syntax,
        }

    def routed(self, whole: str) -> Emitted:
        """Give the events of a piece of text."""
        found: Emitted = []
        end = 0
        for thought in re.finditer(r"<think>(.*?)(?:</think>|\Z)", whole, re.DOTALL):
            found += [{"text": whole[end : thought.start()]}, {"reasoning": thought[1]}]
            end = thought.end()
        return [*found, {"text": whole[end:]}]


class _Held:
    def __init__(self, parser: Routing, stream: Any) -> None:
        self.parser, self.inner, self.events = parser, stream, list[Any]()

    @property
    def saw_tool_syntax(self) -> bool:
        return bool(self.inner.saw_tool_syntax)

    def feed(self, chunk: str) -> Emitted:
        self.events += self.inner.feed(chunk)
        return []

    def finish(self) -> Emitted:
        events, self.events = [*self.events, *self.inner.finish()], []
        out: Emitted = []
        text = ""
        for event in [*events, {}]:
            if "text" in event:
                text += event["text"]
                continue
            out += self.parser.routed(text) if text else []
            text = ""
            out += [event] if event else []
        return [event for event in out if list(event.values()) != [""]]


class RoutingUndeclared(Routing):
    """The same, though reasoning is declared as ignored."""

    policies: ClassVar = {"qwen": OURS}


class Doubling(Routing):
    """Reasoning is routed, as it is declared, and stays in the visible text as well."""

    def routed(self, whole: str) -> Emitted:
        thoughts = [event for event in super().routed(whole) if "reasoning" in event]
        return [{"text": whole}, *thoughts]
