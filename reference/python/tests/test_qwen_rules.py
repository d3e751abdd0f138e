"""Hand-written cases of the dialect `qwen`, filed by the rule of the semantics page that decides them."""

from typing import Any

import pytest
from reference_runs import PARSER, stream, whole

F = "<function=f></function>"
BLOCK = f"<tool_call>{F}</tool_call>"
CALL = {"call": {"name": "f", "input": {}}}
WHITE = [*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F]
WHITE_SPACE = "".join(map(chr, [*WHITE, 0x3000]))
NOT_WHITE = ["\ufeff", "\u001c", "\u001f", "\u200b", "\u2060", "\u180e"]


def function(body: str, name: str = "f") -> str:
    return f"<tool_call><function={name}>{body}</function></tool_call>"


def value(body: str) -> str:
    return function(f"<parameter=p>{body}</parameter>")


def answer(text: str) -> Any:
    """Give the folded events, the same whole, by single characters and with empty chunks between."""
    events, saw = stream([text], dialect="qwen")
    assert saw == ("<tool_call>" in text)
    assert stream(list(text), dialect="qwen") == (events, saw)
    assert stream(["", *[part for one in text for part in (one, "")]], dialect="qwen") == (events, saw)
    return events


def inputs(text: str) -> Any:
    """Give the inputs of the calls of a text."""
    return [event["call"]["input"] for event in answer(text) if "call" in event]


STAYS_TEXT = [
    ("Q3 case", BLOCK.replace("tool_call", "TOOL_CALL")),
    ("Q3 case of a function", BLOCK.replace("function", "Function")),
    ("Q3 a blank in the opener", BLOCK.replace("<tool_call>", "<tool_call >")),
    ("Q3 a blank in the closer", BLOCK.replace("</tool_call>", "</tool_call >")),
    ("Q3 a blank before the equals sign", BLOCK.replace("<function=", "<function =")),
    ("Q4 no function", "<tool_call></tool_call>"),
    ("Q4 white space is no function", "<tool_call> \n </tool_call>"),
    ("Q4 a parameter without a function", "<tool_call><parameter=p>\nv\n</parameter></tool_call>"),
    ("Q4 text before the function", f"<tool_call>x{F}</tool_call>"),
    ("Q4 text after the function", f"<tool_call>{F}x</tool_call>"),
    ("Q4 text in the function", function("x")),
    ("Q4 text between parameters", function("<parameter=p>v</parameter>x</function>")),
    ("Q4 a function in a function", function(F)),
    ("Q4 no name", function("", "")),
    ("Q4 a name of white space", function("", " \u3000\u0085")),
    ("Q4 a LF in the name", function("", "f\ng")),
    ("Q4 a LF before the name", function("", "\nf")),
    ("Q4 a LF after the name", function("", "f\n")),
    ("Q4 no key", function("<parameter=>v</parameter>")),
    ("Q4 a LF in the key", function("<parameter=k\n>v</parameter>")),
    ("Q4 the second function is bad", f"<tool_call>{F}<function=></function></tool_call>"),
    ("Q8 never closed", f"<tool_call>{F}"),
    ("Q8 a closer cut at the end", f"<tool_call>{F}</tool_call"),
    ("Q8 no closer of the function", "<tool_call><function=f></tool_call>"),
    ("Q8 no closer of the value", "<tool_call><function=f><parameter=p>v</function></tool_call>"),
    ("Q8 a JSON body", '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>'),
    ("Q8 attributes", '<tool_call><function name="f"></function></tool_call>'),
    ("Q10 a bare function", F),
    ("Q10 a closer alone", "</tool_call>"),
    *[(f"C1 {mark!a} is no white space", f"<tool_call>{mark}{F}</tool_call>") for mark in NOT_WHITE],
]


@pytest.mark.parametrize("text", [case[1] for case in STAYS_TEXT], ids=[case[0] for case in STAYS_TEXT])
def test_text_that_holds_no_call_stays_as_it_is(text: str) -> None:
    assert answer(text) == [{"text": text}]
    assert answer(f" {text}\n") == [{"text": f" {text}\n"}]


