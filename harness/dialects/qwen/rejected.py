"""Blocks that are text as they stand: each is given up at one place that Q8 names.

Where a value was written before that place, it has ended (Q5), or the block would take in what follows. No
opener stands behind it that could begin a block of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects.qwen.hand import Hand

if TYPE_CHECKING:
    from harness.generate.pen import Pen

WORDS = (
    "x",
    "and then",
    "Here it is:",
    "- one\n",
    "\u200b",
    "\ufeff",
    "...",
    "\u00e9\U0001f600",
    "\x1c",
    "{}",
    "&lt;",
)
"""Junk: none of it is white space, nor begins a tag."""

# By feature: blocks in which ``~`` stands for white space, ``@`` and ``#`` for a name and a key, ``$`` for a
# framed value, ``%`` for words, ``^`` for a whole parameter and ``*`` for a whole function.
SHAPES: dict[str, tuple[str, ...]] = {
    "rejected:empty": ("<tool_call></tool_call>", "<tool_call>~</tool_call>", "<tool_call>\n~\n</tool_call>"),
    "rejected:words": (
        "<tool_call>~%</tool_call>",
        "<tool_call>~%~*~</tool_call>",
        "<tool_call>~*~%~</tool_call>",
        "<tool_call>~*~%~*~</tool_call>",
        "<tool_call>~<function=@>~%~</function>~</tool_call>",
        "<tool_call>~<function=@>~%^~</function>~</tool_call>",
        "<tool_call>~<!-- % -->~*~</tool_call>",
        "<tool_call>~*~```\n</tool_call>",
    ),
    "rejected:no-function": (
        "<tool_call>~^~</tool_call>",
        "<tool_call>~</function>~</tool_call>",
        "<tool_call>~@\n^~</function>~</tool_call>",
        "<tool_call>~<@>~^~</function>~</tool_call>",
        "<tool_call>\nset -e\nls\n</bash>\n</tool_call>",
    ),
    "rejected:json": (
        '<tool_call>\n{"name": "@", "arguments": {"#": 1}}\n</tool_call>',
        '<tool_call>~[{"name": "@", "arguments": {}}]~</tool_call>',
        '<tool_call>\n<function=@>\n{"#": "x"}\n</function>\n</tool_call>',
        '<tool_call>{"function": "@"}</tool_call>',
    ),
    "rejected:attribute": (
        '<tool_call>~<function name="@">~^~</function>~</tool_call>',
        '<tool_call>~<function=@>~<parameter name="#">$</parameter>~</function>~</tool_call>',
        "<tool_call>~<invoke name='@'>~^~</invoke>~</tool_call>",
        "<tool_call>~<function>@</function>~^~</function>~</tool_call>",
        "<tool_call>~*~<function name='@'>~</function>~</tool_call>",
        "<tool_call>~<function=@>~<#>$</#>~</function>~</tool_call>",
    ),
    "rejected:name": (
        "<tool_call>~<function=>~^~</function>~</tool_call>",
        "<tool_call>~<function= >~</function>~</tool_call>",
        "<tool_call>~<function=\u3000\t>~^~</function>~</tool_call>",
        "<tool_call>~*~<function=>~</function>~</tool_call>",
        "<tool_call>~<function=@\n>~^~</function>~</tool_call>",
        "<tool_call>~<function=\n@>~^~</function>~</tool_call>",
        "<tool_call>~<function=@\n~^~</function>~</tool_call>",
        "<tool_call>~<function\n=@>~</function>~</tool_call>",
    ),
    "rejected:key": (
        "<tool_call>~<function=@>~<parameter=>$</parameter>~</function>~</tool_call>",
        "<tool_call>~<function=@>~^~<parameter=>$</parameter>~</function>~</tool_call>",
        "<tool_call>~<function=@>~<parameter=#\n>$</parameter>~</function>~</tool_call>",
        "<tool_call>~<function=@>~^~<parameter=\n#>$</parameter>~</function>~</tool_call>",
        "<tool_call>~<function=@>~^~<parameter=#\n</function>~</tool_call>",
        "<tool_call>~<function=@>~<parameter=#\nx\n</parameter>~</function>~</tool_call>",
    ),
    "rejected:closer": (
        "<tool_call>~<function=@>~</functions>~</tool_call>",
        "<tool_call>~<function=@>~</tool_call>",
        "<tool_call>~<function=@>~</@>~</tool_call>",
        "<tool_call>~<function=@>~</parameter>~</function>~</tool_call>",
        "<tool_call>~*~</function>~</tool_call>",
        "<tool_call>~*~</tool_calls>",
        "<tool_call>~*~</parameter>~</tool_call>",
        "<tool_call>~<function=@>~^~</function>~<parameter=#>$</parameter>~</tool_call>",
    ),
    "rejected:blanks": (
        "<tool_call>~< function=@>~</function>~</tool_call>",
        "<tool_call>~<function =@>~^~</function>~</tool_call>",
        "<tool_call>~<function=@>~<parameter =#>$</parameter>~</function>~</tool_call>",
        "<tool_call>~<function=@>~</ function>~</tool_call>",
        "<tool_call>~<function=@>~</function >~</tool_call>",
        "<tool_call>~*~</tool_call >",
        "<tool_call>~*~< /tool_call>",
    ),
    "rejected:case": (
        "<tool_call>~<Function=@>~</function>~</tool_call>",
        "<tool_call>~<function=@>~</FUNCTION>~</tool_call>",
        "<tool_call>~<function=@>~<Parameter=#>$</parameter>~</function>~</tool_call>",
        "<tool_call>~*~</TOOL_CALL>",
        "<tool_call>~*~</Tool_call>",
    ),
    "rejected:reasoning": (
        "<tool_call>~<think>%</think>~*~</tool_call>",
        "<tool_call>~<function=@>~<think>%</think>~^~</function>~</tool_call>",
        "<tool_call>~<function=@>~<think>%~^~</function>~</tool_call>",
        "<tool_call>~*~<think>\n%\n</think>\n\n</tool_call>",
        "<tool_call>~</think>~*~</tool_call>",
        "<tool_call>~<function=@>~<parameter=#><think>%</think>~$</parameter>~</function>~x",
    ),
}
GROUPS = tuple(SHAPES.items())


def rejected(pen: Pen) -> str:
    """Write a block that gives no call."""
    pen.relies |= {"junk_in_block", "damaged_call", "missing_opener"}
    feature, shapes = pen.pick(GROUPS)
    if feature == "rejected:reasoning":
        pen.relies.add("reasoning")
    pen.features.add(feature)
    return written(pen, pen.pick(shapes))


def written(pen: Pen, shape: str) -> str:
    """Fill in a shape. Values are safe text: no tag stands in them."""
    hand = Hand(pen)
    name, key = pen.call_name(), pen.parameter_name(0)
    parameter = f"<parameter={key}>{hand.framed(pen.phrase())}</parameter>"
    parts = {
        "*": f"<function={pen.call_name()}>{hand.gap(pen)}{parameter}{hand.gap(pen)}</function>",
        "~": hand.between,
        "#": key,
        "@": name,
        "^": parameter,
        "$": hand.framed(pen.phrase()),
        "%": pen.pick(WORDS),
    }
    return "".join([parts.get(character, character) for character in shape])
