"""The dialect ``dsml`` (SEMANTICS section 1): its grammar, and every way of writing it that we know.

``grammar`` holds the constants, ``render`` writes calls the plain way, and the other modules hold ways
of writing: tags, values, calls, blocks. Each way is a small function that draws its truth, writes it so
that the rules give exactly that, and notes the policies it hangs on.
"""

from __future__ import annotations

from harness.dialects.dialect import Dialect
from harness.dialects.dsml.blocks import accepted, plain, rejected, swallowed, unfinished
from harness.dialects.dsml.grammar import (
    CODES,
    FOREIGN,
    GRAMMAR,
    MARKERS,
    MENTIONS,
    POLICIES,
    PREFIXES,
    SPECIAL,
    TAILS,
    TOKENS,
    saw_tool_syntax,
)
from harness.dialects.dsml.questions import LAST_QUESTIONS, QUESTIONS
from harness.dialects.dsml.render import render
from harness.dialects.dsml.tools import declare

__all__ = ["DSML", "POLICIES", "render", "saw_tool_syntax"]

DSML = Dialect(
    name="dsml",
    policies=POLICIES,
    tokens=TOKENS,
    special=SPECIAL,
    markers=MARKERS,
    codes=CODES,
    foreign=FOREIGN,
    tails=TAILS,
    mentions=MENTIONS,
    hangs={},  # what opens something in this dialect reads alike under all policies, where it is text
    grammar=GRAMMAR,
    accepted=accepted,
    rejected=rejected,
    unfinished=unfinished,
    swallowed=swallowed,
    plain=plain,
    undecided=None,
    questions=QUESTIONS,
    last_questions=LAST_QUESTIONS,
    render=render,
    styles=tuple(PREFIXES),
    saw_tool_syntax=saw_tool_syntax,
    declare=declare,
    typed=False,
)
