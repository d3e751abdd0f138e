"""What a parser object gives, as the objects of the OpenAI API: ``chat.completion`` and ``.chunk``.

A parser is one of those that ``py:`` targets name (docs/protocol.md, Python objects). With ``None`` in
its place nothing is parsed: the text of the engine is the content.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Json = dict[str, Any]
Factory = Callable[[], Any]


def factory(name: str) -> Factory | None:
    """Find ``py:module:attribute``; ``none`` is no parser."""
    if name == "none":
        return None
    kind, _, target = name.partition(":")
    module, _, path = target.partition(":")
    if kind != "py" or not path:
        raise ValueError(f"{name!r} is neither none nor py:module:attribute")
    found = importlib.import_module(module)
    for attribute in path.split("."):
        found = getattr(found, attribute)
    made: Factory = found
    return made


def tools(request: Json) -> list[Json]:
    """Give the declared tools as parser objects take them."""
    functions = [tool["function"] for tool in request.get("tools") or ()]
    return [{**function, "parameters": function.get("parameters") or {}} for function in functions]


def whole(parser: Any, text: str, request: Json, dialect: str) -> Json:
    """Give the ``message`` of a ``chat.completion``."""
    if parser is None:
        return {"role": "assistant", "content": text}
    made = parser.parse(text, dialect=dialect, tools=tools(request))
    if "events" in made:
        events = made["events"]
        joined = {kind: "".join(e[kind] for e in events if kind in e) for kind in ("text", "reasoning")}
        made = {"calls": [e["call"] for e in events if "call" in e], **joined, **made}
    message: Json = {"role": "assistant", "content": made.get("text") or None}
    if made.get("reasoning"):
        message["reasoning_content"] = made["reasoning"]
    if made["calls"]:
        message["tool_calls"] = [
            {"id": f"call_{i}", "type": "function", "function": _function(call)}
            for i, call in enumerate(made["calls"])
        ]
    return message


def streamed(parser: Any, chunks: Sequence[str], request: Json, dialect: str) -> Iterator[Json]:
    """Give the ``delta`` of each ``chat.completion.chunk``, as the chunks of the engine come."""
    if parser is None:
        yield from ({"content": chunk} for chunk in chunks)
        return
    stream = parser.stream(dialect=dialect, tools=tools(request))
    calls = 0
    for step in [*(lambda chunk=chunk: stream.feed(chunk) for chunk in chunks), stream.finish]:
        for event in step():
            yield from _deltas(event, calls)
            calls += "call" in event


def _deltas(event: Json, index: int) -> Iterator[Json]:
    if "text" in event:
        yield {"content": event["text"]}
    elif "reasoning" in event:
        yield {"reasoning_content": event["reasoning"]}
    elif "delta" in event:
        part = event["delta"]
        function = {key: part[key] for key in ("name", "arguments") if key in part}
        yield {"tool_calls": [{"index": part["index"], "function": function}]}
    else:
        function = _function(event["call"])
        arguments = function["arguments"]
        head = {"index": index, "id": f"call_{index}", "type": "function"}
        yield {"tool_calls": [{**head, "function": {"name": function["name"], "arguments": ""}}]}
        half = len(arguments) // 2
        for part in (arguments[:half], arguments[half:]):
            yield {"tool_calls": [{"index": index, "function": {"arguments": part}}]}


def _function(call: Json) -> Json:
    raw = call["arguments_raw"] if "arguments_raw" in call else json.dumps(call["input"], ensure_ascii=False)
    return {"name": call["name"], "arguments": raw}
