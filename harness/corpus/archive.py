"""A corpus as one file, for a cache: named after its content, checked when it comes back.

The file is a gzipped tar. Its first member is the manifest (``harness.corpus.manifest``). The archive is
called after the SHA-256 of the manifest, so equal folders have archives of one name, and one Python writes
equal bytes for them. Nothing of a machine goes in: no times, owners, modes or links.

What is above the cap is dropped, the largest case files first: that keeps the most cases. Other files, which
hold what a night knows of itself, are never dropped.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import shutil
import tarfile
import tempfile
import zlib
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.corpus import manifest
from harness.errors import ReportError, UsageError
from harness.report import atomic

if TYPE_CHECKING:
    from collections.abc import Mapping

CAP = 64 << 20
"""Bytes of all files of an archive together, before they are compressed."""

_NAME = re.compile(r"corpus-[0-9a-f]{16}\.tar\.gz", re.ASCII)
_MOST_MANIFEST = 16 << 20
_HINT = "is it the archive that was packed? nightly begin --first accepts that all of it is lost"


class Packed(Struct, frozen=True):
    """An archive that was written, or read."""

    path: Path
    files: int
    size: int  # bytes of all files, before they are compressed
    dropped: tuple[str, ...] = ()  # paths of the cases that were too much

    @property
    def digest(self) -> str:
        """The digest in its name."""
        return self.path.name.removeprefix("corpus-").removesuffix(".tar.gz")


def pack(folder: Path, out: Path, *, cap: int = CAP) -> Packed:
    """Write the archive of a folder into ``out``; archives of earlier times there are taken away.

    Raises ``UsageError`` for a folder with links or other things that are no files, with a case whose name is
    not that of its content, or with more than ``cap`` bytes in files that are no cases; ``ReportError`` where
    nothing can be written.
    """
    files = _files(folder)
    kept, dropped = _within(files, cap)
    listing = manifest.render(kept)
    path = out / _named(listing)
    atomic.write(path, _compressed({manifest.NAME: listing, **kept}))
    for other in archives(out):
        if other != path:
            other.unlink(missing_ok=True)
    return Packed(path, len(kept), sum(map(len, kept.values())), dropped)


def archives(folder: Path) -> list[Path]:
    """Find the archives in a folder, by name."""
    return sorted(path for path in folder.glob("corpus-*.tar.gz") if _NAME.fullmatch(path.name))


def restore(source: Path, into: Path, *, cap: int = CAP) -> Packed:
    """Unpack an archive, or the only one of a folder, into a folder that is not there or empty.

    All of it is checked before anything is in its place: the name, the manifest, each path and digest, and
    that there is no byte too few or too much. Raises ``ReportError`` that says what is wrong.
    """
    path = source if source.is_file() else _only(source)
    if into.is_dir() and any(into.iterdir()):
        raise UsageError(f"{into}: is not empty", hint="an archive is restored into a folder of its own")
    files = read(path, cap=cap)
    try:
        into.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=into.parent, prefix=f".{into.name}.") as part:
            whole = Path(part) / "whole"
            whole.mkdir(mode=0o755)
            for name, data in files.items():
                place = whole / name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(data)
            if into.is_dir():
                into.rmdir()
            shutil.move(whole, into)
    except OSError as error:
        raise ReportError(f"{into}: can't be written: {error.strerror or error}", hint=atomic.HINT) from error
    return Packed(path, len(files), sum(map(len, files.values())))


def read(path: Path, *, cap: int = CAP) -> dict[str, bytes]:
    """Read the files of an archive by path, all of them checked. Raises ``ReportError``."""
    if not _NAME.fullmatch(path.name):
        raise ReportError(f"{path}: not an archive of a corpus: those are called corpus-DIGEST.tar.gz")
    try:
        members = _members(path, cap)
    except OSError as error:
        if isinstance(error, gzip.BadGzipFile):
            raise ReportError(f"{path}: not an archive of a corpus: {error}", hint=_HINT) from error
        raise ReportError(f"{path}: can't be read: {error.strerror or error}", hint=_HINT) from error
    except (EOFError, zlib.error, tarfile.TarError) as error:
        raise ReportError(f"{path}: not a whole archive: {error}", hint=_HINT) from error
    if next(iter(members), "") != manifest.NAME:
        raise ReportError(f"{path}: not an archive of a corpus: its first member is no manifest")
    listing = members.pop(manifest.NAME)
    if _named(listing) != path.name:
        raise ReportError(f"{path}: its name is not that of its content", hint=_HINT)
    for told in manifest.faults(listing, members):
        raise ReportError(f"{path}: {told}", hint=_HINT)
    return members


def _named(listing: bytes) -> str:
    return f"corpus-{hashlib.sha256(listing).hexdigest()[:16]}.tar.gz"


def _only(folder: Path) -> Path:
    found = archives(folder)
    if not found:
        raise ReportError(f"{folder}: there is no archive of a corpus", hint=_HINT)
    if len(found) > 1:
        raise ReportError(f"{folder}: there are {len(found)} archives of a corpus", hint="name one of them")
    return found[0]


def _files(folder: Path) -> dict[str, bytes]:
    """Read what is below a folder, by path. Names that begin with a dot are of unfinished writing."""
    if not folder.is_dir():
        raise UsageError(f"{folder}: is no folder", hint="name the folder of a corpus")
    found: dict[str, bytes] = {}
    try:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if any(part.startswith(".") for part in PurePosixPath(name).parts):
                continue
            if path.is_symlink() or not (path.is_file() or path.is_dir()):
                raise UsageError(f"{path}: is no regular file, so it can't be packed")
            if path.is_file():
                found[name] = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{error.filename}: can't be read: {error.strerror or error}") from error
    for name, data in found.items():
        if told := manifest.misnamed(name, data) or manifest.strange(name):
            raise UsageError(f"{folder / name}: {told}")
    return found


def _within(files: Mapping[str, bytes], cap: int) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Drop cases until the rest fits: the largest first, of equal ones the first by path."""
    size = sum(map(len, files.values()))
    dropped: list[str] = []
    for name in sorted(filter(manifest.is_case, files), key=lambda name: (-len(files[name]), name)):
        if size <= cap:
            break
        size -= len(files[name])
        dropped.append(name)
    if size > cap:
        raise UsageError(f"{size:,} bytes in files that are no cases, and the cap is {cap:,}")
    return {name: data for name, data in files.items() if name not in dropped}, tuple(dropped)


