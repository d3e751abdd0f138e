"""Child elements: a value that is written as XML (SEMANTICS V4).

One pass from left to right with a stack of its own, so that depth costs no recursion. The first thing that
does not fit ends the pass: the value is then no structure at all, as mixed content must stay text.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from toolcall_reference.dsml import cdata
from toolcall_reference.strict_json import Json
from toolcall_reference.whitespace import WHITE, trim

MAX_DEPTH: Final = 256
"""Deepest nesting that is still structure; the outermost element has depth 1."""

_LOCAL = "[A-Za-z_][A-Za-z0-9_.-]*+"
_BLANK = "[ \t\n\r]"
_START_TAG = re.compile(
    rf"<((?:{_LOCAL}:)?({_LOCAL}))"
    rf"""(?:{_BLANK}++{_LOCAL}(?::{_LOCAL})?{_BLANK}*+={_BLANK}*+(?:"[^"]*+"|'[^']*+'))*"""
    rf"{_BLANK}*+(/?)>",
)
_END_OF_TAG = re.compile(rf"{_BLANK}*+>")
_WHITE = re.compile(f"[{WHITE}]*+")

Members = dict[str, list[Json]]


class _Parent(NamedTuple):
    """An element that holds elements and is not closed yet."""

    qname: str  # what its end tag must repeat
    local: str  # its key
    siblings: Members  # the members it will join


def join_repeated(members: Members) -> dict[str, Json]:
    """Give the value of a name that occurs once, and the list of its values else (SEMANTICS D13, V4)."""
    return {name: values[0] if len(values) == 1 else values for name, values in members.items()}


def read(body: str, read_text: Callable[[str], Json]) -> dict[str, Json] | None:
    """Give the object a trimmed body stands for, or None if it is not nothing but elements and white space.

    `read_text` turns the trimmed content of an element that holds neither elements nor CDATA into its value.
    """
    if not body.startswith("<") or not body.endswith(">"):
        return None
    members: Members = {}
    parents: list[_Parent] = []
    pos = 0
    while pos < len(body):
        tag = _START_TAG.match(body, pos)
        if tag is None:
            if not parents:
                return None
            parent = parents.pop()
            pos = _skip_end_tag(body, pos, parent.qname)
            parent.siblings.setdefault(parent.local, []).append(join_repeated(members))
            members = parent.siblings
        elif len(parents) == MAX_DEPTH:
            return None
        else:
            qname, local, is_empty = tag.groups()
            pos = tag.end()
            if is_empty:
                members.setdefault(local, []).append("")
            elif _holds_elements(body, pos):
                parents.append(_Parent(qname, local, members))
                members = {}
            else:
                value, pos = _read_leaf(body, pos, read_text)
                members.setdefault(local, []).append(value)
                pos = _skip_end_tag(body, pos, qname)
        if pos < 0:
            return None
        pos = _skip_white(body, pos)
    return None if parents else join_repeated(members)


def _skip_white(body: str, pos: int) -> int:
    return _WHITE.match(body, pos).end()  # type: ignore[union-attr]  # matches anywhere


def _skip_end_tag(body: str, pos: int, qname: str) -> int:
    """Give the position after the end tag that stands here, or -1 if there is none of this name."""
    if pos < 0 or not body.startswith(f"</{qname}", pos):
        return -1
    end = _END_OF_TAG.match(body, pos + 2 + len(qname))
    return end.end() if end else -1


def _holds_elements(body: str, pos: int) -> bool:
    """Tell whether the content that starts here begins with something like an element."""
    pos = _skip_white(body, pos)
    return body.startswith("<", pos) and body[pos + 1 : pos + 2] not in ("/", "!")


def _read_leaf(body: str, pos: int, read_text: Callable[[str], Json]) -> tuple[Json, int]:
    """Read a content without elements; give its value and where its end tag must stand."""
    inner = _skip_white(body, pos)
    joined, end = cdata.read_run(body, inner)
    if end > inner:
        return joined, _skip_white(body, end)
    end = body.find("<", inner)
    return read_text(trim(body[inner:end])), end
