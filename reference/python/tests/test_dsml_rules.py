"""Hand-written cases, filed by the rule of the semantics page that decides them."""

from typing import Any

import pytest
from reference_runs import PARSER, doubles, stream, whole

A = '<invoke name="a"></invoke>'
BLOCK = f"<tool_calls>{A}</tool_calls>"
CALL = {"call": {"name": "a", "input": {}}}


def wrapped(body: str) -> str:
    return f"<tool_calls>{body}</tool_calls>"


def invoke(body: str) -> str:
    return wrapped(f'<invoke name="a">{body}</invoke>')


def value(body: str) -> str:
    return invoke(f'<parameter name="p">{body}</parameter>')


def answer(text: str) -> Any:
    """Give the folded events, the same whole and by single characters."""
    events = whole(text)
    assert stream(list(text))[0] == events
    return events


def inputs(text: str) -> Any:
    """Give the inputs of the calls of a text."""
    return [event["call"]["input"] for event in answer(text) if "call" in event]


def visible(text: str) -> str:
    return "".join(event.get("text", "") for event in answer(text))


STAYS_TEXT = [
    ("C2 a long s is no s", f"<tool_call\u017f>{A}"),
    ("C2 a kelvin sign is no k", wrapped('<invo\u212ae name="a"></invo\u212ae>')),
    ("D1 a fence", f"```\n{BLOCK}\n```\n"),
    ("D1 tildes, unclosed", f" \t~~~~ info {BLOCK}\n{BLOCK}"),
    ("D1 a shorter run closes nothing", f"````\n```\n{BLOCK}"),
    ("D1 the other character closes nothing", f"```\n~~~\n{BLOCK}"),
    ("D1 a run with something after it closes nothing", f"```\n``` x\n{BLOCK}"),
    ("D1 the whole line of a fence is text", f"``` {BLOCK}"),
    ("D2 no boundary after the name", f"<tool_calls_>{A}"),
    ("D2 no other spelling", f"< tool_calls>{A}"),
    ("D3 no end tag", f"<tool_calls>{A}"),
    ("D3 /> adds depth at invoke depth 0", '<tool_calls><invoke name="a"/><tool_calls></tool_calls>'),
    ("D4 an unterminated section hides the end tag", "<tool_calls><![cdata[" + A + "</tool_calls>"),
    ("D4 <!--> is no comment that ends", f"<tool_calls><!-->{A}</tool_calls>"),
    ("D5 an open quote hides the end tag", f"<tool_calls '>{A}</tool_calls>"),
    ("D6 a block without calls", "<tool_calls>  </tool_calls>"),
    ("D7a text after a bare invoke", '<invoke name="a">x</invoke></tool_calls>'),
    ("D7b text between bare invokes", f"{A}x</tool_calls>"),
    ("D7b CDATA between bare invokes", f"{A}<![CDATA[]]></tool_calls>"),
    ("D7c a bracket in the tag", '<invoke name="a" <></invoke></tool_calls>'),
    ("D7 never closed", A),
    ("D8 mixed styles", f"<|DSML|tool_calls>{A}</|DSML|tool_calls>"),
    ("D8 mixed in the end tag", f"<tool_calls>{A}</|DSML|tool_calls>"),
    ("D9 no end tag of the invoke", '<tool_calls><invoke name="a"></tool_calls>'),
    ("D9 a lone empty invoke is not closed", '<tool_calls><invoke name="a"/></tool_calls>'),
    ("D10 no blank but four counts", '<tool_calls><invoke name\u00a0="a"></invoke></tool_calls>'),
    ("D10 another key", '<tool_calls><invoke xname="a" na-me="b"></invoke></tool_calls>'),
    ("D11 no name", "<tool_calls><invoke></invoke></tool_calls>"),
    ("D11 an empty name", '<tool_calls><invoke name=" &#32; "></invoke></tool_calls>'),
    ("D12 text and no parameter", invoke("x")),
    ("D12 neither member", invoke('{"x":1}')),
    ("D12 members that are no objects", invoke('{"input":[],"parameters":"x"}')),
    ("D12 no JSON and no parameter", invoke("{x}")),
    ("D12 entities are not decoded", invoke("{&quot;input&quot;:{}}")),
    ("D12 a parameter without a name", invoke("<parameter>1</parameter>")),
]


@pytest.mark.parametrize("text", [case[1] for case in STAYS_TEXT], ids=[case[0] for case in STAYS_TEXT])
def test_what_is_no_call_stays_text_as_it_stands(text: str) -> None:
    assert answer(text) == [{"text": text}]


