"""The parser: one door to all dialects, batch and stream (protocol, "Python targets")."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Protocol, Self, TypedDict

from toolcall_reference.dsml.stream import DsmlStream
from toolcall_reference.events import Call, Event
from toolcall_reference.policies import MISSING_OPENER
from toolcall_reference.qwen.stream import QwenStream


class Stream(Protocol):
    """What reads one text of a dialect, chunk by chunk."""

    saw_tool_syntax: bool

    @classmethod
    def start(cls, tools: Sequence[object], policies: Mapping[str, str]) -> Self:
        """Start the stream that a request asks for; raise ValueError for answers that can't be set."""
        ...

    def feed(self, chunk: str) -> list[Event]:
        """Take the next characters; give what they decide."""
        ...

    def finish(self) -> list[Event]:
        """Release all that is still held."""
        ...


class Result(TypedDict):
    """What a text gives in batch."""

    calls: list[Call]
    text: str  # the visible text
    saw_tool_syntax: bool


class ReferenceParser:
    """Parse a text at once or as a stream.

    A wrong parser for tests is a subclass that puts another stream in `streams`.
    """

    streams: ClassVar[Mapping[str, type[Stream]]] = {"dsml": DsmlStream, "qwen": QwenStream}
    settable: ClassVar[Mapping[str, Mapping[str, Collection[str]]]] = {"missing_opener": MISSING_OPENER}

    @property
    def dialects(self) -> Collection[str]:
        """The wire formats that this parser reads."""
        return self.streams.keys()

    def stream(
        self,
        *,
        dialect: str,
        tools: Sequence[object] = (),
        policies: Mapping[str, str] | None = None,
    ) -> Stream:
        """Start a stream. Declared tools type the values of `qwen` and change nothing else (SEMANTICS C7)."""
        return self.streams[dialect].start(tools, policies or {})

    def parse(
        self,
        text: str,
        *,
        dialect: str,
        tools: Sequence[object] = (),
        policies: Mapping[str, str] | None = None,
    ) -> Result:
        """Parse a text at once: by definition what streaming it as one chunk gives."""
        stream = self.stream(dialect=dialect, tools=tools, policies=policies)
        calls: list[Call] = []
        texts: list[str] = []
        for event in (*stream.feed(text), *stream.finish()):
            if "call" in event:
                calls.append(event["call"])
            else:
                texts.append(event["text"])
        return {"calls": calls, "text": "".join(texts), "saw_tool_syntax": stream.saw_tool_syntax}
