"""The corpus of a fuzzer: the inputs that reached something new, each as a saved case.

A corpus is a folder of case files. The name of a case that a fuzzer kept holds the bytes that it was drawn
from, so that a later campaign goes on from them; for whoever else reads the folder it is a case like any
other. What was drawn by another version of the generator means another case, and is as good an input.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from msgspec import structs

from harness.corpus.kept import read
from harness.engines.byte_source import drawn

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from harness.model import Case
    from harness.search.plan import Plan

_MARK = "bytes:"


def name_of(data: bytes) -> str:
    """Give the name of the case of an input."""
    return _MARK + base64.urlsafe_b64encode(data).decode("ascii")


def bytes_of(name: str) -> bytes | None:
    """Give the input that the name of a case holds; None where it holds none."""
    if not name.startswith(_MARK):
        return None
    try:
        return base64.urlsafe_b64decode(name.removeprefix(_MARK))
    except ValueError:
        return None


def kept_case(data: bytes, plan: Plan) -> Case:
    """Make the case of an input, under a name that holds just those bytes that it is made of."""
    case, used = drawn(data, plan, "")
    return structs.replace(case, id=name_of(data[:used].rstrip(b"\0")))


def needed(data: bytes, plan: Plan) -> bytes:
    """Cut off what the case of an input does not ask for."""
    return data[: drawn(data, plan, "")[1]]


def known(corpus: Path, dialect: str) -> list[bytes]:
    """Read the inputs of a dialect out of a corpus, in the order of the names of the files.

    None where the folder is not there yet. Raises ``HarnessError`` for what is no corpus.
    """
    if not corpus.exists():
        return []
    cases = [kept.case for kept in read(corpus)]
    found = [bytes_of(case.id) for case in cases if case.dialect == dialect]
    return [data for data in found if data is not None]


def begin_with(folder: Path, inputs: Iterable[bytes]) -> None:
    """Write the inputs that a process begins with.

    libFuzzer sorts files by their sizes, and takes those of one size as the disk lists them. So no two are of
    one size: zeros at the end mean nothing. (Random inputs are not among them, they come from the mutator: of
    those that it begins with, libFuzzer does not say which were worth keeping.)
    """
    taken: set[int] = set()
    for data in inputs:
        size = len(data)
        while size in taken:
            size += 1
        taken.add(size)
        folder.joinpath(f"{size:05}").write_bytes(data.ljust(size, b"\0"))
