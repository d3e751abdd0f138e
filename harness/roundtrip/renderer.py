"""Rendering with a user's template, in a child: a template is a program, and programs hang.

The child answers line by line. It holds the limits on CPU time, memory and output itself, and so knows the
line of the template; a child that does not answer in time all the same is killed.
"""

from __future__ import annotations

import hashlib
import sys
import time
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Self

import msgspec
from msgspec import Struct

from harness.errors import UsageError
from harness.targets import Limits
from harness.targets.child import Child, ready
from harness.targets.limits import MIB
from harness.targets.names import Command

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SECONDS = 5.0  # of CPU time, for one rendering
_PATIENCE = 3.0  # times as long by the clock, and ...
_START = 20.0  # ... as long again for a child that has to start first
_LONGEST = 4_000_000  # code points of one rendering
_MEMORY = 1024 * MIB  # of address space
_LOOK = 0.1

_FILE = "give the text of the chat template, a file such as chat_template.jinja"
_HINTS = {
    "SecurityError": "the sandbox of transformers refuses it, too: a template changes none of its data",
    "UndefinedError": "is it a variable that the caller gives? --set NAME=VALUE sets one",
    "TypeError": "arguments of calls are given as a mapping, which is what transformers asks for",
    "LoadingError": "include, import and extends find nothing in transformers: write all of it into one file",
    "RecursionError": "does a macro call itself?",
}


class Template(Struct, frozen=True):
    """A chat template as a user has it."""

    name: str  # as given
    source: str
    sha256: str


class Refused(Struct, frozen=True):
    """The template called ``raise_exception``."""

    message: str
    line: int  # 0: not known


class _Answer(Struct):
    text: str | None = None
    kind: Literal["", "syntax", "refused", "error", "time", "size", "memory"] = ""
    message: str = ""
    line: int = 0


def load(path: Path) -> Template:
    """Read a template. Raises ``UsageError``."""
    try:
        data = path.read_bytes()
        # Not by universal newlines: transformers hands the text over as it is, and jinja2 does the rest.
        return Template(str(path), data.decode("utf-8"), hashlib.sha256(data).hexdigest())
    except OSError as error:
        raise UsageError(f"can't read the template: {path}: {error.strerror}", hint=_FILE) from error
    except UnicodeDecodeError as error:
        raise UsageError(
            f"the template {path} is not UTF-8: {error.reason} at byte {error.start}",
            hint=_FILE,
        ) from error


class Renderer:
    """A template in its child. Use as a context manager."""

    def __init__(
        self, template: Template, settings: Mapping[str, Any] | None = None, *, seconds: float = SECONDS
    ) -> None:
        """Keep a template; ``settings`` are more variables of each rendering, such as ``enable_thinking``."""
        self.template = template
        self._settings = dict(settings or {})
        self._seconds = seconds
        self._child: Child | None = None

    def __enter__(self) -> Self:
        """Start the child and let it read the template. Raises ``UsageError`` for one that is no template."""
        # -P: a module in the user's folder must not take the place of one of ours, or of Python's.
        command = Command((sys.executable, "-P", "-m", "harness.roundtrip"))
        self._child = Child(command, Limits(answer=16 * _LONGEST))
        given = {
            "template": self.template.source,
            "seconds": self._seconds,
            "longest": _LONGEST,
            "memory": _MEMORY,
        }
        try:
            answer = self._asked(given, _START)
            if answer.text is None:
                self._fail(answer)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """End the child."""
        if self._child is not None:
            self._child.end(0.0)
            self._child = None

    def render(self, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None) -> str | Refused:
        """Render a conversation. Raises ``UsageError`` for whatever else goes wrong in the template."""
        variables = {"messages": messages, "tools": tools, "documents": None, "add_generation_prompt": False}
        answer = self._asked({**variables, **self._settings}, 0.0)
        if answer.kind == "refused":
            return Refused(answer.message, answer.line)
        if answer.text is None:
            self._fail(answer)
        return answer.text

    def _asked(self, request: dict[str, Any], more: float) -> _Answer:
        child = self._child
        if child is None:
            raise RuntimeError("the renderer was not entered")
        child.send(msgspec.json.encode(request), b"\n")
        ends = time.monotonic() + more + _PATIENCE * self._seconds + 1
        while not child.done and (left := ends - time.monotonic()) > 0:
            for _, descriptor in ready([child], min(left, _LOOK)):
                child.serve(descriptor)
            child.look()
        line = child.take()
        if line is not None:
            return msgspec.json.decode(line, type=_Answer)
        died = child.ended
        how = child.end(0.1)
        if died:
            return _Answer(kind="memory", message=f"the process that renders it ended with {how}")
        return _Answer(kind="time")

    def _fail(self, answer: _Answer) -> NoReturn:
        place = f"{self.template.name}, line {answer.line}" if answer.line else self.template.name
        kind, _, rest = answer.message.partition(": ")
        # An error of Jinja's own says enough without the name of its class.
        told = rest if kind in {"UndefinedError", "SecurityError", "LoadingError"} else answer.message
        if answer.kind == "syntax":
            raise UsageError(f"{place}: {told}", hint="it is no Jinja template that transformers could read")
        if answer.kind == "time":
            raise UsageError(
                f"{place}: no end after {self._seconds:g} s of one rendering",
                hint="is there an endless loop?",
            )
        if answer.kind == "size":
            raise UsageError(f"{place}: it writes more than {_LONGEST:,} characters for one conversation")
        if answer.kind == "memory":
            raise UsageError(f"{place}: no memory left after {_MEMORY // MIB:,} MiB. {told}".rstrip())
        variable = kind != "UndefinedError" or told.endswith("is undefined")
        raise UsageError(f"{place}: {told}", hint=_HINTS.get(kind, "") if variable else "")
