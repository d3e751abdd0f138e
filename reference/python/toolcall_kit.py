# ruff: noqa: INP001  one file that is copied next to a parser, not a part of a package
"""Put a Python parser of tool calls under test: copy this one file next to it and call `serve`.

    from toolcall_kit import serve
    serve(MyParser)

`serve` speaks the adapter protocol, version 1, on standard input and output. Its argument is a callable
without arguments that returns a fresh object with these attributes:

    dialects    collection of str: the wire formats it reads
    policies    mapping dialect -> mapping policy -> answer (may be absent: nothing is declared)
    parse       parse(text, *, dialect, tools=()) -> dict with "calls" and, where known, "text", "reasoning",
                "events", "saw_tool_syntax", "rejected_by_policy", "rejected_tool_names"; without "calls" they
                are taken from the events, and a bare list of events will do, too
    stream      stream(*, dialect, tools=()) -> object with feed(chunk) and finish(), which return lists of
                events; after finish its attributes `saw_tool_syntax` and `final_calls` are read: the latter
                are the calls as the stream itself states them at its end, if it does so beside its deltas

One of `parse` and `stream` may be absent. Events are {"text": s}, {"reasoning": s}, {"call": {"name": s,
"input": {...}}} and {"delta": {"index": i, "id": s, "name": s, "arguments": s}}. More may be there:

    name, version, language, library_version, cuts      what the adapter says of itself
    settable    policies that a request may set: names, or a mapping from name to answers, perhaps by dialect.
                Only if a request sets some, `parse` and `stream` get a dict `policies` with just these.

What the parser raises is a result, not the end of the adapter: SystemExit and KeyboardInterrupt included. An
exception class with `toolcall_declared = True` is the parser's documented answer to malformed text; one with
`toolcall_unavailable = True` says that it can't be asked at all, whatever the text: the request is refused.
Whatever the parser prints goes to standard error. The kit needs Python 3.11 and the standard library.
"""

import json
import os
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping
from functools import cache
from itertools import chain, pairwise
from typing import Any, BinaryIO, NoReturn

PROTOCOL = 1

_TRACE_LIMIT = 8000  # characters of a trace that are sent: the last ones
_TRACE_FRAMES = -20  # the same of its frames: to write all of an endless recursion takes long

_encode = json.JSONEncoder(check_circular=False, allow_nan=False, separators=(",", ":")).encode
"""Write JSON in ASCII: so lone surrogates, which are the parser's doing, arrive escaped."""


def serve(factory: Callable[[], Any]) -> None:
    """Answer requests on standard input until its end; each call of `factory` gives a fresh parser."""
    requests, answers = _take_descriptors()
    adapter = _Adapter(factory)
    for line in requests:
        answers.write(adapter.answer(line).encode("ascii") + b"\n")
        answers.flush()


def _take_descriptors() -> tuple[BinaryIO, BinaryIO]:
    """Move the protocol to private descriptors, so that a parser that prints or reads can't disturb it."""
    sys.stdout.flush()
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return requests, answers


class _RequestError(Exception):
    """The request can't be served."""


class _ValueFaultError(Exception):
    """The parser gave something that the protocol can't carry."""