READS = [
    ("C1 trims NEL and ideographic space", value("\u0085\u3000x\u2029\u00a0"), {"p": "x"}),
    ("C1 keeps BOM and U+001C", value("\ufeffx\x1c"), {"p": "\ufeffx\x1c"}),
    ("C4 a trailing comma", value("[1,]"), {"p": "[1,]"}),
    ("C4 NaN", value("[NaN]"), {"p": "[NaN]"}),
    ("C4 the last of equal keys", value('{"a":1,"a":true}'), {"p": {"a": True}}),
    ("C4 a number beyond a double", value("[1e400]"), {"p": "[1e400]"}),
    ("C4 an integer beyond a double", value(f"[{'9' * 400}]"), {"p": f"[{'9' * 400}]"}),
    ("C4 a huge integer", value(f"[{'9' * 5000}]"), {"p": f"[{'9' * 5000}]"}),
    ("C4 a lone surrogate in a lost member", value(r'{"a":"\udc00","a":1}'), {"p": r'{"a":"\udc00","a":1}'}),
    ("C4 an escaped backslash before u", value(r'["\\ud800"]'), {"p": [r"\ud800"]}),
    ("C4 a surrogate pair", value(r'["\ud83d\ude00"]'), {"p": ["\U0001f600"]}),
    ("C4 a control character", value('["\x01"]'), {"p": '["\x01"]'}),
    ("C4 brackets in strings have no depth", value('["' + "[" * 300 + '"]'), {"p": ["[" * 300]}),
    ("C4 depth 257", value("[" * 257 + "]" * 257), {"p": "[" * 257 + "]" * 257}),
    ("D3 a wrapper inside an invoke adds depth", value(BLOCK), {"p": {"tool_calls": {"invoke": ""}}}),
    ("D4 CDATA hides tags", value("<![CDATA[</parameter></invoke>]]>"), {"p": "</parameter></invoke>"}),
    ("D4 a comment hides tags", value("<!-- </parameter> -->"), {"p": "<!-- </parameter> -->"}),
    ("D5 a quoted > does not end a tag", wrapped('<invoke x=">" name="a"></invoke>'), {}),
    ("D5 blanks and slashes in an end tag", "<tool_calls><invoke name='a'></invoke\n></tool_calls/ x>", {}),
    ("D8 a tag in quotes has no style", wrapped('<invoke x="</|DSML|invoke>" name="a"></invoke>'), {}),
    ("D8 a tag in CDATA has no style", value("<![CDATA[<|DSML|invoke>]]>"), {"p": "<|DSML|invoke>"}),
    ("D9 need not be children", invoke('<b><parameter name="p">1</parameter></b>'), {"p": "1"}),
    (
        "D9 pairs by depth",
        value('<parameter name="q">1</parameter>'),
        {"p": {"parameter": "1"}},
    ),
    (
        "D9 a nested empty tag adds no depth",
        value('<parameter name="q"/>'),
        {"p": {"parameter": ""}},
    ),
    (
        "D9 the search stops at what is unmatched",
        invoke('<parameter name="p">1</parameter><parameter name="q">'),
        {"p": "1"},
    ),
    ("D10 the last name wins", wrapped("<invoke name=\"b\" NAME = 'a'></invoke>"), {}),
    ("D10 quotes that are no value", wrapped("<invoke \"name='a'\"></invoke>"), {}),
    (
        "D11 skips a nameless parameter",
        invoke('<parameter>1</parameter><parameter name="p">2</parameter>'),
        {"p": "2"},
    ),
    ("D12 empty", invoke(" \n\u2003"), {}),
    ("D12 input", invoke('{"parameters":{"b":1},"input":{"a":2}}'), {"a": 2}),
    ("D12 parameters", invoke(' {"input":null,"parameters":{"b":1}} '), {"b": 1}),
    ("D12 an empty object", invoke("{}"), {}),
    ("D12 a brace and parameters", invoke('{<parameter name="p">1</parameter>}'), {"p": "1"}),
    (
        "D13 a list stays one element",
        invoke('<parameter name="p">[1]</parameter><parameter name="p">2</parameter>'),
        {"p": [[1], "2"]},
    ),
    ("D13 any name", invoke('<parameter name="__proto__">1</parameter>'), {"__proto__": "1"}),
    (
        "D13 case matters",
        invoke('<parameter name="P">1</parameter><parameter name="p">2</parameter>'),
        {"P": "1", "p": "2"},
    ),
    ("V1 empty", value(" \t "), {"p": ""}),
    ("V2 joined", value(" <![CDATA[a]]]]><![cdata[> b ]]> "), {"p": "a]]> b "}),
    ("V2 no entities, no JSON", value("<![CDATA[{&lt;}]]>"), {"p": "{&lt;}"}),
    ("V3 something between", value("<![CDATA[a]]> <![CDATA[b]]>"), {"p": "a]]> <![CDATA[b"}),
    ("V3 not at both ends", value("<![CDATA[a]]>b"), {"p": "<![CDATA[a]]>b"}),
    ("V4 children", value("<k>1</k>\u00a0<x:k>2</x:k><j/>"), {"p": {"k": ["1", "2"], "j": ""}}),
    ("V4 a list stays one element", value("<k>[1]</k><k>[2]</k>"), {"p": {"k": [[1], [2]]}}),
    ("V4 nested", value("<k> <j> {} </j> </k >"), {"p": {"k": {"j": {}}}}),
    ("V4 attributes", value("<k a = '>' x:b=\"</k>\" >1</k>"), {"p": {"k": "1"}}),
    ("V4 an attribute without blank before", value('<k a="1"b="2">1</k>'), {"p": '<k a="1"b="2">1</k>'}),
    ("V4 an attribute without value", value("<k a>1</k>"), {"p": "<k a>1</k>"}),
    ("V4 a blank after <", value("< k>1</k>"), {"p": "< k>1</k>"}),
    ("V4 a blank inside />", value("<k / >"), {"p": "<k / >"}),
    ("V4 the prefix is repeated", value("<x:k>1</k>"), {"p": "<x:k>1</k>"}),
    ("V4 mixed content", value("<k>1</k>x"), {"p": "<k>1</k>x"}),
    ("V4 mixed inside", value("<k>x<j/></k>"), {"p": "<k>x<j/></k>"}),
    ("V4 CDATA content", value("<k> <![CDATA[<]]><![CDATA[&lt;]]> </k>"), {"p": {"k": "<&lt;"}}),
    ("V4 CDATA beside text", value("<k>x<![CDATA[y]]></k>"), {"p": "<k>x<![CDATA[y]]></k>"}),
    (
        "V4 CDATA beside CDATA",
        value("<k><![CDATA[y]]> <![CDATA[y]]></k>"),
        {"p": "<k><![CDATA[y]]> <![CDATA[y]]></k>"},
    ),
    ("V4 a comment is no child", value("<k><!-- --></k>"), {"p": "<k><!-- --></k>"}),
    ("V4 not closed", value("<k>1"), {"p": "<k>1"}),
    ("V4 empty content", value("<k> </k>"), {"p": {"k": ""}}),
    ("V4 content is decoded", value("<k>&lt;j/&gt;</k>"), {"p": {"k": "<j/>"}}),
    ("V5 entities first", value("[&quot;a&quot;]"), {"p": ["a"]}),
    ("V5 scalars stay text", value("true"), {"p": "true"}),
    ("V5 begins with the bracket", value("&#32;[]"), {"p": " []"}),
    ("V5 JSON white space may end it", value("[]&#10;"), {"p": []}),
    ("V6 decoded once", value("&amp;lt;&apos;&#x41;&#X41;&#0065;"), {"p": "&lt;'AAA"}),
    (
        "V6 what stays",
        value("&nbsp;&LT;&lt&#0;&#xD800;&#x110000;&#;&#x;"),
        {"p": "&nbsp;&LT;&lt&#0;&#xD800;&#x110000;&#;&#x;"},
    ),
    ("V6 many digits", value(f"&#{'0' * 9000}65;&#{'1' * 9000};"), {"p": f"A&#{'1' * 9000};"}),
    ("V6 decoded white space stays", value("&#32;x&#32;"), {"p": " x "}),
]


