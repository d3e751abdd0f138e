"""A turn comes back exactly if the classifier says nothing of it, and only then."""

from __future__ import annotations

from typing import Any

import pytest
from drawn import as_json
from hypothesis import given, settings
from hypothesis import strategies as st
from page_reader import read

from harness.dialects.qwen import render, undecidable
from harness.dialects.qwen.grammar import TOKENS
from harness.dialects.qwen.meanings import MEANINGS
from harness.dialects.qwen.undecidable import same
from harness.dialects.white_space import WHITE
from harness.model import Call, Tool

PIECES = st.sampled_from([*TOKENS, *WHITE, "a", "null", "1", "{}", ">", "\n", "</parameter>", "</function>"])
ENDS = st.tuples(
    PIECES, st.sampled_from(["", "\n", "\u3000", "x"]), st.sampled_from(["<parameter=", "</function>"])
)
TEXTS = (
    ENDS.map(lambda found: f"{found[0]}</parameter>{found[1]}{found[2]}")
    | st.lists(PIECES, max_size=5).map("".join)
    | st.text(max_size=5)
)
NAMES = st.sampled_from(["f"] * 12 + ["g", " f", "", "f>", "f\n", "\u3000g", "a b"])
KEYS = st.sampled_from(["k"] * 6 + ["l", " k", "", "k>l", "k\n", "__proto__"])
SCALARS = st.sampled_from(
    [
        None,
        True,
        False,
        0,
        1,
        -1.5,
        1e30,
        2**53 + 1,
        10**400,
        float("nan"),
        "null",
        "123",
        "true",
        "1.0",
        "[]",
    ]
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS | TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=4,
)
SCHEMAS = st.sampled_from([schema for meaning in MEANINGS for _, schema in meaning.spellings])
TOOLS = st.builds(
    lambda name, properties: Tool(name, {"properties": properties}),
    NAMES,
    st.dictionaries(KEYS, SCHEMAS, max_size=3),
)
CALLS = st.lists(st.builds(Call, NAMES, st.dictionaries(KEYS, VALUES, max_size=2)), max_size=2)


@given(CALLS, st.lists(TOOLS, max_size=3), st.sampled_from(["", "", "hi", "a\n\nb"]) | TEXTS)
@settings(max_examples=500)
def test_a_turn_comes_back_if_nothing_is_told_of_it_and_not_otherwise(
    calls: list[Call], tools: list[Tool], text: str
) -> None:
    told = undecidable(calls, tools, text)
    if told is None:
        assert comes_back(calls, tools, text)
    elif not told.startswith("text"):
        assert not comes_back(calls, tools, text)


def comes_back(calls: list[Call], tools: list[Tool], text: str) -> bool:
    meant: list[Any] = [f"{text}\n\n" if calls else text] if text else []
    for place, call in enumerate(calls):
        meant += ["\n"] * (place > 0)
        meant.append((call.name, call.input))
    return same(read(render(calls, text=text), as_json(tools)), meant)


STRING = [Tool("f", {"properties": {"k": {"type": "string"}}})]
INTEGER = [Tool("f", {"properties": {"k": {"type": "integer"}}})]


@pytest.mark.parametrize(
    ("told", "call", "tools"),
    [
        ("name: it holds", Call("f>", {}), []),
        ("name: it holds", Call("f\ng", {}), []),
        ("name: white space", Call(" f", {}), []),
        ("name: it is empty", Call("", {}), []),
        ("key: it holds", Call("f", {"k>l": ""}), []),
        ("key: it holds", Call("f", {"k\nl": ""}), []),
        ("key: it is empty", Call("f", {"": ""}), []),
        ("value: it holds", Call("f", {"k": "</parameter>\u3000</function>"}), STRING),
        ("value: it holds", Call("f", {"k": ["</parameter><parameter="]}), []),
        ("type: ", Call("f", {"k": 1}), STRING),
        ("type: ", Call("f", {"k": "1"}), INTEGER),
        ("type: ", Call("f", {"k": 1.5}), INTEGER),
        ("type: ", Call("f", {"k": 10**400}), INTEGER),
        (None, Call("f", {"k": "1"}), STRING),
        (None, Call("f", {"k": 2**53 + 1}), INTEGER),
        (None, Call("f", {"k": 3.0}), INTEGER),
        (None, Call("f", {" k": "</parameter>", "l": "\n"}), []),
    ],
)
def test_every_reason_is_told_where_it_is_one(told: str | None, call: Call, tools: list[Tool]) -> None:
    found = undecidable([call], tools)
    assert (found or "").startswith(told) if told else found is None
    assert comes_back([call], tools, "") == (told is None)
