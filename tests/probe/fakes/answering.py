"""Parsers that answer one policy otherwise than the reference, and still declare the reference's answers.

Each is the Python reference in one dialect with one part changed. The docstring names policy and answer.
"""

from __future__ import annotations

import html
import itertools
import json
import os
import time
from typing import Any, ClassVar

from toolcall_reference.dsml.block import BlockReader
from toolcall_reference.dsml.fences import Fences
from toolcall_reference.dsml.stream import DsmlStream
from toolcall_reference.policies import Policies
from toolcall_reference.qwen import capture as walking
from toolcall_reference.qwen.block import BlockReader as QwenReader
from toolcall_reference.qwen.capture import Capture
from toolcall_reference.qwen.schemas import Schemas
from toolcall_reference.qwen.stream import QwenStream
from toolcall_reference.strict_json import NotJsonError

from tests.fakes.right import Adapter, ReferenceParser
from tests.oracles.qwen_fakes import Routing

Emitted = list[Any]


class Dsml(ReferenceParser):
    """The reference in this dialect; a subclass names parts of its stream."""

    policies: ClassVar = Adapter.policies
    parts: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        cls.streams = {"dsml": type("Stream", (DsmlStream,), dict(cls.parts))}


class Qwen(ReferenceParser):
    """The same in the other dialect."""

    policies: ClassVar = Adapter.policies
    parts: ClassVar[dict[str, Any]] = {}
    stream_class: ClassVar[type[QwenStream]] = QwenStream

    def __init_subclass__(cls) -> None:
        cls.streams = {"qwen": type("Stream", (cls.stream_class,), dict(cls.parts))}


class Rewriting(Dsml):
    """A parser whose events are rewritten once all are there."""

    def rewritten(self, events: Emitted) -> Emitted:
        return events

    def stream(self, **asked: Any) -> Any:
        return Rewritten(self, super().stream(**asked))

    def parse(self, text: str, **asked: Any) -> Any:
        stream = self.stream(**asked)
        events = [*stream.feed(text), *stream.finish()]
        return {
            "calls": [event["call"] for event in events if "call" in event],
            "text": "".join([event.get("text", "") for event in events]),
            "events": events,
        }


class Rewritten:
    def __init__(self, parser: Rewriting, inner: Any) -> None:
        self.parser, self.inner, self.events = parser, inner, list[Any]()

    def feed(self, chunk: str) -> Emitted:
        self.events += self.inner.feed(chunk)
        return []

    def finish(self) -> Emitted:
        events, self.events = [*self.events, *self.inner.finish()], []
        joined: Emitted = []
        for is_text, group in itertools.groupby(events, lambda event: "text" in event):
            found = list(group)
            joined += [{"text": "".join([event["text"] for event in found])}] if is_text else found
        return [event for event in self.parser.rewritten(joined) if event.get("text", "-")]


# ---------------------------------------------------------------- dsml


class RepairsNothing(Dsml):
    """missing_opener: text."""

    def stream(self, **_: Any) -> Any:
        return DsmlStream(Policies(missing_opener="text"))


class _NoFences(Fences):
    def opens(self, mark: str, run: int) -> bool:
        return not (mark or run)


class LiveFences(Dsml):
    """fences: live."""

    parts: ClassVar = {"fences_class": _NoFences}


def _flush(stream: Any) -> str:
    return "" if stream._capture is not None else DsmlStream.flush(stream)


class DropsOpenCalls(Dsml):
    """truncated: drop."""

    parts: ClassVar = {"flush": _flush}


class _Literal(BlockReader):
    def decode_entities(self, text: str) -> str:
        return text


class LiteralEntities(Dsml):
    """entities: literal."""

    parts: ClassVar = {"reader_class": _Literal}


class _Html(BlockReader):
    def decode_entities(self, text: str) -> str:
        return html.unescape(text)


class HtmlEntities(Dsml):
    """entities: html."""

    parts: ClassVar = {"reader_class": _Html}


class _Eager(BlockReader):
    def read_text(self, body: str) -> Any:
        right = super().read_text(body)
        try:
            return self.read_json(right) if isinstance(right, str) else right
        except NotJsonError:
            return right


class JsonScalars(Dsml):
    """scalars: json."""

    parts: ClassVar = {"reader_class": _Eager}


class _NoChildren(BlockReader):
    def read_children(self, body: str) -> Any:
        del body


class JsonStructure(Dsml):
    """structure: json."""

    parts: ClassVar = {"reader_class": _NoChildren}


class _Last(BlockReader):
    def join_repeated(self, members: Any) -> Any:
        return {name: values[-1] for name, values in members.items()}


