"""What ``crash``, ``truth``, ``text`` and ``fabrication`` say, to the letter, and of whom."""

from __future__ import annotations

import pytest
from msgspec import structs

from harness.model import Answer, Call, Case, Outcome, ParserError, Reading, Violation
from harness.oracles import crash, fabrication, truth
from harness.oracles import text as text_oracle
from tests.oracles.build import ALL, call, case, gave, text, threw

RIGHT = gave(text("a"), call())
DIED = Outcome("crash", detail="SIGSEGV\nlast words\nmore")


def crashed(**outcomes: Outcome) -> Violation | None:
    return crash.judge(case(), outcomes, {})


def test_a_death_is_told_by_the_first_line_of_its_end() -> None:
    assert crashed(one=DIED) == Violation("crash", ("one",), "crash", "one: crash: SIGSEGV", ())


def test_of_one_that_died_and_others_all_are_looked_at() -> None:
    found = crashed(skipped=Outcome("skipped"), one=DIED, right=RIGHT, two=Outcome("crash"), three=RIGHT)
    assert found == Violation("crash", ("one", "two"), "crash", "one, two: crash: SIGSEGV", ())
    assert crashed(one=Outcome("skipped")) is None
    assert crashed(one=RIGHT, two=RIGHT, three=gave(batch=threw())) == Violation(
        "crash", ("three",), "exception", "three: exception: batch: list index out of range", ()
    )


@pytest.mark.parametrize(
    ("stream", "how"), [(0, "streamed in 1 chunk"), (1, "streamed in 2 chunks"), (2, "streamed in 3 chunks")]
)
def test_an_exception_in_a_stream_says_in_how_many_chunks(stream: int, how: str) -> None:
    found = crashed(one=gave(call(), streams={stream: threw()}))
    assert found == Violation(
        "crash", ("one",), "exception", f"one: exception: {how}: list index out of range", (stream,)
    )


def test_the_first_stream_that_throws_is_named_of_the_first_target_that_has_one() -> None:
    error = threw()
    found = crashed(
        zero=gave(batch=threw("value"), streams={1: threw("value")}),
        one=gave(call(), streams={2: error}),
        two=gave(call(), streams={1: error, 2: error}),
    )
    assert found is not None
    assert (found.targets, found.kind, found.chunkings) == (("zero",), "value", (2,))


def test_a_target_without_batch_or_with_a_chunking_that_it_does_not_promise_is_judged_by_the_rest() -> None:
    reading = gave(call()).batch
    assert crashed(one=Outcome("result", None, (reading, None))) is None
    found = crashed(one=Outcome("result", None, (reading, None, threw())))
    assert found is not None
    assert found.chunkings == (2,)


def test_letters_of_all_the_world_are_no_crash_and_half_a_letter_is_one_wherever_it_stands() -> None:
    for words in ("K\u00f6ln", "\u6771\u4eac", "\U0001f600"):
        assert crashed(one=gave(text(words), call(words))) is None
    right = gave(text("K\u00f6ln")).batch
    half = Reading(text="K\u00f6ln\udc00")
    for place, how in enumerate(("batch", "streamed in 1 chunk", "streamed in 2 chunks")):
        readings = [right, right, right]
        readings[place] = half
        found = crashed(one=Outcome("result", readings[0], tuple(readings[1:])))
        assert found is not None
        assert found.message == f"one: value: {how}: there is a lone surrogate in the visible text"


@pytest.mark.parametrize(
    ("second", "detail"),
    [
        (Call("b", arguments_raw="{"), "the arguments of calls[1] are not JSON"),
        (Call("b", input=[]), "the input of calls[1] is no object"),
        (Call("\udc00", input={}), "there is a lone surrogate in the name of calls[1]"),
    ],
)
def test_the_call_is_named_that_no_answer_may_hold(second: Call, detail: str) -> None:
    reading = Reading(calls=(Call("a", {}), second))
    found = crashed(one=gave(batch=reading))
    assert found is not None
    assert found.message == f"one: value: batch: {detail}"
    told = structs.replace(reading, error=ParserError("declared", "no"))
    assert crashed(one=gave(batch=told)) is None


def test_crash_has_something_to_say_unless_all_were_skipped() -> None:
    skipped = Outcome("skipped")
    assert crash.ORACLE.applies(case(), {"one": skipped, "two": RIGHT}, {})
    assert not crash.ORACLE.applies(case(), {"one": skipped, "two": skipped}, {})


# ---------------------------------------------------------------- truth

BLOCK = '<tool_calls><invoke name="a"></invoke></tool_calls>'
WORDS = case(f"x{BLOCK}", text("x"), call())


def untrue(words: Case, **outcomes: Outcome) -> Violation | None:
    return truth.judge(words, outcomes, dict.fromkeys(outcomes, ALL))


def refused(kind: str = "declared") -> Reading:
    return Reading(error=ParserError(kind, "bad input"))


