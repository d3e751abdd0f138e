"""The vocabulary: what texts and values are made of, free of any wire format.

First the simplest. Phrases are whole strings, since one draw for thirty characters is what makes a
document cheap; what must vary character by character is in ``RARE`` and drawn by ``Pen.raw``.
"""

from __future__ import annotations

# Safe everywhere: no markup, no entity, nothing that reads as JSON or a scalar, no line that starts
# with a run of backticks or tildes, trimmed.
PHRASES = (
    "x",
    "ok",
    "src/main.py",
    "Berlin",
    "Let me look at the file first.",
    "I'll check the weather in Paris, then compare it with Oslo.",
    "The test fails because the cache is never emptied between two runs.",
    "git log --oneline -n 5 | head",
    "SELECT name, total FROM orders WHERE total > 100 ORDER BY total DESC",
    "Done. Two files changed, one was left alone.",
    "a = b + c; if (a > 3) { return a; }",
    "C:\\Users\\ada\\notes.txt",
    "https://example.org/search?q=tool+calls#top",
    "caf\u00e9 cr\u00e8me, na\u00efve, \u00fcber",
    "\u4f60\u597d\uff0c\u4e16\u754c",
    "It's a \"quoted\" word, isn't it?",
    "first line\nsecond line",
    "def run():\n    return 1\n",
    "Here is what I found:\n- one thing\n- another thing\n- and a third one, somewhat longer",
    "1. open the door\n2. close it again",
    "# Heading\n\nSome text under it.",
    "| key | value |\n|-----|-------|\n| a   | 1     |",
    "C# and F#, 50 % off, 3*4=12, ^caret, ~tilde, _under_",
    "**bold**, *slanted* and `inline code` in one sentence.",
    "use `` a`b `` for a backtick, or ~~strike~~ it",
    "emoji \U0001f600\U0001f469\u200d\U0001f4bb and flags \U0001f1e9\U0001f1ea",
    "right-to-left \u05e9\u05dc\u05d5\u05dd text",
    "tab\tseparated\tvalues",
    "windows line\r\nends here",
    "ends with a backslash \\",
    "}} ]] )) >> unbalanced closers",
    "-> arrow => fat arrow >= greater",
    "X, Y and Z, then from Z to X",
    # Long ones, since length is cheap this way.
    (
        "I looked at all three places where the value is read, and only one of them checks for an "
        "empty list; the other two would fail in the same way."
    ),
    (
        "for path in sorted(root.rglob('*.py')):\n    text = path.read_text()\n    if 'TODO' in text:\n"
        "        print(path, text.count('TODO'))"
    ),
    (
        "The weather in Lisbon is mild today: 19 degrees, a light wind from the west, and no rain before the "
        "evening. Shall I look at the rest of the week as well?"
    ),
    "name,amount,currency\nada,12.50,EUR\ngrace,7.00,USD\nalan,0.99,GBP\n",
)

# Inside JSON strings and opaque sections: nothing is safe there.
WILD = (
    "x",
    "\n",
    " ",
    '"',
    "'",
    "\\",
    "<",
    ">",
    "&",
    "]]>",
    "]",
    "]]",
    "<![CDATA[",
    "<!--",
    "-->",
    "&lt;",
    "&amp;lt;",
    "&#60;",
    "&nbsp;",
    "```\n",
    "\n```\n",
    "\n~~~~\n",
    "\\n",
    "\\u0041",
    "{",
    "}",
    '{"a": 1}',
    "[1, 2]",
    "null",
    "<b>bold</b>",
    "</b>",
    "a < b && c > d",
    "\t",
    "\r\n",
    "=",
    "/>",
)

# Code points that break parsers: case folding, trimming, lengths, joining, controls.
RARE = (
    "\u00e9",
    "\u212a",  # Kelvin: folds to k
    "\u0130",  # folds to two code points
    "\u017f",  # long s: upper-cases to S
    "\u1e9e",
    "\ufb01",  # upper-cases to two
    "\ufeff",
    "\x85",
    "\x00",
    "\r",
    "\x0b",
    "\x0c",
    "\x1c",
    "\x1f",
    "\x7f",
    "\u00a0",
    "\u2028",
    "\u3000",
    "\u180e",
    "\u200b",
    "\u200d",
    "\u0301",
    "e\u0301\u0323",
    "\ufe0f",
    "\U0001f600",
    "\U0001d54f",
    "\U0010ffff",
    "\uffff",
    "\ufffd",
    "\ue000",
    '"',
    "'",
    "\u201c",
    "]]]]",
    "----",
    "====",
    "||||",
    ";;;;",
    "////",
    "&&&&",
    "''''",
    "\uff1c",  # full-width less-than
    "\uff5c",  # full-width bar
    "\u2581",
)

NOTED = {
    "\u212a": "U+212A",
    "\u0130": "U+0130",
    "\u1e9e": "U+1E9E",
    "\ufeff": "U+FEFF",
    "\x85": "U+0085",
    "\x00": "NUL",
    "\U0001f600": "non-BMP",
    "\U0001d54f": "non-BMP",
    "\U0010ffff": "non-BMP",
    "\u0301": "combining",
    "e\u0301\u0323": "combining",
    '"': "lone-quote",
    "'": "lone-quote",
    **dict.fromkeys(("]]]]", "----", "====", "||||", ";;;;", "////", "&&&&", "''''"), "repeated"),
}
"""What is noted of raw code points: the feature of each."""

CALL_NAMES = (
    "a",
    "read_file",
    "get_weather",
    "search",
    "run",
    "mcp__github__list_issues",
    "functions.exec",
    "write-file",
    "constructor",
    "__proto__",
    "toString",
    "1",
    "null",
    "caf\u00e9",
    "\u5929\u6c14",
    "A",
    "ns:tool",
    "mcp__a_server_with_rather_a_long_name__and_a_tool_whose_name_is_no_shorter",
    "tool_calls",
    "invoke",
)

PARAMETER_NAMES = (
    "b",
    "path",
    "query",
    "city",
    "content",
    "limit",
    "options",
    "name",
    "__proto__",
    "constructor",
    "1",
    "0",
    "hasOwnProperty",
    "input",
    "parameters",
    "Path",
    "stra\u00dfe",
    "\u540d\u524d",
    "file-name",
    "x.y",
    "length",
    "-1",
    "4294967295",
)

ODD_KEYS = {
    "__proto__": "name:proto",
    "constructor": "name:constructor",
    "1": "name:integer",
    "0": "name:integer",
    "-1": "name:integer",
    "4294967295": "name:integer",
}
"""What is noted of parameter names: they are nothing special (D13)."""

# Keys of JSON objects: any string.
KEYS = (
    "k",
    "id",
    "name",
    "items",
    "value",
    "",
    "a b",
    "__proto__",
    "constructor",
    "0",
    "\u00fc",
    "<",
    '"',
    "&",
)

# Everything JSON has that is neither string nor container. Integers stay where a double is exact.
SCALARS = (0, 1, True, False, None, -1, 2.5, -0.0, 1e-7, 1e300, 9007199254740991, 0.1, 42, 100)