def _compressed(files: Mapping[str, bytes]) -> bytes:
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, data in files.items():
            member = tarfile.TarInfo(name)  # its time and owner are 0
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return gzip.compress(raw.getvalue(), compresslevel=6, mtime=0)


def _members(path: Path, cap: int) -> dict[str, bytes]:
    """Read all members, none of which may be anything but a file; no more of them than the cap allows."""
    found: dict[str, bytes] = {}
    room = cap
    with path.open("rb") as file, gzip.GzipFile(fileobj=file) as plain:
        with tarfile.open(fileobj=plain, mode="r|") as tar:
            for member in tar:
                most = _MOST_MANIFEST if member.name == manifest.NAME else room
                if member.size > most:
                    raise ReportError(f"{path}: it holds more than {cap:,} bytes", hint="see --cap")
                if not member.isreg() or member.issparse():
                    raise ReportError(f"{path}: {member.name!r} is no regular file")
                if member.name in found:
                    raise ReportError(f"{path}: {member.name!r} is in it twice")
                content = tar.extractfile(member)
                found[member.name] = content.read() if content else b""
                room -= 0 if member.name == manifest.NAME else member.size
        while rest := plain.read(1 << 16):  # to the end: its check sum is there
            if rest.strip(b"\0"):
                raise ReportError(f"{path}: there is something behind its end", hint=_HINT)
    return found
