"""The constants of ``qwen`` (SEMANTICS section 2): tags, policies, and pieces of markup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from harness.dialects.dialect import Grammar
from harness.dialects.white_space import WHITE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.model import Call

ENDS_VALUE = re.compile(f"</parameter>[{WHITE}]*(?=<parameter=|</function>)")
"""Where a value ends (Q5). In a value, it ends the value too early."""

POLICIES = {
    "missing_opener": "text",
    "fences": "live",
    "truncated": "text",
    "junk_in_block": "reject",
    "damaged_call": "reject-block",
    "unknown_tools": "forward",
    "entities": "literal",
    "scalars": "schema",
    "structure": "schema",
    "duplicates": "last",
    "space_around_calls": "exact",
    "text_after_call": "keep",
    "reasoning": "ignore",
}
"""The policies that a reading of a qwen text hangs on, with the references' answers (section 3).

Not here, since no qwen text is read differently by them: ``numbers`` (numbers are compared as doubles),
``emission`` and ``markers``.
"""

SPECIAL = (
    "<tool_call>",
    "</tool_call>",
    "<tool_response>",
    "</tool_response>",
    "<think>",
    "</think>",
    "<|im_start|>",
    "<|im_end|>",
    "<|endoftext|>",
)
"""One token each in the vocabulary of Qwen3.5 to 3.8. The tags of functions and parameters are several."""

TOKENS = (
    "<tool_call>",
    "</tool_call>",
    "<function=q>",
    "</function>",
    "<parameter=q>",
    "</parameter>",
    "<tool_call>\n<function=q>\n",
    "\n</parameter>\n",
    "\n</function>\n</tool_call>",
    "<function=",
    "<parameter=",
    "<function>",
    "<parameter>",
    "<tool_response>",
    "<think>",
    "</think>",
    "<|im_end|>",
    "<TOOL_CALL>",
    "<function =q>",
    "<tool_call",
    "</",
    "<",
    ">",
    "=",
    "/>",
    '"',
    "&lt;",
    "&",
    "```\n",
    "\n```\n",
    "\n",
)

MARKERS = (
    "<",
    "</",
    "<tool_call",
    "</tool_call>",
    "tool_call>",
    "<tool_calls>",
    "</tool_calls>",
    "< tool_call>",
    "<tool_call >",
    "<tool_call/>",
    "<tool_call\n>",
    "<Tool_Call>",
    "<TOOL_CALL>",
    "<tool-call>",
    "<tool_ca\u217cl>",  # a Roman numeral that looks like l
    "\uff1ctool_call\uff1e",
    "&lt;tool_call&gt;",
    "</function>",
    "</parameter>",
    "<parameter=q>",
    "<parameter=q>\nx\n</parameter>",
    "<function",
    "<function>",
    "<function=",
    "<function=q>",
    "<parameters>",
    "<tool_response>",
    "</tool_response>",
    "<|im_end|>",
    "<tools>",
    "<IMPORTANT>",
    "1 < 2 && 3 > 2",
    "<b>bold</b>",
    "vector<int>",
    "&amp;",
    # An opener in prose is given up at the word after it (Q8).
    "<tool_call> tags",
    "<tool_call>, or",
    "<tool_call>\nx",
    "<tool_call> <b>",
    "<tool_call><tool_call>.",
    "<tool_call>\u200b<function=q>",  # a zero-width space is no white space
    "<tool_call><function=q> now",
    "<tool_call><function=>",
    "<tool_call><parameter=q>",
    "<tool_call></tool_call>",
    "<tool_call>\n</function>",
)
"""All of these are text, in this order of mind: pieces, near misses, orphans, openers that are given up.

