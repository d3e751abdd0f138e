"""What the oracle ``finish`` says, to the letter, of which target and of which chunking."""

from __future__ import annotations

import pytest
from msgspec import structs

from harness.model import Event, Outcome, ParserError, Reading, Violation
from harness.oracles import finish
from harness.oracles.difference import reading_of
from tests.oracles.build import ALL, call, case, gave, text

BLOCK = '<tool_calls><invoke name="a"></invoke></tool_calls>'
WORDS = case(BLOCK, call())
RIGHT = reading_of((call(),))


def told(*readings: Reading | None, **others: Outcome) -> Violation | None:
    outcomes = {"one": Outcome("result", RIGHT, readings), **others}
    return finish.judge(WORDS, outcomes, dict.fromkeys(outcomes, ALL))


def again(*events: Event) -> Reading:
    return structs.replace(RIGHT, second_finish=events)


@pytest.mark.parametrize(
    ("event", "what"),
    [
        (text("x"), "the text 'x'"),
        (Event(reasoning="why"), "the text 'why'"),
        (text(""), "the text ''"),
        (call("f"), "a call of 'f'"),
    ],
)
def test_what_a_second_finish_gave_is_shown(event: Event, what: str) -> None:
    speaks = "second finish speaks"
    assert told(again(event), again(event), RIGHT) == Violation(
        "finish", ("one",), speaks, f"one: {speaks}: in one chunk: it gave {what}", ()
    )
    assert told(RIGHT, None, again(event)) == Violation(
        "finish", ("one",), speaks, f"one: {speaks}: in 3 chunks: it gave {what}", (2,)
    )


def test_the_chunking_with_the_fewest_cuts_is_named_and_a_thrown_error_is_shown() -> None:
    words = structs.replace(WORDS, chunkings=((), (1, 2), (1,), (2,)))
    broken = structs.replace(RIGHT, second_error=ParserError("exception", "closed"))
    outcomes = {"one": Outcome("result", RIGHT, (RIGHT, broken, broken, broken))}
    fails = "second finish fails"
    assert finish.judge(words, outcomes, {"one": ALL}) == Violation(
        "finish", ("one",), fails, f"one: {fails}: in 2 chunks: exception: closed", (2,)
    )


def test_a_target_without_a_stream_does_not_hide_the_next_one() -> None:
    silent = Outcome("result", RIGHT, ())
    loud = Outcome("result", RIGHT, (RIGHT, again(text("x"))))
    found = finish.judge(
        WORDS, {"silent": silent, "one": loud, "two": loud}, dict.fromkeys(("silent", "one", "two"), ALL)
    )
    assert found is not None
    assert (found.targets, found.chunkings) == (("one", "two"), (1,))
    dead = Outcome("crash")
    assert finish.judge(WORDS, {"dead": dead, "one": loud}, {"dead": ALL, "one": ALL}) is not None


def test_an_empty_chunk_is_told_with_what_differs_and_the_fewest_cuts() -> None:
    words = structs.replace(case("abcdef", text("abcdef")), chunkings=((), (1,), (1, 1, 2), (1, 1), (1, 2)))
    right, wrong = reading_of((text("abcdef"),)), reading_of((text("bcdef"),))
    outcomes = {"one": Outcome("result", right, (right, right, wrong, wrong, right))}
    found = finish.judge(words, outcomes, {"one": ALL})
    assert found is not None
    assert found.chunkings == (3, 2), "the one with the fewest cuts first"
    head = "one: empty chunk changes the answer: with empty chunks, held against the same cuts without them: "
    assert found.message.startswith(head)
    assert "'bcdef'" in found.message.removeprefix(head)
    partly = {"one": Outcome("result", right, (right, right, None, wrong, None))}
    assert finish.judge(words, partly, {"one": ALL}) is not None


def test_what_was_held_back_is_shown() -> None:
    held = finish.HELD_BACK
    found = finish.judge(case("abc<", text("abc<")), {"one": gave(text("abc"))}, {"one": ALL})
    assert found == Violation("finish", ("one",), held, f"one: {held}: '<' never comes out", ())


def held(input_: str, *given: Event, reasoning: str | None = None) -> str | None:
    """Judge a text whose answer is not known; give what is told to have been held back."""
    reading = structs.replace(reading_of(given), reasoning=reasoning)
    outcomes = {"one": Outcome("result", reading, (reading,))}
    found = finish.judge(case(input_, known=False), outcomes, {"one": ALL})
    return (
        found.message.partition(": ")[2].partition(": ")[2].removesuffix(" never comes out")
        if found
        else None
    )


def test_without_an_answer_the_text_behind_the_last_piece_was_held_back() -> None:
    assert held("abc<") == "'abc<'"
    assert held("abc<", text("ab")) == "'c<'"
    assert held("abc", text("x")) is None, "another text is no end that is missing"
    assert held("abc", text("abc")) is None
    assert held(f"a{BLOCK}b<t", text("a"), call(), text("b")) == "'<t'"
    assert held(f"a{BLOCK}b<t", text("a"), call(), text("b<t")) is None
    assert held(f"ab{BLOCK}b<t", text("b"), call(), text("b")) is None, "the front is missing, too"
    assert held(f"a{BLOCK}b<t", text("a"), call(), text("zz")) is None
    assert held(f"{BLOCK}b<t", call(), text("b"), reasoning="t") is None
    assert held(f"{BLOCK}b<t", call()) is None


def test_white_space_of_any_language_that_is_missing_was_trimmed() -> None:
    for white in (" ", "\n", "\ufeff", "\x1c"):
        assert held(f"abc{white}", text("abc")) is None


def test_finish_has_something_to_say_of_streams_that_tell_or_whose_end_is_known() -> None:
    def applies(reading: Reading, stance: dict[str, str], *, known: bool) -> bool:
        outcomes = {"silent": Outcome("result", RIGHT, ()), "one": Outcome("result", RIGHT, (reading,))}
        stances = {"silent": stance, "one": stance}
        return finish.ORACLE.applies(case(BLOCK, call(), known=known), outcomes, stances)

    assert applies(RIGHT, ALL, known=False)
    assert applies(RIGHT, {}, known=True)
    assert not applies(RIGHT, {}, known=False)
    assert applies(again(), {}, known=False)
    assert applies(structs.replace(RIGHT, second_error=ParserError("declared")), {}, known=False)
    assert not finish.ORACLE.applies(WORDS, {"one": Outcome("crash")}, {"one": ALL})
