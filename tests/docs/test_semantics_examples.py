"""The page of rules is true: every example in it is run on the Python reference."""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "reference" / "python"))

ReferenceParser: Any = import_module("toolcall_reference").ReferenceParser

PAGE = (ROOT / "docs" / "semantics.md").read_text("utf-8")
BLOCKS = re.findall(r"^```json example\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
EXAMPLES: list[dict[str, Any]] = [json.loads(block) for block in BLOCKS]
HEADINGS = re.findall(r"^###+ ([CDVQ]\d+) ", PAGE, re.MULTILINE)

RULES = {
    f"{kind}{n}" for kind, last in (("C", 7), ("D", 14), ("V", 6), ("Q", 12)) for n in range(1, last + 1)
}
# Rules that people get wrong: the page owes them an example each.
HARD = {"D1", "D3", "D5", "D7", "D9", "D10", "D12", "V2", "V3", "V4", "V6"} | {f"Q{n}" for n in range(3, 13)}
FEWEST = 15
CODE = ("harness", "reference", "tests")


def ways_to_cut(text: str) -> list[list[str]]:
    """Whole, and in pieces of a few sizes that put borders everywhere."""
    sizes = (len(text), 1, 2, 3, 7, 40)
    return [[text[at : at + size] for at in range(0, len(text), size)] for size in sizes]


def settings(example: dict[str, Any]) -> dict[str, Any]:
    """Say how an example is parsed. The one tool of those of ``qwen`` is ``f``, and has their schemas."""
    if example["rule"].startswith("Q"):
        schema = {"type": "object", "properties": example.get("schemas", {})}
        return {"dialect": "qwen", "tools": [{"name": "f", "parameters": schema}]}
    return {"dialect": "dsml", "policies": {"missing_opener": example.get("missing_opener", "repair")}}


def streamed(chunks: list[str], **how: Any) -> tuple[list[dict[str, Any]], bool]:
    """Feed the chunks; give the events with adjacent text joined, and the flag."""
    stream = ReferenceParser().stream(**how)
    events: list[dict[str, Any]] = []
    for event in [event for chunk in chunks for event in stream.feed(chunk)] + stream.finish():
        if "text" in event and events and "text" in events[-1]:
            events[-1] = {"text": events[-1]["text"] + event["text"]}
        else:
            events.append(dict(event))
    return events, stream.saw_tool_syntax


def as_json(value: Any) -> str:
    """Write a value so that ``true`` and ``1`` differ and the order of members does not matter."""
    return json.dumps(value, sort_keys=True, indent=1)


def test_every_marked_block_was_read_as_an_example() -> None:
    assert len(EXAMPLES) == PAGE.count("```json example")
    assert len(EXAMPLES) >= FEWEST
    for example in EXAMPLES:
        assert {"rule", "text", "events"} <= example.keys()
        assert example.keys() <= {"rule", "text", "events", "missing_opener", "saw_tool_syntax", "schemas"}


def test_every_rule_has_one_heading() -> None:
    assert sorted(HEADINGS) == sorted(RULES)


def test_the_rules_that_people_get_wrong_have_an_example() -> None:
    assert HARD - {example["rule"] for example in EXAMPLES} == set()


def test_an_example_stands_under_the_rule_that_it_names() -> None:
    heading = ""
    for found in re.finditer(
        r"^###+ ([CDVQ]\d+) |^```json example\n\{\"rule\": \"(\w+)\"", PAGE, re.MULTILINE
    ):
        if found[1]:
            heading = found[1]
        elif heading != "C7":  # the block shown at the start of the dialect has no rule above it
            assert found[2] == heading


def test_links_within_the_page_lead_somewhere() -> None:
    titles = re.findall(r"^##+ (.+)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) - anchors == set()


def test_every_rule_that_code_cites_is_on_the_page() -> None:
    cited = set()
    for folder in CODE:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".py", ".go", ".js", ".mjs"} and "node_modules" not in path.parts:
                cited |= set(re.findall(r"SEMANTICS ([CDVQ]\d+)", path.read_text("utf-8")))
    assert cited - RULES == set()


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{e['rule']}-{i}" for i, e in enumerate(EXAMPLES)])
def test_the_reference_gives_what_the_example_says_in_every_chunking(example: dict[str, Any]) -> None:
    for chunks in ways_to_cut(example["text"]):
        events, saw = streamed(chunks, **settings(example))
        assert as_json(events) == as_json(example["events"]), chunks
        if "saw_tool_syntax" in example:
            assert saw is example["saw_tool_syntax"]


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{e['rule']}-{i}" for i, e in enumerate(EXAMPLES)])
def test_the_batch_gives_what_the_example_says(example: dict[str, Any]) -> None:
    result = ReferenceParser().parse(example["text"], **settings(example))
    assert as_json(result["calls"]) == as_json([e["call"] for e in example["events"] if "call" in e])
    assert result["text"] == "".join(e["text"] for e in example["events"] if "text" in e)