GIVES = [
    ("Q3 a fence is nothing", f"```\n{BLOCK}\n```", [{"text": "```\n"}, CALL, {"text": "\n```"}]),
    (
        "Q3 a think tag is nothing",
        f"<think>{BLOCK}</think>",
        [{"text": "<think>"}, CALL, {"text": "</think>"}],
    ),
    ("Q4 two functions in a block", f"<tool_call>{F}\n{F}</tool_call>", [CALL, CALL]),
    ("Q4 blocks side by side", BLOCK + BLOCK, [CALL, CALL]),
    ("Q4 an opener in a name", function("", "<tool_call"), [{"call": {"name": "<tool_call", "input": {}}}]),
    ("Q4 a CR in a name goes with the trimming", function("", "f\r"), [CALL]),
    ("Q4 a name is trimmed", function("", WHITE_SPACE.replace("\n", "") + "f\u3000"), [CALL]),
    ("Q8 an opener in the block starts anew", f"<tool_call>{BLOCK}", [{"text": "<tool_call>"}, CALL]),
    (
        "Q8 an opener behind a function starts anew",
        f"<tool_call>{F}\n{BLOCK}",
        [{"text": f"<tool_call>{F}\n"}, CALL],
    ),
    (
        "Q8 an opener in a function starts anew",
        f"<tool_call><function=f> {BLOCK}",
        [{"text": "<tool_call><function=f> "}, CALL],
    ),
    (
        "Q8 scanning resumes at the tag with a bad name",
        f"<tool_call><function=\n{BLOCK}",
        [{"text": "<tool_call><function=\n"}, CALL],
    ),
    (
        "Q8 scanning resumes at the tag with a bad key",
        f"<tool_call><function=f><parameter=>{BLOCK}",
        [{"text": "<tool_call><function=f><parameter=>"}, CALL],
    ),
    (
        "Q8 scanning resumes at what is no tag",
        f"<tool_call>\n{{{BLOCK}",
        [{"text": "<tool_call>\n{"}, CALL],
    ),
    (
        "Q8 a mention in prose costs no call",
        f"The tag `<tool_call>` starts one.\n{BLOCK}",
        [{"text": "The tag `<tool_call>` starts one.\n"}, CALL],
    ),
    ("Q8 an open capture is not scanned again", f"<tool_call><function=f{BLOCK[:-1]}", None),
    ("Q8 an open value is not scanned again", f"<tool_call><function=f><parameter=p>{BLOCK}", None),
    ("Q10 text stays exact", f" \n{BLOCK}\n\n x ", [{"text": " \n"}, CALL, {"text": "\n\n x "}]),
    ("Q10 the beginning of an opener at the end", f"{BLOCK}<tool_cal", [CALL, {"text": "<tool_cal"}]),
]


@pytest.mark.parametrize(("text", "events"), [case[1:] for case in GIVES], ids=[case[0] for case in GIVES])
def test_calls_and_text_come_out_in_order(text: str, events: Any) -> None:
    assert answer(text) == (events or [{"text": text}])


@pytest.mark.parametrize("mark", WHITE_SPACE, ids=ascii)
def test_white_space_between_tags_is_free(mark: str) -> None:
    """C1, Q4, Q5."""
    space = mark * 2
    tags = ["<tool_call>", "<function=f>", "<parameter=p>v</parameter>", "<parameter=q>w</parameter>"]
    text = space.join([*tags, "</function>", "<function=g>", "</function>", "</tool_call>"])
    assert answer(text) == [
        {"call": {"name": "f", "input": {"p": "v", "q": "w"}}},
        {"call": {"name": "g", "input": {}}},
    ]


