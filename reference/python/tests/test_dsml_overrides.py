"""Each rule is one method: a parser that is wrong in one way is a subclass with one override."""

from typing import Any, ClassVar

import pytest
from reference_runs import fold
from toolcall_reference import ReferenceParser
from toolcall_reference.dsml.block import BlockReader
from toolcall_reference.dsml.capture import Capture
from toolcall_reference.dsml.fences import Fences
from toolcall_reference.dsml.stream import DsmlStream

TEXT = """1
```
<tool_calls><invoke name="f"></invoke></tool_calls>
```
<tool_calls><invoke name="g"><parameter name="p">&lt;</parameter><parameter name="q"><![CDATA[x]]></parameter>
<parameter name="r"><k>1</k></parameter><parameter name="r">[1]</parameter></invoke></tool_calls> <tool_c"""


class NoEntities(BlockReader):
    def decode_entities(self, text: str) -> str:
        return text


class NoCdata(BlockReader):
    def read_cdata(self, _body: str) -> str | None:
        return None


class NoChildren(BlockReader):
    def read_children(self, _body: str) -> Any:
        return None


class LastWins(BlockReader):
    def join_repeated(self, members: Any) -> Any:
        return {name: values[-1] for name, values in members.items()}


class NoFences(Fences):
    def opens(self, _mark: str, _run: int) -> bool:
        return False


class NoSections(Capture):
    def skip_section(self, _data: str, pos: int) -> Any:
        self.section = ""
        return 0, pos


def parser(**parts: Any) -> ReferenceParser:
    """Build a parser whose stream has other parts."""

    class Stream(DsmlStream):
        pass

    class Parser(ReferenceParser):
        streams: ClassVar = {"dsml": Stream}

    for name, part in parts.items():
        setattr(Stream, name, part)
    return Parser()


def calls(reference: ReferenceParser, text: str = TEXT) -> Any:
    return reference.parse(text, dialect="dsml")["calls"]


RIGHT = {"p": "<", "q": "x", "r": [{"k": "1"}, [1]]}


@pytest.mark.parametrize(
    ("reader", "change"),
    [
        (BlockReader, {}),
        (NoEntities, {"p": "&lt;"}),
        (NoCdata, {"q": "<![CDATA[x]]>"}),
        (NoChildren, {"r": ["<k>1</k>", [1]]}),
        (LastWins, {"r": [1]}),
    ],
)
def test_a_reader_is_wrong_in_what_its_override_does(
    reader: type[BlockReader], change: dict[str, Any]
) -> None:
    assert calls(parser(reader_class=reader)) == [{"name": "g", "input": {**RIGHT, **change}}]


def test_fences_can_be_ignored() -> None:
    assert [call["name"] for call in calls(parser(fences_class=NoFences))] == ["f", "g"]


def test_sections_can_be_ignored() -> None:
    text = '<tool_calls><invoke name="a"><!-- </tool_calls> --></invoke></tool_calls>'
    assert calls(parser(), text.replace("--></", '--><parameter name="p"></parameter></')) != []
    assert calls(parser(capture_class=NoSections), text) == []


def test_what_is_held_at_the_end_can_be_lost() -> None:
    stream = parser(flush=lambda _: "").stream(dialect="dsml")
    assert fold([*stream.feed(TEXT), *stream.finish()])[-1] == {"text": " "}


def test_a_rejected_block_can_be_swallowed() -> None:
    stream = parser(accepts=lambda *_: True).stream(dialect="dsml")
    assert stream.feed("a<tool_calls></tool_calls>b") == [{"text": "a"}, {"text": "b"}]
