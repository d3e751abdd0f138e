"""Types of schemas, and texts under them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_reader import allowed
from page_reader import typed as read

from harness.dialects.qwen.schemas import NAMES, declared, strict_json, typed, types
from harness.dialects.qwen.undecidable import same
from harness.model import Tool

TYPES = st.sampled_from([*sorted(NAMES), "file", "String"])
SAMPLES: st.SearchStrategy[Any] = st.sampled_from([None, True, 1, 2.5, "x", [], {}])
SCHEMAS: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.fixed_dictionaries({}, optional={"type": TYPES | st.lists(TYPES, max_size=3)}),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "type": TYPES | st.lists(TYPES, max_size=3),
            "anyOf": st.lists(inner, max_size=3),
            "oneOf": st.lists(inner, max_size=3),
            "allOf": st.lists(inner, max_size=2),
            "enum": st.lists(SAMPLES, max_size=3),
            "const": SAMPLES,
            "nullable": st.booleans(),
            "$ref": st.just("#/$defs/a"),
            "description": st.just("x"),
        },
    ),
    max_leaves=8,
)


@given(SCHEMAS)
def test_the_types_of_a_schema_are_those_that_the_page_gives(schema: Any) -> None:
    assert types(schema) == allowed(schema)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": ["null", "string"]}, {"null", "string"}),
        ({"type": "string", "nullable": True}, {"null", "string"}),
        ({"nullable": True}, set()),
        ({"type": "integer", "enum": ["x"]}, {"integer"}),
        ({"enum": [1, None]}, {"number", "null"}),
        ({"const": None}, {"null"}),
        ({"type": "file", "enum": [True]}, {"boolean"}),
        ({"anyOf": [{"const": 1}, {"type": "array", "nullable": True}, True]}, {"number", "array", "null"}),
        ({"allOf": [{"type": "integer"}], "$ref": "#/x"}, set()),
        (True, set()),
        (None, set()),
        ({"type": {"a": 1}, "anyOf": "x", "enum": 3}, set()),
    ],
)
def test_every_spelling_of_a_type_is_known(schema: Any, expected: set[str]) -> None:
    assert types(schema) == expected


def test_a_schema_may_be_as_deep_and_as_wide_as_it_likes() -> None:
    schema: dict[str, Any] = {"type": "integer"}
    for _ in range(20_000):
        schema = {"anyOf": [schema]}
    assert types(schema) == {"integer"}
    while schema.get("anyOf"):  # taken apart, or Python's own stack would not survive throwing it away
        schema = schema["anyOf"].pop()


TEXTS = st.sampled_from(
    [
        *("", "null", " null", "Null", "true", "True", "1", "1.0", "3.5", "1e2", "-0", "1e400", "007", "+1"),
        *("[]", " {} ", '{"a": 1}', '{"a": 1, "a": 2}', '"x"', "[1,]", '["\\ud800"]', '["\\ud83d\\ude00"]'),
        *('["\\ud83d", "\\ude00"]', '["\\\\ud800"]', '["\\ude00\\ud83d"]', '{"a": "\\ud800", "a": 1}'),
        *("9" * 400, "[" * 256 + "]" * 256, "[" * 257 + "]" * 257, "NaN", "-Infinity", "\ufeff1", "1\x85"),
        *('["' + "[" * 300 + '"]', "[" * 300 + '"' + "]" * 300, "[1] x", "[1", '{"a": [1e999]}'),
    ]
) | st.text(alphabet='[]{}",:0123eE.-+ntfulrase\\ \n', max_size=8)


@given(TEXTS, st.sets(st.sampled_from(sorted(NAMES))))
def test_a_text_is_under_types_what_the_page_says(text: str, kinds: set[str]) -> None:
    assert same(typed(text, frozenset(kinds)), read(text, {"type": sorted(kinds)}))


def test_an_integer_is_kept_exactly() -> None:
    assert strict_json("12345678901234567890123") == 12345678901234567890123


def test_of_two_tools_with_one_name_the_last_counts() -> None:
    tools = [Tool("f", {"properties": {"a": 1}}), Tool("g"), Tool("f", {"properties": {"b": 2}})]
    assert declared(tools, "f") == {"b": 2}
    assert declared(tools, "g") == declared(tools, "h") == {}