VALUES = [
    ("Q5 a closer with text behind it", "a</parameter>b", "a</parameter>b"),
    ("Q5 a closer with white space and text behind it", "a</parameter>\n\u3000b", "a</parameter>\n\u3000b"),
    ("Q5 a closer before a closer", "</parameter>", "</parameter>"),
    ("Q5 closers with white space between", "</parameter>\n</parameter> ", "</parameter>\n</parameter> "),
    ("Q5 a closer before the end of the block", "</parameter>\n</tool_call>", "</parameter>\n</tool_call>"),
    ("Q5 a function's closer", "</function>\n</tool_call>", "</function>\n</tool_call>"),
    ("Q5 openers", "<tool_call><function=g><parameter=q>", "<tool_call><function=g><parameter=q>"),
    ("Q5 almost a next parameter", "a</parameter>\n<parameter>", "a</parameter>\n<parameter>"),
    ("Q5 almost a function's closer", "a</parameter>\n</function >", "a</parameter>\n</function >"),
    ("Q5 U+FEFF is no white space", "a</parameter>\ufeff</function>", "a</parameter>\ufeff</function>"),
    ("Q6 nothing", "", ""),
    ("Q6 one LF", "\n", ""),
    ("Q6 two", "\n\n", ""),
    ("Q6 three", "\n\n\n", "\n"),
    ("Q6 no framing", "v", "v"),
    ("Q6 framing in front only", "\nv", "v"),
    ("Q6 framing behind only", "v\n", "v"),
    ("Q6 only one goes", "\n\n v \n\n", "\n v \n"),
    ("Q6 a CR stays", "\r\nv\r\n", "\r\nv\r"),
    ("Q6 a CR in front of nothing", "\n\r\n", "\r"),
    ("entities are literal", "&lt;&#65;<![CDATA[x]]>", "&lt;&#65;<![CDATA[x]]>"),
    ("NUL and others", "\x00\u2028\ufeff", "\x00\u2028\ufeff"),
]


@pytest.mark.parametrize(("body", "text"), [case[1:] for case in VALUES], ids=[case[0] for case in VALUES])
def test_a_value_is_the_text_between_its_tags(body: str, text: str) -> None:
    assert inputs(value(body)) == [{"p": text}]


def test_a_value_ends_before_a_tag_that_is_no_good() -> None:
    """Q5: the block is given up there, and what follows is scanned."""
    for tag in ("<parameter=>", "<parameter=k\n>"):
        text = f"<tool_call><function=f><parameter=p>v</parameter> {tag}"
        assert answer(f"{text}{BLOCK}") == [{"text": text}, CALL]


def test_equal_keys_keep_the_place_of_the_first_and_the_value_of_the_last() -> None:
    """Q7."""
    text = function("".join(f"<parameter={key}>{at}</parameter>" for at, key in enumerate("abcab")))
    assert [[*given.items()] for given in inputs(text)] == [[("a", "3"), ("b", "4"), ("c", "2")]]


@pytest.mark.parametrize(
    "key", ["__proto__", "constructor", "1", " ", "\u3000k", "a=b", 'a"b', "<", "\r", "\u2028"]
)
def test_any_key_without_a_line_feed_is_one_as_it_stands(key: str) -> None:
    """Q4."""
    assert inputs(function(f"<parameter={key}>v</parameter>")) == [{key: "v"}]


def test_a_key_and_a_name_end_at_the_first_bracket() -> None:
    """Q4: the rest of the key is the value's, the rest of the name is no tag."""
    assert inputs(function("<parameter=a>b>c</parameter>")) == [{"a": "b>c"}]
    assert inputs(function("", "f>g")) == []


def test_the_flag_is_set_wherever_the_opener_stands() -> None:
    """Q12."""
    for text, saw in (
        ("<tool_call>", True),
        ("x <tool_call", False),
        ("<tool_call >", False),
        ("<TOOL_CALL>", False),
        ("</tool_call>", False),
        ("<tool_call<tool_call>", True),
        ("<function=<tool_call>", True),
    ):
        assert stream(list(text), dialect="qwen") == ([{"text": text}], saw)


def test_streams_know_nothing_of_each_other() -> None:
    first, second = (PARSER.stream(dialect="qwen") for _ in range(2))
    first.feed("<tool_call><function=f>")
    assert second.feed("</function></tool_call>") == [{"text": "</function></tool_call>"}]
    assert first.feed("</function></tool_call>") == [CALL]


def test_only_the_answer_of_the_dialect_can_be_set() -> None:
    assert whole(BLOCK, dialect="qwen", missing_opener="text") == [CALL]
    for policies in ({"missing_opener": "repair"}, {"missing_opener": "perhaps"}, {"fences": "live"}):
        with pytest.raises(ValueError, match=r"missing_opener|not settable"):
            PARSER.stream(dialect="qwen", policies=policies)
