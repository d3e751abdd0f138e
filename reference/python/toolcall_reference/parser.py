"""The parser: one door to all dialects, batch and stream (protocol, "Python targets")."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, TypedDict

from toolcall_reference.dsml.stream import DsmlStream
from toolcall_reference.events import Call
from toolcall_reference.policies import DEFAULT, MISSING_OPENER, Policies


class Result(TypedDict):
    """What a text gives in batch."""

    calls: list[Call]
    text: str  # the visible text
    saw_tool_syntax: bool


class ReferenceParser:
    """Parse a text at once or as a stream.

    A wrong parser for tests is a subclass that puts another stream in `streams`.
    """

    streams: ClassVar[Mapping[str, type[DsmlStream]]] = {"dsml": DsmlStream}
    settable: ClassVar[Mapping[str, Collection[str]]] = {"missing_opener": MISSING_OPENER}

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
    ) -> DsmlStream:
        """Start a stream. Declared tools change nothing (SEMANTICS C7)."""
        del tools
        return self.streams[dialect](Policies.of(policies) if policies else DEFAULT)

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
