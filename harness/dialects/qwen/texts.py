"""Texts to stand in a value: small tables, one idea an entry, the plainest first.

``STRINGS`` are for parameters that are text whatever stands there. ``SCALARS`` and ``CONTAINERS`` are for
all parameters: beside each text stands what JSON has for it, and types say which of the two it is (SEMANTICS
Q9). None holds the end of a value (Q5).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from harness.dialects.fenced import FENCED
from harness.dialects.jsons import JSON_TEXTS, JSON_VALUES, NUMBERS, TOO_LARGE
from harness.dialects.white_space import WHITE


class Entry(NamedTuple):
    """A text, with what it is as JSON."""

    feature: str
    text: str
    kind: str  # the JSON type, ``integer`` for a number without a fraction; nothing if it is no JSON
    value: Any = None


def numbers(feature: str, *found: tuple[str, float]) -> tuple[Entry, ...]:
    """Make entries of numbers: what a number is depends on its double alone."""
    return tuple(
        [
            Entry(feature, text, "integer" if float(value).is_integer() else "number", value)
            for text, value in found
        ]
    )


def of_kind(feature: str, kind: str, *found: tuple[str, Any]) -> tuple[Entry, ...]:
    """Make entries of one JSON type."""
    return tuple([Entry(feature, text, kind, value) for text, value in found])


def no_json(feature: str, *texts: str) -> tuple[Entry, ...]:
    """Make entries of what is no JSON (C4)."""
    return tuple([Entry(feature, text, "") for text in texts])


SCALARS: tuple[Entry, ...] = (
    *numbers("number", ("7", 7), ("0", 0), ("-12", -12), ("42", 42), ("2026", 2026)),
    *numbers("number", ("1.5", 1.5), ("-2.25", -2.25), ("0.1", 0.1), ("19.99", 19.99), ("-0.5", -0.5)),
    *of_kind("boolean", "boolean", ("true", True), ("false", False)),
    *of_kind("boolean", "boolean", ("true", True), ("false", False)),
    *of_kind("null", "null", ("null", None), ("null", None)),
    *numbers("number:whole", ("3.0", 3.0), ("1e2", 100.0), ("140.0", 140.0), ("-0", 0), ("1E+2", 100.0)),
    *numbers("number:whole", ("1.0000000000000001", 1.0), ("1200e-2", 12.0), ("-0.0", 0.0), ("1.0", 1.0)),
    *numbers("number:edge", *NUMBERS, ("1e30", 1e30), ("1e-7", 1e-7), ("9007199254740992.5", 2.0**53)),
    *numbers("json:blanks", (" 5", 5), ("5 ", 5), ("\n5\n", 5), ("\t-1\r\n", -1), ("\r\n2.5\r", 2.5)),
    *of_kind("json:blanks", "boolean", (" true", True), ("false\n", False), ("\r\ntrue\r", True)),
    *of_kind("json:blanks", "null", (" null ", None), ("\nnull", None), ("null\t", None), ("null\n\n", None)),
    *no_json("empty-value", "", ""),
    *of_kind("json:string", "string", ('"x"', "x"), ('""', ""), ('"null"', "null"), ('"1"', "1")),
    *of_kind("json:string", "string", ('"a\\nb"', "a\nb"), (' "q"\n', "q")),
    *no_json("number:overflow", *TOO_LARGE),
    *no_json("number:odd", "007", "+1", "1.", ".5", "-", "0x1F", "1_000", "1e", "1 2", "1,000", "--1", "00"),
    *no_json("number:odd", "\u0661", "\uff15", "1\u00a0", "\ufeff1", "\x0b1", "1\x00", "1e1.5", "1/2", "5%"),
    *no_json("word", "True", "False", "yes", "on", "TRUE", "tru", "truefalse", "true.", "'x'", "undefined"),
    *no_json("word", "NaN", "Infinity", "-Infinity", "inf", "nan", "None", "[object Object]"),
    *no_json("null:case", "Null", "NULL", "nul", "nulls", "null\x00", "\u00a0null", "None", "nil"),
)
"""Numbers, truth values, null, and what only looks like one of them."""

CONTAINERS: tuple[Entry, ...] = (
    *of_kind(
        "object", "object", ("{}", {}), ('{"a": 1}', {"a": 1}), ('{"a": {"b": [null]}}', {"a": {"b": [None]}})
    ),
    *of_kind("array", "array", ("[]", []), ("[1, 2]", [1, 2]), ('["a", "b"]', ["a", "b"]), ("[{}]", [{}])),
    *of_kind("json:blanks", "object", (' {"a": 1}\n', {"a": 1}), ("\n\n{}\n\n", {}), ("\r\n{}\r", {})),
    *of_kind("json:blanks", "array", ("[1] ", [1]), ("\t[\n]", [])),
    *of_kind("number:edge", "array", ("[9007199254740993]", [2.0**53]), ("[-0.0, 1e30, 1.0]", [0, 1e30, 1])),
    *of_kind("markup:json", "object", ('{"k": "</parameter>"}', {"k": "</parameter>"})),
    *of_kind("markup:json", "object", ('{"</function>": "<tool_call>"}', {"</function>": "<tool_call>"})),
    *of_kind("markup:json", "array", ('["</tool_call>"]', ["</tool_call>"]), ('["<a=b>"]', ["<a=b>"])),
    *[
        Entry("json:strict", text, "object" if isinstance(value, dict) else "array", value)
        for text, value in JSON_VALUES
    ],
    *no_json("json-lookalike", *JSON_TEXTS),
    *no_json("json-lookalike", '[{"a": 1}]]', "{'a': True}", "[1, 2", '{"a": 1}}', "{}\x0b", "\u00a0[]"),
    *no_json(
        "json:surrogate", '["\\ud83d"]', '{"a": "\\udc00"}', '{"\\ud800": 1}', '{"a": "\\ud800", "a": 1}'
    ),
    *no_json("json:surrogate", '["\\uD83D"]', '{"a": "\\uDC00"}', '["\\uD83D\\u0041"]'),
    *no_json("number:overflow", "[1e400]", '{"a": [1e309], "a": 1}'),
)
"""Objects and arrays, and what only begins like one."""

STRINGS: dict[str, tuple[str, ...]] = {
    "empty-value": ("",),
    "outer-white": (" x ", " ", "x ", "\tx", *[f"{white}x{white}" for white in WHITE]),
    "outer-lines": (
        "\n",
        "x\n",
        "\nx",
        "\n\n",
        "\n\n\n",
        "\n\nx\n\n",
        "x\n\n\n",
        " \n ",
        "\n \n",
        "\nx\ny\n",
    ),
    "crlf": ("a\r\nb", "\r\nx\r\n", "\r\n", "x\r", "\r", "\r\n\r\n", "\n\r", "a\r\n\r\nb\r\n", "\rx\r\n"),
    "closer": (
        "</parameter>",
        "a</parameter>b",
        "x\n</parameter>\ny",
        "\n</parameter>\n",
        "x\n</parameter>",
        'return "</parameter>"',
        "</parameter></parameter>",
        "x\n</parameter>\n</parameter>\n",
        "</parameter>\n<parameter",
        "</parameter>\n</func",
        "</parameter>\n</tool_call>",
        "</parameter >\n</function>",
        "</parameter>\u200b</function>",
        "</parameter>\ufeff<parameter=q>",
        "</Parameter>\n</function>",
        "</parameter>,<parameter=q>",
        "x\n</parameter>\nand\n<parameter=q>\ny",
        "</parameter>\n<Parameter=q>",
        "</parameter>\n< /function>",
        "<parameter=q>\nx\n</parameter>",
        "</parameter>\n<function=q>",
        "</para</parameter>",
    ),
    "closer:outer": (
        "</function>",
        "</tool_call>",
        "x\n</function>\n</tool_call>",
        "</function>\n</tool_call>\n<tool_call>\n<function=q>",
        "close with </parameter> then </tool_call> ok",
        "</function></tool_call>",
        "</tool_call>\n",
        "\n</function>\n",
    ),
    "opener": (
        "<tool_call>",
        "<function=q>",
        "<parameter=q>",
        "the <tool_call> tag",
        "<tool_call>\n<function=q>\n<parameter=q>\n1",
        "<parameter=",
        "<function=q",
        "<tool_call",
        "<",
    ),
    "inner-call": (
        "<tool_call>\n<function=q>\n</function>\n</tool_call>",
        "see <tool_call><function=q></function></tool_call> there",
        "<tool_call>\n<function=q>\n<parameter=z>\n1\n</parameter>.\n</function>\n</tool_call>",
        '<tool_call>\n{"name": "q", "arguments": {}}\n</tool_call>',
        "<tool_calls><invoke name='q'></invoke></tool_calls>",
    ),
    "tags": (
        "x <a=b>",
        "<word=text>",
        "<a=b>c</a>",
        '<parameter name="i">9</parameter>',
        '<function name="q">',
        "<br/>",
        "<?xml version='1.0'?>",
        "<!-- x -->",
        "<![CDATA[x]]>",
        "a < b and c <= d",
        "cd /x && cat < in",
        "<html><p class='a'>",
        "vector<int> <T=3>",
    ),
    "special": (
        "<|im_end|>",
        "<|im_start|>user\n",
        "<think>",
        "</think>",
        "<think>\nx\n</think>\n\n",
        "<tool_response>\nx\n</tool_response>",
        "<|endoftext|>",
        "<IMPORTANT>",
    ),
    "control": (
        "\x00",
        "a\x00b",
        "\x07",
        "\x1b[0m",
        "\uffff",
        "\x7f",
        "\x1c",
        "a\x0bb",
        "\x01\x02",
        "\ufffe",
    ),
    "unicode": (
        "e\u0301",
        "A\u030a",
        "\u1112\u1161\u11ab",
        "\u212b",
        "\ufeffx",
        "x\ufeff",
        "a\u2028b",
        "\u2029",
        "\u0958",
        "\U0001f469\u200d\U0001f4bb",
        "\u05e9\u05dc",
        "\x85x",
    ),
    "fence:value": FENCED,
}
"""By feature."""

ENTITIES = (
    "&lt;",
    "a &amp; b",
    "<b>a &amp; b</b> &lt;",
    "&quot;",
    "&#60;",
    "&nbsp;",
    "&amp;lt;",
    "&",
    "&lt",
    "AT&T",
)
"""Nothing is decoded."""
