"""The dialect ``qwen`` (SEMANTICS section 2): its grammar, and every way of writing it that we know.

``grammar`` holds the constants, ``render`` writes turns the template's way, ``schemas`` says what a schema
means, ``undecidable`` which calls cannot be told from others. ``meanings`` and ``tools`` draw schemas
together with the calls, and ``values``, ``calls``, ``blocks``, ``rejected``, ``questions`` and ``undecided``
write: each way is a small function, or an entry of a table, that has its truth first.
"""

from __future__ import annotations

from harness.dialects.dialect import Dialect
from harness.dialects.qwen.blocks import accepted, plain, swallowed, unfinished
from harness.dialects.qwen.grammar import (
    CODES,
    FOREIGN,
    GRAMMAR,
    HANGS,
    MARKERS,
    MENTIONS,
    POLICIES,
    SPECIAL,
    TAILS,
    TOKENS,
    saw_tool_syntax,
)
from harness.dialects.qwen.questions import LAST_QUESTIONS, QUESTIONS
from harness.dialects.qwen.rejected import rejected
from harness.dialects.qwen.render import STYLES, render, results
from harness.dialects.qwen.schemas import typed, types
from harness.dialects.qwen.tools import declare
from harness.dialects.qwen.undecidable import undecidable
from harness.dialects.qwen.undecided import undecided

__all__ = ["QWEN", "render", "results", "typed", "types", "undecidable"]

QWEN = Dialect(
    name="qwen",
    policies=POLICIES,
    tokens=TOKENS,
    special=SPECIAL,
    markers=MARKERS,
    codes=CODES,
    foreign=FOREIGN,
    tails=TAILS,
    mentions=MENTIONS,
    hangs=HANGS,
    grammar=GRAMMAR,
    accepted=accepted,
    rejected=rejected,
    unfinished=unfinished,
    swallowed=swallowed,
    plain=plain,
    undecided=undecided,
    questions=QUESTIONS,
    last_questions=LAST_QUESTIONS,
    render=render,
    styles=STYLES,
    saw_tool_syntax=saw_tool_syntax,
    declare=declare,
    typed=True,
)
