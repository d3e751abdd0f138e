"""The adapter of ai-sdk leaves out the web stream around the parser; what comes out is the same."""

import json
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from harness.published.environments import folder, installed
from harness.published.golden import chunkings, golden
from harness.published.registry import PUBLISHED
from harness.targets import Limits, Target, toolchain, wire

SCRIPT = Path(__file__).with_name("web_stream.mjs")
MORE = (
    "a <",
    "<tool_call>",
    "<tool_call>\n<function=now>\n<parameter=x",
    "<function=now>\n</function> b",
    "",
)


def slices(text: str, cuts: tuple[int, ...]) -> list[str]:
    return [text[start:end] for start, end in pairwise([0, *cuts, len(text)])]


def as_events(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Write the parts of the web stream as the protocol's events."""
    places: dict[str, int] = {}
    events: list[dict[str, Any]] = []
    for part in parts:
        if part["type"] == "text-delta":
            events.append({"text": part["delta"]})
        elif part["type"] == "tool-input-start":
            index = places.setdefault(part["id"], len(places))
            events.append({"delta": {"index": index, "name": part["toolName"]}})
        elif part["type"] == "tool-input-delta":
            events.append({"delta": {"index": places[part["id"]], "arguments": part["delta"]}})
    return events


@pytest.mark.skipif(
    installed(PUBLISHED["ai-sdk"]) is None, reason="not installed: toolcall-harness targets install ai-sdk"
)
def test_the_parts_are_those_of_the_real_web_stream() -> None:
    given = golden()
    texts = [*(text.text for text in given.texts), *MORE]
    cases = [(text, cuts) for text in texts for cuts in (*chunkings(text), tuple(range(1, len(text))))]
    tools = json.loads(wire.write_any(0, {"tools": given.tools}))["tools"]
    declared = [
        {"type": "function", "name": tool["name"], "inputSchema": tool["parameters"]} for tool in tools
    ]
    real = subprocess.run(
        [toolchain.find(toolchain.NODE).path, SCRIPT, folder(PUBLISHED["ai-sdk"])],
        input=json.dumps({"tools": declared, "cases": [slices(*case) for case in cases]}),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    request = {
        "op": "run",
        "dialect": "qwen",
        "cases": [
            {"id": "c", "text": text, "tools": tools, "batch": False, "chunkings": [cuts], "detail": "full"}
            for text, cuts in cases
        ],
    }
    with Target("ai-sdk", Limits()) as target:
        answer = target.ask(request, Raw)
    for case, result, parts in zip(cases, answer.results, json.loads(real), strict=True):
        stream = result["streams"][0]
        emitted = [event for events in (*stream["feeds"], stream["finish"]) for event in events]
        assert emitted == as_events(parts), case


class Raw:
    """An answer as it came."""

    def __init__(self, line: bytes) -> None:
        whole = json.loads(line)
        self.seq = whole["seq"]
        self.results = whole["results"]
