"""The names of targets, and the commands they stand for.

``python``, ``go``, ``node`` are the bundled references; ``py:package.module:attribute`` is an object
in this Python; ``cmd:./adapter --flag`` is any program; ``http://127.0.0.1:8000/v1`` is a server;
``zoo:cdata-closer`` is a reference with that planted bug (``harness.zoo``);
the names in ``harness.published.registry`` are parsers that others published. A name is understood without
running anything; its command may need a toolchain, or build something.
"""

from __future__ import annotations

import difflib
import os
import re
import shlex
from pathlib import Path
from typing import Literal

from msgspec import Struct

from harness.errors import TargetUnknown
from harness.published.registry import PUBLISHED
from harness.targets.http.address import read as read_address

BUNDLED = ("python", "go", "node")
_PY = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
_FORMS = (
    "python, go, node, the name of a published parser, "
    "py:package.module:attribute, cmd:./adapter --flag or http://HOST:PORT/v1"
)


class Command(Struct, frozen=True):
    """How to start an adapter."""

    argv: tuple[str, ...]
    env: dict[str, str] = {}  # added to the environment


class Spec(Struct, frozen=True):
    """A name that was understood."""

    name: str  # as given
    kind: Literal["bundled", "published", "py", "cmd", "http", "zoo"]
    rest: str  # what follows the prefix
    argv: tuple[str, ...] = ()  # of a cmd, and of the child that speaks for a server

    def command(self) -> Command:
        """Find or build what is to be started. Raises ``ToolchainMissing``, ``TargetUnavailable``."""
        from harness.targets import commands  # noqa: PLC0415 - it looks at the disk, a name does not

        return commands.command(self)


def resolve(name: str) -> Spec:
    """Understand the name of a target. Raises ``TargetUnknown`` with what was perhaps meant."""
    prefix, colon, rest = name.partition(":")
    if name in BUNDLED:
        return Spec(name, "bundled", name)
    if name in PUBLISHED:
        return Spec(name, "published", name)
    if colon and prefix == "py":
        if not _PY.fullmatch(rest):
            raise TargetUnknown(
                f"{name!r} is no py target: it needs a module and an attribute",
                hint="py:package.module:attribute",
            )
        return Spec(name, "py", rest)
    if colon and prefix == "cmd":
        return Spec(name, "cmd", rest, _words(name, rest))
    if colon and prefix == "zoo":
        return Spec(name, "zoo", rest)
    if colon and prefix in {"http", "https"}:
        return Spec(name, "http", rest, read_address(name).argv())
    raise TargetUnknown(f"there is no target {name!r}", hint=_hint(name))


def _words(name: str, line: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(line))
    except ValueError as error:
        raise TargetUnknown(f"{name!r} can't be split into words: {error}") from error
    if not words or not words[0]:
        raise TargetUnknown(f"{name!r} names no program", hint="cmd:./adapter --flag")
    return words


def _hint(name: str) -> str:
    """Say what was perhaps meant: a near name, or the form that fits."""
    if name.endswith(".py"):
        return f"did you mean 'py:{Path(name).stem}:Parser', or 'cmd:python {name}'?"
    if os.path.isfile(name.split(" ", maxsplit=1)[0]):  # noqa: PTH113 - quiet about names that no file has
        return f"did you mean 'cmd:{name}'?"
    if _PY.fullmatch(name):
        return f"did you mean 'py:{name}'?"
    near = difflib.get_close_matches(name.lower(), [*BUNDLED, *PUBLISHED, "py:", "cmd:"], n=1, cutoff=0.5)
    if near:
        return f"did you mean {near[0]!r}? A target is {_FORMS}"
    return f"a target is {_FORMS}"
