"""The command of a finding gives the case back: its chunks, their twin, and what is due."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from harness.cli.reading import read_case, read_tools
from harness.errors import UsageError
from harness.model import Answer, Call, Case, Event, Tool, Violation
from harness.search.command import command_for

TEXT = "a <tool_calls> b"
KEPT, DROPPED = (Event(text=TEXT),), (Event(text="a "), Event(call=Call("x", {"y": "\0'"})))


def again(case: Case, oracle: str, *chunkings: int) -> Case:
    """Read the case out of the command that shows it again."""
    found = Violation(oracle, ("go",), "kind", "", chunkings)
    words = shlex.split(command_for(case, found, ["go"], {}, Path("cases/F1.json")))
    options = dict(zip(words[2::2], words[3::2], strict=True))
    return read_case(None, chunks=options["--chunks"], expect=options.get("--expect"), dialect=options["-d"])


def a_case(*answers: Answer, cuts: tuple[int, ...] = ()) -> Case:
    return Case("1:0", "dsml", TEXT, ((), cuts) if cuts else ((),), answers=answers)


def test_the_events_that_are_due_come_back() -> None:
    case = again(a_case(Answer(DROPPED, {"entities": "xml"})), "leak")
    assert (case.text, case.knowledge) == (TEXT, "known")
    assert case.answers == (Answer(DROPPED),)


def test_the_answers_for_each_value_of_a_policy_come_back() -> None:
    answers = (Answer(KEPT, {"truncated": "text"}), Answer(DROPPED, {"truncated": "recover"}))
    case = again(structs.replace(a_case(*answers), knowledge="unspecified"), "policy")
    assert (case.answers, case.knowledge) == (answers, "unspecified")


@pytest.mark.parametrize(
    ("cuts", "twin"), [((3, 3), (3,)), ((0, 3), (3,)), ((3, len(TEXT)), (3,)), ((0,), ())]
)
def test_chunks_that_are_empty_come_back_with_their_twin(
    cuts: tuple[int, ...], twin: tuple[int, ...]
) -> None:
    case = again(a_case(cuts=cuts), "finish", 1)
    assert case.chunkings == tuple(dict.fromkeys(((), cuts, twin)))
    assert case.answers == ()


@pytest.mark.parametrize(
    "expect",
    [
        '{"truncatd": {"text": []}}',
        '{"truncated": {"txt": []}}',
        '{"truncated": {"text": [{}]}}',
        '{"truncated": {"text": []}, "fences": {"live": []}}',
        "{}",
        '{"truncated": []}',
        '{"truncated": {}}',
        '[{"text": "a", "reasoning": "b"}]',
        '[{"text": "a", "txt": "b"}]',
        '[{"call": {"name": "a"}}]',
        '[{"call": {"name": "a", "input": []}}]',
        '[{"call": {"name": "a", "input": {}, "inputs": {}}}]',
        '{"truncated": {"text": [{"text": "a", "txt": "b"}]}}',
    ],
)
def test_what_cannot_be_expected_is_a_mistake_on_the_command_line(expect: str) -> None:
    with pytest.raises(UsageError, match="--expect"):
        read_case("x", expect=expect, dialect="dsml")


def test_texts_that_are_due_side_by_side_are_one() -> None:
    case = read_case("ab", expect='[{"text": "a"}, {"text": ""}, {"text": "b"}]', dialect="dsml")
    assert case.answers == (Answer((Event(text="ab"),)),)


SCHEMA = {"properties": {"a": {"type": "string"}}}
PLAIN = {"name": "f", "parameters": SCHEMA, "description": "d"}


def test_tools_in_the_form_of_the_api_are_read_as_those_without(tmp_path: Path) -> None:
    wrapped = {"type": "function", "function": {**PLAIN, "strict": True}}
    assert read_tools(json.dumps([wrapped])) == read_tools(json.dumps([PLAIN])) == (Tool("f", SCHEMA, "d"),)
    (tmp_path / "tools.json").write_text(json.dumps([PLAIN]), "utf-8-sig")
    assert read_tools(str(tmp_path / "tools.json")) == (Tool("f", SCHEMA, "d"),)


@pytest.mark.parametrize(
    ("tool", "member"),
    [
        ({"name": "f", "input_schema": SCHEMA}, "input_schema"),
        ({"name": "f", "strict": True}, "strict"),
        ({"type": "function", "function": {"name": "f", "input_schema": SCHEMA}}, "input_schema"),
        ({"type": "function", "function": {"name": "f"}, "parameters": SCHEMA}, "parameters"),
        ({"type": "function", "name": "f", "parameters": SCHEMA}, "type"),
    ],
)
def test_a_member_of_a_tool_that_nobody_reads_is_an_error_that_names_it(
    tool: dict[str, Any], member: str
) -> None:
    with pytest.raises(UsageError, match=f"tool 2 has a member that nobody reads: '{member}'") as error:
        read_tools(json.dumps([PLAIN, tool]))
    assert "parameters" in error.value.hint


@pytest.mark.parametrize("tool", [{"type": "web_search", "function": {"name": "f"}}, {}, 1, {"name": 1}])
def test_what_is_no_tool_is_an_error_of_its_option(tool: Any) -> None:
    with pytest.raises(UsageError, match=r"^--tools: "):
        read_tools(json.dumps([tool]))


@pytest.mark.parametrize("empty", ["", " \n"])
@pytest.mark.parametrize("option", ["tools", "expect", "chunks"])
def test_an_option_that_is_empty_is_told_to_be(option: str, empty: str) -> None:
    words: dict[str, Any] = {option: empty}
    with pytest.raises(UsageError, match=f"--{option} is empty") as error:
        read_case("x", dialect="dsml", **words)
    assert error.value.hint


def test_a_byte_order_mark_in_front_of_what_is_due_is_no_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "expect.json"
    path.write_text('[{"text": "x"}]', "utf-8-sig")
    assert read_case("x", dialect="dsml", expect=str(path)).answers == (Answer((Event(text="x"),)),)
