"""Every measured text of the dialect `qwen`, in every mode."""

import json
from pathlib import Path
from typing import Any

from reference_runs import PARSER, chunkings, doubles, repeatable, stream

FOLDER = Path(__file__).resolve().parents[3] / "corpus" / "vectors"
TOOLS = json.loads((FOLDER / "qwen-tools.json").read_text(encoding="utf-8"))


def rows() -> list[Any]:
    with (FOLDER / "qwen.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_every_vector_is_read_as_the_page_says_in_every_chunking() -> None:
    wrong = []
    count = 0
    for row in rows():
        count += 1
        answer = (doubles(row["events"]), "<tool_call>" in row["text"])
        rng = repeatable(row["id"])
        given = (stream(chunks, dialect="qwen", tools=TOOLS) for chunks in chunkings(row["text"], rng, 6))
        if any(one != answer for one in given):
            wrong.append(row["id"])
    assert count >= 818
    assert wrong == []


def test_every_vector_gives_the_same_calls_and_text_in_batch() -> None:
    wrong = []
    for row in rows():
        result = PARSER.parse(row["text"], dialect="qwen", tools=TOOLS)
        calls = [event["call"] for event in row["events"] if "call" in event]
        text = "".join(event.get("text", "") for event in row["events"])
        given = (doubles(result["calls"]), result["text"], result["saw_tool_syntax"])
        if given != (doubles(calls), text, "<tool_call>" in row["text"]):
            wrong.append(row["id"])
    assert wrong == []
