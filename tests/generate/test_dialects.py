"""The dialect's own promises: rendering, and what counts as tool syntax."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from other_reader import reference, strict

from harness.dialects import DIALECTS, by_name
from harness.dialects.dsml import DSML, render, saw_tool_syntax
from harness.dialects.white_space import WHITE
from harness.errors import UsageError
from harness.model import Call

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.sampled_from(
    [
        "]]>",
        "<",
        "&amp;",
        "</parameter>",
        "]]]>",
        "{}",
        " x ",
        "```",
        "<![CDATA[x]]>",
        "<a>1</a>",
        "1",
        "null",
    ]
)
NAMES = TEXT.map(lambda name: name.strip(WHITE) or "n").filter(lambda name: name == name.strip(WHITE))
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
VALUES = TEXT | st.lists(JSON, max_size=3) | st.dictionaries(TEXT, JSON, max_size=3)
CALLS = st.lists(st.builds(Call, NAMES, st.dictionaries(NAMES, VALUES, max_size=3)), min_size=1, max_size=3)


@given(CALLS, st.sampled_from(DSML.styles))
@settings(max_examples=300, deadline=None)
def test_what_is_rendered_is_read_back(calls: list[Call], style: str) -> None:
    result = reference().parse(render(calls, style), dialect="dsml")
    assert result["text"] == ""
    assert [(call["name"], strict(call["input"])) for call in result["calls"]] == [
        (call.name, strict(call.input)) for call in calls
    ]


@pytest.mark.parametrize("value", [1, True, None, 2.5])
def test_a_scalar_cannot_be_rendered(value: object) -> None:
    with pytest.raises(UsageError, match="scalars are text"):
        render([Call("a", {"b": value})])


@pytest.mark.parametrize("name", ["", " a", "a\n", "\u3000"])
def test_a_name_that_is_trimmed_away_cannot_be_rendered(name: str) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        render([Call(name, {})])


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(UsageError, match="no style 'loud'"):
        render([], "loud")


@pytest.mark.parametrize(
    ("text", "calls", "saw"),
    [
        ("", [], False),
        ("<tool_call", [], False),
        ("```\n<TOOL_callsX", [], True),
        ("<|dsml|Tool_Calls", [], True),
        ("<|DSML|tool_call\u017f>", [], False),
        ("<tool_call\u017f>", [], False),
        ("<invoke name='a'></invoke></tool_calls>", [], False),
        ("<invoke name='a'></invoke></tool_calls>", [Call("a", {})], True),
    ],
)
def test_tool_syntax_is_a_wrappers_name_or_a_call(text: str, calls: list[Call], *, saw: bool) -> None:
    assert saw_tool_syntax(text, calls) is saw


def test_white_space_is_unicodes() -> None:
    by_python = {chr(code) for code in range(0x110000) if chr(code).isspace()}
    assert set(WHITE) == by_python - {"\x1c", "\x1d", "\x1e", "\x1f"}


def test_dialects_are_found_by_name() -> None:
    assert by_name("dsml") is DSML
    assert all(name == dialect.name for name, dialect in DIALECTS.items())


def test_no_marker_ends_like_an_opener() -> None:
    openers = ("<tool_calls", "<|dsml|tool_calls", "<invoke", "<|dsml|invoke")
    assert not [marker for marker in DSML.markers if marker.lower().endswith(openers)]