@pytest.mark.parametrize(("text", "wanted"), [case[1:] for case in READS], ids=[case[0] for case in READS])
def test_a_block_is_read_by_the_rule(text: str, wanted: Any) -> None:
    assert inputs(text) == [doubles(wanted)]
    assert visible(text) == ""


MIXES = [
    ("C3 nothing is trimmed", f" a \n{BLOCK}\n\n b ", [{"text": " a \n"}, CALL, {"text": "\n\n b "}]),
    (
        "D1 a fence that closes",
        f"```\n{BLOCK}\n ```\t\r\n{BLOCK}",
        [{"text": f"```\n{BLOCK}\n ```\t\r\n"}, CALL],
    ),
    ("D1 a run that is not first", f"a ```\n{BLOCK}", [{"text": "a ```\n"}, CALL]),
    ("D1 two are no fence", f"``\n{BLOCK}", [{"text": "``\n"}, CALL]),
    ("D1 a block stands before the run", f"{BLOCK}```\n{BLOCK}", [CALL, {"text": "```\n"}, CALL]),
    (
        "D1 no fence in a block",
        value("\n```\n") + BLOCK,
        [{"call": {"name": "a", "input": {"p": "```"}}}, CALL],
    ),
    ("D1 what was given up has lines", f"<invoke>\n```\n{BLOCK}", [{"text": f"<invoke>\n```\n{BLOCK}"}]),
    ("D2 CDATA in prose", f"<![CDATA[{BLOCK}]]>", [{"text": "<![CDATA["}, CALL, {"text": "]]>"}]),
    ("D2 a comment in prose", f"<!-- {BLOCK}", [{"text": "<!-- "}, CALL]),
    ("D3 a restart", f"<tool_calls> in prose {BLOCK}", [{"text": "<tool_calls> in prose "}, CALL]),
    (
        "D6 goes on after a rejected block",
        f"<tool_calls></tool_calls>{BLOCK}",
        [{"text": "<tool_calls></tool_calls>"}, CALL],
    ),
    (
        "D7 a bare block",
        f"x {A}\n{A} <!-- x --> </tool_calls> y",
        [{"text": "x "}, CALL, CALL, {"text": " y"}],
    ),
    ("D7 a bare JSON body", '<invoke name="a"> {}</invoke></tool_calls>', [CALL]),
    ("D7 a wrapper after all", f"{A}{BLOCK}", [{"text": A}, CALL]),
    ("D7a resumes at the character", f"<invoke>{BLOCK}", [{"text": "<invoke>"}, CALL]),
    ("D7c resumes at the bracket", f"<invoke {BLOCK}", [{"text": "<invoke "}, CALL]),
    ("D7c 4,096 are not too long", f"<invoke name='a'{' ' * 4079}></invoke></tool_calls>", [CALL]),
    (
        "D7c 4,097 are, and what was hidden in quotes is seen",
        f"<invoke '{BLOCK}{'x' * 4100}",
        [{"text": "<invoke '"}, CALL, {"text": "x" * 4100}],
    ),
    (
        "D7c a bracket as the first character too many is where it resumes",
        f"<invoke '{BLOCK}'".ljust(4096) + BLOCK,
        [{"text": f"<invoke '{BLOCK}'".ljust(4096)}, CALL],
    ),
    (
        "D7c 4,096 at the end of the text are undecided",
        f"<invoke '{BLOCK}".ljust(4096, "x"),
        [{"text": f"<invoke '{BLOCK}".ljust(4096, "x")}],
    ),
    (
        "D8 rejects one block only",
        f"{wrapped('<|DSML|invoke>')}{BLOCK}",
        [{"text": wrapped("<|DSML|invoke>")}, CALL],
    ),
    ("D11 drops one invoke only", wrapped(f"<invoke></invoke>{A}"), [CALL]),
    ("D12 drops one invoke only", wrapped(f'<invoke name="b">x</invoke>{A}'), [CALL]),
]


