"""The tables that texts are written from: each entry is what it says."""

from __future__ import annotations

import pytest
from drawn import by_the_page, by_the_reference
from page_reader import allowed, kind, read, strict, typed

from harness.dialects.qwen import QWEN, undecidable
from harness.dialects.qwen.calls import NOT_DECLARED, ODD_KEYS, ODD_NAMES
from harness.dialects.qwen.grammar import ENDS_VALUE
from harness.dialects.qwen.meanings import MEANINGS, Meaning
from harness.dialects.qwen.rejected import SHAPES
from harness.dialects.qwen.schemas import types
from harness.dialects.qwen.texts import CONTAINERS, ENTITIES, SCALARS, STRINGS, Entry
from harness.dialects.qwen.undecidable import same
from harness.dialects.qwen.undecided import MEANINGS as UNDECIDED
from harness.dialects.qwen.values import LONG, value
from harness.dialects.white_space import WHITE
from harness.generate.pen import Pen
from harness.generate.source import Seeded
from harness.generate.words import CALL_NAMES
from harness.model import Call, Tool

ENTRIES = (*SCALARS, *CONTAINERS)
TEXTS = (*[text for texts in STRINGS.values() for text in texts], *ENTITIES, *[unit * 3 for unit in LONG])
DIFFERENT = {meaning.types: meaning for meaning in MEANINGS}.values()
CALL = "<tool_call><function=f></function></tool_call>"


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: repr(entry.text)[:40])
def test_an_entry_is_json_of_its_kind_or_none(entry: Entry) -> None:
    if not entry.kind:
        with pytest.raises(ValueError):  # noqa: PT011 - of several kinds
            strict(entry.text)
        return
    value = strict(entry.text)
    whole = kind(value) == "number" and float(value).is_integer()
    assert ("integer" if whole else kind(value)) == entry.kind
    assert same(value, entry.value)


def in_call(text: str) -> str:
    return f"<tool_call><function=f><parameter=k>\n{text}\n</parameter></function></tool_call>"


@pytest.mark.parametrize(
    "text", [*TEXTS, *[entry.text for entry in ENTRIES]], ids=lambda text: repr(text)[:40]
)
def test_a_text_is_kept_to_the_character(text: str) -> None:
    assert not ENDS_VALUE.search(text)
    assert (
        by_the_page(in_call(text), []) == by_the_reference(in_call(text), []) == [("f", {"k": ("str", text)})]
    )


@pytest.mark.parametrize("meaning", DIFFERENT, ids=lambda meaning: "-".join(sorted(meaning.types)) or "none")
def test_all_spellings_of_a_meaning_mean_it_and_its_texts_are_read_so(meaning: Meaning) -> None:
    for _, schema in meaning.spellings:
        assert types(schema) == allowed(schema) == meaning.types, schema
    for found in (*meaning.fits, *meaning.others):
        assert same(typed(found.text, {"type": list(meaning.types)}), found.value), found
    assert all(not isinstance(found.value, str) for found in meaning.fits)
    assert all(found.value == found.text for found in meaning.others)


def test_outer_white_space_is_of_every_kind() -> None:
    assert {f"{space}x{space}" for space in WHITE} <= set(STRINGS["outer-white"])


@pytest.mark.parametrize(("text", "name"), ODD_NAMES)
def test_a_name_is_trimmed(text: str, name: str) -> None:
    assert read(f"<tool_call><function={text}></function></tool_call>", []) == [(name, {})]


@pytest.mark.parametrize("key", ODD_KEYS)
def test_a_key_is_kept(key: str) -> None:
    text = f"<tool_call><function=f><parameter={key}>x</parameter></function></tool_call>"
    assert read(text, []) == [("f", {key: "x"})]
    assert undecidable([Call("f", {key: "x"})], []) is None


def test_a_tool_that_is_not_declared_is_nobody_elses() -> None:
    assert not set(NOT_DECLARED) & {*CALL_NAMES, *[name for _, name in ODD_NAMES]}


@pytest.mark.parametrize("shape", [shape for shapes in SHAPES.values() for shape in shapes])
def test_a_rejected_shape_is_text(shape: str) -> None:
    parameter = "<parameter=k>x</parameter>"
    parts = {
        "*": f"<function=f>{parameter}</function>",
        "@": "a",
        "#": "k",
        "^": parameter,
        "$": "x",
        "%": "and",
    }
    for gap in ("", "\n", "\u3000"):
        text = "".join({**parts, "~": gap}.get(character, character) for character in shape)
        assert read(text + CALL, []) == [text, ("f", {})]


CODES = [f"{ticks}{code}{ticks}" for code in QWEN.codes for ticks in ("`", "``")]


@pytest.mark.parametrize("text", [*QWEN.markers, *CODES, *[f"{code}." for code in QWEN.codes], *QWEN.foreign])
def test_what_is_only_mentioned_is_text_and_hides_nothing(text: str) -> None:
    for joint in (" ", "\n", ", ", "\r\n> ", "\u3000"):
        assert read(f"a{joint}{text}{joint}x", []) == [f"a{joint}{text}{joint}x"]
        assert read(f"{text}{joint}{CALL}", []) == [f"{text}{joint}", ("f", {})]
    assert not text.endswith("<tool_call>")


@pytest.mark.parametrize("mention", QWEN.mentions)
def test_a_mention_is_text_before_words_and_before_a_block(mention: str) -> None:
    assert read(f"a {mention} x{CALL}", []) == [f"a {mention} x", ("f", {})]
    assert read(f"a {mention} {CALL}", []) == [f"a {mention} ", ("f", {})]


@pytest.mark.parametrize("tail", QWEN.tails)
def test_a_tail_is_text(tail: str) -> None:
    assert read(f"{CALL}{tail}", []) == [("f", {}), tail]


def test_the_last_of_two_tools_with_one_name_types_the_value() -> None:
    tools = [Tool("f", {"properties": {"k": {"type": name}}}) for name in ("string", "integer")]
    assert (
        by_the_page(in_call("7"), tools)
        == by_the_reference(in_call("7"), tools)
        == [("f", {"k": ("number", 7.0)})]
    )


@pytest.mark.parametrize("meaning", UNDECIDED.values(), ids=lambda meaning: "-".join(sorted(meaning.types)))
def test_what_an_undecided_text_declares_can_be_given_a_value_again(meaning: Meaning) -> None:
    values = [value(Pen(Seeded(1, index), QWEN.tokens, ("x",)), meaning) for index in range(20)]
    assert all(isinstance(text, str) for text, _ in values)
