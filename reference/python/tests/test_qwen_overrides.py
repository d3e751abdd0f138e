"""Each rule of `qwen` is one method: a parser that is wrong in one way is a subclass with one override."""

from typing import Any, ClassVar

import pytest
from reference_runs import fold
from toolcall_reference import ReferenceParser
from toolcall_reference.qwen import capture as walking
from toolcall_reference.qwen.block import BlockReader
from toolcall_reference.qwen.capture import Capture
from toolcall_reference.qwen.grammar import BLOCK_START
from toolcall_reference.qwen.schemas import Schemas
from toolcall_reference.qwen.stream import QwenStream

TOOLS = [{"name": "f", "parameters": {"properties": {"i": {"type": "integer"}, "u": {"$ref": "#"}}}}]
TEXT = """1
<tool_call>
<function= f >
<parameter=i>
3.0
</parameter>
<parameter=s>
a</parameter>b
</parameter>
<parameter=s>
\x20c
</parameter>
</function>
</tool_call> <tool_c"""
RIGHT = {"i": 3, "s": " c"}


class FirstCloser(Capture):
    def ends_value(self, _data: str, _pos: int) -> bool | None:
        return True


class DropsJunk(Capture):
    def skip_junk(self, data: str, pos: int) -> tuple[int, int]:
        end = data.find("<", pos + 1)
        return (walking.GOES_ON, end) if end >= 0 else (walking.OPEN, len(data))


class NoTrim(Capture):
    def trim(self, name: str) -> str:
        return name


class AnyBlock(Capture):
    def allowed(self) -> tuple[str, ...]:
        return super().allowed() if self.in_function else ("<function=", "</tool_call>")


class NoSpace(Capture):
    def skip_space(self, data: str, pos: int) -> int:
        return pos + 1 if data.startswith("\n", pos) else pos


class Strips(BlockReader):
    def unframe(self, value: str) -> str:
        return value.strip()


class FirstWins(BlockReader):
    def join_repeated(self, pairs: Any) -> Any:
        return dict(reversed(pairs))


class NoWholeFloats(BlockReader):
    def is_integer(self, value: Any) -> bool:
        return isinstance(value, int)


class Untyped(Schemas):
    def read_types(self, _schema: Any) -> frozenset[str]:
        return frozenset()


def parser(**parts: Any) -> ReferenceParser:
    """Build a parser whose stream has other parts."""

    class Stream(QwenStream):
        pass

    class Parser(ReferenceParser):
        streams: ClassVar = {"qwen": Stream}

    for name, part in parts.items():
        setattr(Stream, name, part)
    return Parser()


def calls(reference: ReferenceParser, text: str = TEXT) -> Any:
    return reference.parse(text, dialect="qwen", tools=TOOLS)["calls"]


@pytest.mark.parametrize(
    ("parts", "change"),
    [
        ({}, {}),
        ({"reader_class": Strips}, {"s": "c"}),
        ({"reader_class": FirstWins}, {"s": "a</parameter>b"}),
        ({"reader_class": NoWholeFloats}, {"i": "3.0"}),
        ({"schemas_class": Untyped}, {"i": "3.0"}),
    ],
)
def test_a_reading_is_wrong_in_what_its_override_does(parts: Any, change: dict[str, Any]) -> None:
    assert calls(parser(**parts)) == [{"name": "f", "input": {**RIGHT, **change}}]


@pytest.mark.parametrize(
    ("part", "text", "right", "wrong"),
    [
        (FirstCloser, TEXT, 1, 0),
        (DropsJunk, "<tool_call>x<function=f>y</function>z</tool_call>", 0, 1),
        (AnyBlock, "<tool_call></tool_call><tool_call><function=f></function></tool_call>", 1, 1),
        (NoSpace, "<tool_call> <function=f></function></tool_call>", 1, 0),
        (NoTrim, "<tool_call><function= ></function></tool_call>", 0, 1),
    ],
)
def test_a_walk_is_wrong_in_what_its_override_does(
    part: type[Capture], text: str, right: int, wrong: int
) -> None:
    wrongly = parser(capture_class=part).parse(text, dialect="qwen")
    rightly = parser().parse(text, dialect="qwen")
    assert wrongly != rightly
    assert [len(rightly["calls"]), len(wrongly["calls"])] == [right, wrong]


def test_what_is_held_at_the_end_can_be_lost() -> None:
    stream = parser(flush=lambda _: []).stream(dialect="qwen")
    assert fold([*stream.feed(TEXT), *stream.finish()])[-1] == {"text": " "}


def test_what_was_given_up_can_be_lost() -> None:
    assert parser(give_up=lambda *_: []).parse("a<tool_call>b", dialect="qwen")["text"] == "ab"


def test_an_opener_can_be_missed() -> None:
    def find_opener(_: QwenStream, data: str, pos: int) -> tuple[int, bool]:
        found = data.find(BLOCK_START, pos)
        return (found, True) if found >= 0 else (len(data), False)

    stream = parser(find_opener=find_opener).stream(dialect="qwen")
    assert fold(stream.feed("<tool_") + stream.feed("call>")) == [{"text": "<tool_call>"}]
