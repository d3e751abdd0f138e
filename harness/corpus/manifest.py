"""The manifest of a packed corpus: what it is, in one line, then SHA-256 and path of each file, by path."""

from __future__ import annotations

import hashlib
import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAME = "MANIFEST"
"""The path of the manifest itself."""

_HEAD = "toolcall-harness corpus 1"
_CASE = re.compile(r"(?P<digest>[0-9a-f]{16})\.json", re.ASCII)
_LINE = re.compile(r"(?P<digest>[0-9a-f]{64})  (?P<path>.+)", re.ASCII)


def render(files: Mapping[str, bytes]) -> bytes:
    """Write the manifest of files by path."""
    lines = [f"{hashlib.sha256(data).hexdigest()}  {name}" for name, data in sorted(files.items())]
    return "".join(f"{line}\n" for line in (_HEAD, *lines)).encode("ascii")


def faults(listing: bytes, members: Mapping[str, bytes]) -> Iterator[str]:
    """Say what of the files of an archive is not as its manifest says."""
    head, *lines = listing.decode("ascii", "replace").split("\n")
    if head != _HEAD or (lines and lines.pop()):
        yield f"a corpus of another format: {head[:60]!r}"
        return
    listed: dict[str, str] = {}
    for line in lines:
        read = _LINE.fullmatch(line)
        if read is None or strange(read["path"]) or read["path"] in listed:
            yield f"its manifest has a line that is none: {line[:80]!r}"
            return
        listed[read["path"]] = read["digest"]
    yield from (f"{name} is missing" for name in listed if name not in members)
    for name, data in members.items():
        if name not in listed:
            yield f"{name!r} is not in its manifest"
        elif hashlib.sha256(data).hexdigest() != listed[name]:
            yield f"{name} was changed: its digest is another"
        elif told := misnamed(name, data):
            yield told


def is_case(name: str) -> bool:
    """Tell whether a file is called as cases are: it may be dropped, and its content is checked."""
    return _CASE.fullmatch(PurePosixPath(name).name) is not None


def misnamed(name: str, data: bytes) -> str:
    """Say that a case is called after other content than it has."""
    called = _CASE.fullmatch(PurePosixPath(name).name)
    if called is None or hashlib.sha256(data).hexdigest().startswith(called["digest"]):
        return ""
    return f"{name}: the name is not the digest of the content"


def strange(name: str) -> str:
    """Say why a path can't stand in an archive: it leads elsewhere, or is nothing that ``pack`` writes."""
    path = PurePosixPath(name)
    odd = not name.isprintable() or not name.isascii() or "\\" in name or name == NAME
    if odd or path.is_absolute() or str(path) != name or any(part.startswith(".") for part in path.parts):
        return f"a path that is none of a corpus: {name!r}"
    return ""
