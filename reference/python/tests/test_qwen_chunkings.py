"""Streaming `qwen`: the answer of the page for every chunking, as early as can be (SEMANTICS C5, C6, Q3)."""

from itertools import product
from typing import Any

import pytest
import qwen_by_the_page
from qwen_texts import TOOLS, likely_text, random_text
from reference_runs import PARSER, chunkings, doubles, fold, repeatable, stream
from toolcall_reference.qwen.stream import QwenStream


def by_the_page(text: str) -> Any:
    events = doubles(fold(qwen_by_the_page.read(text, TOOLS)))
    return events, "<tool_call>" in text


@pytest.mark.parametrize(("draw", "least"), [(random_text, 0), (likely_text, 600)])
def test_every_chunking_gives_what_the_page_says(draw: Any, least: int) -> None:
    rng = repeatable(11)
    calls = 0
    for _ in range(1200):
        text = draw(rng)
        wanted = by_the_page(text)
        calls += sum("call" in event for event in wanted[0])
        for chunks in chunkings(text, rng, 3):
            assert stream(chunks, dialect="qwen", tools=TOOLS) == wanted, chunks
    assert calls >= least  # else the texts reach no rule deep inside


def test_every_short_row_of_tags_in_a_function_gives_what_the_page_says() -> None:
    pieces = ["<tool_call>", "</tool_call>", "<function=f>", "</function>", "<parameter=i>", "</parameter>"]
    calls = 0
    for row in product([*pieces, "\n"], repeat=5):
        text = "<tool_call><function=f>" + "".join(row)
        wanted = by_the_page(text)
        calls += "call" in wanted[0][0]
        assert stream([text], dialect="qwen", tools=TOOLS) == wanted, text
    assert calls > 50


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("a < b", "<"),
        ("a <tool_call b", "<tool_call"),
        ("a <tool_call", "<tool_call"),
        ("<Tool_call>", "<"),
        ("<tool_call> <", "<tool_call> <"),
        ("<tool_call> <t", "<t"),
        ("<tool_call>x", ""),
        ("<tool_call><function=f\n", ""),
        ("<tool_call><function= >", ""),
        ("<tool_call><function=f><parameter=>", ""),
        ("<tool_call><function=f><parameter=s>x", "<tool_call><function=f><parameter=s>x"),
        ("<tool_call><function=f></function></tool_call", "<tool_call><function=f></function></tool_call"),
    ],
)
def test_text_is_held_only_while_it_may_belong_to_a_block(text: str, held: str) -> None:
    parser = PARSER.stream(dialect="qwen")
    most = 0
    out = ""
    for fed, character in enumerate(text, 1):
        out += "".join(event["text"] for event in parser.feed(character) if "text" in event)
        most = max(most, fed - len(out))
    assert text.startswith(out)
    if text.endswith(held):
        assert out == text[: len(text) - len(held)]
    else:
        assert most == len(held)


def test_a_call_comes_out_with_the_last_character_of_its_block() -> None:
    text = "<tool_call><function=f></function></tool_call>"
    parser = PARSER.stream(dialect="qwen")
    assert [event for character in text[:-1] for event in parser.feed(character)] == []
    assert parser.feed(text[-1]) == [{"call": {"name": "f", "input": {}}}]
    assert parser.feed("x") == [{"text": "x"}]
    assert parser.finish() == []


class CountingStream(QwenStream):
    """A stream that counts the characters it hands to its machines."""

    __slots__ = ("seen",)

    def __init__(self, tools: Any = ()) -> None:
        super().__init__(tools)
        self.seen = 0

    def advance(self, data: str) -> list[Any]:
        self.seen += len(data)
        return super().advance(data)


@pytest.mark.parametrize(
    "before",
    [
        *("", "<tool_call>", "<tool_call><function=", "<tool_call><function=f>"),
        *("<tool_call><function=f><parameter=", "<tool_call><function=f><parameter=s>"),
        "<tool_call><function=f><parameter=s></parameter>",
    ],
)
@pytest.mark.parametrize(
    "piece",
    [
        *(
            "<",
            " ",
            "\n",
            "<tool_call>",
            "<tool_call",
            "</parameter>",
            "</parameter",
            "</parameter>\n</functio",
        ),
        *(
            "<function=f>",
            "<tool_call><function=" + "f" * 3000 + "\n",
            "<tool_call><function=f><parameter=s>",
        ),
        "</parameter>" + " " * 500 + "x",
    ],
)
def test_a_character_is_looked_at_a_bounded_number_of_times(before: str, piece: str) -> None:
    text = before + piece * (20_000 // len(piece))
    parser = CountingStream()
    for character in text:
        parser.feed(character)
    parser.finish()
    assert parser.seen <= 12 * len(text)
