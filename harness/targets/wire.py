"""The messages of the adapter protocol, version 1, as typed records (docs/protocol.md).

Requests are written by ``hello``, ``run`` and ``time`` here; answers are read into the records with
types checked and unknown fields ignored ("so that version 1 can grow"). These records are the one
source of the published JSON Schemas, see ``schemas``.

Two decoders read the answer to a run. Nearly all answers hold no ``delta``, and then their events
have the very shape of ``model.Event``: msgspec builds the final objects while it reads, which leaves
a third of the work of building them a second time in Python. An answer in whose bytes the member
name ``"delta"`` stands is read with ``DeltaEvent`` instead. (Inside a JSON string a quote is always
escaped, so the nine bytes can't be there by accident, but for a string that ends in ``"delta``; then
the slower reading gives the same result.)
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, TypeVar, cast

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from harness.errors import UsageError
from harness.model import Call, DeltaEvent, Event, Natural, ParserError

if TYPE_CHECKING:
    from collections.abc import Mapping

PROTOCOL = 1


class Malformed(Exception):
    """An answer that is not JSON or not of the schema. The adapter's fault."""


# ---------------------------------------------------------------- requests


class HelloRequest(Struct, frozen=True, tag_field="op", tag="hello"):
    """Asks an adapter who it is."""

    seq: Natural
    protocol: int = PROTOCOL


class WireTool(Struct, frozen=True, omit_defaults=True, gc=False):
    """A declared tool. Unlike ``model.Tool`` it always names its parameters."""

    name: str
    parameters: dict[str, Any]
    description: str = ""


class WireCase(Struct, frozen=True, omit_defaults=True, gc=False):
    """One text and the ways in which to feed it."""

    id: str
    text: str
    tools: tuple[WireTool, ...]
    batch: bool  # ask for the batch result
    chunkings: tuple[tuple[Natural, ...], ...]  # not decreasing cut positions, in code points
    detail: Literal["folded", "full"] = "folded"
    # For the isolation oracle:
    reuse: bool = False  # one parser object for all chunkings, a new stream each
    abandon_after: int | UnsetType = UNSET  # first an extra stream, dropped after so many chunks
    interleave: bool = False  # feed the streams of the case in turn
    finish_twice: bool = False  # finish each stream a second time


class RunRequest(Struct, frozen=True, tag_field="op", tag="run"):
    """Asks for the results of a batch of cases."""

    seq: Natural
    dialect: str
    cases: tuple[WireCase, ...]
    policies: dict[str, str] = {}


class TimeRequest(Struct, frozen=True, tag_field="op", tag="time"):
    """Asks for the CPU time of streaming a text."""

    seq: Natural
    dialect: str
    text: str
    tools: tuple[WireTool, ...]
    chunk: Natural  # code points a chunk; 0: batch
    repeat: Annotated[int, Meta(ge=1)]
    policies: dict[str, str] = {}


# ---------------------------------------------------------------- answers


class Refusal(Struct, frozen=True):
    """What is wrong with a request: an unknown op or dialect, a policy that can't be set."""

    kind: str  # "request"
    message: str = ""


class Envelope(Struct, frozen=True):
    """What every answer has, and all there is of a refusal."""

    seq: Natural
    error: Refusal | UnsetType = UNSET
    protocol: int | UnsetType = UNSET


class Hello(Struct, frozen=True):
    """What an adapter says of itself."""

    seq: Natural
    protocol: int
    name: str
    dialects: tuple[str, ...]
    modes: tuple[str, ...]
    version: str = ""
    language: str = ""
    library_version: str = ""
    cuts: Literal["any", "token", "special-whole"] = "any"
    policies: dict[str, dict[str, str]] = {}
    settable: tuple[str, ...] = ()


E = TypeVar("E", Event, DeltaEvent)


class BatchEntry(Struct, Generic[E], frozen=True, gc=False):
    """What the parser made of the whole text: ``error``, or ``calls`` and what else it gives."""

    calls: tuple[Call, ...] | UnsetType = UNSET
    text: str | UnsetType = UNSET
    reasoning: str | UnsetType = UNSET
    events: tuple[E, ...] | UnsetType = UNSET
    saw_tool_syntax: bool | UnsetType = UNSET
    rejected_by_policy: bool | UnsetType = UNSET
    rejected_tool_names: tuple[str, ...] | UnsetType = UNSET
    error: ParserError | UnsetType = UNSET


