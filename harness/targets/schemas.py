"""The JSON Schemas of all messages, made from the records of ``wire``: one source of truth.

msgspec writes down types and required members. What it has no words for, that exactly one of some
members is there, is added here by the rules that ``folding`` and ``session`` check.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from harness.model import DeltaEvent
from harness.targets import wire
from harness.targets.survey import Survey

_MESSAGES = (
    wire.HelloRequest,
    wire.Hello,
    wire.RunRequest,
    wire.RunAnswer[DeltaEvent],
    wire.TimeRequest,
    wire.TimeAnswer,
)
_ONE_OF = {
    "DeltaEvent": ("text", "reasoning", "call", "delta"),
    "Call": ("input", "arguments_raw"),
    "BatchEntry_DeltaEvent_": ("calls", "error"),
    "StreamEntry_DeltaEvent_": ("same_as", "events", "error", "feeds"),
    "RunAnswer_DeltaEvent_": ("results", "error"),
    "TimeAnswer": ("cpu_ns", "unsupported", "error"),
}


def schema() -> dict[str, Any]:
    """Give one schema document: any message matches it, each alone stands in ``$defs``."""
    roots, parts = msgspec.json.schema_components((*_MESSAGES, Survey), ref_template="#/$defs/{name}")
    for name, members in _ONE_OF.items():
        parts[name]["oneOf"] = [{"required": [member]} for member in members]
    parts["Hello"]["properties"]["protocol"] = {"const": wire.PROTOCOL}
    parts["HelloRequest"]["properties"]["protocol"] = {"const": wire.PROTOCOL}
    parts["StreamEntry_DeltaEvent_"]["dependentRequired"] = {"feeds": ["finish"], "finish": ["feeds"]}
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"toolcall-harness adapter protocol, version {wire.PROTOCOL}",
        "anyOf": list(roots[:-1]),
        "$defs": parts,
    }
    plain: dict[str, Any] = json.loads(
        json.dumps(whole).replace("_DeltaEvent_", "").replace("[DeltaEvent]", "")
    )
    return plain
