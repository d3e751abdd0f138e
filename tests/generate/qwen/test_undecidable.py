"""A turn comes back exactly if the classifier says nothing of it, and only then."""

from __future__ import annotations

from typing import Any

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
TEXTS = st.lists(PIECES, max_size=5).map("".join) | st.text(max_size=5)
NAMES = st.sampled_from(["f", "g", " f", "", "f>", "f\n", "\u3000g", "a b"])
KEYS = st.sampled_from(["k", "l", " k", "", "k>l", "k\n", "__proto__"])
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


@given(CALLS, st.lists(TOOLS, max_size=3), TEXTS)
@settings(max_examples=500)
def test_a_turn_comes_back_if_nothing_is_told_of_it_and_not_otherwise(
    calls: list[Call], tools: list[Tool], text: str
) -> None:
    told = undecidable(calls, tools, text)
    whole = render(calls, text=text)
    before = [f"{text}\n\n" if calls else text] if text else []
    meant: list[Any] = list(before)
    for place, call in enumerate(calls):
        meant += ["\n"] * (place > 0)
        meant.append((call.name, call.input))
    back = same(read(whole, as_json(tools)), meant)
    if told is None:
        assert back
    elif not told.startswith("text"):
        assert not back
