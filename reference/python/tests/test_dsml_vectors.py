"""Every measured text, in every mode, under both answers of `missing_opener`."""

import json
from pathlib import Path
from typing import Any

import pytest
from reference_runs import PARSER, chunkings, doubles, repeatable, stream

VECTORS = Path(__file__).resolve().parents[3] / "corpus" / "vectors" / "dsml.jsonl"


def rows() -> list[Any]:
    with VECTORS.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.parametrize("policy", ["repair", "text"])
def test_every_vector_is_read_as_the_page_says_in_every_chunking(policy: str) -> None:
    wrong = []
    count = 0
    for row in rows():
        count += 1
        wanted = row.get("without_repair", row) if policy == "text" else row
        answer = (doubles(wanted["events"]), wanted["saw_tool_syntax"])
        rng = repeatable(row["id"])
        if any(stream(chunks, missing_opener=policy) != answer for chunks in chunkings(row["text"], rng, 6)):
            wrong.append(row["id"])
    assert count > 2500
    assert wrong == []


@pytest.mark.parametrize("policy", ["repair", "text"])
def test_every_vector_gives_the_same_calls_and_text_in_batch(policy: str) -> None:
    wrong = []
    for row in rows():
        wanted = row.get("without_repair", row) if policy == "text" else row
        result = PARSER.parse(row["text"], dialect="dsml", policies={"missing_opener": policy})
        calls = [event["call"] for event in wanted["events"] if "call" in event]
        text = "".join(event.get("text", "") for event in wanted["events"])
        given = (doubles(result["calls"]), result["text"], result["saw_tool_syntax"])
        if given != (doubles(calls), text, wanted["saw_tool_syntax"]):
            wrong.append(row["id"])
    assert wrong == []
