"""The constants of ``dsml`` (SEMANTICS section 1): names, styles, policies, and pieces of markup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from harness.dialects.dialect import Grammar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.model import Call

PREFIXES = {"canonical": "", "dsml": "|DSML|"}
"""What stands before the name in a tag, by style."""

TAGS = ("tool_calls", "invoke", "parameter")

BLANKS = " \t\r\n"
"""What counts as blank inside tags and around the tags of a bare block (C1, D7)."""

POLICIES = {
    "missing_opener": "repair",
    "fences": "inert",
    "truncated": "text",
    "junk_in_block": "drop",
    "damaged_call": "drop-call",
    "unknown_tools": "forward",
    "entities": "xml",
    "scalars": "text",
    "structure": "children+json",
    "duplicates": "list",
    "space_around_calls": "exact",
    "text_after_call": "keep",
    "reasoning": "ignore",
}
"""The policies that a reading of a dsml text hangs on, with the reference's answers (section 3).

Not here, since no dsml text is read differently by them: ``numbers`` (what is written stays exact in a
double), ``emission`` and ``markers``.
``missing_opener`` is the one on which the three references differ by default (D7).
"""

SPECIAL = ("|DSML|", "<think>", "</think>")
"""One token each in the vocabulary of DeepSeek, which writes the first with full-width bars; here it is
transposed as the rest of the dialect is. The brackets and names around it are tokens of their own, and the
canonical style has no special token at all."""

TOKENS = (
    "<tool_calls>",
    "</tool_calls>",
    "<|DSML|tool_calls>",
    "</|DSML|tool_calls>",
    '<invoke name="q">',
    "</invoke>",
    '<|DSML|invoke name="q">',
    "</|DSML|invoke>",
    '<parameter name="q">',
    "</parameter>",
    '<|DSML|parameter name="q">',
    "</|DSML|parameter>",
    "<invoke>",
    "<tool_calls/>",
    '<invoke name="q"/>',
    '<parameter name="q"/>',
    "<TOOL_CALLS>",
    "</Invoke >",
    "<tool_calls",
    "<invoke name=",
    "|DSML|",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<",
    ">",
    "</",
    "/>",
    '"',
    "'",
    "=",
    "&lt;",
    "&",
    "```\n",
    "\n```\n",
    "\n~~~\n",
)

MARKERS = (
    "<",
    "</",
    "<|DSML|",
    "<tool_call",
    "<tool_call>",
    "<tool_calls,",
    "<tool_callsx>",
    "tool_calls>",
    "</tool_calls>",
    "</|DSML|tool_calls>",
    "<|DSML|tool_callz>",
    "<|dsml|tool_call",
    "< tool_calls>",
    "<| DSML |tool_calls>",
    "<|DSML||tool_calls>",
    "<\uff5cDSML\uff5ctool_calls>",
    "<function_calls>",
    "<DSML|tool_calls>",
    "<tool_call\u017f>",  # long s: folds to s for those who fold too much (C2)
    "<invo\u212ae name='a'>",  # Kelvin: folds to k
    "<\u0130nvoke>",
    "</invoke>",
    '<parameter name="q">',
    "</parameter>",
    "<parameters>",
    "<invoked>",
    "<invoke_all name=1>",
    # An invoke tag in prose is given up at the letter after it (D7 a), whatever missing_opener is.
    "<invoke> tags",
    '<invoke name="a"> too',
    "<|DSML|INVOKE name='b'>\nx",
    "&lt;tool_calls&gt;",
    # Hides nothing outside a block (D2).
    "<!-- a note -->",
    "<!--",
    "-->",
    "<![CDATA[",
    "<![CDATA[ raw ]]>",
    "]]>",
    "1 < 2 && 3 > 2",
    "<b>bold</b>",
    "vector<int>",
    "<tool_calls\x0b>",  # a vertical TAB is no blank
    "<tool_calls\u00a0>",
    "&amp;",
    "&#60;",
)
"""All of these are text, in this order of mind: pieces, near misses, orphans, opaque sections.

