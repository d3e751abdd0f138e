"""Streaming: the same answer for every chunking, as early as can be, at one look (SEMANTICS C5, C6)."""

import random
from typing import Any

import pytest
from reference_runs import PARSER, chunkings, repeatable, stream, whole
from toolcall_reference.dsml.stream import DsmlStream
from toolcall_reference.policies import Policies

PIECES = [
    *(
        "<tool_calls>",
        "</tool_calls>",
        "<|DSML|tool_calls>",
        "</|DSML|tool_calls>",
        "<TOOL_CALLS\n>",
        "<tool_calls/>",
    ),
    *(
        '<invoke name="a">',
        "</invoke>",
        "<invoke ",
        "<invoke/>",
        '<|DSML|invoke name="b">',
        "</|dsml|invoke >",
    ),
    *('<parameter name="p">', "</parameter>", '<parameter name="p"/>', "<|DSML|parameter name='q'>"),
    *(
        "<![CDATA[",
        "]]>",
        "]",
        "<!--",
        "-->",
        "-",
        "<k>",
        "</k>",
        '<k a="1"/>',
        "{",
        "}",
        '{"input":{"a":1}}',
    ),
    *(
        "```",
        "\n```\n",
        "~~~~",
        "\n",
        " ",
        "\t",
        "\r",
        "`",
        '"',
        "'",
        ">",
        "/",
        "<",
        "|",
        "x",
        "\u00e9",
        "\u212a",
    ),
    *("&lt;", "&#65;", "&", "<tool_call", "<invok", "<|DSML|", "x" * 700, " name=", "\u00a0", "\U0001f600"),
]


def random_text(rng: random.Random) -> str:
    return "".join(rng.choices(PIECES, k=rng.randint(1, 25)))


def likely_text(rng: random.Random) -> str:
    """Write blocks that mostly parse, so that rules deep inside are reached, with damage here and there."""
    style = rng.choice(["", "", "|DSML|"])
    body = "".join(
        f'<{style}parameter name="{rng.choice("pq")}">{rng.choice(PIECES)}</{style}parameter>'
        for _ in range(rng.randint(0, 3))
    )
    parts = [
        f"<{style}tool_calls>",
        f'<{style}invoke name="a">',
        body,
        f"</{style}invoke>",
        f"</{style}tool_calls>",
    ]
    if rng.random() < 0.3:
        del parts[rng.randrange(len(parts))]
    parts.insert(rng.randrange(len(parts) + 1), rng.choice([*PIECES, "", "", ""]))
    return rng.choice(PIECES) + "".join(parts)


@pytest.mark.parametrize("policy", ["repair", "text"])
@pytest.mark.parametrize("draw", [random_text, likely_text])
def test_no_chunking_changes_the_answer(policy: str, draw: Any) -> None:
    rng = repeatable(5)
    for _ in range(1500):
        text = draw(rng)
        answers = [stream(chunks, missing_opener=policy) for chunks in chunkings(text, rng, 4)]
        assert all(answer == answers[0] for answer in answers), repr(text)


@pytest.mark.parametrize("draw", [random_text, likely_text])
def test_visible_text_is_the_input_without_accepted_blocks(draw: Any) -> None:
    rng = repeatable(7)
    for _ in range(1500):
        text = draw(rng)
        rest = text
        calls = 0
        for event in whole(text):
            if "text" in event:
                place = rest.find(event["text"])
                assert place == 0 or (place > 0 and calls), repr(text)
                rest = rest[place + len(event["text"]) :]
            else:
                calls += 1
        assert calls or rest == "", repr(text)


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("a < b", "<"),
        ("a <tool_call b", "<tool_call"),
        ("a <|dsml|tool_calls_ b", "<|dsml|tool_calls"),
        ("a <invoke", "<invoke"),
        ("```\n<tool_calls>", ""),
        ("<tool_calls>x<tool_calls", "<tool_calls>x<tool_calls"),
        ('<invoke name="a"> <', '<invoke name="a"> <'),
        ('<invoke name="a"> <k>', ""),
        ('<invoke name="a"> <inv', "<inv"),
        ('<invoke name="a"> x', ""),
        ('<invoke name="a"></invoke> <par', ""),
    ],
)
def test_text_is_held_only_while_it_may_belong_to_a_block(text: str, held: str) -> None:
    parser = PARSER.stream(dialect="dsml")
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


HOSTILE = [
    "<tool_calls>",
    "<invoke ",
    '<invoke name="a">',
    '<invoke name="a"></invoke>',
    "<",
    "`",
    "```\n",
    "<tool_call",
    "<invoke '" + "x" * 5000,
    '<tool_calls><invoke name="a"></invoke></tool_calls>',
    "<tool_calls></tool_calls>",
]


class CountingStream(DsmlStream):
    """A stream that counts the characters it hands to its machines."""

    __slots__ = ("seen",)

    def __init__(self, policies: Policies) -> None:
        super().__init__(policies)
        self.seen = 0

    def advance(self, data: str) -> list[Any]:
        self.seen += len(data)
        return super().advance(data)


@pytest.mark.parametrize("open_block", ["", '<tool_calls><invoke name="a"><parameter name="p">'])
@pytest.mark.parametrize("piece", [*HOSTILE, "</invoke", "<![CDATA[", "]]", "<!--", "&amp;", "["])
def test_a_character_is_looked_at_a_bounded_number_of_times(open_block: str, piece: str) -> None:
    text = open_block + piece * (20_000 // len(piece))
    parser = CountingStream(Policies())
    for character in text:
        parser.feed(character)
    parser.finish()
    assert parser.seen <= 19 * len(text)


def test_deep_nesting_of_any_kind_is_no_recursion() -> None:
    deep = 100_000
    for value in (
        "[" * deep,
        "[" * deep + "]" * deep,
        "<k>" * deep,
        "<k>" * deep + "</k>" * deep,
        '{"a":' * deep,
    ):
        text = f'<tool_calls><invoke name="a"><parameter name="p">{value}</parameter></invoke></tool_calls>'
        assert whole(text) == [{"call": {"name": "a", "input": {"p": value}}}]
    assert whole("<tool_calls>" * deep)[0]["text"] == "<tool_calls>" * deep
