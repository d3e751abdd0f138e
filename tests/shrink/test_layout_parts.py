"""The parts of a text that a sentence can name: found by their looks, also where the text is not whole."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.dialects import by_name
from harness.shrink.layout import layout

CALLS = '<invoke name="a"><parameter name="b">1 2</parameter></invoke> <invoke name="c"/>'
WRAPPED = f"<tool_calls>\n{CALLS}</tool_calls>"
QWEN = "<tool_call>\n<function=a>\n<parameter=b>\n1\n</parameter>\n</function>\n</tool_call>"
BARE = '<invoke name="a"></invoke></tool_calls> <invoke name="b"></invoke></tool_calls></tool_calls>'


def parts(text: str, dialect: str = "dsml") -> dict[str, list[str]]:
    """Give the parts as the text that they are, without the white space and the words."""
    found = layout(text, by_name(dialect)).parts
    return {
        name: [text[start:end] for start, end in spans]
        for name, spans in found.items()
        if name not in {"white space", "a word"}
    }


def pairs(text: str, dialect: str = "dsml") -> dict[tuple[str, str], list[tuple[str, str]]]:
    found = layout(text, by_name(dialect)).pairs
    return {
        names: [(text[one[0] : one[1]], text[two[0] : two[1]]) for one, two in some]
        for names, some in found.items()
    }


def test_tags_values_and_elements_are_found_and_the_narrow_name_comes_before_the_wide_one() -> None:
    assert list(parts(WRAPPED).items()) == [
        ("the opening tag of a block", ["<tool_calls>"]),
        ("the closing tag of a block", ["</tool_calls>"]),
        ("the opening tag of a call", ['<invoke name="a">', '<invoke name="c"/>']),
        ("the closing tag of a call", ["</invoke>"]),
        ("the opening tag of a parameter", ['<parameter name="b">']),
        ("the closing tag of a parameter", ["</parameter>"]),
        (
            "an opening tag",
            ["<tool_calls>", '<invoke name="a">', '<parameter name="b">', '<invoke name="c"/>'],
        ),
        ("a closing tag", ["</parameter>", "</invoke>", "</tool_calls>"]),
        (
            "a tag",
            [
                "<tool_calls>",
                '<invoke name="a">',
                '<parameter name="b">',
                "</parameter>",
                "</invoke>",
                '<invoke name="c"/>',
                "</tool_calls>",
            ],
        ),
        ("the value of a parameter", ["1 2"]),
        ("a parameter", ['<parameter name="b">1 2</parameter>']),
        ("a call", ['<invoke name="a"><parameter name="b">1 2</parameter></invoke>', '<invoke name="c"/>']),
        ("a block", [WRAPPED]),
    ]


def test_parts_that_follow_each_other_are_paired() -> None:
    assert list(pairs(WRAPPED).items()) == [
        (("a value", "the closing tag behind it"), [("1 2", "</parameter>")]),
        (
            ("the closing tag of a parameter", "the closing tag of its call"),
            [("</parameter>", "</invoke>")],
        ),
        (("a value", "the rest of its call"), [("1 2", "</parameter></invoke>")]),
        (
            ("a value", "the rest of its block"),
            [("1 2", '</parameter></invoke> <invoke name="c"/></tool_calls>')],
        ),
        (
            ("the opening tag of a call", "the rest of its call"),
            [('<invoke name="a">', '<parameter name="b">1 2</parameter></invoke>')],
        ),
        (
            ("the opening tag of a call", "the rest of its block"),
            [
                (
                    '<invoke name="a">',
                    '<parameter name="b">1 2</parameter></invoke> <invoke name="c"/></tool_calls>',
                )
            ],
        ),
        (
            ("the opening tag of a block", "the rest of its block"),
            [("<tool_calls>", WRAPPED.removeprefix("<tool_calls>"))],
        ),
        (("a call", "the next"), [("</invoke>", '<invoke name="c"/>')]),
    ]


def test_the_other_dialect_has_the_same_names() -> None:
    assert parts(QWEN, "qwen") == {
        "the opening tag of a block": ["<tool_call>"],
        "the closing tag of a block": ["</tool_call>"],
        "the opening tag of a call": ["<function=a>"],
        "the closing tag of a call": ["</function>"],
        "the opening tag of a parameter": ["<parameter=b>"],
        "the closing tag of a parameter": ["</parameter>"],
        "an opening tag": ["<tool_call>", "<function=a>", "<parameter=b>"],
        "a closing tag": ["</parameter>", "</function>", "</tool_call>"],
        "a tag": [
            "<tool_call>",
            "<function=a>",
            "<parameter=b>",
            "</parameter>",
            "</function>",
            "</tool_call>",
        ],
        "the value of a parameter": ["\n1\n"],
        "a parameter": ["<parameter=b>\n1\n</parameter>"],
        "a call": [QWEN[12:-13]],
        "a block": [QWEN],
    }
    assert pairs(QWEN, "qwen")["the closing tag of a call", "the closing tag of its block"] == [
        ("</function>", "</tool_call>")
    ]


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("a\r\nb\n\r\r\n", "a line end of two characters", ["\r\n", "\r\n"]),
        ("&amp; &x &#x41;", "an entity", ["&amp;", "&#x41;"]),
        ("<![CDATA[<![cdata[", "the start of a CDATA section", ["<![CDATA[", "<![cdata["]),
        ("]]]>]]>", "the end of a CDATA section", ["]]>", "]]>"]),
        ("<!--y-->", "the mark of a comment", ["<!--", "-->"]),
        ("``````` ``~~~", "the run of a fence", ["```````", "~~~"]),
        ("\\u00e9\\n", "an escape", ["\\u00e9", "\\n"]),
        (
            "e\u0301\u0302a\u0301 \U0001f1e6\U0001f1e7e",
            "a character of several code points",
            ["e\u0301\u0302", "a\u0301", "\U0001f1e6\U0001f1e7"],
        ),
    ],
)
def test_what_means_something_as_a_whole_is_found(text: str, name: str, found: list[str]) -> None:
    assert parts(text) == {name: found}


def test_white_space_and_words_come_last() -> None:
    found = layout("ab \n<c", by_name("dsml")).parts
    assert list(found.items()) == [("white space", ((2, 4),)), ("a word", ((0, 2), (5, 6)))]


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ('<invoke name="a', ['<invoke name="a']),
        ("<invoke <parameter>", ["<invoke ", "<parameter>"]),
        ("<invoke\n></INVOKE>", ["<invoke\n>", "</INVOKE>"]),
        ("<|DSML|tool_calls></|dsml|tool_calls>", ["<|DSML|tool_calls>", "</|dsml|tool_calls>"]),
        ("<tool_calls", ["<tool_calls"]),
        ("<invoked><invoke-x><invoke_>< invoke><in", []),
        ("<tool_call\u017f><invo\u212ae>", []),
        ("<invoke\u00e9>", ["<invoke\u00e9>"]),
    ],
)
def test_a_tag_is_known_by_its_name_and_may_end_where_another_begins_or_the_text_ends(
    text: str, tags: list[str]
) -> None:
    assert parts(text).get("a tag", []) == tags


def test_a_marker_of_one_dialect_is_none_of_the_other() -> None:
    assert parts("<|DSML|tool_call>", "qwen") == {}


def test_an_element_goes_from_the_last_that_opens_it_to_the_next_that_closes_it() -> None:
    text = "</invoke><invoke a><invoke b></tool_calls></invoke></invoke><invoke c/></invoke><invoke d>"
    assert parts(text)["a call"] == ["<invoke b></tool_calls></invoke>", "<invoke c/>"]
    text = "<parameter a></parameter><parameter b>1<parameter c>2</parameter></parameter>"
    assert parts(text)["a parameter"] == ["<parameter a></parameter>", "<parameter c>2</parameter>"]
    assert parts(text)["the value of a parameter"] == ["2"], "an empty value is no part"
    assert pairs(text)["a value", "the closing tag behind it"] == [("2", "</parameter>")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("</invoke><invoke a", [("</invoke>", "<invoke a")]),
        ("</invoke>, <invoke a>1</invoke>", [("</invoke>", "<invoke a>1</invoke>")]),
        ("<invoke a/><invoke b/>", [("<invoke a/>", "<invoke b/>")]),
        ("<invoke a/><invoke b></invoke>", [("<invoke a/>", "<invoke b></invoke>")]),
        ("</invoke><invoke a><invoke b>", [("</invoke>", "<invoke a>")]),
        ("</invoke></invoke><invoke a>", [("</invoke>", "<invoke a>")]),
        ("<invoke a><invoke b>", None),
        ("</invoke><parameter b></invoke>", None),
        ("</invoke>", None),
    ],
)
def test_what_closes_a_call_is_paired_with_the_next_call(
    text: str, found: list[tuple[str, str]] | None
) -> None:
    assert pairs(text).get(("a call", "the next")) == found


def test_closing_tags_are_paired_only_where_nothing_opens_between_them() -> None:
    names = ("the closing tag of a parameter", "the closing tag of its call")
    assert pairs("</parameter> \n</invoke>")[names] == [("</parameter>", "</invoke>")]
    for text in ("</parameter><invoke>", "<parameter></invoke>", "</invoke></parameter>", "</parameter>"):
        assert names not in pairs(text)
    names = ("the closing tag of a call", "the closing tag of its block")
    assert pairs("</invoke></tool_calls>")[names] == [("</invoke>", "</tool_calls>")]
    assert names not in pairs("</parameter></tool_calls>")


def test_the_rest_of_a_call_or_block_goes_to_the_first_tag_that_closes_one() -> None:
    text = "</invoke><invoke a></invoke>-</tool_calls></invoke></tool_calls>"
    assert pairs(text)["the opening tag of a call", "the rest of its call"] == [("<invoke a>", "</invoke>")]
    assert pairs(text)["the opening tag of a call", "the rest of its block"] == [
        ("<invoke a>", "</invoke>-</tool_calls>")
    ]
    text = "<parameter>1</parameter>2</invoke>3</tool_calls>"
    assert pairs(text)["a value", "the rest of its call"] == [("1", "</parameter>2</invoke>")]
    assert pairs(text)["a value", "the rest of its block"] == [("1", "</parameter>2</invoke>3</tool_calls>")]
    text = "<tool_calls></invoke></tool_calls>"
    assert ("the opening tag of a block", "the rest of its call") not in pairs(text)
    assert pairs(text)["the opening tag of a block", "the rest of its block"] == [
        ("<tool_calls>", "</invoke></tool_calls>")
    ]


def test_a_tag_that_closes_itself_has_no_rest() -> None:
    found = pairs("<invoke a/><invoke b></invoke><tool_calls/></tool_calls>")
    assert found["the opening tag of a call", "the rest of its call"] == [("<invoke b>", "</invoke>")]
    assert ("the opening tag of a block", "the rest of its block") not in found


def test_blocks_without_their_opening_tags_begin_with_their_first_call() -> None:
    assert parts(BARE)["a block"] == [
        '<invoke name="a"></invoke></tool_calls>',
        '<invoke name="b"></invoke></tool_calls>',
    ]
    assert pairs(BARE)["a block", "the next"] == [
        ('<invoke name="a"></invoke></tool_calls>', '<invoke name="b"></invoke></tool_calls>')
    ]
    assert parts("</invoke><invoke a><invoke b></tool_calls>")["a block"] == [
        "<invoke a><invoke b></tool_calls>"
    ]
    assert "a block" not in parts("</tool_calls><invoke a>")


def test_where_one_block_has_its_opening_tag_no_other_begins_without() -> None:
    text = "<tool_calls><invoke a></tool_calls><invoke b></tool_calls><tool_calls>"
    assert parts(text)["a block"] == ["<tool_calls><invoke a></tool_calls>"]
    assert pairs(text)["a block", "the next"] == [("</tool_calls>", "<tool_calls>")]


pieces = st.sampled_from(
    ["<tool_calls>", "</tool_calls>", "<invoke", " a>", "/>", "</invoke>", "<parameter>", "</parameter>", "x"]
)


@given(st.lists(pieces, max_size=12).map("".join))
def test_all_parts_lie_in_the_text_in_their_order_and_none_is_empty(text: str) -> None:
    found = layout(text, by_name("dsml"))
    assert found.text == text
    for name, spans in found.parts.items():
        assert spans, name
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(one[1] <= two[0] for one, two in pairwise(spans))
    for names, some in found.pairs.items():
        assert some, names
        for one, two in some:
            assert one[1] <= two[0] < two[1] <= len(text)
