"""Stands between a filled-in seam and a parser: ``python bridge.py PLAN TEST``.

PLAN is a file with, by name of a test, what to start and how to ask it. A line of standard input is what the
seam was given, ``{"text": …}`` or ``{"chunks": […]}`` with ``tools``; a line of standard output is the answer
that the seam gives. It ends with the process that it answers, even if the parser hangs. A parser in Python is
asked here, any other over the protocol.
"""

from __future__ import annotations

import importlib
import itertools
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

Given = dict[str, Any]


def ask_object(plan: Given, given: Given) -> Given:
    """Ask an object, and give what an entry of the protocol would hold."""
    sys.path.insert(0, plan["folder"])
    module, _, name = plan["object"].partition(":")
    parser = getattr(importlib.import_module(module), name)()
    asked = {"dialect": plan["dialect"], "tools": given["tools"]}
    if plan["policies"]:
        asked["policies"] = plan["policies"]
    if "text" in given:
        return dict(parser.parse(given["text"], **asked))
    stream = parser.stream(**asked)
    return {
        "events": [*(event for chunk in given["chunks"] for event in stream.feed(chunk)), *stream.finish()]
    }


def ask_adapter(plan: Given, given: Given) -> Given:
    """Ask a fresh adapter."""
    chunks = given.get("chunks", [given.get("text", "")])
    case = {
        "id": "x",
        "text": "".join(chunks),
        "tools": given["tools"],
        "batch": "text" in given,
        "chunkings": [list(itertools.accumulate(map(len, chunks)))[:-1]] if "chunks" in given else [],
    }
    request = {
        "op": "run",
        "seq": 1,
        "dialect": plan["dialect"],
        "policies": plan["policies"],
        "cases": [case],
    }
    requests = [{"op": "hello", "seq": 0, "protocol": 1}, request]
    done = subprocess.run(
        plan["argv"],
        input="".join(json.dumps(each) + "\n" for each in requests),
        stdout=subprocess.PIPE,
        text=True,
        cwd=plan["folder"],
        check=True,
    )
    result = json.loads(done.stdout.splitlines()[1])["results"][0]
    entry = dict(result["streams"][0] if "chunks" in given else result["batch"])
    if "error" in entry:
        raise RuntimeError(entry["error"])
    return entry


def seam_answer(entry: Given) -> Given:
    """Turn an entry of the protocol into what a seam gives."""
    events = entry.get("events")
    calls = entry["calls"] if events is None else [event["call"] for event in events if "call" in event]
    answer = {"calls": [{"name": call["name"], "input": call["input"]} for call in calls]}
    if events is None:
        return {**answer, "text": entry.get("text", ""), "reasoning": entry.get("reasoning", "")}
    pieces = [""]
    for event in events:
        if "call" in event:
            pieces.append("")
        pieces[-1] += event.get("text", "")
    thought = "".join([event.get("reasoning", "") for event in events])
    return {**answer, "text": "".join(pieces), "pieces": pieces, "reasoning": thought}


class Echo:
    """A parser that takes all for text."""

    def parse(self, text: str, **_asked: Any) -> Given:
        return {"calls": [], "text": text}

    def stream(self, **_asked: Any) -> Echo:
        return self

    def feed(self, chunk: str) -> list[Given]:
        return [{"text": chunk}]

    def finish(self) -> list[Given]:
        return []


def end_with(above: int) -> None:
    """Wait until the process above is gone."""
    while os.getppid() == above:
        time.sleep(0.1)
    os._exit(1)


def main() -> None:
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    name, test = sys.argv[1:]
    plan = json.loads(Path(name).read_text("utf-8"))[test]
    ask = ask_object if "object" in plan else ask_adapter
    for line in sys.stdin:
        if "log" in plan:
            with Path(plan["log"]).open("a", encoding="utf-8") as log:
                log.write(line)
        answer = seam_answer(ask(plan, json.loads(line)))  # what a parser throws ends this, too
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
