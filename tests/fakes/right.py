"""What every fake starts from: the Python reference, with its declared policies.

A fake puts in another stream, or a part of one; all else stays right.
"""

from __future__ import annotations

from typing import ClassVar

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


class RightParser(ReferenceParser):
    """The reference. It declares all policies, so that everything can be expected of it."""

    policies = Adapter.policies
    reads: ClassVar[str] = "dsml"
    stream_class: ClassVar[type] = DsmlStream

    def __init_subclass__(cls) -> None:
        """Let the fake's own stream read the dialect."""
        cls.streams = {cls.reads: cls.stream_class}

    @property
    def name(self) -> str:
        """Say which fake this is: the name of its module."""
        return type(self).__module__.rpartition(".")[2]


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
    "Json",
    "NotJsonError",
    "Policies",
    "Result",
    "RightParser",
    "Tag",
    "TextEvent",
]
