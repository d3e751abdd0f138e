"""What was recorded of real templates: how they write, and what cannot be told apart afterwards."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from page_reader import read

from harness.dialects.qwen import render, results, undecidable
from harness.dialects.qwen.undecidable import same
from harness.model import Call, Tool

VECTORS = Path(__file__).parents[3] / "corpus" / "vectors"


def rows(name: str) -> list[dict[str, Any]]:
    # Not at other ends of lines: values hold U+2028.
    lines = (VECTORS / name).read_text(encoding="utf-8").rstrip("\n").split("\n")
    return [json.loads(line) for line in lines]


TURNS = rows("qwen-render.jsonl")
TOOLS = json.loads((VECTORS / "qwen-tools.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", TURNS, ids=lambda row: row["id"])
def test_turns_are_written_as_the_template_writes_them(row: dict[str, Any]) -> None:
    if "results" in row:
        assert results(row["results"]) == row["turn"]
    else:
        calls = [Call(call["name"], call["input"]) for call in row["calls"]]
        assert render(calls, text=row["text"]) == row["turn"]


def test_the_page_reader_gives_the_recorded_events() -> None:
    for row in rows("qwen.jsonl"):
        events = [
            event["text"] if "text" in event else [event["call"]["name"], event["call"]["input"]]
            for event in row["events"]
        ]
        got = [part if isinstance(part, str) else list(part) for part in read(row["text"], TOOLS)]
        assert same(got, events), row["id"]


ROUND_TRIPS = rows("qwen-roundtrip.jsonl")
NO_JSON = {"float-nan": math.nan, "float-inf": math.inf}
"""Values that the file has as words, since JSON has none for them: they do not come back (C4)."""


@pytest.mark.parametrize(
    "row", [row for row in ROUND_TRIPS if row["id"] not in NO_JSON], ids=lambda row: row["id"]
)
def test_what_the_third_rule_reads_back_is_read_back_and_no_other(row: dict[str, Any]) -> None:
    call = Call("f", {"v": row["value"]})
    tool = Tool("f", {"type": "object", "properties": {"v": {"type": row["type"]}}})
    text = render([call])
    assert row["rendered"] == f"<think>\n\n</think>\n\n{text}<|im_end|>\n"
    assert (undecidable([call], [tool]) is None) == bool(row["rule_C"]["ok"])
    back = read(text, [{"name": "f", "parameters": tool.parameters}])
    assert same(back, [("f", call.input)]) == bool(row["rule_C"]["ok"])


@pytest.mark.parametrize(
    "row", [row for row in ROUND_TRIPS if row["id"] in NO_JSON], ids=lambda row: row["id"]
)
def test_numbers_that_are_none_are_written_and_never_read_back(row: dict[str, Any]) -> None:
    call = Call("f", {"v": NO_JSON[row["id"]]})
    assert render([call]) in row["rendered"]
    for kind in ("number", "string"):
        tool = Tool("f", {"type": "object", "properties": {"v": {"type": kind}}})
        assert undecidable([call], [tool]) is not None


def told(side: dict[str, Any]) -> str | None:
    # JSON has no word for the number that is none: the file says "nan".
    given = [(name, {"v": math.nan} if value == {"v": "nan"} else value) for name, value in side["calls"]]
    return undecidable([Call(name, value) for name, value in given], [], side["content"])


@pytest.mark.parametrize("row", rows("qwen-collisions.jsonl"), ids=lambda row: row["note"])
def test_of_two_truths_with_one_text_only_one_is_read_back(row: dict[str, Any]) -> None:
    reasons = [told(side) for side in (row["a"], row["b"]) if side]
    assert reasons.count(None) == (1 if row["same_text"] else 0)


@pytest.mark.parametrize(("value", "kind"), [(123, "integer"), (None, "null"), ({"a": 1}, "object")])
def test_a_schema_decides_what_is_a_collision_without_one(value: Any, kind: str) -> None:
    tool = Tool("f", {"type": "object", "properties": {"v": {"type": kind}}})
    text = json.dumps(value)
    assert undecidable([Call("f", {"v": value})], []) is not None
    assert undecidable([Call("f", {"v": value})], [tool]) is None
    assert undecidable([Call("f", {"v": text})], [tool]) is not None
