"""The smallest well-behaved adapter: every text is visible text, and there are no calls.

The bad adapters beside it import it and go wrong in one documented way each.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise

HELLO = {
    "protocol": 1,
    "name": "echo",
    "version": "1",
    "language": "python",
    "dialects": ["dsml", "qwen"],
    "modes": ["batch", "stream"],
    "policies": {"dsml": {"fences": "inert"}},
    "settable": ["missing_opener"],
}


def hello() -> dict:
    return dict(HELLO)


def events(text: str) -> list:
    return [{"text": text}] if text else []


def chunks(text: str, chunking: list) -> list:
    edges = [0, *chunking, len(text)]
    return [text[a:b] for a, b in pairwise(edges)]


def result(case: dict) -> dict:
    full = case.get("detail") == "full"
    answer = {"id": case["id"]}
    if case["batch"]:
        answer["batch"] = {"calls": [], "text": case["text"], "saw_tool_syntax": False}
    answer["streams"] = [
        {"feeds": [events(piece) for piece in chunks(case["text"], chunking)], "finish": []}
        if full
        else {"same_as": 0}
        if place
        else {"events": events(case["text"])}
        for place, chunking in enumerate(case["chunkings"])
    ]
    return answer


def refusal(message: str) -> dict:
    return {"error": {"kind": "request", "message": message}}


def answer(request: dict) -> dict:
    if request["op"] == "hello":
        return hello()
    if request["op"] != "run":
        return refusal(f"unknown op {request['op']!r}")
    if request["dialect"] not in HELLO["dialects"]:
        return refusal(f"unknown dialect {request['dialect']!r}")
    for name in request.get("policies", {}):
        if name not in HELLO["settable"]:
            return refusal(f"policy {name!r} can't be set")
    return {"results": [result(case) for case in request["cases"]]}


def write(message: dict) -> None:
    data = json.dumps(message).encode() + b"\n"
    while data:
        data = data[os.write(1, data) :]


def requests() -> Iterator[dict]:
    for line in sys.stdin.buffer:
        yield json.loads(line)


def serve(answer: Callable[[dict], dict] = answer) -> None:
    for request in requests():
        write({"seq": request["seq"], **answer(request)})


if __name__ == "__main__":
    serve()