None may end in an opener's whole name, since a blank may follow it.
"""

CODES = (
    "</tool_calls>",
    "</invoke>",
    "</|DSML|invoke>",
    '<parameter name="b">',
    '<parameter name="b">1</parameter>',
    "<tool_call>",
    "|DSML|",
    "&lt;tool_calls&gt;",
    "<![CDATA[x]]>",
    "<!--",
    # An invoke tag is given up at the backtick, or at the full stop (D7 a and b).
    "<invoke>",
    '<invoke name="a">',
    "<|DSML|invoke name='a'>",
    '<invoke name="a"/>',
    '<invoke name="a"></invoke>',
    "<invoke name='a'><parameter name='b'>1</parameter></invoke>",
    '<|DSML|invoke name="a"><|DSML|parameter name="b">1</|DSML|parameter></|DSML|invoke>',
    '<invoke name="a">{"input": {}}</invoke>',
)
"""Text between backticks, and before a full stop."""

FOREIGN = (
    "[TOOL_CALLS]",
    '[TOOL_CALLS][{"name": "f", "arguments": {}}]',
    'search[ARGS]{"q": "x"}',
    '[TOOL_CALLS]search[ARGS]{"q": "x"}',
    "[Calling tool: f({})]",
    "<tool_call>",
    "</tool_call>",
    '<tool_call>\n{"name": "f", "arguments": {"q": 1}}\n</tool_call>',
    "<tool_call>\n<function=f>\n<parameter=q>\nx\n</parameter>\n</function>\n</tool_call>",
    "<tool_call>f\n<arg_key>q</arg_key>\n<arg_value>x</arg_value>\n</tool_call>",
    "<function_calls>",
    "<function=f></function>",
    '<|python_tag|>{"name": "f", "parameters": {}}',
    "[f(q='x'), g(n=-1)]",
    "<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{}",
    "<|channel|>commentary to=functions.f<|message|>{}<|call|>",
    "<start_function_call>call:f{q:<escape>x<escape>}<end_function_call>",
    "<\uff5ctool\u2581calls\u2581begin\uff5c>function<\uff5ctool\u2581sep\uff5c>f",
    "<\uff5cDSML\uff5cfunction_calls>",
    "<|DSML|function_calls>",
    "<minimax:tool_call>",
    "<tool>f</tool><args>{}</args>",
    "Action: f\nAction Input: {}",
    '<\\DSML\\tool_calls><\\DSML\\invoke name="f"></\\DSML\\invoke></\\DSML\\tool_calls>',
)
"""Calls in other formats, or how they begin: text here."""

TAILS = (
    "<",
    "</",
    "<t",
    "<tool_calls",
    "<|",
    "<|DSML|tool_call",
    "<|dsml|Tool_Calls",
    "<invoke",
    "<|DSML|invoke",
    '<invoke name="a',
    "<!-",
    "<![CDATA[",
    "``",
    "&am",
    " ",
    "\n",
    "\r",
    "<|D",
    "<|DSML|",
    "</|DSML|invok",
    "</tool_calls",
    "<TOOL_CALL",
    '<tool_calls x="',
    "<|DSML|invoke name='a' ",
    "<parameter name",
    "2 <",
    "]]",
    "&#x4",
    "~~",
    "`",
    "\\",
    "<thin",
    "[TOOL_CALLS",
    "\u200d",
)
"""Undecided at the end of the text, so text (D2, D6, D7)."""

MENTIONS = (
    "<tool_calls>",
    "<|DSML|tool_calls>",
    "`<tool_calls>`",
    "``<|DSML|tool_calls>``",
    "> <tool_calls>",
    "<!-- <tool_calls> -->",
    "<Tool_Calls>",
    "<tool_calls >",
    "<|dsml|tool_calls\n>",
    "<tool_calls/>",
    '<tool_calls x="1">',
)
"""Whole openers: the capture they open becomes text when the next wrapper opens (D3)."""

NAME = r"(?P<marker>\|DSML\|)?(?P<name>tool_calls|invoke|parameter)"

GRAMMAR = Grammar(
    tag=re.compile(rf"<(?P<slash>/?){NAME}(?P<rest>(?:[\s/][^<>]*)?)>", re.ASCII | re.IGNORECASE),
    opens=re.compile(r"<(?:\|DSML\|)?(?:tool_calls|invoke)", re.ASCII | re.IGNORECASE),
    opaque=re.compile(r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL | re.ASCII | re.IGNORECASE),
    opener=re.compile(r"<(?:\|DSML\|)?tool_calls(?:[\s/][^<>]*)?>", re.ASCII | re.IGNORECASE),
    closer=re.compile(r"</(?:\|DSML\|)?tool_calls(?:[\s/][^<>]*)?>", re.ASCII | re.IGNORECASE),
    wrapper="tool_calls",
    call="invoke",
    parameter="parameter",
    marker="|DSML|",
    wrong_markers=(
        "\uff5cDSML\uff5c",
        "||DSML||",
        "\uff5c\uff5cDSML\uff5c\uff5c",
        " | DSML | ",
        "| DSML |",
        "\uff5c DSML \uff5c",
        "|DSML\uff5c",
        "\uff5cDSML|",
        "|DSML",
        "DSML|",
        "DSML",
        "|DSML||",
        "\u2502DSML\u2502",
        "|DSML|\n",
    ),
    aliases=("function_calls", "tool_use", "calls", "toolcalls", "tool_call", "tool-calls", "tools"),
    fusions=("DSmart", "DSML", "", "Dsml", "DSML_"),
    single="tool_call",
    spellings=(
        ("tool_calls", ("tool_cals", "tol_calls", "toolcall_s", "tool_callss", "TOOL CALLS")),
        ("invoke", ("invok", "function", "call", "Invokes", "invoke_")),
        ("parameter", ("param", "parameters", "arg", "paramter")),
        ("name=", ("nam=", "name:", "name", "key=", "name==")),
        ("DSML", ("DSM", "DMSL", "DSXML", "dsml ")),
        ("CDATA", ("CDAT", "cdata ", "C_DATA")),
    ),
    confusables=(
        ("<", "\uff1c"),
        (">", "\uff1e"),
        ("|", "\uff5c"),
        ("/", "\u2215"),
        ('"', "\u201c"),
        ("'", "\u2019"),
        ("=", "\uff1d"),
        ("!", "\uff01"),
        ("_", "\u2581"),
        ("k", "\u212a"),
        ("s", "\u017f"),
        ("i", "\u0131"),
        (" ", "\u00a0"),
        ("[", "\uff3b"),
        ("-", "\u2011"),
        (";", "\uff1b"),
    ),
)

SAW = re.compile(r"<tool_calls|<\|dsml\|tool_calls", re.ASCII | re.IGNORECASE)


def saw_tool_syntax(text: str, calls: Sequence[Call]) -> bool:
    """Say what a right parser reports (D14): a wrapper's name stands anywhere, or a call came out.

    ``re.ASCII`` keeps the long s and its like from folding into the name (C2).
    """
    return bool(calls) or SAW.search(text) is not None
