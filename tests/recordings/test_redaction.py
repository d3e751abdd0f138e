"""A redaction leaves no letter of a value, keeps lengths and shapes, and tells where a failure is lost."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from secrets_left import answer, words_left

from harness.dialects import DIALECTS
from harness.errors import UsageError
from harness.generate import case_at
from harness.model import Case
from harness.recordings.redaction import ATTEMPTS, keeping, redacted, redacted_case
from harness.recordings.values import spans

DSML, QWEN = "dsml", "qwen"
CASES = 250

by_dialect = pytest.mark.parametrize("dialect", sorted(DIALECTS))


def cased(dialect: str, numbers: range) -> list[Case]:
    return [case for index in numbers if (case := case_at(11, index, dialect)).answers]


# An escaped backslash is read first: what stands behind it is no escape.
HEX = re.compile(r"\\\\|(\\u)[0-9a-fA-F]{4}|(&#[xX])[0-9a-fA-F]+(?=;)")


def zeros(found: re.Match[str]) -> str:
    before = found[1] or found[2] or found[0]
    return before.ljust(len(found[0]), "0")


def shape(text: str) -> list[tuple[str, int]]:
    text = HEX.sub(zeros, text)
    return [(unicodedata.category(char), len(char.encode())) for char in text]


@by_dialect
def test_no_word_of_a_value_stays_where_it_was(dialect: str) -> None:
    changed = 0
    for case in cased(dialect, range(CASES)):
        other = redacted(case.text, dialect)
        assert words_left(case.text, other, answer(case)) == set(), case.text
        changed += bool(words_left(case.text, case.text, answer(case)))
    assert changed > CASES // 10, "the texts had no values, so this says nothing"


@by_dialect
def test_every_place_keeps_its_category_and_its_bytes(dialect: str) -> None:
    for index in range(CASES):
        text = case_at(12, index, dialect).text  # damaged ones too
        assert shape(redacted(text, dialect)) == shape(text)


@by_dialect
def test_nothing_changes_outside_values(dialect: str) -> None:
    for case in cased(dialect, range(CASES)):
        other = redacted(case.text, dialect)
        inside = [False] * len(case.text)
        for start, end, _ in spans(case.text, dialect):
            inside[start:end] = [True] * (end - start)
        assert all(a == b or here for a, b, here in zip(case.text, other, inside, strict=True))


@by_dialect
def test_the_same_text_gives_the_same_and_another_attempt_something_else(dialect: str) -> None:
    text = next(case.text for case in cased(dialect, range(99)) if redacted(case.text, dialect) != case.text)
    assert redacted(text, dialect) == redacted(text, dialect)
    assert len({redacted(text, dialect, attempt) for attempt in range(ATTEMPTS)}) == ATTEMPTS


def value(dialect: str, raw: str) -> str:
    """Redact one value, as it stands in a text."""
    before, behind = {
        DSML: ('a <tool_calls><invoke name="f"><parameter name="k">', "</parameter></invoke></tool_calls> b"),
        QWEN: ("a <tool_call>\n<function=f>\n<parameter=k>\n", "\n</parameter>\n</function>\n</tool_call> b"),
    }[dialect]
    other = redacted(before + raw + behind, dialect)
    assert other.startswith(before)
    assert other.endswith(behind)
    return other[len(before) : len(other) - len(behind)]


@by_dialect
@given(raw=st.text(st.characters(categories=["L", "Nd", "Zs", "Po"], exclude_characters="&\\"), max_size=30))
def test_every_letter_and_digit_of_a_plain_value_is_another_one(dialect: str, raw: str) -> None:
    other = value(dialect, raw)
    assert shape(other) == shape(raw)
    kept = {"true", "false", "null", "True", "False", "None", "NaN", "Infinity"}
    for a, b in zip(raw, other, strict=True):
        assert (a != b) == a.isalnum() or raw.strip() in kept or re.search(r"\d[eE]\d", raw)


@by_dialect
@pytest.mark.parametrize(
    "literal", ["true", " null ", "[true, false,null]", '{"a": None}', "-Infinity", "NaN"]
)
def test_literals_stay_and_the_same_words_in_a_sentence_do_not(dialect: str, literal: str) -> None:
    kept = re.findall(r"true|false|null|None|Infinity|NaN", literal)
    other = value(dialect, literal)
    assert [word for word in kept if word in other] == kept
    assert value(dialect, "it is true, or null") != "it is true, or null"
    assert "true" not in value(dialect, '["true"]')


@by_dialect
@pytest.mark.parametrize(
    "number", ["0", "-1", "10", "0.5", "-12.25e+10", "1E-9", "[1, 20.0, 3e300]", '{"a":100}']
)
def test_numbers_keep_their_form(dialect: str, number: str) -> None:
    other = value(dialect, number)
    assert other != number
    before, after = json.loads(number), json.loads(other)
    assert type(before) is type(after)
    assert json.dumps(after) != "Infinity"
    assert re.sub(r"\d", "0", other.replace("a", "k")) != ""


@by_dialect
@pytest.mark.parametrize(
    "text",
    [
        '{"path": "a\\nb\\u0041\\"c\\\\d", "x": ["\\ud835\\udd04z"]}',
        '["\\u00e9\\/\\t"]',
        '{"k": 1, "k": 2, "l": "k"}',
    ],
)
def test_json_stays_json_of_the_same_form(dialect: str, text: str) -> None:
    other = value(dialect, text)

    def form(raw: Any) -> Any:
        if isinstance(raw, dict):
            return [form(member) for member in raw.values()]
        return [form(member) for member in raw] if isinstance(raw, list) else (type(raw), len(str(raw)))

    assert form(json.loads(other)) == form(json.loads(text))
    assert re.findall(r'\\[nt"\\/]', other) == re.findall(r'\\[nt"\\/]', text)
    assert not {"\\u0041", "\\u00e9", "\\udd04"} & set(re.findall(r"\\u[0-9a-f]{4}", other))


def test_references_stay_references_and_those_of_letters_change() -> None:
    other = value(DSML, "&lt;a&amp;&#65;&#x7a;&#10;&nbsp;&secret;")
    assert re.fullmatch(r"&lt;[^a]&amp;&#\d\d;&#x[0-9a-f]{2};&#10;&nbsp;&\w{6};", other)
    assert not re.search("&#65;|&#x7a;|secret", other)


def test_the_tags_of_elements_still_pair_and_cdata_stays() -> None:
    other = value(DSML, "<to>Ann</to><p:cc id='7'/><x><![CDATA[a]]]]><![cdata[>b]]></x>")
    found = re.fullmatch(
        r"<(\w\w)>(\w{3})</\1><(\w:\w\w) \w\w='\d'/><(\w)><!\[CDATA\[\w\]\]\]\]><!\[cdata\[>\w\]\]></\4>",
        other,
    )
    assert found is not None
    assert found[1] != "to"
    assert found[2] != "Ann"


# Texts in which @ stands for the secret: however a parser reads them, none of it may be left.
HIDDEN = {
    DSML: [
        "<tool_calls><invoke name='f'><parameter name='k'>@",
        "<tool_calls><invoke name='f'><parameter name='k'>@</invoke></tool_calls>",
        "<tool_calls><invoke name='f'><parameter name='k'>a</parameter>@</parameter></invoke></tool_calls>",
        "<tool_calls><invoke name='f'><parameter name='k'><parameter name='l'>a</parameter>@</parameter>",
        "<invoke name='f'><parameter name='k'><parameter name='l'>a</parameter></invoke>@</parameter>",
        "<tool_calls><invoke name='f'><parameter name='k'><![CDATA[@",
        "<tool_calls><invoke name='f'><parameter name='k'><![CDATA[a</parameter></invoke>@]]></parameter>",
        "<tool_calls><invoke name='f'><parameter name='k'><!-- @ --></parameter></invoke></tool_calls>",
        "<tool_calls><invoke name='f' don't><parameter name='k'>@</parameter></invoke></tool_calls>",
        "<tool_calls><invoke name='f'><parameter name='k>@</parameter><parameter name='l'>1</parameter>",
        '<tool_calls><invoke name="f"><parameter x="a>b" name="k">@</parameter></invoke></tool_calls>',
        "<|DSML|tool_calls><|DSML|invoke name='f'><|dsml|PARAMETER name='k'>@</|DSML|parameter>",
        "<invoke name='f'><parameter name='k'>@</parameter></invoke></tool_calls>",
        "<parameter name='k'>@</parameter>",
        "<tool_calls><invoke name='f'><param name='k'>@</param></invoke></tool_calls>",
        "<tool_calls><invoke name='f'>@</invoke></tool_calls>",
        '<tool_calls><invoke name="f">{"input": {"k": "@", "l": ["@", {"@": "@"}]}}</invoke></tool_calls>',
        '<tool_calls><invoke name="f">{"k": "@"}</invoke></tool_calls>',
        '<tool_calls><invoke name="f">{"input": {"k": "a </invoke> @"}}</invoke></tool_calls>',
        '<tool_calls><invoke name="f">{"input": {"k": "@',
        '<tool_calls><invoke name="f">{oops <parameter name="k">@</parameter></invoke></tool_calls>',
        '<tool_calls><invoke name="f">{"name": "@"}</invoke></tool_calls>',
        "```\n<tool_calls><invoke name='f'><parameter name='k'>@</parameter></invoke></tool_calls>\n```",
    ],
    QWEN: [
        "<tool_call>\n<function=f>\n<parameter=k>\nS",
        "<tool_call>\n<function=f>\n<parameter=k>\nS\n</function>\n</tool_call>",
        "<tool_call>\n<function=f>\n<parameter=k>\nS\n</parameter>\n</tool_call>",
        "<tool_call>\n<function=f>\n<parameter=k>\nS\n<parameter=l>\nS\n</parameter>\n</function>\n</tool_call>",
        "<tool_call>\n<function=f>\n<parameter=k>\na</parameter>@\n</parameter>\n</function>\n</tool_call>",
        "<tool_call>\n<function=f>\n<parameter=k>\na</function></tool_call>@\n</parameter>\n</function>",
        "<tool_call>\n<function=f>\n<parameter=k\nS\n</parameter>\n</function>\n</tool_call>",
        "<tool_call>\n<function=f>\n<param=k>\nS\n</param>\n</function>\n</tool_call>",
        "<function=f>\n<parameter=k>\nS\n</parameter>\n</function>",
        "<tool_call>\n<parameter=k>\nS\n</parameter>\n</function>\n</tool_call>",
        '<tool_call>\n{"name": "f", "arguments": {"k": "@", "l": {"@": ["@"]}}}\n</tool_call>',
        '<tool_call>\n{"name": "f", "arguments": "{\\"k\\": \\"@\\"}"}\n</tool_call>',
        '<tool_call>\n{"name": "f", "arguments": {"k": "@',
        '<function=f>{"k": "@"}</function>',
        '<function=f>{"name": "@"}</function>',
        "<tool_call>\n<function=f>\nS\n</function>\n</tool_call>",
    ],
}
HIDDEN[DSML] += [
    f"<tool_calls><invoke name='f'><parameter name='k'>{value}"
    for value in (
        "<invoke @>a</parameter>",
        "<parameter @",
        "<tool_calls @></parameter>",
        "</invoke @></parameter>",
        "<parameter name='l' id='@'>a</parameter></parameter>",
        "<parameter/@/></parameter>",
        "<|DSML|invoke\n@\n></parameter>",
        "< invoke name='g' of='@'></parameter>",
        "a</parameter @>",
    )
]
HIDDEN[DSML] += [
    "<tool_calls><invoke name='f'><parameter name='k' value='@'/></invoke></tool_calls>",
    "<tool_calls><invoke name='f' k='@' /></tool_calls>",
    "<tool_calls><invoke name='f'><parameter name='k' string='false' of=@>1</parameter></invoke>",
]
HIDDEN[QWEN] += [
    '<tool_call>\n<function=f>\n<parameter=k>\n<parameter name="l" id="@">\n</parameter>\n</function>',
]
HUNTER = "Hunter-7x Geheimnis"


@pytest.mark.parametrize(
    ("dialect", "text"), [(name, text) for name, texts in HIDDEN.items() for text in texts]
)
def test_a_secret_is_gone_from_malformed_calls_too(dialect: str, text: str) -> None:
    for whole in (text, f"So:\n{text} and on.", f"{text}\n{text}"):
        other = redacted(whole.replace("@", HUNTER), dialect)
        assert len(other) == len(whole.replace("@", HUNTER))
        assert not re.search("Hunter|7x|Geheimnis", other), other


@pytest.mark.parametrize(
    ("dialect", "kept"),
    [
        (DSML, '<tool_calls><invoke name="get"><parameter name="key">'),
        (DSML, '<tool_calls><invoke name="get"><parameter name="key" string="true">'),
        (DSML, '<tool_calls><invoke name="get"><parameter name="key"><parameter name="of">'),
        (DSML, '<tool_calls><invoke name="get"><parameter name="key"></ |DSML| invoke_ name: "of">'),
        (DSML, "An <b>example</b> with `code` and 12 numbers."),
        (DSML, '<tool_calls><invoke name="f">{"input": {"key": "'),
        (QWEN, "<tool_call>\n<function=get>\n<parameter=key>\n"),
        (QWEN, '<tool_call>\n{"name": "get", "arguments": {"key": "'),
    ],
)
def test_names_and_prose_stay(dialect: str, kept: str) -> None:
    assert redacted(f"{kept}x", dialect).startswith(kept)


def test_a_failure_that_hangs_on_the_letters_is_refused() -> None:
    case = Case("given", DSML, "<parameter name='k'>abc</parameter>")
    tried: list[str] = []

    def shows(other: Case) -> bool | None:
        tried.append(other.text)
        return True if "abc" in other.text else None

    with pytest.raises(UsageError, match="no redaction keeps the failure") as error:
        keeping(case, shows, "split: call missing")
    assert len(set(tried)) == ATTEMPTS
    assert "abc" not in error.value.message + error.value.hint


def test_the_first_redaction_that_keeps_the_failure_is_taken() -> None:
    case = Case("given", DSML, "<parameter name='k'>a</parameter>")
    wanted = redacted_case(case, 2)
    other, shown = keeping(case, lambda one: "yes" if one == wanted else None, "")
    assert (other, shown) == (wanted, "yes")


def test_nothing_is_known_of_a_redacted_case() -> None:
    case = next(case for case in cased(DSML, range(20)) if case.answers)
    other = redacted_case(case)
    assert (other.knowledge, other.answers, other.chunkings) == ("underived", (), case.chunkings)
    assert other.id != case.id, "the number of a generated case would give the text back"
