"""JSON in values, for every dialect: ways of encoding it, and texts at the edges of what it is (C4).

Numbers are written exactly and compared as doubles, so the values here are what the digits round to.
"""

from __future__ import annotations

from json import JSONEncoder
from typing import TYPE_CHECKING, Any

from msgspec import json

from harness.model import encode

if TYPE_CHECKING:
    from collections.abc import Callable


def compact(tree: Any) -> str:
    """Write without white space."""
    return encode(tree).decode()


def pretty(tree: Any) -> str:
    """Write over several lines."""
    return json.format(encode(tree), indent=2).decode()


ENCODERS: tuple[Callable[[Any], str], ...] = (
    compact,
    compact,
    JSONEncoder(ensure_ascii=False).encode,
    JSONEncoder(ensure_ascii=True).encode,
    pretty,
    JSONEncoder(ensure_ascii=True, separators=(" , ", "\t:\n")).encode,
)


def hidden(text: str) -> str:
    """Escape ``<`` the JSON way. In JSON it can only stand in strings."""
    return text.replace("<", "\\u003c")


# JSON that is read strictly, as written and as it is (C4): escapes, equal keys, white space, odd keys.
JSON_VALUES: tuple[tuple[str, Any], ...] = (
    ('["\\ud83d\\ude00"]', ["\U0001f600"]),
    ('["\\uD83D\\uDC00"]', ["\U0001f400"]),
    ('{"\\ud800\\udc00": "\\udbff\\udfff"}', {"\U00010000": "\U0010ffff"}),
    ('{"a": "\\\\ud83d"}', {"a": "\\ud83d"}),
    ('["\\/\\b\\f\\n\\r\\t\\u0000\\u001F"]', ["/\b\f\n\r\t\x00\x1f"]),
    ('{"a": 1, "a": 2}', {"a": 2}),
    ('{"a": 1, "\\u0061": {"b": []}}', {"a": {"b": []}}),
    (
        '{"__proto__": {"a": 1}, "constructor": 1, "": null}',
        {"__proto__": {"a": 1}, "constructor": 1, "": None},
    ),
    ('{"10": 1, "9": 2, "-0": 3}', {"10": 1, "9": 2, "-0": 3}),
    ("[\t\n\r ]", []),
    ("{\r\n}", {}),
    ('["\u2028\u0085\ufeff\x7f"]', ["\u2028\u0085\ufeff\x7f"]),
    ('["\\u003c/tool_calls>", "]]>"]', ["</tool_calls>", "]]>"]),
    ('["a < b", "<b>", "</k>"]', ["a < b", "<b>", "</k>"]),
    ('{"<k>": "1</k>"}', {"<k>": "1</k>"}),
    ("[[[[]]],{},[{}]]", [[[[]]], {}, [{}]]),
    ("[true,false,null]", [True, False, None]),
    # Many side by side are not deep.
    (f"[{'[],' * 300}{{}}]", [*([] for _ in range(300)), {}]),
)

# JSON that is a number at an edge, as written and as a double.
NUMBERS = (
    ("0", 0),
    ("-0", 0),
    ("-0.0", -0.0),
    ("9007199254740991", 9007199254740991),
    ("9007199254740992", 9007199254740992.0),
    ("9007199254740993", 9007199254740992.0),
    ("-9007199254740993", -9007199254740992.0),
    ("9223372036854775807", 9223372036854775808.0),
    ("-9223372036854775808", -9223372036854775808.0),
    ("9223372036854775808", 9223372036854775808.0),
    ("18446744073709551616", 18446744073709551616.0),
    ("1e308", 1e308),
    ("-1.7976931348623157E+308", -1.7976931348623157e308),
    ("5e-324", 5e-324),
    ("2.2250738585072011e-308", 2.2250738585072011e-308),
    ("1e-400", 0.0),
    ("0e99999", 0.0),
    ("1E2", 100.0),
    ("1e+00002", 100.0),
    ("0.30000000000000004", 0.30000000000000004),
    ("123456789012345678901234567890", 123456789012345678901234567890.0),
    ("10000000000000000000000e-22", 1.0),
)
# Overflows a double: not JSON (C4).
TOO_LARGE = ("1e400", "-1e400", "1e309", "1.7976931348623159e308", "1" + "0" * 309)

# Begins like an object or array, and is no JSON (C4): text (V5).
JSON_TEXTS = (
    "[",
    "{a: 1}",
    "[1,]",
    "{'a': 1}",
    '{"a": 1',
    '{"a": 1}}',
    '{"a": NaN}',
    "[Infinity]",
    "[01]",
    '["\\ud800"]',
    '["\\uD83D"]',
    '{"a": "\\uDE00"}',
    '["\\u1"]',
    '["\\u"]',
    '{"a": "\\udfff", "a": 1}',
    '["\\ude00\\ud83d"]',
    '{"a": 1e400, "a": 1}',
    "[1]]",
    "\u007b\u007d\x00",
    '["a\x1f"]',
    "{null: 1}",
    "[0x1]",
    "[1_0]",
    "[1,,2]",
    "[1e]",
    "[nul]",
    "[True]",
    '["\\u12"]',
    "[1]\x0b2",
    "[+1]",
    '["\\x41"]',
    "[1 2]",
    '{"a" 1}',
    '{"a": 1,}',
    '["tab\there"]',
    "[1] and more",
    "[.5]",
    "[1.]",
    "{}{}",
    "[true, True]",
    "[1\u00a0]",
    "[\ufeff1]",
    "[-]",
    '["a"]//',
    "{1: 2}",
)
