"""Prose: what a model writes around its calls. Ordinary text, whatever is in it.

Pieces are joined by white space or a comma, never by nothing: a piece may end like a marker, and the
next must not complete it. No piece ends in an opener's whole name, and none that may stand at the start
of a line begins with a fence's run, so all of it is text (SEMANTICS D1, D2, D7).

Nothing of it hides a block either: what is written around one in ``wrapped`` is text, and the block is
accepted as anywhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.generate.words import PHRASES

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.dialects import Dialect
    from harness.generate.draft import Draft
    from harness.generate.pen import Pen

    Piece = Callable[[Pen, Dialect], str]

JOINTS = (
    " ",
    " ",
    "\n",
    "\n\n",
    ", ",
    "\n- ",
    "\r\n",
    "\n1. ",
    "\n> ",
    "\t",
    "\n    ",
    ". ",
    "\u3000",
    "\n\u00a0",
)

# Runs that are no fences: not first on their line, too short, or behind what is no blank (D1).
NO_FENCES = (
    "see ```x``` there",
    "a ~~~ b",
    "`x`",
    "``\nx",
    "~~\nx",
    "> ```",
    "- ```js",
    "1. ~~~~",
    "x\r```",
    "\u00a0```",
    "\ufeff~~~",
    "x\u2028```",
    "x\x0b```",
    "x\x85~~~",
)  # Written directly behind a letter.
RUNS = ("`", "``", "```", "~~~", "````", " ```", "\t~~~")

# What begins an item of a list; the lines of a quote begin with QUOTES.
BULLETS = ("- ", "* ", "1. ", "+ ", "  - ", "2) ", "- [ ] ", "\t* ")
QUOTES = ("> ", ">", "> > ", ">\t", "  > ")

JSON = (
    '{"name": "f", "arguments": {}}',
    '{"name": "f", "parameters": {"q": "x"}}',
    '[{"name": "f", "arguments": {"q": 1}}, {"name": "g", "arguments": {}}]',
    '{"tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}',
    '{"name": "f", "input": {"a": "</b>"}}',
    "{}",
    "[]",
    '{"a": ',
    '{"a": "\\"}',
    "[1, 2, {",
    "}",
    "{{name}}",
    "null",
    "The result is {'a': 1, 'b': [True, None]}.",
)
THOUGHTS = (
    "<think>",
    "</think>",
    "<think></think>",
    "<think>I should look first.</think>",
    "<think>\nhm, a tool?\n</think>\n\nYes.",
    "<thinking>no</thinking>",
    "<|channel|>analysis<|message|>so<|end|>",
    "[THINK]so[/THINK]",
)

COMPARED = (
    "It holds for all a < b while the sum of both stays below ten, and for no others.",
    "for (i = 0; i <n; i += 1) sum += list[i]; // and so on for the rest of it",
    "1 <2 and 2 <3, so it goes on for ever and there is no largest one among them",
)

# By feature: what stands before and behind a block that is accepted all the same, and the policies by
# which some parsers will see no call there.
WRAPS = (
    ("inline-code:call", "Use `", "` for that.", "fences"),
    ("inline-code:call", "like ``", "`` here", "fences"),
    ("inline-code:call", "see ```", "``` there", "fences"),
    ("quote:call", "> ", "", ""),
    ("quote:call", "Say:\n> ", "\n> ok", ""),
    ("list:call", "- ", "", ""),
    ("list:call", "1. one\n2. ", "\n3. three", ""),
    ("comment:call", "<!-- ", " -->", ""),
    ("comment:call", "<!--\n", "\n", ""),
    ("comment:call", "<![CDATA[", "]]>", ""),
    ("json:call", '{"content": "', '"}', ""),
    ("json:call", "[", "]", ""),
    ("reasoning:call", "<think>", "</think>", "reasoning"),
    ("reasoning:call", "<think>\nLet me see.\n", "\n", "reasoning"),
    ("reasoning:call", "So.\n", "\n</think>\n\n", "reasoning"),
    ("reasoning:call", "<think>ok</think>\n", "", "reasoning"),
    ("indented:call", "\n    ", "\n", "fences"),
    ("indented:call", "\n\t", "", "fences"),
)


def noted(pen: Pen, dialect: Dialect, text: str) -> str:
    """Note the policies by which others take for a call what is only mentioned in ``text``; give it back."""
    for markup, policy in dialect.hangs.items():
        if markup in text:
            pen.relies.add(policy)
    return text


def words(pen: Pen) -> str:
    """Write pieces of safe text."""
    out = [pen.phrase()]
    while pen.chance(1, 2):
        out += (pen.pick(JOINTS), pen.phrase())
    return "".join(out)


def prose(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write sentences, lists, code, raw code points, and pieces of markup that are only mentioned."""
    pen.features.add("prose")
    chance, pick = pen.chance, pen.pick
    out = []
    if draft.after_prose:
        out.append(" ")
    while True:
        piece = pick(PIECES)
        out.append(pen.phrase() if piece is None else piece(pen, dialect))
        if not chance(3, 5):
            break
        out.append(pick(JOINTS))
    draft.parts.append("".join(out))


