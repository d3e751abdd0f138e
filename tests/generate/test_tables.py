"""The tables that values are written from: each entry is read as it says, by a parser written by others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from other_reader import reference, strict

from harness.dialects import fenced, jsons
from harness.dialects.dsml import edges, lookalikes, tags
from harness.dialects.dsml.calls import (
    AROUND,
    COMMENTS,
    ENVELOPES,
    HIDDEN,
    JUNK,
    OUTER,
    STRINGS,
    WRONG_BODIES,
)
from harness.dialects.dsml.children import ATTRIBUTES
from harness.dialects.dsml.values import CDATA_ENDS, CLOSERS, NESTED, OPENERS
from harness.dialects.white_space import WHITE

if TYPE_CHECKING:
    from collections.abc import Iterator

SAME = (
    *lookalikes.SCALAR_TEXTS,
    *jsons.JSON_TEXTS,
    *lookalikes.MARKUP_TEXTS,
    *lookalikes.OPAQUE_TEXTS,
    *fenced.FENCED,
    *edges.NUMBER_TEXTS,
    *CDATA_ENDS,
    *[text.replace("@", "") for text in NESTED],
)


def values() -> Iterator[tuple[str, Any]]:
    yield from [(text, text) for text in SAME]
    yield from [(text, value) for _, text, value in lookalikes.ENTITY_TEXTS]
    yield from jsons.JSON_VALUES
    for before, behind, make in edges.PLACES:
        yield from [(before + text + behind, make(number)) for text, number in jsons.NUMBERS]
        yield from [(before + text + behind,) * 2 for text in jsons.TOO_LARGE]
    yield from [(f"<![CDATA[{tag}]]>", tag) for tag in (*OPENERS, *CLOSERS)]
    yield from [(f"<k{attributes}>1</k>", {"k": "1"}) for attributes in ATTRIBUTES]
    yield from [(f"{space}x{space}", "x") for space in OUTER]
    yield from [(f"<![CDATA[{space}x{space}]]>", f"{space}x{space}") for space in OUTER]


def calls(inside: str) -> list[tuple[str, Any]]:
    answer = reference().parse(f"<tool_calls>{inside}</tool_calls>", dialect="dsml")
    return [(call["name"], strict(call["input"])) for call in answer["calls"]]


def invoke(body: str, attributes: str = ' name="a"') -> str:
    return f"<invoke{attributes}>{body}</invoke>"


B = '<parameter name="b">1</parameter>'
GOOD = invoke(B)


@pytest.mark.parametrize(("text", "value"), tuple(values()))
def test_a_value_is_read_as_its_table_says(text: str, value: Any) -> None:
    assert calls(invoke(f'<parameter name="b">{text}</parameter>')) == [("a", strict({"b": value}))]


@pytest.mark.parametrize("envelope", ENVELOPES)
def test_a_json_body_gives_what_stands_for_the_arguments(envelope: str) -> None:
    expected = {"k": [1]} if "@" in envelope else {}
    assert calls(invoke(envelope.replace("@", '{"k": [1]}'))) == [("a", strict(expected))]


@pytest.mark.parametrize("string", [text.replace("@", "") for text in STRINGS])
def test_markup_in_a_json_body_is_a_string(string: str) -> None:
    assert calls(invoke(f'{{"input": {{"k": "{string}"}}}}')) == [("a", strict({"k": string}))]


@pytest.mark.parametrize("body", WRONG_BODIES)
def test_a_wrong_body_gives_no_call(body: str) -> None:
    assert calls(invoke(body)) == []


@pytest.mark.parametrize(("attributes", "quotes"), tags.READ)
def test_attributes_are_read_from_left_to_right(attributes: str, *, quotes: bool) -> None:
    assert ('"name=' in attributes or "'" in attributes) or not quotes
    assert calls(invoke(B, attributes.format("q"))) == [("q", strict({"b": "1"}))]


@pytest.mark.parametrize("extra", [*tags.EXTRAS, *tags.OVERRIDDEN])
def test_other_attributes_before_the_name_change_nothing(extra: str) -> None:
    assert calls(invoke(B, f' {extra} name="a"')) == [("a", strict({"b": "1"}))]


@pytest.mark.parametrize(("text", "name"), [(text, name) for text, name, _ in tags.ODD_NAMES])
def test_an_odd_name_is_decoded_and_trimmed(text: str, name: str) -> None:
    quote = "'" if '"' in text else '"'
    assert calls(invoke(B, f" name={quote}{text}{quote}")) == [(name, strict({"b": "1"}))]


@pytest.mark.parametrize("junk", [*JUNK, *COMMENTS, *HIDDEN, "</parameter>"])
def test_junk_is_dropped_between_invokes_and_between_parameters(junk: str) -> None:
    assert calls(f"{junk}{GOOD}{junk}") == [("a", strict({"b": "1"}))]
    assert calls(invoke(f"{junk}{B}{junk}")) == [("a", strict({"b": "1"}))]


@pytest.mark.parametrize(("level", "before", "behind"), [(k, *pair) for k, v in AROUND.items() for pair in v])
def test_elements_need_not_be_direct_children(level: str, before: str, behind: str) -> None:
    before, behind = before.format(""), behind.format("")
    inside = f"{before}{GOOD}{behind}" if level == "invoke" else invoke(f"{before}{B}{behind}")
    assert calls(inside) == [("a", strict({"b": "1"}))]


def test_outer_white_space_is_of_every_kind() -> None:
    assert set(WHITE) <= set(OUTER)