class StreamEntry(Struct, Generic[E], frozen=True, gc=False):
    """What the parser made of one chunking: ``same_as``, ``error``, ``events``, or feeds and finish."""

    same_as: Natural | UnsetType = UNSET
    events: tuple[E, ...] | UnsetType = UNSET
    saw_tool_syntax: bool | UnsetType = UNSET
    error: ParserError | UnsetType = UNSET
    feed: Natural | UnsetType = UNSET  # beside an error: what may also stand inside it
    feeds: tuple[tuple[E, ...], ...] | UnsetType = UNSET  # detail "full": one list for each chunk
    finish: tuple[E, ...] | UnsetType = UNSET  # detail "full"
    # The calls as the stream itself states them at its end, where it does so beside its deltas.
    calls: tuple[Call, ...] | UnsetType = UNSET
    # Of a case with finish_twice: what came of finishing a second time, or what it threw.
    second_finish: tuple[E, ...] | UnsetType = UNSET
    second_error: ParserError | UnsetType = UNSET


class Result(Struct, Generic[E], frozen=True, gc=False):
    """What became of one case."""

    id: str
    batch: BatchEntry[E] | UnsetType = UNSET
    streams: tuple[StreamEntry[E], ...] | UnsetType = UNSET


class RunAnswer(Struct, Generic[E], frozen=True, gc=False):
    """One result for each case, in order; or a refusal."""

    seq: Natural
    results: tuple[Result[E], ...] | UnsetType = UNSET
    error: Refusal | UnsetType = UNSET


class TimeAnswer(Struct, frozen=True):
    """CPU times in nanoseconds, or ``unsupported``; or a refusal."""

    seq: Natural
    cpu_ns: tuple[Natural, ...] | UnsetType = UNSET
    unsupported: bool | UnsetType = UNSET
    error: Refusal | UnsetType = UNSET


# ---------------------------------------------------------------- writing

_encode = msgspec.json.Encoder().encode


def write_hello(seq: int) -> bytes:
    """Give the line of a hello request."""
    return _encode(HelloRequest(seq)) + b"\n"


def write_any(seq: int, request: Mapping[str, Any]) -> bytes:
    """Give the line of any request, even of one that no protocol knows."""
    return _encode({"seq": seq, **request}) + b"\n"


def write_cases(cases: tuple[WireCase, ...]) -> bytes:
    """Give the JSON array of a batch of cases: the part of a run that several targets share.

    Raises ``UsageError`` where the schema of a declared tool nests deeper than some 980 levels.
    """
    try:
        return _encode(cases)
    except RecursionError as error:
        raise UsageError(
            "a declared tool is nested too deeply to be sent", hint="JSON Schemas of tools are flat"
        ) from error


def write_run(seq: int, dialect: str, policies: Mapping[str, str]) -> tuple[bytes, bytes]:
    """Give what stands before and behind the cases of ``write_cases`` in the line of a run request."""
    head = b'{"op":"run","seq":%d,"dialect":%b,' % (seq, _encode(dialect))
    if policies:
        head += b'"policies":%b,' % _encode(dict(policies))
    return head + b'"cases":', b"}\n"


# ---------------------------------------------------------------- reading

T = TypeVar("T")

_envelopes = msgspec.json.Decoder(Envelope)
_hellos = msgspec.json.Decoder(Hello)
_plain_runs = msgspec.json.Decoder(RunAnswer[Event])
_delta_runs = msgspec.json.Decoder(RunAnswer[DeltaEvent])
_times = msgspec.json.Decoder(TimeAnswer)


def read_envelope(line: bytes) -> Envelope:
    """Read what every answer has."""
    return _read(_envelopes, line)


def read_hello(line: bytes) -> Hello:
    """Read the answer to hello."""
    return _read(_hellos, line)


def read_run(line: bytes, *, full: bool = False) -> RunAnswer[Event] | RunAnswer[DeltaEvent]:
    """Read the answer to a run: with plain events where no delta is in it, and no detail is ``full``."""
    return _read(_delta_runs, line) if full or b'"delta"' in line else _read(_plain_runs, line)


def read_time(line: bytes) -> TimeAnswer:
    """Read the answer to a time request."""
    return _read(_times, line)


def _read(decoder: msgspec.json.Decoder[T], line: bytes) -> T:
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return _read_slowly(cast("type[T]", decoder.type), line)


def _read_slowly(wanted: type[T], line: bytes) -> T:
    """Read what msgspec refuses: a lone surrogate or a number past a double is the parser's doing."""
    try:
        value = json_value(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Malformed(f"not UTF-8: {error.reason} at byte {error.start}") from error
    except ValueError as error:
        raise Malformed(f"not JSON: {error}") from error
    try:
        return msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        raise Malformed(f"not of the schema: {error}") from error


def json_value(text: str) -> Any:
    """Read any JSON text with the standard module, which keeps lone surrogates. Else ``ValueError``."""
    try:
        return json.loads(text, parse_constant=_no_constant, parse_int=_integer)
    except RecursionError as error:
        raise ValueError("nested too deeply to be read") from error


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON value")


def _integer(digits: str) -> int | float:
    """Keep the digits as far as Python allows (by default 4300 of them)."""
    longest = sys.get_int_max_str_digits()
    return int(digits) if not longest or len(digits) <= longest else float(digits)
