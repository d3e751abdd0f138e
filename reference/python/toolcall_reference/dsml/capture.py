"""A capture: the walk from an opener to the end of its block (SEMANTICS D3, D4, D5, D7).

The walk can stop after any character and go on with the next chunk. What it keeps of the past is the pieces
of text it was given, the tags it met, and a few counts; no character is looked at twice but those of an
undecided beginning (at most 18). The tags are kept because reading the block needs just them (SEMANTICS D8,
D9), so the block is never walked again.

Bare captures are a class of their own: the rules that give one up would otherwise be tested for every tag
of every ordinary capture.
"""

import re
from enum import Enum, auto
from typing import Final

from toolcall_reference.dsml.grammar import (
    AFTER_BARE_INVOKE,
    AFTER_BARE_INVOKE_BEGINNINGS,
    BETWEEN_BARE_INVOKES,
    BETWEEN_BARE_INVOKES_BEGINNINGS,
    CDATA_GROUP,
    COMMENT_GROUP,
    INVOKE,
    NAME_OF_GROUP,
    PIECE,
    PIECE_BEGINNINGS,
    WRAPPER,
    Tag,
    unfinished,
)

_BLANKS = re.compile(r"[ \t\n\r]*+")
_TAG_STOP = re.compile(r"""["'>]""")
_BARE_TAG_STOP = re.compile(r"""["'><]""")

LONGEST_BARE_TAG: Final = 4096
"""An invoke start tag of a bare capture may have so many code points (SEMANTICS D7 c)."""


class Verdict(Enum):
    """Why a walk stopped."""

    OPEN = auto()  # the data ran out
    CLOSED = auto()  # the block is complete
    RESTART = auto()  # an ordinary capture starts at the position, what was captured is text
    GIVEN_UP = auto()  # what was captured is text, scanning resumes at the position
    TOO_LONG = auto()  # given up after the "<" of the tag that is too long


class Capture:
    """One capture. `walk` feeds it; `text` and `tags` are the block once the verdict is CLOSED."""

    __slots__ = ("depth", "invokes", "pieces", "quote", "section", "size", "tag", "tags")

    is_bare = False

    def __init__(self) -> None:
        """Start before the ``<`` of an opener."""
        self.pieces: list[str] = []  # the text so far
        self.size = 0  # its length
        self.tags: list[Tag] = []  # the finished tags
        self.depth = 1  # of wrappers
        self.invokes = 0  # depth of invokes
        self.tag: Tag | None = None  # the tag the walk is in; its end is not known yet
        self.quote = ""  # the quote the walk is in, inside a tag
        self.section = ""  # what ends the opaque section the walk is in

    def text(self) -> str:
        """Give all that was captured."""
        return "".join(self.pieces)

    def walk(self, data: str, pos: int) -> tuple[Verdict, int]:
        """Walk on from a position of the data; give the verdict and the position where the walk stopped.

        With OPEN, what stands from that position on is an undecided beginning: the caller hands it over
        again, followed by the next chunk.
        """
        start = pos
        shift = self.size - pos
        while True:
            if self.tag is not None:
                verdict, pos = self.read_tag(data, pos, shift)
            elif self.section:
                verdict, pos = self.skip_section(data, pos)
            else:
                verdict, pos = self.read_body(data, pos, shift)
            if verdict is not None:
                break
        if pos > start:
            self.pieces.append(data[start:pos])
            self.size += pos - start
        return verdict, pos

    def read_body(self, data: str, pos: int, shift: int) -> tuple[Verdict | None, int]:
        """Find the next tag or opaque section (SEMANTICS D3)."""
        match = PIECE.search(data, pos)
        if match is None:
            return Verdict.OPEN, unfinished(data, pos, PIECE_BEGINNINGS)
        start, end = match.span()
        group = match.lastindex
        if group == CDATA_GROUP:
            self.section = "]]>"
            return None, end
        if group == COMMENT_GROUP:
            self.section = "-->"
            return None, end
        name = NAME_OF_GROUP[group]
        is_end = match[1] is not None
        if name is WRAPPER and not is_end and self.invokes == 0 and start + shift > 0:
            return Verdict.RESTART, start
        self.tag = Tag(name, is_end, match[2] is not None, False, start + shift, end + shift, 0)
        return None, end

    def skip_section(self, data: str, pos: int) -> tuple[Verdict | None, int]:
        """Find the end of the opaque section (SEMANTICS D4)."""
        closer = self.section
        end = data.find(closer, pos)
        if end >= 0:
            self.section = ""
            return None, end + len(closer)
        size = len(data)
        for length in (2, 1):
            if size - pos >= length and data.endswith(closer[:length], pos):
                return Verdict.OPEN, size - length
        return Verdict.OPEN, size

    def read_tag(self, data: str, pos: int, shift: int) -> tuple[Verdict | None, int]:
        """Find the end of the tag (SEMANTICS D5)."""
        pos = self.find_stop(_TAG_STOP, data, pos, len(data))
        if pos == len(data):
            return Verdict.OPEN, pos
        return self.end_tag(data, pos, shift)

    def find_stop(self, stops: re.Pattern[str], data: str, pos: int, limit: int) -> int:
        """Give the position of the next stop that stands outside quotes and is none, or else the limit."""
        quote = self.quote
        while True:
            if quote:
                pos = data.find(quote, pos, limit)
                if pos < 0:
                    break
                pos += 1
            match = stops.search(data, pos, limit)
            if match is None:
                quote = ""
                break
            pos = match.start()
            quote = data[pos]
            if quote not in "\"'":
                self.quote = ""
                return pos
            pos += 1
        self.quote = quote
        return limit

    def end_tag(self, data: str, pos: int, shift: int) -> tuple[Verdict | None, int]:
        """Count the tag whose ``>`` stands at the position (SEMANTICS D3)."""
        name, is_end, is_dsml, _, start, attributes, _ = self.tag  # type: ignore[misc]
        self.tag = None
        before = data[pos - 1] if pos + shift > self.size else self.pieces[-1][-1]
        is_empty = before == "/" and not is_end
        end = pos + 1
        self.tags.append(Tag(name, is_end, is_dsml, is_empty, start, attributes, end + shift))
        if name is INVOKE:
            self.count_invoke(is_end=is_end, is_empty=is_empty)
        elif name is WRAPPER:
            if is_end:
                self.depth -= 1
                if self.depth == 0:
                    return Verdict.CLOSED, end
            elif self.invokes > 0 and not is_empty:
                self.depth += 1
        return None, end

    def count_invoke(self, *, is_end: bool, is_empty: bool) -> None:
        """Follow the depth of invokes (SEMANTICS D3)."""
        if is_end:
            self.invokes = max(0, self.invokes - 1)
        elif self.invokes == 0 or not is_empty:
            self.invokes += 1


