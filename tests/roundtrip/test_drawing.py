"""What is drawn can be drawn again, is simple where the choices are, and shrinks to something smaller."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from harness.generate.source import Recording, Replay, Seeded
from harness.model import Call, Tool
from harness.roundtrip.conversation import Conversation
from harness.roundtrip.drawing import draw
from harness.roundtrip.recorded import read
from harness.roundtrip.shrinking import smaller

DRAWN = [draw(Seeded(7, index)) for index in range(2_000)]
VALUES = [value for turn in DRAWN for call in turn.calls for value in call.input.values()]


def test_the_same_seed_draws_the_same_and_choices_draw_it_again() -> None:
    source = Recording(Seeded(3, 5))
    assert draw(source) == draw(Seeded(3, 5)) == draw(Replay(source.choices))
    assert draw(Seeded(3, 5)) != draw(Seeded(4, 5))


def test_no_choices_draw_the_simplest_turn() -> None:
    simplest = draw(Replay([]))
    assert (simplest.text, simplest.calls, simplest.tools) == ("", (), ())


def test_everything_is_drawn_that_templates_and_parsers_lose() -> None:
    texts = [turn.text for turn in DRAWN]
    calls = [call for turn in DRAWN for call in turn.calls]
    strings = [value for value in VALUES if isinstance(value, str)]
    assert any(text != text.strip() for text in texts)
    assert any(value != value.strip() for value in strings)
    assert any(">" in call.name for call in calls)
    assert any(">" in key for call in calls for key in call.input)
    assert {"null", "true", "123", '{"a": 1}', ""} <= set(strings)
    assert any("</parameter>" in value for value in strings)
    assert {type(value) for value in VALUES} >= {str, int, float, bool, type(None), list, dict}
    assert any(len({call.name for call in turn.calls}) < len(turn.calls) for turn in DRAWN)


def test_what_is_drawn_can_be_given_too() -> None:
    for turn in DRAWN[:200]:
        assert read(json.dumps([turn.said()])) == [turn]


CONVERSATIONS = st.builds(
    Conversation,
    st.just(({"role": "system", "content": "s"}, {"role": "user", "content": "q"})),
    st.text(max_size=5),
    st.lists(
        st.builds(
            Call,
            st.text(max_size=3),
            st.dictionaries(
                st.text(max_size=3),
                st.none() | st.integers() | st.text(max_size=4) | st.lists(st.text(max_size=3)),
            ),
        ),
        max_size=2,
    ).map(tuple),
    st.just((Tool("f", {"properties": {"a": {"type": "string"}}}, "d"),)),
)


@given(CONVERSATIONS)
@settings(max_examples=30)
def test_whatever_is_made_simpler_is_a_conversation_that_can_be_given(turn: Conversation) -> None:
    for candidate in smaller(turn):
        assert read(json.dumps([candidate.said()])) == [candidate]


def test_names_are_never_made_empty() -> None:
    turn = Conversation((), "", (Call("f", {"a": "x"}),))
    assert all(call.name and all(call.input) for less in smaller(turn) for call in less.calls)