def wrapped(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write a block inside what would make it an example, a note or a thought to other readers."""
    feature, before, behind, policy = pen.pick(WRAPS)
    pen.features.add(feature)
    if policy:
        pen.relies.add(policy)
    draft.blocks += 1
    draft.parts += (before, dialect.accepted(pen))
    if behind:
        draft.parts.append(behind)


def marker(pen: Pen, dialect: Dialect) -> str:
    """Mention a piece of markup."""
    pen.features.add("marker")
    return noted(pen, dialect, pen.pick(dialect.markers))


def no_fence(pen: Pen, dialect: Dialect) -> str:
    """Write a run that is no fence; where there are none, others may take it for one."""
    pen.features.add("no-fence")
    if dialect.fences_live:
        pen.relies.add("fences")
    return "x" + pen.pick(RUNS) if pen.chance(1, 3) else pen.pick(NO_FENCES)


def inline_code(pen: Pen, dialect: Dialect) -> str:
    """Write markup between backticks. They hide nothing: what stands there is text anywhere."""
    ticks = "`"
    pen.features.add("inline-code")
    if pen.chance(1, 3):
        ticks = "``"
        pen.features.add("inline-code:double")
    return f"{ticks}{noted(pen, dialect, pen.pick(dialect.codes))}{ticks}"


def bullets(pen: Pen, _: Dialect) -> str:
    """Write a list of two items or more."""
    pen.features.add("list")
    bullet = pen.pick(BULLETS)
    items = [pen.phrase(), pen.phrase()]
    while pen.chance(1, 3):
        items.append(pen.phrase())
    return "\n" + "\n".join([bullet + item for item in items])


def quoted(pen: Pen, dialect: Dialect) -> str:
    """Write a quote; also of code, whose run stands behind a `>` and opens nothing (D1)."""
    pen.features.add("quote")
    mark = pen.pick(QUOTES)
    if pen.chance(1, 3):
        if dialect.fences_live:
            pen.relies.add("fences")
        return f"\n{mark}```\n{mark}{noted(pen, dialect, pen.pick(dialect.codes))}.\n{mark}```"
    return f"\n{mark}{pen.pick(PHRASES)}\n{mark}\n{mark}{pen.phrase()}"


def note(pen: Pen, dialect: Dialect) -> str:
    """Write an HTML comment, perhaps with a piece of markup in it, perhaps unclosed."""
    pen.features.add("html-comment")
    inside = noted(pen, dialect, pen.pick(dialect.markers)) if pen.chance(1, 2) else pen.phrase()
    return f"<!-- {inside} {pen.pick(('-->', '-->', '--->', '--'))}"


def jsons(pen: Pen, _: Dialect) -> str:
    """Write what looks like JSON, and like a call in it."""
    pen.features.add("json-text")
    return pen.pick(JSON)


def foreign(pen: Pen, dialect: Dialect) -> str:
    """Write what is a call in another format."""
    pen.features.add("foreign")
    return noted(pen, dialect, pen.pick(dialect.foreign))


def thought(pen: Pen, _: Dialect) -> str:
    """Write the tags around reasoning, which are text where reasoning is ignored."""
    pen.features.add("reasoning")
    pen.relies.add("reasoning")
    return pen.pick(THOUGHTS)


def compared(pen: Pen, _: Dialect) -> str:
    """Write a ``<`` that begins nothing into a sentence that goes on behind it."""
    pen.features.add("lone-bracket")
    return pen.pick(COMPARED)


PIECES: tuple[Piece | None, ...] = (
    *(None,) * 26,
    *(marker,) * 9,
    *(no_fence,) * 3,
    *(inline_code,) * 2,
    *(bullets,) * 1,
    *(quoted,) * 1,
    *(note,) * 2,
    *(jsons,) * 1,
    *(foreign,) * 2,
    *(thought,) * 1,
    *(compared,) * 1,
)
"""What prose is made of; none of these is a phrase, which comes most often."""
