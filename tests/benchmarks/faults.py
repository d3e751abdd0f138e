"""Planted bugs that the zoo has no Python parser for: each the clean reference with one part replaced.

They stand for classes of bugs, one each, and are the mistake that somebody would make; docstrings say what is
wrong. ``MID_CHUNK`` are of another kind: what is held back of a tag is right only if a chunk begins with it,
so feeding one character at a time shows them only where something like a tag stands right behind a ``<``.
"""

from __future__ import annotations

import re
from typing import Any

from copies import Planted
from toolcall_reference.dsml import cdata, entities
from toolcall_reference.dsml.block import BlockReader
from toolcall_reference.dsml.capture import GOES_ON, OPEN, Capture
from toolcall_reference.dsml.fences import Fences
from toolcall_reference.dsml.grammar import PIECE_BEGINNING
from toolcall_reference.dsml.stream import DsmlStream
from toolcall_reference.parser import ReferenceParser

_ENTITY = re.compile(r"&[#\w]+;")
_BLANKS = " \t\n\r"


class HoldDropped(DsmlStream):
    """What was held back and turns out to begin no tag is lost."""

    def feed(self, chunk: str) -> list[Any]:
        held = "" if self._capture else self._held
        events = super().feed(chunk)
        if held and events and events[0].get("text", "").startswith(held):
            events[0] = {"text": events[0]["text"][len(held) :]}
        return events


class BracketEndsTag(Capture):
    """A ``>`` in the quotes of an attribute ends the tag."""

    def read_body(self, data: str, pos: int, shift: int, piece: Any = None) -> tuple[int, int]:
        del piece
        return super().read_body(data, pos, shift, PIECE_BEGINNING)  # never a whole tag with its quotes

    def find_stop(self, stops: Any, data: str, pos: int, limit: int) -> int:
        del stops
        end = data.find(">", pos, limit)
        return limit if end < 0 else end


class CaseSensitive(DsmlStream):
    """An opener is found in lower case only."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._opener = re.compile(self._opener.pattern)


class TailDropped(DsmlStream):
    """Text behind a block is lost if it comes in the same chunk."""

    def advance(self, data: str) -> list[Any]:
        events = super().advance(data)
        last = max((place for place, event in enumerate(events) if "call" in event), default=None)
        return events if last is None else events[: last + 1]


class SecondBlockLost(DsmlStream):
    """Of a text with several blocks only the first is read; the others stay text."""

    read = False

    def read_block(self, text: str, capture: Capture) -> list[Any]:
        events = [{"text": text}] if self.read else super().read_block(text, capture)
        self.read = self.read or "call" in events[0]
        return events


class ErrorStays(DsmlStream):
    """A block that is rejected leaves an error behind, for which the next one is given up."""

    has_failed = False

    def read_block(self, text: str, capture: Capture) -> list[Any]:
        events = super().read_block(text, capture)
        failed, self.has_failed = self.has_failed, "call" not in events[0]
        return [{"text": text}] if failed else events


class EntitiesTwice(BlockReader):
    """Entities are decoded twice."""

    def decode_entities(self, text: str) -> str:
        return entities.decode(entities.decode(text))


class BytesForCharacters(DsmlStream):
    """How long a piece of visible text is, is counted in characters and taken in bytes."""

    def feed(self, chunk: str) -> list[Any]:
        return [
            {"text": _first_bytes(event["text"])} if "text" in event else event
            for event in super().feed(chunk)
        ]


def _first_bytes(text: str) -> str:
    return text.encode("utf-8", "surrogatepass")[: len(text)].decode("utf-8", "ignore")


class SectionEndSplit(Capture):
    """The end of a CDATA section or a comment is missed where a chunk border cuts it."""

    def skip_section(self, data: str, pos: int) -> tuple[int, int]:
        verdict, stop = super().skip_section(data, pos)
        return (OPEN, len(data)) if verdict == OPEN else (verdict, stop)


class BlankInEndTag(Capture):
    """An end tag with white space before its bracket is none."""

    def end_tag(self, tag: Any, data: str, pos: int, shift: int) -> tuple[int, int]:
        before = data[pos - 1] if pos + shift > self.size else self.pieces[-1][-1]
        if tag[1] and before in _BLANKS:
            self.tag = None
            return GOES_ON, pos + 1
        return super().end_tag(tag, data, pos, shift)


class FirstValueWins(BlockReader):
    """Of the values of one name the first counts."""

    def join_repeated(self, members: Any) -> Any:
        return {name: values[0] for name, values in members.items()}


class UnclosedSwallowed(DsmlStream):
    """A block that is open at the end of the text is lost."""

    def flush(self) -> str:
        return self._held if self._capture is None else ""


class EmptyCallDropped(BlockReader):
    """A call without arguments is dropped."""

    def read_arguments(self, *of: Any) -> Any:
        return super().read_arguments(*of) or None


class SecondSectionLost(BlockReader):
    """Of several CDATA sections in a value only the first is read."""

    def read_cdata(self, body: str) -> str | None:
        if cdata.read_whole(body) is None:
            return super().read_cdata(body)
        return body[len("<![CDATA[") : body.index(cdata.CLOSER)]


class SomeEntities(BlockReader):
    """Leaves entities that are spelled like one of ``cut`` as they are."""

    cut: frozenset[str] = frozenset()

    def decode_entities(self, text: str) -> str:
        if not self.cut:
            return super().decode_entities(text)
        pieces = re.split(f"({'|'.join(map(re.escape, sorted(self.cut)))})", text)
        return "".join([piece if piece in self.cut else entities.decode(piece) for piece in pieces])


class EntitySplit(DsmlStream):
    """An entity that a chunk border cuts is not decoded, nor are its block's others of that spelling."""

    reader_class = SomeEntities
    anywhere = True  # else only where its front is no chunk's front

    def read_block(self, text: str, capture: Capture) -> list[Any]:
        borders, at = set(), 0
        for piece in capture.pieces:
            at += len(piece)
            borders.add(at)
        self.reader.cut = frozenset(
            found[0]
            for found in _ENTITY.finditer(text)
            if not borders.isdisjoint(range(found.start() + 1, found.end()))
            and (self.anywhere or found.start() not in borders)
        )
        return super().read_block(text, capture)