class BareCapture(Capture):
    """A capture that began at an invoke without a wrapper: given up when what follows speaks against one.

    SEMANTICS D7. The first tag is the invoke itself.
    """

    __slots__ = ("is_fresh",)

    is_bare = True

    def __init__(self) -> None:
        """Start before the ``<`` of an invoke start tag."""
        super().__init__()
        self.is_fresh = False  # an invoke just raised the depth to 1, so rule (a) holds

    def read_body(self, data: str, pos: int, shift: int) -> tuple[Verdict | None, int]:
        """Test what stands here by the rules (a) and (b), then read on as in any capture."""
        if self.is_fresh:
            allowed, known = AFTER_BARE_INVOKE, AFTER_BARE_INVOKE_BEGINNINGS
        elif self.invokes == 0:
            allowed, known = BETWEEN_BARE_INVOKES, BETWEEN_BARE_INVOKES_BEGINNINGS
        else:
            return super().read_body(data, pos, shift)
        pos = _BLANKS.match(data, pos).end()  # type: ignore[union-attr]
        if pos == len(data):
            return Verdict.OPEN, pos
        if allowed.match(data, pos):
            self.is_fresh = False
            return super().read_body(data, pos, shift)
        if data[pos] == "<" and unfinished(data, pos, known) == pos:
            return Verdict.OPEN, pos
        return Verdict.GIVEN_UP, pos

    def read_tag(self, data: str, pos: int, shift: int) -> tuple[Verdict | None, int]:
        """Find the end of the tag; an invoke start tag at depth 0 is held to rule (c)."""
        name, is_end, *_, start, _, _ = self.tag  # type: ignore[misc]
        if name is not INVOKE or is_end or self.invokes:
            return super().read_tag(data, pos, shift)
        size = len(data)
        limit = min(size, start - shift + LONGEST_BARE_TAG)
        pos = self.find_stop(_BARE_TAG_STOP, data, pos, limit)
        if pos == limit:
            return (Verdict.OPEN if limit == size else Verdict.TOO_LONG), pos
        if data[pos] == "<":
            return Verdict.GIVEN_UP, pos
        return self.end_tag(data, pos, shift)

    def count_invoke(self, *, is_end: bool, is_empty: bool) -> None:
        """Follow the depth, and note when rule (a) is due."""
        before = self.invokes
        super().count_invoke(is_end=is_end, is_empty=is_empty)
        self.is_fresh = before == 0 and self.invokes == 1
