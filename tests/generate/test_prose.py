"""Prose: every piece of it is text beside every other, and what stands around a block hides no block."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from other_reader import reference

from harness.dialects.dsml import DSML
from harness.generate.draft import Draft
from harness.generate.fences import fence
from harness.generate.pen import Pen
from harness.generate.prose import JOINTS, JSON, NO_FENCES, PIECES, THOUGHTS, WRAPS, prose, wrapped
from harness.generate.source import Seeded

if TYPE_CHECKING:
    from harness.generate.prose import Piece

CODES = tuple(f"{ticks}{code}{ticks}" for code in DSML.codes for ticks in ("`", "``"))
ALL = (*DSML.markers, *CODES, *DSML.foreign, *JSON, *THOUGHTS, *NO_FENCES)
BLOCK = '<tool_calls><invoke name="a"></invoke></tool_calls>'
POLICIES = ["repair", "text"]


def read(text: str, policy: str) -> list[Any]:
    stream = reference().stream(dialect="dsml", policies={"missing_opener": policy})
    out: list[Any] = []
    for event in (*stream.feed(text), *stream.finish()):
        if "text" in event and out and isinstance(out[-1], str):
            out[-1] += event["text"]
        else:
            out.append(event["text"] if "text" in event else event["call"]["name"].encode())
    return out


def pen(index: int) -> Pen:
    return Pen(Seeded(6, index), DSML.tokens, ("x",))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("piece", ALL)
def test_a_piece_is_text_before_and_behind_every_joint_and_hides_no_block(piece: str, policy: str) -> None:
    for joint in JOINTS:
        text = f"x{joint}{piece}{joint}x"
        assert read(f"{text}{joint}{BLOCK}", policy) == [f"{text}{joint}", b"a"]
    assert read(piece, policy) == [piece]
    assert read(f"{piece}{BLOCK}", policy) == [piece, b"a"]


@pytest.mark.parametrize("policy", POLICIES)
def test_pieces_are_text_beside_each_other(policy: str) -> None:
    for one in ALL:
        text = " ".join(f"{one}\n{two}, {one}" for two in ALL)
        assert read(f"{text}\n{BLOCK}", policy) == [f"{text}\n", b"a"], one


@pytest.mark.parametrize("policy", POLICIES)
def test_inline_code_hides_nothing_in_a_sentence_either(policy: str) -> None:
    for code in DSML.codes:
        assert read(f"{code}.", policy) == [f"{code}."]
        assert read(f"see `{code}`,{BLOCK}", policy) == [f"see `{code}`,", b"a"]


@pytest.mark.parametrize(
    "piece", sorted({piece for piece in PIECES if piece}, key=lambda piece: piece.__name__)
)
def test_every_kind_of_piece_is_text_and_leaves_its_name(piece: Piece) -> None:
    for index in range(200):
        writer = pen(index)
        text = f"x {piece(writer, DSML)} x"
        assert writer.features - {"raw"}
        assert read(text, "repair") == [text]


@pytest.mark.parametrize("policy", POLICIES)
def test_prose_beside_prose_is_text(policy: str) -> None:
    for index in range(400):
        draft, writer = Draft(), pen(index)
        prose(writer, DSML, draft)
        draft.after_prose = True
        prose(writer, DSML, draft)
        assert read(draft.text, policy) == [draft.text]


def test_a_block_in_a_quote_or_a_comment_or_a_thought_is_a_call() -> None:
    seen = set()
    for index in range(600):
        draft, writer = Draft(), pen(index)
        wrapped(writer, DSML, draft)
        want: list[Any] = []
        for part in draft.parts:
            want += (part,) if isinstance(part, str) else (call.name.encode() for call in part.calls)
        assert read(draft.text, "repair") == want, draft.text
        seen |= writer.features & {name for name, *_ in WRAPS}
        if writer.features & {"reasoning:call"}:
            assert "reasoning" in writer.relies
    assert seen == {name for name, *_ in WRAPS}


def test_a_fence_closes_where_it_is_said_to() -> None:
    seen = set()
    for index in range(600):
        draft, writer = Draft(), pen(index)
        fence(writer, DSML, draft)
        assert read(draft.text, "repair") == [draft.text]
        assert read(f"{draft.text}\n{BLOCK}", "repair") == [f"{draft.text}\n", b"a"]
        seen |= writer.features
    assert {"fence:nested", "fence:wrong-mark", "fence:decoy", "fence:run", "fence:call"} <= seen
