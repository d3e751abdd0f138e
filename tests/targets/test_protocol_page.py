"""The page for adapter authors says what the code does."""

import json
import re
from pathlib import Path

import jsonschema
import pytest

from harness.targets import Limits
from harness.targets.schemas import schema

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text("utf-8")


def messages() -> list[tuple[str, str]]:
    """Give the arrow and the JSON of each message shown, written over one line or several."""
    shown = re.findall(r"^    ([→←]) ((?:.+\n)+?)(?=    [→←]|\n)", PAGE, re.MULTILINE)
    return [(arrow, " ".join(text.split())) for arrow, text in shown]


@pytest.mark.parametrize(("arrow", "text"), messages())
def test_each_message_shown_is_of_the_schema(arrow: str, text: str) -> None:
    message = json.loads(text)
    op = message.get("op") or ("hello" if "name" in message else "run" if "results" in message else "time")
    name = {"hello": "Hello", "run": "Run", "time": "Time"}[op] + ("Request" if arrow == "→" else "Answer")
    root = {"HelloAnswer": "Hello"}.get(name, name)
    jsonschema.validate(message, {**schema(), "anyOf": [{"$ref": f"#/$defs/{root}"}]})


def test_all_three_operations_are_shown() -> None:
    assert [arrow for arrow, _ in messages()] == ["→", "←"] * 3


def test_the_numbers_are_those_of_the_code() -> None:
    limits = Limits()
    assert f"within {limits.hello:.0f} s" in PAGE
    assert f"within {limits.run:.0f} s" in PAGE
    assert f"with {limits.alone:.0f} s plus {limits.per_code_point * 1e6:.0f} µs" in PAGE
    assert f"over {limits.answer >> 20} MiB" in PAGE
    assert f"last {limits.stderr >> 10} KiB" in PAGE
    assert f"more than {limits.faults} faults" in PAGE
    assert f"is {limits.time:.0f} s" in PAGE
    assert f"more than {limits.memory >> 30} GiB" in PAGE