class LastDuplicate(Dsml):
    """duplicates: last."""

    parts: ClassVar = {"reader_class": _Last}


class TrimsText(Rewriting):
    """space_around_calls: trim."""

    def rewritten(self, events: Emitted) -> Emitted:
        return [{"text": event["text"].strip()} if "text" in event else event for event in events]


class EndsWithCalls(Rewriting):
    """text_after_call: drop."""

    def rewritten(self, events: Emitted) -> Emitted:
        calls = [number for number, event in enumerate(events) if "call" in event]
        return events[: calls[-1] + 1] if calls else events


class Deltas(Dsml):
    """emission: deltas."""

    def stream(self, **asked: Any) -> Any:
        return _InDeltas(super().stream(**asked))

    def parse(self, text: str, **asked: Any) -> Any:
        return ReferenceParser().parse(text, **asked)


class _InDeltas:
    def __init__(self, inner: Any) -> None:
        self.inner, self.count = inner, 0

    def feed(self, chunk: str) -> Emitted:
        return [delta for event in self.inner.feed(chunk) for delta in self._deltas(event)]

    def finish(self) -> Emitted:
        return [delta for event in self.inner.finish() for delta in self._deltas(event)]

    def _deltas(self, event: Any) -> Emitted:
        if "call" not in event:
            return [event]
        self.count += 1
        made = {"index": self.count - 1}
        return [
            {"delta": {**made, "name": event["call"]["name"]}},
            {"delta": {**made, "arguments": json.dumps(event["call"]["input"])}},
        ]


# ---------------------------------------------------------------- qwen


class _DropsJunk(Capture):
    def skip_junk(self, data: str, pos: int) -> tuple[int, int]:
        if data[pos] == "<" and pos + 12 > len(data):
            return walking.OPEN, pos
        end = data.find("<", pos + 1)
        return (walking.GOES_ON, end) if end >= 0 else (walking.OPEN, len(data))


class DropsJunk(Qwen):
    """junk_in_block: drop."""

    parts: ClassVar = {"capture_class": _DropsJunk}


class _First(QwenReader):
    def join_repeated(self, pairs: Any) -> Any:
        return dict(reversed(pairs))


class FirstDuplicate(Qwen):
    """duplicates: first."""

    parts: ClassVar = {"reader_class": _First}


class _OnlyContainers(Schemas):
    def read_types(self, schema: Any) -> frozenset[str]:
        return super().read_types(schema) & {"object", "array"}


class TextScalars(Qwen):
    """scalars: text."""

    parts: ClassVar = {"schemas_class": _OnlyContainers}


class _Known(QwenStream):
    def __init__(self, tools: Any = ()) -> None:
        super().__init__(tools)
        self.known = {tool["name"] for tool in tools}

    def read_block(self, capture: Any) -> Emitted:
        return [event for event in super().read_block(capture) if event["call"]["name"] in self.known]


class KnownTools(Qwen):
    """unknown_tools: drop."""

    stream_class = _Known


class RoutedReasoning(Routing):
    """reasoning: route."""

    policies: ClassVar = Adapter.policies


# ---------------------------------------------------------------- no single answer


class TwoMinds(Dsml):
    """entities: xml in batch, literal in the stream."""

    def stream(self, **asked: Any) -> Any:
        return LiteralEntities().stream(**asked)

    def parse(self, text: str, **asked: Any) -> Any:
        return ReferenceParser().parse(text, **asked)


class _Some(BlockReader):
    def decode_entities(self, text: str) -> str:
        return text if "amp" in text else super().decode_entities(text)


class SomeEntities(Dsml):
    """entities: xml for some, literal for others."""

    parts: ClassVar = {"reader_class": _Some}


class Raises(Dsml):
    """Every text is thrown at."""

    policies: ClassVar = {}

    def stream(self, **_: Any) -> Any:
        raise ValueError("no stream today")

    def parse(self, text: str, **_: Any) -> Any:
        raise ValueError(f"no text of {len(text)} today")


class Dies(Raises):
    """Every text is the end of the process."""

    def parse(self, text: str, **_: Any) -> Any:
        del text
        os._exit(7)


class Hangs(Raises):
    """No text comes to an end."""

    def parse(self, text: str, **_: Any) -> Any:
        while text:
            time.sleep(1)


class Misspelt(Dsml):
    """Nothing is other than the reference, but two declarations mean nothing."""

    policies: ClassVar = {"dsml": {"fence": "inert", "entities": "xhtml"}}


class Silent(Dsml):
    """Nothing comes out at all."""

    parts: ClassVar = {"feed": lambda *_: [], "finish": lambda _: []}

    def parse(self, text: str, **_: Any) -> Any:
        del text
        return {"calls": [], "text": ""}
