"""How the words of a command line become a text, chunks, tools and events."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from harness.dialects.policies import misspelt
from harness.errors import UsageError
from harness.fixtures.fixture import stray_members, unfolded
from harness.fixtures.promotion import joined
from harness.model import Event, Tool
from harness.recordings import read_recording
from harness.report.jsontext import scalar_values
from harness.search.given import Expected, given_case

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    from harness.model import Case

_MOST = 256 << 20  # bytes of a file, or of standard input


def read_case(
    text: str | None,
    *,
    source: Path | None = None,
    chunks: Sequence[str] | str | None = None,
    tools: str | None = None,
    expect: str | None = None,
    dialect: str,
    tokenizer: str | None = None,
) -> Case:
    """Make a case of what was given; ``chunks`` are JSON, or those of a stream that was read.

    Raises ``UsageError`` for what can't be read.
    """
    pieces = read_json(chunks, list[str], "--chunks") if isinstance(chunks, str) else chunks
    if pieces is not None:
        text = "".join(pieces)
    elif source is not None:
        text = _decoded(_bytes(source, "the text"), str(source))
    elif text == "-":
        text = _decoded(_standard_input(), "standard input")
    else:
        text = _decoded(os.fsencode(text or ""), "TEXT")
    due = None if expect is None else _expected(expect)
    return given_case(
        text,
        dialect=dialect,
        chunks=pieces,
        tools=read_tools(tools),
        expect=due,
        tokenizer=tokenizer,
    )


def read_stream(source: Path, *, quiet: bool = False) -> tuple[str, ...]:
    """Read the chunks of a recorded stream; ``-`` is standard input. Says on standard error what it was.

    ``quiet`` keeps the notes back: they may quote the server. Raises ``UsageError``.
    """
    if str(source) == "-":
        name, data = "standard input", _standard_input()
    else:
        name, data = str(source), _bytes(source, "the stream")
    found = read_recording(data, name, quotes=not quiet)
    size = sum(len(chunk) for chunk in found.chunks)
    count = f"{len(found.chunks):,} chunk{'' if len(found.chunks) == 1 else 's'}"
    click.echo(f"{name}: {found.form}: {count}, {size:,} character{'' if size == 1 else 's'}", err=True)
    for note in () if quiet else found.notes:
        click.echo(f"note: {note}", err=True)
    return found.chunks


def read_tools(words: str | None) -> tuple[Tool, ...]:
    """Read the tools that are declared; none where the option was not given."""
    written = [] if words is None else read_json(words, list[Any], "--tools")
    tools: tuple[Tool, ...] = converted(
        [_tool(tool, f"--tools: tool {number}") for number, tool in enumerate(written, 1)],
        tuple[Tool, ...],
        "--tools",
    )
    return tools


def _tool(written: Any, place: str) -> Any:
    """Take a tool out of the form of the API, ``{"type": "function", "function": {…}}``.

    ``strict`` belongs to that form and says how a server samples, so it is passed over. What else nobody
    reads is refused: the types that it declares would be missing without a word.
    """
    members = {"name", "parameters", "description"}
    if isinstance(written, dict) and isinstance(written.get("function"), dict):
        _nothing_else(written, {"type", "function"}, place)
        if written.get("type", "function") != "function":
            raise UsageError(f"{place} is no function: its type is {written['type']!r}")
        written = {key: value for key, value in written["function"].items() if key != "strict"}
    if isinstance(written, dict):
        _nothing_else(written, members, place)
    return written


def _nothing_else(written: dict[str, Any], members: set[str], place: str) -> None:
    stray = next((key for key in written if key not in members), None)
    if stray is not None:
        raise UsageError(
            f"{place} has a member that nobody reads: {stray!r}",
            hint='a tool is {"name": …, "parameters": {…}}; parameters is the JSON Schema of its arguments',
        )


def _expected(words: str) -> Expected:
    """Read the events that are due, or those for each answer to one policy."""
    written = read_json(words, list[Any] | dict[str, dict[str, list[Any]]], "--expect")
    if isinstance(written, list):
        return read_events(written, "--expect")
    wrong = [
        told for policy, values in written.items() for value in values for told in misspelt({policy: value})
    ]
    if wrong or len(written) != 1 or not all(written.values()):
        told = wrong[0] if wrong else "an object names one policy, and what is due for its answers"
        raise UsageError(f"--expect: {told}")
    return {
        policy: {value: read_events(events, "--expect") for value, events in values.items()}
        for policy, values in written.items()
    }


def read_events(written: list[Any], option: str) -> tuple[Event, ...]:
    """Make an answer of the JSON of its events: neighbouring texts joined, empty ones left out.

    Raises ``UsageError``, for members that no event has too: what is due would be less than what was said.
    """
    events: tuple[Event, ...] = converted(written, tuple[Event, ...], option)
    answer = joined(events)
    for told in (*stray_members(written), unfolded(answer)):
        if told:
            raise UsageError(f"{option}: {told}")
    return answer


def read_json(words: str, wanted: Any, option: str) -> Any:
    """Read an option's JSON, given in place or as the name of a file."""
    if not words.strip():
        raise UsageError(f"{option} is empty", hint="give JSON, or the name of a file with JSON")
    written = words
    if not words.lstrip().startswith(("[", "{")):
        written = _decoded(_bytes(Path(words), f"{option} (neither JSON nor a file)"), words)
        written = written.removeprefix("\ufeff")  # some editors put one in front of a file
    try:
        read = scalar_values(json.loads(written))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{option}: {error}") from error
    return converted(read, wanted, option)


def converted(read: Any, wanted: Any, option: str) -> Any:
    """Make records of an option's JSON that was read. Raises ``UsageError`` that names the option."""
    try:
        return msgspec.convert(read, wanted)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{option}: {error}") from error


def _bytes(path: Path, what: str) -> bytes:
    try:
        with path.open("rb") as file:
            return _all(file, str(path))
    except OSError as error:
        raise UsageError(f"can't read {what}: {path}: {error.strerror}") from error


def _standard_input() -> bytes:
    try:
        return _all(sys.stdin.buffer, "standard input")
    except OSError as error:  # open for writing only
        raise UsageError(f"can't read standard input: {error.strerror}") from error


def _all(file: BinaryIO, name: str) -> bytes:
    """Read to the end, of which some have none: a device, a pipe from a program that does not stop."""
    data = file.read(_MOST + 1)
    if len(data) > _MOST:
        raise UsageError(
            f"{name} is longer than {_MOST >> 20} MiB", hint="what one parser is to read at once is shorter"
        )
    return data


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} is not UTF-8: {error.reason} at byte {error.start}") from error
