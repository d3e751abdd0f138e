from __future__ import annotations

import ast
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.report.glyphs import hidden, json_pieces, literal, literal_pieces, names, printable

any_text = st.text(st.characters(exclude_categories=()))


@given(any_text)
def test_a_literal_evaluates_to_the_very_same_text(text: str) -> None:
    assert ast.literal_eval(literal(text, limit=len(text))) == text


@given(any_text)
def test_nothing_shown_is_invisible(text: str) -> None:
    for shown in (literal(text), printable(text)):
        assert shown.isprintable()
        assert not any(hidden(char) for char in shown)


@given(any_text)
def test_shown_json_is_still_the_same_json(text: str) -> None:
    shown = "".join(piece.text for piece in json_pieces(json.dumps(text, ensure_ascii=False), limit=10**6))
    assert shown.isprintable()
    # A pair of lone surrogates is one character in JSON: that much the format itself loses.
    assert json.loads(shown).encode("utf-16", "surrogatepass") == text.encode("utf-16", "surrogatepass")


@pytest.mark.parametrize(
    ("char", "shown"),
    [
        ("\x00", r"\u0000"),
        ("\u200b", r"\u200b"),
        ("\u202e", r"\u202e"),
        ("\ud800", r"\ud800"),
        ("\ufe0f", r"\ufe0f"),
        ("\u0301", r"\u0301"),
        ("\u3164", r"\u3164"),
        ("\u00a0", r"\u00a0"),
        ("\u2028", r"\u2028"),
        ("\U000e0041", r"\U000e0041"),
        ("\u212a", r"\u212a"),  # the Kelvin sign poses as K
        ("\uff5c", r"\uff5c"),  # so does the full-width bar, as |
        ("é", "é"),
        ("ж", "ж"),
        ("工", "工"),
        ("…", "…"),
    ],
)
def test_only_what_misleads_is_escaped(char: str, shown: str) -> None:
    assert literal(char) == f"'{shown}'"


def test_quotes_are_chosen_so_that_markup_stays_readable() -> None:
    assert literal('<a b="c">') == """'<a b="c">'"""
    assert literal("it's") == '''"it's"'''


def test_an_escape_is_told_apart_from_a_backslash_in_the_text() -> None:
    kinds = [(piece.kind, piece.text) for piece in literal_pieces("\\n\n")]
    assert kinds == [
        ("quote", "'"),
        ("escape", "\\\\"),
        ("plain", "n"),
        ("escape", "\\n"),
        ("quote", "'"),
    ]


def test_a_megabyte_keeps_its_ends_and_counts_what_is_left_out() -> None:
    text = "a" * 500_000 + "\u200b" * 48_576 + "b" * 500_000
    shown = literal(text, limit=100)
    assert shown == f"'{'a' * 75}' … 1,048,476 code points left out … '{'b' * 25}'"


def test_letters_that_pose_as_others_are_named() -> None:
    assert names("K\u0430") == ["U+0430 CYRILLIC SMALL LETTER A"]
    assert names("\ue000" + "αβγδεζη")[-1] == "and 2 more"
    assert names("plain") == []