@pytest.mark.parametrize(("text", "wanted"), [case[1:] for case in MIXES], ids=[case[0] for case in MIXES])
def test_text_and_calls_come_in_the_order_of_the_text(text: str, wanted: Any) -> None:
    assert answer(text) == wanted


def test_d7_text_leaves_bare_invokes_alone() -> None:
    text = f"{A}</tool_calls>"
    assert stream([text], missing_opener="text") == ([{"text": text}], False)
    assert stream([text], missing_opener="repair") == ([CALL], True)


@pytest.mark.parametrize(
    ("text", "saw"),
    [
        ("<tool_callsx", True),
        ("```\n<|DSML|TOOL_calls", True),
        ("<!--<tool_calls", True),
        ("<tool_call", False),
        ("</tool_calls>", False),
        (f"{A}</tool_calls>", True),
        (A, False),
        ("<tool_call\u017f", False),
    ],
)
def test_d14_the_flag_tells_of_a_mention_or_a_call(*, text: str, saw: bool) -> None:
    assert stream([text])[1] is saw
    assert stream(list(text))[1] is saw


def test_c5_empty_chunks_change_nothing() -> None:
    assert stream(["", "<tool", "", "_calls>", "", A, "", "</tool_calls>", ""])[0] == [CALL]
    assert stream([]) == ([], False)


def test_c7_declared_tools_change_nothing() -> None:
    tools = [{"name": "other", "parameters": {"type": "object"}}]
    assert PARSER.parse(BLOCK, dialect="dsml", tools=tools) == PARSER.parse(BLOCK, dialect="dsml")


def test_v4_depth_256_is_structure_and_257_is_text() -> None:
    at_most = "<k>" * 255 + "<k/>" + "</k>" * 255
    too_deep = f"<k>{at_most}</k>"
    assert isinstance(inputs(value(at_most))[0]["p"], dict)
    assert inputs(value(too_deep)) == [{"p": too_deep}]


def test_c4_depth_256_is_json() -> None:
    assert isinstance(inputs(value("[" * 256 + "]" * 256))[0]["p"], list)


def test_an_unknown_answer_to_a_policy_is_refused() -> None:
    with pytest.raises(ValueError, match="missing_opener"):
        PARSER.parse("", dialect="dsml", policies={"missing_opener": "perhaps"})
    with pytest.raises(ValueError, match="not settable: fences"):
        PARSER.parse("", dialect="dsml", policies={"fences": "live"})
