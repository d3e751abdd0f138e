"""The seam: make these two functions ask your parser. The tests beside this file do.

Both give one answer, a dictionary with

    calls      the tool calls in order: {"name": "...", "input": {...}}
    text       the visible text, joined
    reasoning  the text of the reasoning, joined; may be left out where there is none
    pieces     the visible text before, between and behind the calls: one more text
               than there are calls. May be left out: then nobody looks where it stood

An error of the parser is to be raised. Each call is to make a parser of its own.
This file is yours: it is written once and never replaced.
"""

from typing import Any


def parse(text: str, tools: list[dict[str, Any]]) -> dict[str, Any]:
    """Give what your parser makes of a whole text, with these tools declared."""
    raise NotImplementedError("make parse in toolcall_seam.py ask your parser")


def stream(chunks: list[str], tools: list[dict[str, Any]]) -> dict[str, Any]:
    """Give what it makes of the chunks, fed one by one and then finished.

    A parser that does not stream may give parse("".join(chunks), tools).
    """
    raise NotImplementedError("make stream in toolcall_seam.py ask your parser")
