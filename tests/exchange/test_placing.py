"""Where the calls of others stand in a text: found where there is one way, and said where there is none."""

from __future__ import annotations

import re

import pytest
from exchange_samples import CALL, known_cases
from msgspec import UNSET

from harness.dialects import by_name
from harness.exchange.placing import Placed, place
from harness.model import Call, Event

QWEN = by_name("qwen")
ONE = Call("f", {"a": 1})


def parts(events: tuple[Event, ...]) -> tuple[str, list[Call]]:
    text = "".join(event.text for event in events if event.text is not UNSET)
    return text, [event.call for event in events if event.call is not UNSET]


@pytest.mark.parametrize(("dialect", "share"), [("qwen", 0.99), ("dsml", 0.95)])
def test_of_drawn_texts_the_order_is_found_from_text_and_calls(dialect: str, share: float) -> None:
    """In ``qwen`` never another one. In ``dsml`` tags can hide, so that now and then a call is moved."""
    found = {"right": 0, "several": 0, "moved": 0}
    for case, events in known_cases(dialect, seed=7, count=600):
        made = place(case.text, by_name(dialect), *parts(events))
        if isinstance(made, str):
            found["several"] += 1
        else:
            found["right" if made.events == events else "moved"] += 1
    assert found["right"] >= share * sum(found.values()), found
    assert found["moved"] <= (0 if dialect == "qwen" else 2), found


def test_white_space_that_others_strip_is_found_again() -> None:
    """The answer has that of the text: before, between and behind the calls."""
    for case, events in known_cases("qwen", seed=8, count=300):
        text, calls = parts(events)
        made = place(case.text, QWEN, re.sub(r"\s+", " ", text.strip()), calls)
        if isinstance(made, Placed):
            assert parts(made.events) == (text, calls)


def test_two_blocks_are_two_and_what_is_between_them_is_text() -> None:
    made = place(f"{CALL}\n{CALL}", QWEN, "", [ONE, ONE])
    assert isinstance(made, Placed)
    assert made.events == (Event(call=ONE), Event(text="\n"), Event(call=ONE))


def test_a_closer_that_a_value_quotes_ends_no_block() -> None:
    text = CALL.replace("1", "see </tool_call> here")
    made = place(text, QWEN, "", [Call("f", {"a": "see </tool_call> here"})])
    assert isinstance(made, Placed)
    assert len(made.events) == 1


def test_text_that_belongs_nowhere_is_no_answer() -> None:
    assert place(CALL, QWEN, "Well.", [ONE]) == "there is no place where its calls could stand"
    assert place(f"Well. {CALL}", QWEN, "", [ONE]) == "there is no place where its calls could stand"
    assert place(CALL, QWEN, "", []) == "no call is due, and yet not all of it is text"


def test_a_call_that_could_stand_in_two_places_is_not_put_into_one() -> None:
    """One block of two alike is the call, and the other the text: which, nobody has said."""
    assert place(f"{CALL}{CALL}", QWEN, CALL, [ONE]) == "its calls could stand in several places"


def test_a_flood_of_tags_is_given_up_in_time() -> None:
    flood = "<tool_call><function=f>" * 3_000 + "</tool_call>" * 3_000
    assert place(flood, QWEN, "", [ONE]) == "it has too many tags to find out where its calls stand"


def test_a_block_without_its_opener_is_told_apart() -> None:
    bare = place(CALL.removeprefix("<tool_call>\n"), QWEN, "", [ONE])
    assert isinstance(bare, Placed)
    assert bare.bare
    assert not bare.behind
    behind = place(f"{CALL} Done.", QWEN, "Done.", [ONE])
    assert isinstance(behind, Placed)
    assert behind.behind
