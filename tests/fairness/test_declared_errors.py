"""A declared error is an answer: never a crash, and the same everywhere or a difference."""

from __future__ import annotations

import pytest
from msgspec import structs

from harness.model import Answer, Case, Outcome, ParserError, Reading
from harness.oracles import ORACLES
from harness.oracles.difference import reading_of
from tests.oracles.build import ALL, call, case, gave, text

STANCES = {"one": ALL, "two": ALL}
RIGHT = (text("hi "), call("a", x="1"))


def refused(where: str = "") -> Reading:
    return Reading(error=ParserError("declared", f"malformed{where}"))


def judged(words: Case, **outcomes: Outcome) -> dict[str, str]:
    found = [oracle.judge(words, outcomes, STANCES) for oracle in ORACLES.values()]
    return {one.oracle: one.kind for one in found if one is not None}


def everywhere(*places: str) -> Outcome:
    first, *rest = [refused(place) for place in places]
    return Outcome("result", batch=first, streams=tuple(rest))


def test_a_declared_error_everywhere_is_an_answer_whatever_its_words_are() -> None:
    assert (
        judged(case("hi <tool_calls>", known=False), one=everywhere(" in batch", "", " in chunk 2", " at 1"))
        == {}
    )
    same = everywhere("", "", "", "")
    assert judged(case("hi <tool_calls>", known=False), one=same, two=everywhere("a", "b", "c", "d")) == {}


@pytest.mark.parametrize(
    ("outcome", "oracles"),
    [
        (gave(*RIGHT, streams={1: refused()}), {"split"}),
        (gave(*RIGHT, batch=refused()), {"parity"}),
        (gave(*RIGHT, streams={0: refused(), 1: refused(), 2: refused()}), {"parity"}),
    ],
)
def test_an_error_in_one_way_of_feeding_and_an_answer_in_another_differ(
    outcome: Outcome, oracles: set[str]
) -> None:
    found = judged(case("hi <tool_calls>", known=False), one=outcome)
    assert found == dict.fromkeys(oracles, "error differs")


def test_parsers_of_equal_policies_must_refuse_alike() -> None:
    assert judged(case("hi <tool_calls>", known=False), one=everywhere("", "", "", ""), two=gave(*RIGHT)) == {
        "agreement": "error differs"
    }


def test_another_error_is_a_crash_in_any_way_of_feeding() -> None:
    thrown = Reading(error=ParserError("exception", "malformed"))
    assert "crash" in judged(case("hi <tool_calls>", known=False), one=gave(*RIGHT, streams={2: thrown}))


def well_written(**more: object) -> Case:
    return structs.replace(case("x"), answers=(Answer((text("hi "), call("a", x="1"))),), **more)


def test_a_well_written_text_may_not_be_refused() -> None:
    outcome = everywhere("", "", "", "")
    assert judged(well_written(), one=outcome) == {"truth": "well-written text refused"}
    assert judged(well_written(features=("cdata:closer",)), one=outcome) == {
        "truth": "well-written text refused"
    }


@pytest.mark.parametrize("feature", ["rejected", "truncated", "damage:delete"])
def test_a_malformed_or_truncated_text_may_be_refused_though_its_answer_is_known(feature: str) -> None:
    assert judged(well_written(features=(feature,)), one=everywhere("", "", "", "")) == {}


def test_where_no_answer_is_due_under_the_policies_of_a_parser_it_may_refuse() -> None:
    open_case = structs.replace(well_written(), answers=(Answer(RIGHT, {"fences": "inert"}),))
    assert judged(open_case, one=everywhere("", "", "", "")) == {}


def test_a_declared_error_at_the_second_finish_is_none() -> None:
    quiet = structs.replace(reading_of(RIGHT), second_error=ParserError("declared", "finished"))
    assert (
        judged(case("hi <tool_calls>", known=False), one=gave(*RIGHT, streams={0: quiet, 1: quiet, 2: quiet}))
        == {}
    )