class FenceLeaks(Fences):
    """A fence that is opened in a value of a block stays open behind it."""

    def captured(self, text: str) -> None:
        super().captured(text)
        if text.count("\n```") % 2:
            self.inside, self.length = "`", 3


class OpenerInMidChunk(DsmlStream):
    """The beginning of an opener is held back only where a chunk is nothing but that."""

    def advance(self, data: str) -> list[Any]:
        events = super().advance(data)
        if self._capture is None and self._held and self._held != data:
            events.append({"text": self._held})
            self._held = ""
        return events


class TagInMidChunk(Capture):
    """The beginning of a tag of a block is held back only where a chunk begins with it."""

    def walk(self, data: str, pos: int) -> tuple[int, int]:
        verdict, stop = super().walk(data, pos)
        if verdict == OPEN and pos < stop < len(data):
            self.pieces.append(data[stop:])
            self.size += len(data) - stop
            stop = len(data)
        return verdict, stop


class SectionEndInMidChunk(Capture):
    """The beginning of the end of a section is held back only where a chunk begins with it."""

    def skip_section(self, data: str, pos: int) -> tuple[int, int]:
        verdict, stop = super().skip_section(data, pos)
        return (OPEN, len(data)) if verdict == OPEN and stop > pos else (verdict, stop)


class EntityInMidChunk(EntitySplit):
    """An entity that a chunk border cuts is decoded only where a chunk begins with it."""

    anywhere = False


_PARTS = {BlockReader: "reader_class", Capture: "capture_class", Fences: "fences_class"}


def _planted(name: str, wrong: type) -> Planted:
    """Make a parser of a stream, or of a part of one."""
    stream = wrong
    for kind, attribute in _PARTS.items():
        if issubclass(wrong, kind):
            stream = type(wrong.__name__, (DsmlStream,), {attribute: wrong})
    return Planted(name, type(wrong.__name__, (ReferenceParser,), {"streams": {"dsml": stream}})())


WRITTEN = tuple(
    _planted(name, wrong)
    for name, wrong in {
        "held text dropped": HoldDropped,
        "bracket in an attribute": BracketEndsTag,
        "case of tags": CaseSensitive,
        "tail in the same chunk dropped": TailDropped,
        "second block lost": SecondBlockLost,
        "block behind a malformed one lost": ErrorStays,
        "entities decoded twice": EntitiesTwice,
        "bytes for characters": BytesForCharacters,
        "end of CDATA split": SectionEndSplit,
        "white space in an end tag": BlankInEndTag,
        "first of equal names wins": FirstValueWins,
        "open block swallowed": UnclosedSwallowed,
        "call without parameters dropped": EmptyCallDropped,
        "second CDATA section lost": SecondSectionLost,
        "entity split": EntitySplit,
        "fence in a value leaks": FenceLeaks,
    }.items()
)

MID_CHUNK = tuple(
    _planted(name, wrong)
    for name, wrong in {
        "opener in the middle of a chunk": OpenerInMidChunk,
        "tag in the middle of a chunk": TagInMidChunk,
        "end of CDATA in the middle of a chunk": SectionEndInMidChunk,
        "entity in the middle of a chunk": EntityInMidChunk,
    }.items()
)
