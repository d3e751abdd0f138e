"""A recorded stream: the chunks of a model's text, read out of what a server, a client or a log wrote.

Which form it is shows in its content; nobody has to name it. What is none of them is an error that says
where.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from harness.errors import UsageError
from harness.recordings.deltas import Deltas
from harness.recordings.sse import ServerEvent, is_field, lines, server_events

if TYPE_CHECKING:
    from collections.abc import Sequence

_MEMBERS = ("data", "chunk", "body", "message")
_DONE = "[DONE]"
_FORMS = (
    "a stream is a JSON list of texts, server-sent events (lines that begin with data:), or lines of JSON "
    "with a chunk each; a text that is in no chunks goes to --file"
)


class Recording(Struct, frozen=True):
    """A stream as it was recorded."""

    form: str  # what it was read as, in words
    chunks: tuple[str, ...]  # as they were sent, empty ones too; joined, they are the text
    notes: tuple[str, ...] = ()  # what was left out, a sentence each


def read_recording(data: bytes, name: str, *, quotes: bool = True) -> Recording:
    """Read a stream of any form. Raises ``UsageError`` that says where in ``name`` it can't be read.

    Without ``quotes`` no message repeats what the server said about an error: it may quote a prompt.
    """
    text, cut_off = _decoded(data, name)
    deltas = Deltas(quotes=quotes)
    if cut_off:
        deltas.note("its last character is cut off and left out")
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise UsageError(f"{name} is empty", hint=_FORMS)
    rows = [(number, line) for number, line in enumerate(lines(text), 1) if line.strip()]
    if text.lstrip().startswith("["):
        form = _list(text, name, deltas)
    elif rows[0][1].lstrip().startswith("{"):
        form = _log(rows, name, deltas)
    elif any(line.startswith("data:") for _, line in rows):
        form = _events(text, f"{name}, line", deltas)
    else:
        raise UsageError(f"{name}, line {rows[0][0]}, is no part of a stream", hint=_FORMS)
    try:
        chunks, notes = deltas.end()
    except UsageError as error:
        raise UsageError(
            f"{name}: {error.message}".replace(f"{name}: {name}", name), hint=error.hint
        ) from error
    return Recording(form, chunks, notes)


def _decoded(data: bytes, name: str) -> tuple[str, bool]:
    """Decode UTF-8. The last character may be cut off, as where a recording was stopped."""
    try:
        return data.decode("utf-8"), False
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            return data[: error.start].decode("utf-8"), True
        line = len(lines(data[: error.start].decode("utf-8")))
        raise UsageError(
            f"{name}, line {line}, is not UTF-8: {error.reason} at byte {error.start}"
        ) from error


# ---------------------------------------------------------------- a list


def _list(text: str, name: str, deltas: Deltas) -> str:
    try:
        items = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise UsageError(f"{name}, line {line}: not a JSON list: {error}", hint=_FORMS) from error
    texts = [isinstance(item, str) for item in items]
    if all(texts):
        for number, item in enumerate(items, 1):
            deltas.text(item, f"{name}, item {number}")
        return "a JSON list of texts"
    if any(texts):
        raise UsageError(f"{name}, item {texts.index(False) + 1}, is no text like the others", hint=_FORMS)
    for number, item in enumerate(items, 1):
        deltas.take(item, f"{name}, item {number}")
    return "a JSON list of chunks"


# ---------------------------------------------------------------- server-sent events


def _events(text: str, place: str, deltas: Deltas, *, numbered: bool = False) -> str:
    """Take all events; ``numbered`` counts them where their lines are not those of the file."""
    found = list(server_events(text))
    for number, event in enumerate(found, 1):
        where = f"{place} {number if numbered else event.line}"
        data = "\n".join(event.data).strip()
        if data == _DONE:
            deltas.done()
        elif data:
            chunk = _chunk(event)
            if chunk is None and number == len(found) and data.startswith("{"):
                deltas.note(f"{where}: the last event is cut off and left out")
            elif chunk is None and event.name in {"", "message"}:
                raise UsageError(f"{where}: the data of this event is no JSON", hint=_broken(data))
            else:
                deltas.take(chunk or {}, where, name=event.name)
    return "server-sent events"


def _chunk(event: ServerEvent) -> Any:
    """Read the JSON of an event, None if it is none.

    Lines are joined by LF, as the standard says, and where that falls into a string of JSON, without: some
    who record split at any place.
    """
    for joint in ("\n", "") if len(event.data) > 1 else ("",):
        chunk = _json(joint.join(event.data))
        if chunk is not None:
            return chunk
    return None


def _broken(data: str) -> str:
    if data.startswith("{"):
        return "is its line broken? Every line of an event begins with data:"
    return "chunks of chat completions and of completions are read, and no others"


# ---------------------------------------------------------------- a log


def _log(rows: Sequence[tuple[int, str]], name: str, deltas: Deltas) -> str:
    """Take the chunk of each line: the line itself, or what stands in one of its members."""
    held: list[tuple[str, Any]] = []
    for number, line in rows:
        place = f"{name}, line {number}"
        record = _json(line)
        if record is None and number == rows[-1][0] and held:
            deltas.note(f"{place}: the last line is cut off and left out")
            continue
        if not isinstance(record, dict):
            raise UsageError(f"{place}, is no JSON object, as the lines before it", hint=_FORMS)
        held.append((place, _held(record, place)))
    single = [(place, _single(what)) for place, what in held]
    if all(chunk is not None for _, chunk in single):
        for place, chunk in single:
            if chunk == _DONE:
                deltas.done()
            elif chunk:
                deltas.take(chunk, place)
        return "lines of JSON with a chunk each"
    return _packets(held, name, deltas)


def _held(record: dict[str, Any], place: str) -> Any:
    """Find the chunk in a line: an object, or a text."""
    if _is_chunk(record):
        return record
    for member in _MEMBERS:
        what = record.get(member)
        if isinstance(what, str) or (isinstance(what, dict) and _is_chunk(what)):
            return what
    raise UsageError(
        f"{place}: this object holds no chunk",
        hint=f"it is one (it has choices), or has one in {', '.join(_MEMBERS[:-1])} or {_MEMBERS[-1]}",
    )


def _is_chunk(record: dict[str, Any]) -> bool:
    return (
        isinstance(record.get("choices"), list)
        or bool(record.get("error"))
        or record.get("object") == "error"
    )


def _single(what: Any) -> Any:
    """Give the chunk that a line holds whole, ``[DONE]``, or {} for nothing; None for a piece of events."""
    if isinstance(what, dict):
        return what
    text = what.strip()
    if text == _DONE:
        return _DONE
    chunk = _json(text) if text else {}
    return chunk if isinstance(chunk, dict) else None


def _packets(held: Sequence[tuple[str, Any]], name: str, deltas: Deltas) -> str:
    """Take pieces of a stream of events, one a line: cut anywhere, or its lines without their ends."""
    for place, what in held:
        if not isinstance(what, str):
            raise UsageError(f"{place}: other lines hold texts that are no chunks, this one holds a chunk")
    pieces = [what for _, what in held]
    joint = "" if any("\n" in piece or "\r" in piece for piece in pieces) else "\n\n"
    text = joint.join(pieces)
    if not any(is_field(line) for line in lines(text)):
        raise UsageError(f"{held[0][0]}: its text is neither a chunk nor a piece of events", hint=_FORMS)
    _events(text, f"{name}, event", deltas, numbered=True)
    return "lines of JSON with server-sent events"


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
