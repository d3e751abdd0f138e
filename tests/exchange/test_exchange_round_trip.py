"""There and back: what a format can hold comes back equal, and what it can't is named."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from exchange_samples import canitoolcall_row, exported, known_cases, of_fixture
from msgspec import UNSET

from harness.dialects import by_name
from harness.exchange import canitoolcall, compat
from harness.exchange.answers import expectation
from harness.export import FORMATS
from harness.fixtures.collection import OURS, collect
from harness.fixtures.fixture import read
from harness.model import Call, Case, Event, Tool

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from harness.export import Exported
    from harness.fixtures.fixture import Expectation

ROWS, PAIRS = FORMATS["canitoolcall"], FORMATS["compat"]


def written(form: Any, one: Exported, folder: Path) -> Path:
    folder.mkdir()
    for name, data in form.write([one]).items():
        (folder / name).write_bytes(data)
    return folder


def tools_alike(some: tuple[Tool, ...], others: tuple[Tool, ...]) -> bool:
    return json.dumps([canitoolcall.offered(tool) for tool in some]) == json.dumps(
        [canitoolcall.offered(tool) for tool in others]
    )


def test_a_drawn_fixture_comes_back_from_canitoolcall(tmp_path: Path) -> None:
    """Equal, but for what the format is said to leave out."""
    equal = 0
    for number, (case, events) in enumerate(known_cases("qwen", seed=3, count=150)):
        one = exported(case, events)
        if ROWS.refuses(one):
            continue
        back = canitoolcall.read(sorted(written(ROWS, one, tmp_path / str(number)).iterdir()))
        order_lost = "the order of text, reasoning and calls" in ROWS.leaves_out(one)
        if not back.fixtures:
            assert order_lost
            assert back.told
            continue
        (fixture,) = back.fixtures
        assert fixture.text == case.text
        assert tools_alike(fixture.tools, case.tools)
        assert fixture.expected[0].saw_tool_syntax is by_name("qwen").saw_tool_syntax(case.text, ())
        assert order_lost or fixture.expected[0].events == events
        equal += not order_lost
    assert equal > 80


def test_a_drawn_fixture_comes_back_from_a_pair(tmp_path: Path) -> None:
    """Its text, the names of its tools, its calls and its flag; the visible text from whom one asks."""
    count = 0
    for number, (case, events) in enumerate(known_cases("dsml", seed=3, count=120)):
        one = exported(case, events)
        if PAIRS.refuses(one):
            continue

        def ask(asked: Case, due: tuple[Event, ...] = events) -> Expectation:
            return expectation((asked.dialect, asked.text, asked.tools), due, {})

        (fixture,) = compat.read([written(PAIRS, one, tmp_path / str(number))], ask).fixtures
        assert fixture.text == case.text
        assert [tool.name for tool in fixture.tools] == [tool.name for tool in case.tools]
        assert fixture.expected == (expectation((case.dialect, case.text, case.tools), events, {}),)
        count += 1
    assert count > 60


def test_our_own_fixtures_are_exported_or_refused_with_a_reason(tmp_path: Path) -> None:
    for _, fixture in collect([OURS]).fixtures:
        one = of_fixture(fixture)
        for form, bring in ((ROWS, canitoolcall.read), (PAIRS, compat.read)):
            why = form.refuses(one)
            if why:
                assert fixture.dialect == ("dsml" if form is ROWS else "qwen"), why
                continue
            folder = written(form, one, tmp_path / f"{form.name}-{fixture.id}")
            back = bring(sorted(folder.glob("*")))
            assert back.fixtures or back.told
            assert all(made.text == fixture.text for made in back.fixtures)


@pytest.mark.parametrize("name", ["canitoolcall", "compat"])
def test_what_a_format_has_no_place_for_is_named(name: str) -> None:
    dialect = "qwen" if name == "canitoolcall" else "dsml"
    tools = (Tool("f", {"type": "object"}),)
    plain = Case(id="x", dialect=dialect, text="ab c", tools=tools)
    lost = Case(id="x", dialect=dialect, text="ab c", tools=tools, chunkings=((), (2,)))
    events = (Event(text="ab c"),)
    form = FORMATS[name]
    inert = () if name == "canitoolcall" else ("the parameters and descriptions of tools",)
    assert tuple(form.leaves_out(exported(plain, events))) == inert
    told = form.leaves_out(exported(lost, events, policies={"fences": "inert"}))
    assert "the cuts" in told
    assert "the policies under which it is due (fences=inert)" in told


def test_a_pair_says_that_it_has_no_visible_text() -> None:
    case = Case(id="x", dialect="dsml", text='<tool_calls><invoke name="a"></invoke></tool_calls>')
    told = PAIRS.leaves_out(exported(case, (Event(call=Call("a", {})),)))
    assert told == ("the visible text, and where in it the calls stand",)


@pytest.mark.parametrize("name", ["canitoolcall", "compat"])
def test_what_is_not_known_or_of_another_dialect_is_refused(name: str) -> None:
    form = FORMATS[name]
    ours, other = ("qwen", "dsml") if name == "canitoolcall" else ("dsml", "qwen")
    unknown = exported(Case(id="x", dialect=ours, text=""), ())
    assert "not known" in form.refuses(unknown.__class__(**{**_members(unknown), "due": None}))
    assert form.refuses(exported(Case(id="x", dialect=other, text=""), ()))
    assert not form.refuses(exported(Case(id="x", dialect=ours, text=""), ()))


def test_a_row_is_put_together_again_from_its_fixture_and_what_was_kept(rows: Callable[..., Path]) -> None:
    strict = [{"type": "function", "function": {"name": "f", "parameters": {}, "strict": True}}]
    every = [
        canitoolcall_row(),
        canitoolcall_row(
            id="qwen3-xml/two", tools=strict, output_token_ids=[1, 2], **{"x-more": {"a": None}}
        ),
        canitoolcall_row(id="qwen3-xml/three", tools=[]),
    ]
    back = canitoolcall.read([rows(*every)])
    whole = [
        canitoolcall.whole(fixture, kept["members"])
        for fixture, kept in zip(back.fixtures, back.kept, strict=True)
    ]
    assert whole == every


def test_the_command_line_goes_both_ways(harness: Callable[..., Any], tmp_path: Path) -> None:
    """Of a fixture with cuts all comes back but these, and they are named."""
    fixture = read(OURS / "row-qwen-vllm-40861.json")
    made = harness(
        "export", OURS / f"{fixture.id}.json", "--format", "canitoolcall", "--out", tmp_path / "out"
    )
    assert made.status == 0, made.stderr
    assert "the cuts" in made.stderr
    rows = tmp_path / "out" / "qwen3-xml.jsonl"
    ran = harness("import", rows, "--format", "canitoolcall", "--out", tmp_path / "back")
    assert ran.status == 0, ran.stderr
    ((_, back),) = collect([tmp_path / "back"]).fixtures
    assert (back.text, back.tools, back.expected) == (fixture.text, fixture.tools, fixture.expected)
    assert back.origin.report == fixture.origin.report
    assert fixture.title in back.origin.note


def _members(one: Exported) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__struct_fields__ if getattr(one, name) is not UNSET}
