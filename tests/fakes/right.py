"""What every fake starts from: the Python reference, with its declared policies.

The reference is reached by its place in the repository, so that a fake is always the newest reference
with one fault, and nothing has to be installed. A fake puts in another stream, or a part of one; all else
stays right.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import ClassVar

_HOME = str(Path(__file__).resolve().parents[2] / "reference" / "python")
if _HOME not in sys.path:
    sys.path.insert(0, _HOME)

from adapter import Adapter  # noqa: E402 -- found only once the path is set
from toolcall_reference.dsml.block import BlockReader  # noqa: E402 -- the same
from toolcall_reference.dsml.capture import BareCapture, Capture  # noqa: E402 -- the same
from toolcall_reference.dsml.fences import Fences  # noqa: E402 -- the same
from toolcall_reference.dsml.grammar import INVOKE, PARAMETER, Tag  # noqa: E402 -- the same
from toolcall_reference.dsml.stream import DsmlStream  # noqa: E402 -- the same
from toolcall_reference.events import Call, CallEvent, Event, TextEvent  # noqa: E402 -- the same
from toolcall_reference.parser import ReferenceParser, Result  # noqa: E402 -- the same
from toolcall_reference.policies import DEFAULT, Policies  # noqa: E402 -- the same
from toolcall_reference.strict_json import Json, NotJsonError  # noqa: E402 -- the same


class RightParser(ReferenceParser):
    """The reference. It declares all policies, so that everything can be expected of it."""

    policies = Adapter.policies
    stream_class: ClassVar[type[DsmlStream]] = DsmlStream

    def __init_subclass__(cls) -> None:
        """Let the fake's own stream read the dialect."""
        cls.streams = {"dsml": cls.stream_class}

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