None may end in an opener, since white space and a tag may follow it.
"""

CODES = (
    "<tool_call>",
    "</tool_call>",
    "<tool_call></tool_call>",
    "<function=q>",
    "<tool_call><function=q>",
    "</function>",
    "<parameter=q>",
    "</parameter>",
    "<tool_call><function=q></function>",
    "<function=q></function>",
    "<tool_call>...</tool_call>",
    '<function name="q">',
    "<tool_calls>",
    "&lt;tool_call&gt;",
    "<think>",
)
"""Text between backticks, and before a full stop: where an opener stands, it is given up there (Q8)."""

FOREIGN = (
    "[TOOL_CALLS]",
    '[TOOL_CALLS][{"name": "f", "arguments": {}}]',
    'search[ARGS]{"q": "x"}',
    "[Calling tool: f({})]",
    '[Calling tool: ping({"n": 1})]',
    '<tool_call>\n{"name": "f", "arguments": {"q": 1}}\n</tool_call>',
    '<tool_call>\n[{"name": "f", "arguments": {}}]\n</tool_call>',
    "<tool_call>f\n<arg_key>q</arg_key>\n<arg_value>x</arg_value>\n</tool_call>",
    "<tool_calls>\n<invoke name='f'>\n<parameter name='q'>x</parameter>\n</invoke>\n</tool_calls>",
    "<|DSML|tool_calls><|DSML|invoke name='f'></|DSML|invoke></|DSML|tool_calls>",
    "<seed:tool_call>\n<function=f>\n<parameter=q>x</parameter>\n</function>\n</seed:tool_call>",
    '<function=f>{"q": 1}</function>',
    "<function_calls>",
    "<function_invocation>",
    '<|python_tag|>{"name": "f", "parameters": {}}',
    "[f(q='x'), g(n=-1)]",
    "<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{}",
    "<|channel|>commentary to=functions.f<|message|>{}<|call|>",
    '<|tool_call>call:f{q:<|"|>x<|"|>}<tool_call|>',
    "<minimax:tool_call>",
    "<tool>f</tool><args>{}</args>",
    "<run_it>\n<parameter=line>\nls\n</parameter>\n</function>",
    "Action: f\nAction Input: {}",
)
"""Calls in other formats, or how they begin: text here."""

TAILS = (
    "<",
    "</",
    "<t",
    "<tool",
    "<tool_call",
    "<tool_c",
    "</tool_call",
    "<f",
    "<parameter=",
    "</parameter",
    "<think",
    "<|im_",
    "2 <",
    "``",
    "&am",
    " ",
    "\n",
    "\r",
    "[TOOL_CALLS",
    "\\",
    "\u200d",
    "<<<",
)
"""Undecided at the end of the text, so text."""

MENTIONS = (
    "<tool_call>",
    "`<tool_call>`",
    "``<tool_call>``",
    "> <tool_call>",
    "<!-- <tool_call> -->",
    '"<tool_call>"',
    "<tool_call>\n",
    "<tool_call> <tool_call>",
    "<tool_call><function=q>",
    "`<tool_call><function=q></function>`",
)
"""Whole openers that are only mentioned: the capture they open is given up at what follows (Q8)."""

HANGS = {"<tool_call>": "junk_in_block", "<function=": "missing_opener", "<think>": "reasoning"}
"""Openers, wherever they stand in text, with the policy by which others may take what follows for more."""

GRAMMAR = Grammar(
    tag=re.compile(
        r"<(?P<slash>/?)(?P<marker>)(?P<name>tool_call|function|parameter)(?P<rest>(?:=[^<>\n]*)?)>"
    ),
    opens=re.compile(r"<tool_call>|<function="),
    opaque=re.compile(r"(?!)"),
    opener=re.compile("<tool_call>"),
    closer=re.compile("</tool_call>"),
    wrapper="tool_call",
    call="function",
    parameter="parameter",
    marker="",
    wrong_markers=(),
    aliases=("function_invocation", "tool_calls", "function_call", "tools", "toolcall", "tool-call", "tool"),
    fusions=("", "Qwen", "qwen_"),
    single="function_calls",
    spellings=(
        ("tool_call", ("tool_cal", "tol_call", "toolcall", "tool_calls", "TOOL CALL", "tool_ca ll")),
        ("function=", ("function:", "function ", "func=", "function = ", "function==", "function")),
        ("parameter=", ("parameter:", "parameter ", "param=", "parameters=", "parameter = ", "parameter")),
        ("</function", ("</func", "</functions", "<\\function", "</ function", "</invoke")),
        ("</parameter", ("</param", "</parameters", "<\\parameter", "</ parameter", "</arg_value")),
    ),
    confusables=(
        ("<", "\uff1c"),
        (">", "\uff1e"),
        ("/", "\u2215"),
        ("=", "\uff1d"),
        ("_", "\u2581"),
        ("i", "\u0131"),
        ("l", "\u217c"),
        ("a", "\u0430"),
        ("o", "\u03bf"),
    ),
)


def saw_tool_syntax(text: str, _calls: Sequence[Call]) -> bool:
    """Say what a right parser reports (Q12): an opener stands anywhere."""
    return "<tool_call>" in text