def test_an_error_that_is_declared_is_no_answer_to_a_text_that_is_well_written() -> None:
    well = "well-written text refused"
    right = gave(text("x"), call())
    assert untrue(WORDS, one=gave(batch=refused()), two=right) == Violation(
        "truth", ("one",), well, f"one: {well}: batch: bad input", ()
    )
    in_stream = gave(text("x"), call(), streams=dict.fromkeys(range(3), refused()))
    assert untrue(WORDS, right=right, one=in_stream, two=in_stream) == Violation(
        "truth", ("one", "two"), well, f"one, two: {well}: stream: bad input", ()
    )
    both = gave(batch=refused(), streams=dict.fromkeys(range(3), refused()))
    assert untrue(WORDS, one=both, two=in_stream) == Violation(
        "truth", ("one", "two"), well, f"one, two: {well}: batch: bad input", ()
    )


def test_an_error_is_an_answer_to_what_is_badly_written_or_has_no_known_answer() -> None:
    outcome = gave(batch=refused())
    damaged = structs.replace(WORDS, features=("damage:delete",))
    assert untrue(damaged, one=structs.replace(outcome, streams=())) is None
    assert untrue(structs.replace(WORDS, answers=()), one=outcome) is None
    assert untrue(WORDS, one=Outcome("result", refused("exception"), ())) is None
    open_ = structs.replace(WORDS, answers=(Answer((text("x"), call()), {"fences": "inert"}),))
    assert untrue(open_, one=outcome) is None


def test_what_is_wrong_with_the_calls_is_told_with_where_it_was_seen() -> None:
    found = untrue(WORDS, one=gave(text("x")))
    assert found is not None
    assert (found.oracle, found.targets, found.kind) == ("truth", ("one",), "call missing")
    assert found.message.startswith("one: call missing: batch: ")


def test_a_flag_that_denies_a_call_where_there_was_one_is_wrong() -> None:
    def told(*, saw: bool | None) -> Violation | None:
        reading = structs.replace(gave(text("x"), call()).batch or Reading(), saw=saw)
        return untrue(WORDS, one=Outcome("result", reading, (reading,)))

    assert told(saw=None) is told(saw=True) is None
    message = "one: saw flag differs: batch: saw_tool_syntax should be true"
    assert told(saw=False) == Violation("truth", ("one",), "saw flag differs", message, ())


def test_a_flag_that_tells_of_a_call_in_plain_words_is_wrong() -> None:
    reading = structs.replace(gave(text("hi")).batch or Reading(), saw=True)
    found = untrue(case("hi", text("hi")), one=Outcome("result", reading, (reading,)))
    assert found is not None
    assert found.message == "one: saw flag differs: batch: saw_tool_syntax should be false"


# ---------------------------------------------------------------- text and fabrication


def test_the_text_is_looked_at_only_where_there_are_as_many_calls_as_were_written() -> None:
    found = text_oracle.judge(WORDS, {"one": gave(text("y"), call("b"))}, {"one": ALL})
    assert found is not None
    assert (found.oracle, found.targets) == ("text", ("one",))
    assert found.message.startswith("one: text ")
    assert text_oracle.judge(WORDS, {"one": gave(text("y"))}, {"one": ALL}) is None
    moved = gave(call(), text("x"))
    assert text_oracle.judge(WORDS, {"one": moved}, {"one": ALL}) is not None, "its place counts"
    batch = Reading(calls=(Call("a", {}),), text="y")
    assert text_oracle.judge(WORDS, {"one": gave(text("x"), call(), batch=batch)}, {"one": ALL}) is not None


UNKNOWN = case("abc", known=False)


def test_without_an_answer_the_text_is_looked_at_where_the_parser_says_that_it_conserves() -> None:
    lost = {"one": gave(text("a"))}
    assert text_oracle.judge(UNKNOWN, lost, {"one": ALL}) is not None
    assert text_oracle.judge(UNKNOWN, lost, {"one": {}}) is None


def test_text_and_fabrication_have_something_to_say_where_an_answer_is_known_or_due() -> None:
    one = {"one": gave()}
    for stance, known, due in ((ALL, True, True), ({}, True, True), (ALL, False, True), ({}, False, False)):
        words = case(BLOCK, call(), known=known)
        assert text_oracle.ORACLE.applies(words, one, {"one": stance}) == due
        assert fabrication.ORACLE.applies(words, one, {"one": stance}) == known
    plain = case("no call", known=False)
    assert fabrication.ORACLE.applies(plain, one, {"one": {}}), "nothing opens one"


def test_a_call_that_is_made_up_is_told_of_the_target() -> None:
    found = fabrication.judge(case("hi", text("hi")), {"one": gave(text("hi"), call("z"))}, {"one": ALL})
    assert found is not None
    assert (found.oracle, found.targets, found.kind) == ("fabrication", ("one",), "call extra")


def test_white_space_beside_calls_is_exact_only_where_that_is_declared() -> None:
    words = case("hi \n", text("hi \n"))
    trimmed = {"one": gave(text("hi"))}
    assert fabrication.judge(words, trimmed, {"one": ALL}) is not None
    assert fabrication.judge(words, trimmed, {"one": {**ALL, "space_around_calls": "trim"}}) is None
    assert fabrication.judge(words, {"one": gave(text("h"))}, {"one": {**ALL, "space_around_calls": "trim"}})
