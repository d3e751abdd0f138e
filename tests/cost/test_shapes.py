"""Shapes and the families of them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.cost.family import PLAIN, by_hand, chosen, family, of_documents, tools_for
from harness.cost.shape import Shape, read
from harness.dialects import DIALECTS
from harness.errors import UsageError
from harness.generate import case_at

texts = st.text(max_size=20)
shapes = st.builds(
    Shape, name=texts, unit=st.text(min_size=1, max_size=20), before=texts, after=texts, run=texts
)
every_dialect = pytest.mark.parametrize("dialect", DIALECTS)


@given(shapes, st.integers(0, 5_000))
def test_a_text_is_as_long_as_asked_for_and_never_longer_unless_one_unit_is(
    shape: Shape, length: int
) -> None:
    text = shape.text(length)
    assert text.startswith(shape.before)
    assert text.endswith(shape.after)
    assert shape.unit in text
    least = len(shape.text(0))
    assert len(text) <= max(length, least)
    if not shape.run:
        assert len(text) > min(length, max(length - len(shape.unit), least - 1))


@given(shapes)
def test_a_longer_text_is_longer(shape: Shape) -> None:
    assert len(shape.text(8_000)) > len(shape.text(2_000)) > len(shape.text(200))


@given(shapes)
def test_what_is_written_for_a_command_line_reads_as_the_same_shape(shape: Shape) -> None:
    words = shape.words()
    assert words.isascii()
    assert read(json.loads(words), shape.name) == shape


def test_tools_travel_with_a_shape() -> None:
    case = next(case for case in (case_at(1, index, "qwen") for index in range(50)) if case.tools)
    shape = Shape("x", "y", tools=case.tools)
    assert read(json.loads(shape.words()), "x") == shape


def test_units_in_parts_and_levels_around_are_written_out() -> None:
    shape = read(
        {"unit": ["a", ["b", 3]], "before": "(", "after": ")", "around": ["<", ">", 2], "both": True}
    )
    assert shape == Shape("", "abbb", "(<<", ">>)")


@pytest.mark.parametrize(
    "written",
    [{}, {"unit": ""}, {"unit": 3}, {"unit": "a", "bofore": "x"}, [], "x", None, {"unit": "a", "before": 1}],
)
def test_what_is_no_shape_is_refused(written: object) -> None:
    with pytest.raises(UsageError, match="this is no shape"):
        read(written)


@every_dialect
def test_a_family_has_its_three_parts_and_no_shape_twice(dialect: str) -> None:
    made = family(dialect, 1)
    assert made[0] == PLAIN
    keys = [(shape.before, shape.unit, shape.after, shape.run) for shape in made]
    assert len(set(keys)) == len(keys)
    assert len(made) > 60
    assert {(shape.before, shape.unit) for shape in by_hand(dialect)} <= {key[:2] for key in keys}
    assert sum(shape.name.startswith("document ") for shape in made) >= 4
    units = "".join(shape.unit for shape in made)
    assert all(token in units for token in DIALECTS[dialect].tokens)


@every_dialect
def test_a_seed_decides_the_order_and_the_documents_and_nothing_else(dialect: str) -> None:
    assert family(dialect, 1) == family(dialect, 1)
    one, other = family(dialect, 1), family(dialect, 2)
    assert [shape.name for shape in one] != [shape.name for shape in other]
    plain = [{shape.words() for shape in made if shape.name[:9] != "document "} for made in (one, other)]
    assert plain[0] == plain[1]


def test_the_documents_bring_their_own_tools() -> None:
    assert all(shape.tools is not None for shape in of_documents("qwen", 1))
    assert tools_for("qwen")[0].name == "f"
    assert tools_for("dsml") == ()


def test_shapes_are_chosen_by_name_by_part_of_it_or_written_out() -> None:
    made = family("dsml", 1)
    assert chosen(made, ()) == made
    assert [shape.name for shape in chosen(made, ("plain text",))] == ["plain text"]
    assert [shape.name for shape in chosen(made, ("entities",))] == ["entities"]
    assert len(chosen(made, ("entit",))) > 2
    (given_one,) = chosen(made, ('{"unit": "<", "before": "a"}',))
    assert (given_one.unit, given_one.before) == ("<", "a")


@pytest.mark.parametrize("word", ["no such shape", '{"unit"', '{"units": "x"}'])
def test_a_word_that_names_no_shape_is_a_mistake(word: str) -> None:
    with pytest.raises(UsageError):
        chosen(family("dsml", 1), (word,))
