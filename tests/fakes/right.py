"""What every fake starts from: the Python reference, with its declared policies.

A fake puts in another stream, or a part of one; all else stays right.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar

from adapter import Adapter
from toolcall_reference.dsml.block import BlockReader
from toolcall_reference.dsml.capture import BareCapture, Capture
from toolcall_reference.dsml.fences import Fences
from toolcall_reference.dsml.grammar import INVOKE, PARAMETER, Tag
from toolcall_reference.dsml.stream import DsmlStream
from toolcall_reference.events import Call, CallEvent, Event, TextEvent
from toolcall_reference.parser import ReferenceParser, Result
from toolcall_reference.policies import DEFAULT, Policies
from toolcall_reference.strict_json import Json, NotJsonError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


class RightParser(ReferenceParser):
    """The reference. It declares all policies, so that everything can be expected of it."""

    policies = Adapter.policies
    reads: ClassVar[str] = "dsml"
    stream_class: ClassVar[type] = DsmlStream

    def __init_subclass__(cls) -> None:
        """Let the fake's own stream read the dialect."""
        cls.streams = {cls.reads: cls.stream_class}
        emission = getattr(cls.stream_class, "emission", None)  # of streams that are late by design
        if emission is not None:
            cls.policies = {name: {**answers, "emission": emission} for name, answers in cls.policies.items()}

    @property
    def name(self) -> str:
        """Say which fake this is: the name of its module."""
        return type(self).__module__.rpartition(".")[2]


class RightInBatch(RightParser):
    """A parser that is wrong in streams only."""

    def parse(
        self,
        text: str,
        *,
        dialect: str,
        tools: Sequence[object] = (),
        policies: Mapping[str, str] | None = None,
    ) -> Result:
        """Parse as the reference does."""
        return ReferenceParser().parse(text, dialect=dialect, tools=tools, policies=policies)


class InDeltas:
    """What makes a stream give its calls in fragments: put it in front of a stream's class.

    All fragments of a call come when it is complete: a fault says what becomes of them.
    """

    told = 0  # calls so far

    def feed(self, chunk: str) -> list[Any]:
        """Give what the chunk decides."""
        return [part for event in super().feed(chunk) for part in self.parts(event)]

    def parts(self, event: Any) -> list[Any]:
        """Give the fragments of an event."""
        if "call" not in event:
            return [event]
        call = event["call"]
        index = self.told
        self.told += 1
        return [{"delta": delta} for delta in self.fragments(index, call["name"], json.dumps(call["input"]))]

    def fragments(self, index: int, name: str, arguments: str) -> Iterator[dict[str, Any]]:
        """Give the name, and then the arguments."""
        yield {"index": index, "name": name}
        yield {"index": index, "arguments": arguments}


__all__ = [
    "DEFAULT",
    "INVOKE",
    "PARAMETER",
    "Adapter",
    "BareCapture",
    "BlockReader",
    "Call",
    "CallEvent",
    "Capture",
    "DsmlStream",
    "Event",
    "Fences",
    "InDeltas",
    "Json",
    "NotJsonError",
    "Policies",
    "ReferenceParser",
    "Result",
    "RightInBatch",
    "RightParser",
    "Tag",
    "TextEvent",
]
