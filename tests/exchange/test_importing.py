"""The verb ``import``: what others expect as their rows have it, and one clear error for what is no row."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from exchange_samples import CALL, bug_row, canitoolcall_row

from harness.exchange import canitoolcall, publicbugs
from harness.fixtures.collection import collect
from harness.model import Call, Event

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from harness.fixtures.fixture import Expectation

WELL, ONE = Event(text="Well.\n\n"), Event(call=Call("f", {"a": 1}))


def answers(path: Path) -> tuple[Expectation, ...]:
    (fixture,) = canitoolcall.read([path]).fixtures
    return fixture.expected


def expecting(content: str | None, *calls: dict[str, Any], reasoning: str | None = None) -> dict[str, Any]:
    return {"content": content, "reasoning_content": reasoning, "tool_calls": list(calls)}


BAR = "\N{FULLWIDTH VERTICAL LINE}"
CALLED = {"name": "f", "arguments": {"a": 1}}


def test_a_row_becomes_a_fixture_that_replay_takes(
    rows: Callable[..., Path], harness: Callable[..., Any], tmp_path: Path
) -> None:
    ran = harness("import", rows(canitoolcall_row()), "--format", "canitoolcall", "--out", tmp_path / "out")
    assert ran.status == 0, ran.stderr
    assert ran.stdout.startswith("1 fixture in ")
    assert "models" in ran.stdout
    ((_, fixture),) = collect([tmp_path / "out"]).fixtures
    assert fixture.id == "canitoolcall-sample"
    assert fixture.origin.report == "some/project#7"
    (due,) = fixture.expected
    assert due.events == (WELL, ONE)
    assert due.when == {"scalars": "schema"}
    assert due.saw_tool_syntax
    kept = json.loads((tmp_path / "out" / "kept.jsonl").read_text())
    assert kept["id"] == fixture.id
    assert kept["members"]["models"] == ["Some/Model"]


def test_reasoning_that_others_take_away_is_text_here(rows: Callable[..., Path]) -> None:
    """Also where the text begins inside it, and where nothing closes it."""
    for head in ("so\n</think>\n\n", "so\n"):
        row = canitoolcall_row(raw_output=f"{head}{CALL}", expected=expecting(None, CALLED, reasoning="so"))
        (due,) = answers(rows(row))
        assert due.when["reasoning"] == "ignore"
        assert due.events == (Event(text=head), ONE)


def test_reasoning_between_both_tags_is_due_in_a_channel_of_its_own_too(rows: Callable[..., Path]) -> None:
    row = canitoolcall_row(
        raw_output=f"<think>so</think>\n{CALL}", expected=expecting(None, CALLED, reasoning="so")
    )
    ignoring, routing = answers(rows(row))
    assert ignoring.events == (Event(text="<think>so</think>\n"), ONE)
    assert routing.when["reasoning"] == "route"
    assert routing.events == (Event(reasoning="so"), Event(text="\n"), ONE)


def test_a_call_without_its_opener_hangs_on_a_policy(rows: Callable[..., Path]) -> None:
    row = canitoolcall_row(raw_output=CALL.removeprefix("<tool_call>\n"), expected=expecting(None, CALLED))
    (due,) = answers(rows(row))
    assert due.when["missing_opener"] == "repair"


def test_a_value_that_nothing_ends_is_recovered(rows: Callable[..., Path]) -> None:
    row = canitoolcall_row(raw_output=CALL.replace("</parameter>\n", ""), expected=expecting(None, CALLED))
    (due,) = answers(rows(row))
    assert due.when["truncated"] == "recover"


def test_what_was_cut_off_may_be_text_or_dropped(rows: Callable[..., Path]) -> None:
    cut = f"Well.\n\n{CALL[:30]}"
    accept = {"reason": "it stops", "accept": ["no_tool_calls", "content_passthrough", "exception"]}
    row = canitoolcall_row(raw_output=cut, tags=["truncated"], expected_error=accept)
    del row["expected"]
    text, drop = answers(rows(row))
    assert (text.when, text.events) == ({"truncated": "text"}, (Event(text=cut),))
    assert (drop.when, drop.events) == ({"truncated": "drop"}, (WELL,))


def test_a_complete_call_before_one_that_was_cut_off_is_kept(rows: Callable[..., Path]) -> None:
    row = canitoolcall_row(
        raw_output=f"{CALL}\n<tool_call>\n<func", tags=["truncated"], expected=expecting(None, CALLED)
    )
    (due,) = answers(rows(row))
    assert due.when["truncated"] == "drop"
    assert due.events == (ONE, Event(text="\n"))


def test_an_outcome_that_is_no_answer_is_named(rows: Callable[..., Path]) -> None:
    row = canitoolcall_row(expected_error={"reason": "", "accept": ["exception"]})
    del row["expected"]
    back = canitoolcall.read([rows(row)])
    assert back.fixtures == ()
    assert "accepts only exception" in back.told[0]


def test_fullwidth_bars_become_the_bars_of_the_dialect(rows: Callable[..., Path]) -> None:
    narrow = '<|DSML|tool_calls><|DSML|invoke name="f"></|DSML|invoke></|DSML|tool_calls>'
    wide = narrow.replace("|", BAR)
    row = bug_row(
        dialect="dsml-fullwidth",
        input=f"{BAR}{wide}",
        chunks=[f"{BAR}<", wide[1:]],
        tools=[],
        expected={"calls": [{"name": "f", "input": {}}], "text": BAR},
    )
    (fixture,) = publicbugs.read([rows(row)]).fixtures
    assert fixture.text == f"|{narrow}"
    assert fixture.cuts == ((2,),)
    assert fixture.expected[0].events == (Event(text="|"), Event(call=Call("f", {})))


def test_what_is_left_out_is_named_and_the_rest_comes_in(
    rows: Callable[..., Path], harness: Callable[..., Any], tmp_path: Path
) -> None:
    path = rows(
        bug_row(),
        bug_row(id="words", expected="a call, or none"),
        bug_row(id="foreign", dialect="hermes"),
        bug_row(id="nowhere", expected={"calls": [], "text": "other"}),
    )
    ran = harness("import", path, "--format", "public-bugs", "--out", tmp_path / "out")
    assert ran.status == 0
    assert "words: it says in words what is due: a call, or none" in ran.stderr
    assert "1 row in hermes" in ran.stderr
    assert "nowhere: no call is due" in ran.stderr
    assert ran.stdout.startswith("1 fixture in ")


def test_a_pair_without_a_call_needs_nobody(harness: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "in.json").write_text(json.dumps({"text": "no call", "tool_names": ["a"]}))
    result = {"calls": [], "sawToolCallSyntax": False, "rejectedByPolicy": False, "rejectedToolNames": []}
    (tmp_path / "out.json").write_text(json.dumps(result))
    words = ("import", tmp_path / "in.json", tmp_path / "out.json", "--format", "compat", "--out")
    ran = harness(*words, tmp_path / "made")
    assert ran.status == 0, ran.stderr
    ((_, fixture),) = collect([tmp_path / "made"]).fixtures
    assert fixture.id == "compat-in"
    assert fixture.expected[0].events == (Event(text="no call"),)


@pytest.mark.parametrize("agrees", [True, False])
def test_the_text_of_a_pair_comes_from_a_parser_with_its_calls(
    harness: Callable[..., Any], tmp_path: Path, *, agrees: bool
) -> None:
    text = 'Well. <tool_calls><invoke name="a"><parameter name="x">1</parameter></invoke></tool_calls>'
    (tmp_path / "one.json").write_text(json.dumps({"text": text, "tool_names": None}))
    calls = [{"name": "a", "input": {"x": "1" if agrees else 1}}]
    result = {"calls": calls, "sawToolCallSyntax": True, "rejectedByPolicy": False, "rejectedToolNames": None}
    (tmp_path / "one.expected.json").write_text(json.dumps(result))
    words = ("import", tmp_path, "--format", "compat", "--out", tmp_path / "made")
    assert "name a parser" in harness(*words).stderr
    ran = harness(*words, "--text-from", "python")
    if not agrees:
        assert ran.status == 2
        assert "gives other calls" in ran.stderr
        return
    assert ran.status == 0, ran.stderr
    ((_, fixture),) = collect([tmp_path / "made"]).fixtures
    assert fixture.expected[0].events == (Event(text="Well. "), Event(call=Call("a", {"x": "1"})))


BAD = {
    "no JSON": ("{", "line 1: not JSON"),
    "no object": ("[1]", "line 1: not a JSON object"),
    "no UTF-8": (b'{"id": "\xff"}', "not UTF-8"),
    "NaN": ('{"id": NaN}', "NaN is no number"),
    "half a pair": (json.dumps(canitoolcall_row(raw_output="\ud800")), "lone surrogate"),
    "deep": ('{"id": ' + "[" * 100_000 + "]" * 100_000 + "}", "not JSON"),
    "deep tools": (
        json.dumps(canitoolcall_row(tools="@")).replace('"@"', "[" * 600 + "]" * 600),
        "line 1",
    ),
    "a member missing": ({"id": "a"}, "missing required field"),
    "a wrong type": (canitoolcall_row(tags=3), "Expected `array`"),
    "another version": (canitoolcall_row(spec_version="1.0"), "version '1.0'"),
    "both": (canitoolcall_row(expected_error={"accept": []}), "one of expected and expected_error"),
    "a call of a list": (
        canitoolcall_row(expected=expecting("", {"name": "f", "arguments": []})),
        "Expected `object`",
    ),
    "a huge number": (
        json.dumps(canitoolcall_row()).replace('{"a": 1}', '{"a": 1' + "0" * 400 + "}"),
        "beyond all doubles",
    ),
    "an infinite number": (
        json.dumps(canitoolcall_row()).replace('{"a": 1}', '{"a": 1e400}'),
        "not",
    ),
    "a long name": (canitoolcall_row(id="qwen3-xml/" + "a" * 90), "no id can be made"),
    "nothing": ("", "no fixture came of this"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_is_one_error_and_nothing_is_written(
    rows: Callable[..., Path], harness: Callable[..., Any], tmp_path: Path, what: str
) -> None:
    bad, said = BAD[what]
    ran = harness("import", rows(bad), "--format", "canitoolcall", "--out", tmp_path / "out")
    assert ran.status == 2
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.stderr.count("error:") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("form", ["canitoolcall", "public-bugs", "compat"])
@pytest.mark.parametrize("path", ["/nowhere/at all", "tests", "x" * 5000])
def test_a_file_that_is_none_is_one_error(
    harness: Callable[..., Any], tmp_path: Path, form: str, path: str
) -> None:
    ran = harness("import", path, "--format", form, "--out", tmp_path / "out")
    assert ran.status == 2
    assert "Traceback" not in ran.stderr


def test_rows_that_would_be_one_fixture_are_refused(
    rows: Callable[..., Path], harness: Callable[..., Any], tmp_path: Path
) -> None:
    path = rows(canitoolcall_row(id="qwen3-xml/a.b"), canitoolcall_row(id="qwen3-xml/a-b"))
    ran = harness("import", path, "--format", "canitoolcall", "--out", tmp_path / "out")
    assert ran.status == 2
    assert "would both be the fixture" in ran.stderr


def test_nothing_is_overwritten(
    rows: Callable[..., Path], harness: Callable[..., Any], tmp_path: Path
) -> None:
    words = ("import", rows(canitoolcall_row()), "--format", "canitoolcall", "--out", tmp_path / "out")
    assert harness(*words).status == 0
    ran = harness(*words)
    assert ran.status == 2
    assert "exists" in ran.stderr


def test_all_is_written_or_nothing(
    rows: Callable[..., Path], harness: Callable[..., Any], tmp_path: Path
) -> None:
    path = rows(canitoolcall_row(id="qwen3-xml/a"), canitoolcall_row(id="qwen3-xml/b"))
    taken = tmp_path / "out" / "canitoolcall-b.json"
    taken.parent.mkdir()
    taken.touch()
    ran = harness("import", path, "--format", "canitoolcall", "--out", taken.parent)
    assert ran.status == 2
    assert list(taken.parent.iterdir()) == [taken]


def test_a_pair_without_its_half_is_named(harness: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps({"text": "", "tool_names": []}))
    ran = harness("import", tmp_path, "--format", "compat", "--out", tmp_path / "made")
    assert ran.status == 2
    assert "only one of its two files is there" in ran.stderr
