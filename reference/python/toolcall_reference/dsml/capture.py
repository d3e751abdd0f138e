"""A capture: the walk from an opener to the end of its block (SEMANTICS D3, D4, D5, D7).

The walk can stop after any character and go on with the next chunk. What it keeps of the past is the pieces
of text it was given, the tags it met, and a few counts; no character is looked at twice but those of an
undecided beginning (at most 18). The tags are kept because reading the block needs just them (SEMANTICS D8,
D9), so the block is never walked again.

Bare captures are a class of their own: the rules that give one up would otherwise be tested for every tag
of every ordinary capture.
"""

import re
from typing import Final, TypeAlias

from toolcall_reference.dsml.grammar import (
    AFTER_BARE_INVOKE,
    AFTER_BARE_INVOKE_BEGINNINGS,
    BETWEEN_BARE_INVOKES,
    BETWEEN_BARE_INVOKES_BEGINNINGS,
    CDATA_GROUP,
    INVOKE,
    NAME_OF_GROUP,
    NOTHING,
    PIECE,
    PIECE_BEGINNING,
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


# Why a walk stopped, or that it did not. Plain numbers, as in `fences`.
GOES_ON: Final = 0
OPEN: Final = 1  # the data ran out
CLOSED: Final = 2  # the block is complete
RESTART: Final = 3  # an ordinary capture starts at the position, what was captured is text
GIVEN_UP: Final = 4  # what was captured is text, scanning resumes at the position
TOO_LONG: Final = 5  # given up after the "<" of the tag that is too long


Pending: TypeAlias = tuple[str, bool, bool, int]
"""A tag whose ``>`` has not come yet: the first members of Tag, and where it starts."""


class Capture:
    """One capture. `walk` feeds it; `text` and `tags` are the block once the verdict is CLOSED."""

    __slots__ = ("depth", "invokes", "pieces", "quote", "section", "size", "tag", "tags", "wake")

    is_bare = False

    def __init__(self) -> None:
        """Start before the ``<`` of an opener."""
        self.pieces: list[str] = []  # the text so far
        self.size = 0  # its length
        self.tags: list[Tag] = []  # the finished tags
        self.depth = 1  # of wrappers
        self.invokes = 0  # depth of invokes
        self.tag: Pending | None = None  # the tag the walk is in
        self.quote = ""  # the quote the walk is in, inside a tag
        self.section = ""  # what ends the opaque section the walk is in
        self.wake = ""  # a chunk without this character changes nothing: see `absorb`

    def text(self) -> str:
        """Give all that was captured."""
        return "".join(self.pieces)

    def tag_start(self) -> int:
        """Give where the tag starts that the walk is in; outside tags, where the walk stands."""
        return self.tag[3] if self.tag else self.size

    def walk(self, data: str, pos: int) -> tuple[int, int]:
        """Walk on from a position of the data; give the verdict and the position where the walk stopped.

        With OPEN, what stands from that position on is an undecided beginning: the caller hands it over
        again, followed by the next chunk.
        """
        start = pos
        shift = self.size - pos
        while True:
            if self.tag is not None:
                verdict, pos = self.read_tag(self.tag, data, pos, shift)
            elif self.section:
                verdict, pos = self.skip_section(data, pos)
            else:
                verdict, pos = self.read_body(data, pos, shift)
            if verdict:
                break
        if pos > start:
            self.pieces.append(data[start:pos])
            self.size += pos - start
        self.wake = self.next_wake()
        return verdict, pos

    def absorb(self, chunk: str) -> None:
        """Take a chunk that does not hold the character `wake`. Small chunks are mostly such ones."""
        self.pieces.append(chunk)
        self.size += len(chunk)

    def next_wake(self) -> str:
        """Give the character that could change the state, or the empty string if any could."""
        return self.quote or ("" if self.tag else self.section[:1] or "<")

    def beginnings(self) -> frozenset[str]:
        """Give what an undecided beginning may be in the present state."""
        return NOTHING if self.tag or self.section else PIECE_BEGINNINGS

    def read_body(
        self,
        data: str,
        pos: int,
        shift: int,
        piece: re.Pattern[str] = PIECE,
    ) -> tuple[int, int]:
        """Find the next tag or opaque section (SEMANTICS D3)."""
        bracket = data.find("<", pos)
        if bracket < 0:
            return OPEN, len(data)
        match = piece.search(data, bracket)
        if match is None:
            return OPEN, unfinished(data, bracket, PIECE_BEGINNINGS)
        group = match.lastindex or 0
        if group >= CDATA_GROUP:
            self.section = "]]>" if group == CDATA_GROUP else "-->"
            return GOES_ON, match.end()
        slash, dsml = match.group(1, 2)
        name = NAME_OF_GROUP[group]
        start = match.start()
        if name is WRAPPER and slash is None and self.invokes == 0 and start + shift > 0:
            return RESTART, start
        tag = (name, slash is not None, dsml is not None, start + shift)
        if group % 2 == 0:
            return self.end_tag(tag, data, match.end() - 1, shift)
        self.tag = tag
        return GOES_ON, match.end()

    def skip_section(self, data: str, pos: int) -> tuple[int, int]:
        """Find the end of the opaque section (SEMANTICS D4)."""
        closer = self.section
        end = data.find(closer, pos)
        if end >= 0:
            self.section = ""
            return GOES_ON, end + len(closer)
        size = len(data)
        for length in (2, 1):
            if size - pos >= length and data.endswith(closer[:length], pos):
                return OPEN, size - length
        return OPEN, size

    def read_tag(self, tag: Pending, data: str, pos: int, shift: int) -> tuple[int, int]:
        """Find the end of the tag (SEMANTICS D5)."""
        pos = self.find_stop(_TAG_STOP, data, pos, len(data))
        if pos == len(data):
            return OPEN, pos
        return self.end_tag(tag, data, pos, shift)

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

    def end_tag(self, tag: Pending, data: str, pos: int, shift: int) -> tuple[int, int]:
        """Count the tag whose ``>`` stands at the position (SEMANTICS D3)."""
        self.tag = None
        name, is_end, is_dsml, start = tag
        before = data[pos - 1] if pos + shift > self.size else self.pieces[-1][-1]
        is_empty = before == "/" and not is_end
        end = pos + 1
        self.tags.append(Tag(name, is_end, is_dsml, is_empty, start, end + shift))
        if name is INVOKE:
            self.count_invoke(is_end=is_end, is_empty=is_empty)
        elif name is WRAPPER:
            if is_end:
                self.depth -= 1
                if self.depth == 0:
                    return CLOSED, end
            elif self.invokes > 0 and not is_empty:
                self.depth += 1
        return GOES_ON, end

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

    def rule(self) -> tuple[re.Pattern[str], frozenset[str]] | None:
        """Give what rule (a) or (b) lets stand here, and its beginnings, if one of them is due."""
        if self.tag or self.section:
            return None
        if self.is_fresh:
            return AFTER_BARE_INVOKE, AFTER_BARE_INVOKE_BEGINNINGS
        return None if self.invokes else (BETWEEN_BARE_INVOKES, BETWEEN_BARE_INVOKES_BEGINNINGS)

    def next_wake(self) -> str:
        """Give the character that could change the state: any, as long as a rule is due."""
        return super().next_wake() if self.invokes and not self.is_fresh else ""

    def beginnings(self) -> frozenset[str]:
        """Give what an undecided beginning may be in the present state."""
        rule = self.rule()
        return rule[1] if rule else super().beginnings()

    def read_body(
        self,
        data: str,
        pos: int,
        shift: int,
        piece: re.Pattern[str] = PIECE,
    ) -> tuple[int, int]:
        """Test what stands here by the rules (a) and (b), then read on as in any capture."""
        rule = self.rule()
        if rule is None:
            return super().read_body(data, pos, shift, piece)
        pos = _BLANKS.match(data, pos).end()  # type: ignore[union-attr]  # matches anywhere
        if pos == len(data):
            return OPEN, pos
        allowed, known = rule
        if allowed.match(data, pos):
            self.is_fresh = False
            return super().read_body(data, pos, shift, PIECE_BEGINNING)
        if data[pos] == "<" and unfinished(data, pos, known) == pos:
            return OPEN, pos
        return GIVEN_UP, pos

    def read_tag(self, tag: Pending, data: str, pos: int, shift: int) -> tuple[int, int]:
        """Find the end of the tag; an invoke start tag at depth 0 is held to rule (c).

        If the first character too many is a ``<`` outside quotes, both halves of the rule hold. The tag is
        then given up at that ``<``, the half that the rule names first.
        """
        name, is_end, _, start = tag
        if self.invokes or is_end or name is not INVOKE:
            return super().read_tag(tag, data, pos, shift)
        size = len(data)
        limit = min(size, start - shift + LONGEST_BARE_TAG)
        pos = self.find_stop(_BARE_TAG_STOP, data, pos, limit)
        if pos == size:
            return OPEN, pos
        if pos == limit and (self.quote or data[pos] != "<"):
            return TOO_LONG, pos
        if data[pos] == "<":
            return GIVEN_UP, pos
        return self.end_tag(tag, data, pos, shift)

    def count_invoke(self, *, is_end: bool, is_empty: bool) -> None:
        """Follow the depth, and note when rule (a) is due."""
        before = self.invokes
        super().count_invoke(is_end=is_end, is_empty=is_empty)
        self.is_fresh = before == 0 and self.invokes == 1
