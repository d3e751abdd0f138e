"""The tags of the dialect, and their unfinished beginnings (SEMANTICS Q3 to Q5).

Case matters and no tag has blanks inside, so a tag is found as a plain string. Its only ``<`` is its first
character, which is why only the last ``<`` of the data can begin one that is not complete yet.
"""

import re
from typing import Final

from toolcall_reference.whitespace import WHITE

BLOCK_START: Final = "<tool_call>"
BLOCK_END: Final = "</tool_call>"
FUNCTION_START: Final = "<function="
FUNCTION_END: Final = "</function>"
PARAMETER_START: Final = "<parameter="
PARAMETER_END: Final = "</parameter>"

SPACE: Final = re.compile(rf"[{WHITE}]*+")
"""White space or nothing: what may stand between two tags (SEMANTICS Q4, C1). It matches anywhere."""

NAME_STOP: Final = re.compile(r"[>\n]")
"""What ends a NAME or a KEY, or makes it malformed (SEMANTICS Q4)."""


def begins(tag: str, data: str, pos: int) -> bool | None:
    """Tell whether a tag stands at a position; None if the data ends before that is decided."""
    if data.startswith(tag, pos):
        return True
    rest = len(data) - pos
    return None if rest < len(tag) and tag.startswith(data[pos:]) else False


def unfinished(tag: str, data: str, pos: int) -> int:
    """Tell where the end of the data, from a position on, may begin the tag; else give its length."""
    size = len(data)
    start = data.rfind("<", max(pos, size - len(tag) + 1))
    return start if start >= 0 and tag.startswith(data[start:]) else size
