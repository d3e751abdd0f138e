"""Every fixture of the project, in its dialect, under every answer of `missing_opener` that it holds for."""

import json
from pathlib import Path
from typing import Any

import pytest
from adapter import Adapter
from reference_runs import PARSER, doubles, slices, stream

FOLDER = Path(__file__).resolve().parents[3] / "corpus" / "regressions"
FIXTURES = [json.loads(path.read_text("ascii")) for path in sorted(FOLDER.glob("*.json"))]


def due_under(fixture: Any, stance: dict[str, str]) -> Any:
    """Give the expectation that holds for a parser with these answers, or nothing."""
    held = [due for due in fixture["expected"] if due["when"].items() <= stance.items()]
    assert len(held) <= 1, fixture["id"]
    return held[0] if held else None


def test_the_folder_of_fixtures_is_there_and_not_empty() -> None:
    assert FIXTURES, f"no fixture in {FOLDER}"


@pytest.mark.parametrize("fixture", FIXTURES, ids=[fixture["id"] for fixture in FIXTURES])
def test_every_fixture_gives_what_is_due_in_every_chunking(fixture: Any) -> None:
    assert fixture["schema"] == 1
    dialect, tools = fixture["dialect"], fixture["tools"]
    text = fixture["text"]
    chunkings = [[text], list(text), *[slices(text, cuts) for cuts in fixture["cuts"]]]
    held = 0
    for answer in PARSER.settable["missing_opener"][dialect]:
        due = due_under(fixture, {**Adapter.policies[dialect], "missing_opener": answer})
        if due is None:
            continue
        held += 1
        wanted = (doubles(due["events"]), due["saw_tool_syntax"])
        for chunks in chunkings:
            assert stream(chunks, dialect=dialect, tools=tools, missing_opener=answer) == wanted, chunks
        batch = PARSER.parse(text, dialect=dialect, tools=tools, policies={"missing_opener": answer})
        calls = [event["call"] for event in due["events"] if "call" in event]
        shown = "".join(event.get("text", "") for event in due["events"])
        assert doubles(batch["calls"]) == doubles(calls)
        assert (batch["text"], batch["saw_tool_syntax"]) == (shown, due["saw_tool_syntax"])
    assert held, "it holds for no answer that this parser can give"