class _Adapter:
    """A parser under the protocol: requests in, answers out."""

    def __init__(self, factory: Callable[[], Any]) -> None:
        """Ask a first parser what there is to say of it."""
        self.factory = factory
        self.first = factory()
        self.has_batch = callable(getattr(self.first, "parse", None))
        self.has_stream = callable(getattr(self.first, "stream", None))
        self.settable = getattr(self.first, "settable", ())
        self.operations = {"hello": self.hello, "run": self.run, "time": self.time}

    def answer(self, line: bytes) -> str:
        """Answer one request."""
        seq = 0
        try:
            request = json.loads(line)
            seq = request["seq"]
            body = self.operations.get(request["op"], self.unknown)(request)
        except (_RequestError, LookupError, TypeError, ValueError, AttributeError) as error:
            message = str(error) if isinstance(error, _RequestError) else f"malformed request: {error!r}"
            body = '"error":' + _encode({"kind": "request", "message": message})
        return f'{{"seq":{_encode(seq)},{body}}}'

    def unknown(self, request: Mapping[str, Any]) -> NoReturn:
        """Refuse an operation that there is not."""
        raise _RequestError(f"unknown op {request['op']!r}")

    def hello(self, _: Mapping[str, Any]) -> str:
        """Say who the adapter is."""
        first = self.first
        said: dict[str, Any] = {
            "protocol": PROTOCOL,
            "name": getattr(first, "name", type(first).__qualname__),
            "language": getattr(first, "language", "python"),
            "dialects": list(first.dialects),
            "modes": ["batch"] * self.has_batch + ["stream"] * self.has_stream,
            "policies": {name: dict(answers) for name, answers in getattr(first, "policies", {}).items()},
            "settable": list(self.settable),
        }
        optional = ("version", "library_version", "cuts")
        said.update({key: getattr(first, key) for key in optional if hasattr(first, key)})
        return _encode(said)[1:-1]

    def run(self, request: Mapping[str, Any]) -> str:
        """Parse a batch of cases."""
        options = self.options(request)
        results = [
            self.result(case, {**options, "tools": case.get("tools", ())}) for case in request["cases"]
        ]
        return f'"results":[{",".join(results)}]'

    def options(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Give the arguments that all parses of a request share."""
        dialect = request["dialect"]
        if dialect not in self.first.dialects:
            raise _RequestError(f"unknown dialect {dialect!r}")
        policies = request.get("policies") or {}
        for name, answer in policies.items():
            if name not in self.settable:
                raise _RequestError(f"policy {name!r} is not settable")
            answers = self.settable[name] if isinstance(self.settable, Mapping) else (answer,)
            if answer not in (answers.get(dialect, ()) if isinstance(answers, Mapping) else answers):
                raise _RequestError(f"policy {name!r} can't be {answer!r}")
        return {"dialect": dialect, "policies": policies} if policies else {"dialect": dialect}

    def result(self, case: Mapping[str, Any], options: Mapping[str, Any]) -> str:
        """Give the JSON text of the result of one case."""
        members = [f'"id":{_encode(case["id"])}']
        if case.get("batch") and self.has_batch:
            members.append(f'"batch":{self.batch(case, options)}')
        if self.has_stream:
            entries = _entries(self.streams(case, options), case.get("detail", "folded"))
            members.append(f'"streams":[{",".join(entries)}]')
        return "{" + ",".join(members) + "}"

    def batch(self, case: Mapping[str, Any], options: Mapping[str, Any]) -> str:
        """Parse a text at once; give the entry."""
        try:
            return _write(_batch_members(self.factory().parse(case["text"], **options)))
        except BaseException as error:  # noqa: BLE001  what a parser raises is its result
            return _encode({"error": _describe(error)})

    def streams(self, case: Mapping[str, Any], options: Mapping[str, Any]) -> "list[_Run]":
        """Run all chunkings of a case."""
        parser = cache(self.factory) if case.get("reuse") else self.factory

        def start() -> Any:
            return parser().stream(**options)

        text, chunkings = case["text"], case.get("chunkings", ())
        if case.get("abandon_after") is not None and chunkings:
            chunks = _slice(text, chunkings[0])[: case["abandon_after"]]
            deque(_Run(chunks).drive(start, finishes=0), maxlen=0)
        runs = [_Run(_slice(text, cuts)) for cuts in chunkings]
        finishes = 2 if case.get("finish_twice") else 1
        going = [run.drive(start, finishes, takes_turns=bool(case.get("interleave"))) for run in runs]
        while going:
            going = [run for run in going if next(run, True) is None]
        return runs

    def time(self, request: Mapping[str, Any]) -> str:
        """Measure the CPU time of parsing a text."""
        options = {**self.options(request), "tools": request.get("tools", ())}
        text, size = request["text"], request["chunk"]
        if not (self.has_stream if size else self.has_batch):
            return '"unsupported":true'
        chunks = [text[start : start + size] for start in range(0, len(text), size)] if size else []
        try:
            spent = [self.spend(text, chunks, size, options) for _ in range(request["repeat"])]
        except BaseException:  # noqa: BLE001  a parser that raises has no time; `run` tells what it raised
            return '"unsupported":true'
        return f'"cpu_ns":{_encode(spent)}'

    def spend(self, text: str, chunks: list[str], size: int, options: Mapping[str, Any]) -> int:
        """Parse once on a fresh parser; give the CPU time in nanoseconds."""
        parser = self.factory()
        began = time.process_time_ns()
        if size:
            stream = parser.stream(**options)
            for chunk in chunks:
                stream.feed(chunk)
            stream.finish()
        else:
            parser.parse(text, **options)
        return time.process_time_ns() - began


def _slice(text: str, cuts: Iterable[int]) -> list[str]:
    """Cut a text at positions in code points."""
    return [text[start:end] for start, end in pairwise([0, *cuts, len(text)])]


class _Run:
    """One chunking on its way through a stream, and what came of it."""

    __slots__ = ("again", "chunks", "error", "feeds", "final", "finish", "saw")

    def __init__(self, chunks: list[str]) -> None:
        self.chunks = chunks
        self.feeds: list[list[Any]] = []  # the events of each chunk
        self.finish: list[Any] = []  # those of the finish
        self.again: dict[str, Any] = {}  # the members that tell of a second one
        self.saw: Any = None
        self.final: list[Any] | None = None  # the calls that the stream states at its end
        self.error: dict[str, Any] | None = None

    def drive(
        self, start: Callable[[], Any], finishes: int, *, takes_turns: bool = False
    ) -> Generator[None, None, None]:
        """Feed all chunks to a stream of its own; stop after each if streams take turns."""
        try:
            stream = start()
            for chunk in self.chunks:
                self.feeds.append(_copied(stream.feed(chunk)))
                if takes_turns:
                    yield
            if finishes:
                self.finish = _copied(stream.finish())
                self.saw = getattr(stream, "saw_tool_syntax", None)
                stated = getattr(stream, "final_calls", None)
                self.final = None if stated is None else _calls(stated, "final_calls")
        except BaseException as error:  # noqa: BLE001  what a parser raises is its result
            self.error = _describe(error)
            return
        if finishes > 1:
            self.again = _finished_again(stream)

    def entry(self, detail: str) -> tuple[str, str]:
        """Give the JSON text of the entry and the text it is compared by: of an error, kind and message."""
        if self.error is None:
            try:
                text = _write(self.members(detail))
            except Exception as error:  # noqa: BLE001  odd objects can fail in any way when they are read
                fault = error if isinstance(error, _ValueFaultError) else _ValueFaultError(repr(error))
                self.error = _describe(fault)
            else:
                return text, text
        members: dict[str, Any] = {"error": self.error}
        if len(self.feeds) < len(self.chunks):
            members["feed"] = len(self.feeds)
        return _encode(members), _encode([self.error["kind"], self.error["message"]])

    def members(self, detail: str) -> dict[str, Any]:
        """Give the members of an entry without error."""
        more: dict[str, Any] = {} if self.saw is None else {"saw_tool_syntax": bool(self.saw)}
        if self.final is not None:
            more["calls"] = self.final
        if detail == "full":
            feeds = [_plain(events) for events in self.feeds]
            return {"feeds": feeds, "finish": _plain(self.finish), **more, **self.again}
        return {"events": _fold([*self.feeds, self.finish]), **more, **self.again}


def _finished_again(stream: Any) -> dict[str, Any]:
    """Finish a stream once more; what is wrong then leaves its result alone, and has no trace."""
    try:
        second = _fold([_copied(stream.finish())])
        if second:
            _write({"second_finish": second})
    except BaseException as error:  # noqa: BLE001  what a parser raises is its result
        return {"second_error": {**_describe(error), "trace": ""}}
    return {"second_finish": second}


def _copied(events: Any) -> list[Any]:
    """Copy what a parser gave, as it may use its list and its dictionaries again."""
    if isinstance(events, str | Mapping):
        raise _ValueFaultError(f"a {type(events).__qualname__} is no list of events")
    copies: list[Any] = []
    for event in events:
        if type(event) is not dict:
            copies.append(event)
        elif type(event.get("call")) is dict:
            copies.append({**event, "call": dict(event["call"])})
        else:
            copies.append(dict(event))
    return copies


def _entries(runs: Iterable[_Run], detail: str) -> list[str]:
    """Give the entries of the streams of a case; one that equals an earlier one only says so.

    Nearly always equal entries are equal as texts. Those that are not are compared by value.
    """
    entries: list[str] = []
    given: dict[str, int] = {}
    values: dict[int, Any] = {}
    for place, run in enumerate(runs):
        text, key = run.entry(detail)
        same = None
        if detail != "full":
            same = given.get(key)
            if same is None and given:
                values = values or {number: _comparable(earlier) for earlier, number in given.items()}
                value = _comparable(key)
                same = next((number for number, other in values.items() if other == value), None)
                values.setdefault(place, value)
            given.setdefault(key, place if same is None else same)
        entries.append(text if same is None else f'{{"same_as":{same}}}')
    return entries


def _comparable(text: str) -> Any:
    """Read JSON so that ``==`` keeps types apart, takes numbers as doubles, ignores the order of members."""

    def double(digits: str) -> tuple[str, float]:
        return ("number", float(digits))  # equals no boolean: in Python, 1 == True

    try:
        return json.loads(text, parse_int=double, parse_float=double)
    except RecursionError:
        return text


def _describe(error: BaseException) -> dict[str, Any]:
    """Give the error entry for what the parser raised or returned. Raise if it is none of its doings."""
    if isinstance(error, _ValueFaultError):
        return {"kind": "value", "message": str(error)}
    if getattr(error, "toolcall_unavailable", False) is True:
        raise _RequestError(str(error)) from error
    kind = "declared" if getattr(error, "toolcall_declared", False) is True else "exception"
    message = "".join(traceback.format_exception_only(error)).strip()
    trace = "".join(traceback.format_exception(error, limit=_TRACE_FRAMES))[-_TRACE_LIMIT:]
    return {"kind": kind, "message": message, "trace": trace}


def _write(members: Mapping[str, Any]) -> str:
    """Give the JSON text of an entry; raise if JSON can't carry it.

    The encoder turns keys that are numbers into strings without a word, so those are sought afterwards, when
    it is sure that the value has no cycle.
    """
    try:
        text = _encode(members)
    except (TypeError, ValueError, RecursionError) as error:
        raise _ValueFaultError(f"JSON can't carry the value: {error}") from None
    todo: list[Any] = [members]
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            for key in value:
                if not isinstance(key, str):
                    raise _ValueFaultError(f"JSON can't carry the key {key!r}")
            todo.extend(value.values())
        elif isinstance(value, list | tuple):
            todo.extend(value)
    return text


def _batch_members(result: Any) -> dict[str, Any]:
    """Give the members of a batch entry; what a parser does not give is taken from its events."""
    if isinstance(result, list):
        result = {"events": result}
    if not isinstance(result, Mapping):
        raise _ValueFaultError(f"parse gives a {type(result).__qualname__}")
    members = {key: result[key] for key in _BATCH_MEMBERS if result.get(key) is not None}
    if "events" in members:
        events = members["events"] = _fold([members["events"]])
        members.setdefault("calls", [event["call"] for event in events if "call" in event])
        for kind in ("text", "reasoning"):
            joined = "".join([event[kind] for event in events if kind in event])
            if joined or kind == "text":
                members.setdefault(kind, joined)
    members["calls"] = _calls(members.get("calls"), "the member calls of a batch")
    for kind in ("text", "reasoning"):
        if not isinstance(members.get(kind, ""), str):
            raise _ValueFaultError(f"the {kind} is a {type(members[kind]).__qualname__}")
    return members


_FLAGS = ("saw_tool_syntax", "rejected_by_policy", "rejected_tool_names")
_BATCH_MEMBERS = ("calls", "text", "reasoning", "events", *_FLAGS)


def _plain(events: Iterable[Any]) -> list[dict[str, Any]]:
    """Give events as they were emitted, checked."""
    return [dict([_read_event(event)]) for event in events]


def _read_event(event: Any) -> tuple[str, Any]:
    """Give the kind of an event and its checked value."""
    if not isinstance(event, dict):
        raise _ValueFaultError(f"an event is a {type(event).__qualname__}")
    known = [kind for kind in ("text", "reasoning", "call", "delta") if kind in event]
    if len(known) != 1:
        raise _ValueFaultError(f"an event has the members {sorted(map(str, event))}")
    kind = known[0]
    value = event[kind]
    if kind == "call":
        return kind, _call(value)
    if kind == "delta":
        return kind, _delta(value)
    if not isinstance(value, str):
        raise _ValueFaultError(f"the {kind} of an event is a {type(value).__qualname__}")
    return kind, value


def _calls(calls: Any, what: str) -> list[dict[str, Any]]:
    """Check a list of calls and give their members."""
    if not isinstance(calls, list | tuple):
        raise _ValueFaultError(f"{what} is a {type(calls).__qualname__}, not a list of calls")
    return [_call(call) for call in calls]


def _call(call: Any) -> dict[str, Any]:
    """Check a call and give its members."""
    if not isinstance(call, dict) or not isinstance(call.get("name"), str):
        raise _ValueFaultError("a call has no name")
    if isinstance(call.get("arguments_raw"), str):
        return {"name": call["name"], "arguments_raw": call["arguments_raw"]}
    if not isinstance(call.get("input"), dict):
        raise _ValueFaultError(f"the input of a call is a {type(call.get('input')).__qualname__}")
    return {"name": call["name"], "input": call["input"]}


def _delta(delta: Any) -> dict[str, Any]:
    """Check a fragment of a call and give its members."""
    index = delta.get("index") if isinstance(delta, dict) else None
    if type(index) is not int or index < 0:
        raise _ValueFaultError(f"a delta has the index {index!r}")
    members = {key: delta[key] for key in ("id", "name", "arguments") if delta.get(key) is not None}
    if not all(isinstance(value, str) for value in members.values()):
        raise _ValueFaultError("a member of a delta is no string")
    return {"index": index, **members}


def _fold(lists: Iterable[Iterable[Any]]) -> list[dict[str, Any]]:
    """Join neighbouring texts and assemble deltas into calls, each at the place of its first delta."""
    folded: list[dict[str, Any]] = []
    parts: list[str] = []  # of the text or reasoning that may go on
    joining = ""  # which of the two
    deltas: dict[int, tuple[dict[str, Any], list[dict[str, Any]]]] = {}
    for event in chain.from_iterable(lists):
        if joining == "text" and type(event) is dict and len(event) == 1 and type(event.get("text")) is str:
            parts.append(event["text"])  # quickly, as there are many
            continue
        kind, value = _read_event(event)
        if kind == "delta":
            kind, value = _gather(value, deltas)
        if kind == joining:
            parts.append(value)
        elif value:  # an empty text separates nothing
            if parts:
                folded.append({joining: "".join(parts)})
            joining, parts = ("", []) if kind == "call" else (kind, [value])
            if kind == "call":
                folded.append({"call": value})
    if parts:
        folded.append({joining: "".join(parts)})
    for call, fragments in deltas.values():
        call.update(_assemble(fragments))
    return folded


def _gather(
    delta: dict[str, Any], deltas: dict[int, tuple[dict[str, Any], list[dict[str, Any]]]]
) -> tuple[str, Any]:
    """Put a fragment to its call; the first gives an event, a call that is filled in at the end."""
    if delta["index"] in deltas:
        deltas[delta["index"]][1].append(delta)
        return "delta", None
    call: dict[str, Any] = {"name": ""}
    deltas[delta["index"]] = (call, [delta])
    return "call", call


def _assemble(deltas: list[dict[str, Any]]) -> dict[str, Any]:
    """Join the fragments of one call. Arguments that are no JSON object stay raw: that is a finding."""
    name = next((delta["name"] for delta in deltas if delta.get("name")), "")
    arguments = "".join([delta.get("arguments", "") for delta in deltas])
    try:
        value = json.loads(arguments or "{}")
        _encode(value)  # refuses NaN and what is beyond a double
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        return {"name": name, "arguments_raw": arguments}
    return {"name": name, "input": value}
