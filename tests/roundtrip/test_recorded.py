"""Conversations of a file are read whole, or refused with the place that is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.errors import UsageError
from harness.model import Call, Tool
from harness.roundtrip.recorded import read

USER = {"role": "user", "content": "q"}
ANSWER = {"role": "assistant", "content": "a"}
DEEP = json.dumps({"messages": [USER, ANSWER]})[:-1] + ', "tools": ' + "[" * 300 + "]" * 300 + "}"


def call(**function: Any) -> dict[str, Any]:
    return {"messages": [USER, {"role": "assistant", "tool_calls": [{"function": function}]}]}


def test_a_list_and_lines_and_one_object_are_read_alike(tmp_path: Path) -> None:
    one = {"messages": [USER, ANSWER]}
    path = tmp_path / "c.jsonl"
    path.write_text(f"{json.dumps(one)}\n\n{json.dumps(one)}\n")
    assert read(str(path)) == read(json.dumps([one, one]))
    path.write_text(json.dumps(one, indent=1))
    assert read(str(path)) == read(json.dumps(one)) == read(json.dumps([one]))


def test_every_assistant_message_is_a_turn_with_what_stands_before_it() -> None:
    found = read(json.dumps({"messages": [USER, ANSWER, USER, {**ANSWER, "reasoning_content": "r"}]}))
    assert [turn.before for turn in found] == [(USER,), (USER, ANSWER, USER)]
    assert [turn.more for turn in found] == [{}, {"reasoning_content": "r"}]


def test_what_was_read_and_said_again_is_read_as_the_same() -> None:
    tools = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}]
    given = {**call(name="f", arguments={"a": [1, None, " x"]}), "tools": tools}
    (found,) = read(json.dumps([given]))
    assert found.calls == (Call("f", {"a": [1, None, " x"]}),)
    assert found.tools == (Tool("f", {"type": "object"}),)
    assert read(json.dumps([found.said()])) == [found]


def test_arguments_may_be_text_and_null_members_are_left_out() -> None:
    (found,) = read(json.dumps([call(name="f", arguments='{"a": 1}')]))
    assert found.calls == (Call("f", {"a": 1}),)
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    (found,) = read(json.dumps([{"messages": [USER, {**ANSWER, "content": parts, "tool_calls": None}]}]))
    assert (found.text, found.calls, found.more) == ("ab", (), {})


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("[1]", "conversation 1: it is no object"),
        ('[{"messages": 1}]', "messages is no list"),
        ('[{"messages": [1]}]', "a message is no object"),
        ('[{"messages": [{"content": "a"}]}]', r"messages\[0\] has no role"),
        ('[{"messages": [{"role": "user"}]}]', "no assistant turn"),
        ("[]", "no assistant turn"),
        ("[{]", "no JSON"),
        (json.dumps([{"messages": [{**ANSWER, "content": 1}]}]), "content is no text"),
        (json.dumps([{"messages": [{**ANSWER, "content": [{"type": "image"}]}]}]), "content is no text"),
        (json.dumps([call(arguments={})]), "has no name"),
        (json.dumps([call(name="f", arguments=[1])]), "arguments .* is no object"),
        (json.dumps([call(name="f", arguments="{")]), "conversation 1: "),
        (json.dumps([call(name="f", arguments={"a": "\ud800"})]), "lone surrogate"),
        ('[{"messages": [], "tools": [{"name": 1}]}]', "a tool has no name"),
        ('[{"messages": [{"role": "assistant", "content": "a", "x": NaN}]}]', "NaN is no JSON"),
        (DEEP, "nested deeper than 256"),
        ("/nowhere", "can't read the conversations"),
        (str(Path(__file__).parent), "can't read the conversations"),
    ],
)
def test_what_is_no_conversation_is_refused_with_its_place(words: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        read(words)


def test_the_line_that_is_wrong_is_named(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(json.dumps({"messages": [USER, ANSWER]}) + "\n{\n")
    with pytest.raises(UsageError, match="line 2: this is no JSON"):
        read(str(path))
    path.write_bytes(b"\xff")
    with pytest.raises(UsageError, match="holds no conversations"):
        read(str(path))


def test_a_byte_order_mark_in_front_of_a_file_is_no_part_of_it(tmp_path: Path) -> None:
    written = json.dumps([{"messages": [USER, ANSWER]}])
    (tmp_path / "c.json").write_text(written, "utf-8-sig")
    assert read(str(tmp_path / "c.json")) == read(written)


@pytest.mark.parametrize("empty", ["", " \n"])
def test_an_option_that_is_empty_is_told_to_be(empty: str) -> None:
    with pytest.raises(UsageError, match="--conversations is empty") as error:
        read(empty)
    assert error.value.hint


def test_a_file_that_is_missing_or_binary_is_an_error_with_a_hint(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\x00\x80")
    for name, told in (("binary", "is not UTF-8: invalid start byte at byte 0"), ("nowhere", "can't read")):
        with pytest.raises(UsageError, match=told) as error:
            read(str(tmp_path / name))
        assert "JSON lines" in error.value.hint
