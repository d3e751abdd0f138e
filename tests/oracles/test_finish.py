"""The oracle ``finish``: each kind with a stream that breaks it, and what only looks like it."""

from __future__ import annotations

import pytest
from msgspec import structs

from harness.model import Case, Event, Outcome, ParserError, Reading
from harness.oracles import finish
from harness.oracles.difference import reading_of
from tests.oracles.build import ALL, call, case, gave, text

STANCES = {"one": ALL}
BLOCK = '<tool_calls><invoke name="a"></invoke></tool_calls>'


def kind_of(words: Case, outcome: Outcome, stance: dict[str, str] | None = None) -> str | None:
    found = finish.judge(words, {"one": outcome}, {"one": ALL if stance is None else stance})
    return found.kind if found else None


def again(reading: Reading, *events: Event) -> Reading:
    return structs.replace(reading, second_finish=events)


def test_a_second_finish_that_gives_nothing_is_right_and_one_that_was_not_told_is_not_judged() -> None:
    told = again(reading_of((call(),)))
    for outcome in (gave(call()), gave(call(), streams=dict.fromkeys(range(3), told))):
        assert kind_of(case(BLOCK, call()), outcome) is None


@pytest.mark.parametrize("event", [text("x"), call(), Event(reasoning="x")])
def test_a_second_finish_that_gives_something_speaks(event: Event) -> None:
    outcome = gave(call(), streams={1: again(reading_of((call(),)), event)})
    found = finish.judge(case(BLOCK, call()), {"one": outcome}, STANCES)
    assert found is not None
    assert (found.kind, found.chunkings) == ("second finish speaks", (1,))


def test_a_second_finish_that_speaks_in_one_chunk_needs_no_chunking() -> None:
    loud = again(reading_of((call(),)), text("x"))
    found = finish.judge(case(BLOCK, call()), {"one": gave(streams=dict.fromkeys(range(3), loud))}, STANCES)
    assert found is not None
    assert (found.kind, found.chunkings) == ("second finish speaks", ())


def test_a_second_finish_that_throws_fails_unless_the_error_is_documented() -> None:
    for kind, due in (("exception", "second finish fails"), ("declared", None)):
        reading = structs.replace(reading_of((call(),)), second_error=ParserError(kind, "closed"))
        assert kind_of(case(BLOCK, call()), gave(call(), streams={0: reading})) == due


def empties(outcome: Outcome, *chunkings: tuple[int, ...]) -> tuple[Case, Outcome]:
    words = structs.replace(case("abcdef", text("abcdef")), chunkings=((), (1,), *chunkings))
    return words, structs.replace(outcome, streams=outcome.streams[: len(words.chunkings)])


@pytest.mark.parametrize("cuts", [(1, 1), (0, 1), (1, 6)])
def test_an_empty_chunk_that_changes_the_answer_is_told_by_the_twin_without_it(cuts: tuple[int, ...]) -> None:
    right, wrong = reading_of((text("abcdef"),)), reading_of((text("bcdef"),))
    words, outcome = empties(gave(text("abcdef"), streams={2: wrong}), cuts)
    found = finish.judge(words, {"one": outcome}, STANCES)
    assert found is not None
    assert (found.kind, found.chunkings) == ("empty chunk changes the answer", (2,))
    # Where the twin gives the same, cuts are at fault; where there is none, nobody knows.
    assert kind_of(words, structs.replace(outcome, streams=(right, wrong, wrong))) is None
    alone = structs.replace(words, chunkings=((), (2,), cuts))
    assert kind_of(alone, outcome) is None


def test_empty_chunks_are_not_blamed_where_cuts_alone_change_the_answer() -> None:
    wrong = reading_of((text("bcdef"),))
    words = structs.replace(case("abcdef", text("abcdef")), chunkings=((), (1,), (1, 1), (3,)))
    right = reading_of((text("abcdef"),))
    assert kind_of(words, Outcome("result", right, (right, right, wrong, wrong))) is None


@pytest.mark.parametrize(
    ("input_", "due", "given"),
    [
        ("abc<", (text("abc<"),), (text("abc"),)),
        ("<", (text("<"),), ()),
        (f"a{BLOCK}b<tool", (text("a"), call(), text("b<tool")), (text("a"), call(), text("b"))),
        (f"{BLOCK}<tool", (call(), text("<tool")), (call(),)),
        (f"{BLOCK}<tool_calls> x", (call(), text("<tool_calls> x")), (call(),)),
        (f"{BLOCK}b\n  ", (call(), text("b\n  ")), (call(), text("b\n"))),
        ("abc", (text("abc"),), (text("a"),)),
    ],
)
def test_an_end_that_never_comes_out_was_held_back(
    input_: str, due: tuple[Event, ...], given: tuple[Event, ...]
) -> None:
    assert kind_of(case(input_, *due), gave(*given)) == "held back at the end"
    assert kind_of(case(input_, *due), gave(*due)) is None
    if given and given[-1].text:
        assert kind_of(case(input_, known=False), gave(*given)) == "held back at the end"


@pytest.mark.parametrize(
    ("input_", "due", "given"),
    [
        ("ab \n", (text("ab \n"),), (text("ab"),)),  # trimmed
        (f"{BLOCK}Done.", (call(), text("Done.")), (call(),)),  # dropped after a call
        (f"{BLOCK}\n", (call(), text("\n")), (call(),)),
        ("a<tool_calls></tool_calls>", (text("a<tool_calls></tool_calls>"),), (text("a"),)),  # a whole block
        (f"a{BLOCK}", (text("a"), call()), (text("a"),)),  # a call is missing
        (f"{BLOCK}abc", (call("b"), text("abc")), (call(), text("a"))),  # another call
        ("abc", (text("abc"),), (text("b"),)),
        ("abc", (text("abc"),), (text("abcd"),)),
        (f"ab{BLOCK}cd", (text("ab"), call(), text("cd")), (text("a"), call(), text("c"))),
    ],
)
def test_what_only_looks_like_it_is_left_to_others(
    input_: str, due: tuple[Event, ...], given: tuple[Event, ...]
) -> None:
    assert kind_of(case(input_, *due), gave(*given)) is None


def test_closers_that_a_comment_hides_end_no_block() -> None:
    words = "a<tool_calls><!-- </tool_calls>"
    assert kind_of(case(words, text(words)), gave(text("a"))) == "held back at the end"


def test_without_an_answer_the_end_is_missed_only_where_text_is_conserved() -> None:
    words = case("abc<", known=False)
    assert kind_of(words, gave(text("abc"))) == "held back at the end"
    for loose in ({"truncated": "drop"}, {"space_around_calls": "trim"}, {"junk_in_block": "text"}):
        assert kind_of(words, gave(text("abc")), {**ALL, **loose}) is None
    assert kind_of(words, gave(text("abc")), {}) is None


def test_loose_white_space_beside_calls_is_no_end() -> None:
    words = case(f"{BLOCK} b \n", call(), text(" b \n"))
    loose = {**ALL, "space_around_calls": "trim"}
    assert kind_of(words, gave(call(), text("b \n")), loose) is None
    assert kind_of(words, gave(call(), text("b")), loose) is None


def test_the_last_piece_is_not_looked_for_in_the_block_before_it() -> None:
    block = '<tool_calls><invoke name="b">\n</invoke></tool_calls>'
    words = case(f"{block}\n<|", known=False)
    assert kind_of(words, gave(call("b"), text("\n"))) == "held back at the end"
    assert kind_of(words, gave(call("b"), text("\n<|"))) is None
