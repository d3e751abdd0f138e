"""What a test asserts of each finding: it fails on what the parser gave, or it is not written."""

from __future__ import annotations

import pytest
from exported_runs import kept_findings
from msgspec import structs

from harness.export import FORMATS, Exported
from harness.export.assertion import assertions
from harness.export.check import answer_of, demand, due
from harness.export.sources import of_case
from harness.model import Call, Event, Reading
from harness.oracles import ORACLES
from harness.oracles.difference import reading_of

UNSEEN = {"final", "monotone", "flush", "lag", "holdback", "isolation"}


def of(name: str) -> Exported:
    return next(one for one in kept_findings() if one.targets[0].reported_name == name)


def with_reading(one: Exported, reading: Reading) -> Exported:
    return structs.replace(one, shown=tuple([structs.replace(row, reading=reading) for row in one.shown]))


def with_fault(one: Exported, oracle: str, kind: str) -> Exported:
    return structs.replace(one, oracle=oracle, kind=kind)


@pytest.mark.parametrize("one", kept_findings(), ids=lambda one: one.targets[0].reported_name)
def test_the_right_answer_meets_what_is_demanded(one: Exported) -> None:
    checks = assertions(one)
    assert not isinstance(checks, str)
    for check in checks:
        if one.due is not None and check.text == one.case.text:
            right = due(one.due, check.text)
            demand(check, [right, right])


@pytest.mark.parametrize(
    "name", ["cut_opener", "cdata_closer", "first_character", "lost_tail", "routed_thought"]
)
def test_a_test_that_would_pass_on_what_the_parser_gave_is_not_written(name: str) -> None:
    one = of(name)
    assert not isinstance(assertions(one), str)
    events = one.due or (Event(text=one.case.text),)
    right = with_reading(one, reading_of(events))
    told = assertions(right)
    assert isinstance(told, str)
    assert "nothing wrong that a test could see" in told
    assert FORMATS["pytest"].refuses(right) == told


@pytest.mark.parametrize("oracle", sorted(UNSEEN))
def test_what_takes_more_than_an_answer_to_see_is_refused_with_the_reason(oracle: str) -> None:
    told = assertions(with_fault(with_reading(of("cdata_closer"), _right()), oracle, "x"))
    assert isinstance(told, str)
    assert told.startswith("it ")


def test_a_wrong_answer_is_exported_whatever_the_oracle_was_about() -> None:
    (check,) = assertions(with_fault(of("cdata_closer"), "final", "value differs"))
    assert not isinstance(check, str)
    assert check.demand == "expect"


def test_memory_a_second_finish_and_the_flag_are_refused() -> None:
    right = with_reading(of("cdata_closer"), _right())
    assert "memory" in assertions(with_fault(right, "crash", "memory"))
    for oracle, kind in (("finish", "second finish speaks"), ("truth", "saw flag differs")):
        assert isinstance(assertions(with_fault(right, oracle, kind)), str)


def test_what_died_or_hung_is_asked_apart() -> None:
    for name in ("endless_entity", "sudden_death"):
        (check,) = assertions(of(name))
        assert not isinstance(check, str)
        assert check.apart
        assert check.demand == "expect_answer"


def test_where_only_the_place_of_text_is_wrong_a_test_insists_on_pieces() -> None:
    one = of("cdata_closer")
    events = (Event(text="x"), Event(call=Call("a", {})), Event(text="y"))
    moved = (Event(call=Call("a", {})), Event(text="xy"))
    (check,) = assertions(
        with_fault(structs.replace(with_reading(one, reading_of(moved)), due=events), "text", "")
    )
    assert not isinstance(check, str)
    assert check.due["placed"] is True
    bare = answer_of(Reading(calls=(Call("a", {}),), text="xy"))
    with pytest.raises(AssertionError, match="where text stood"):
        demand(check, [bare])


def test_what_others_gave_is_demanded_where_nobody_knows_what_is_right() -> None:
    one = of("cdata_closer")
    rows = [
        structs.replace(row, target=name) for row in with_reading(one, _right()).shown for name in ("b", "c")
    ]
    odd = structs.replace(with_fault(one, "agreement", "value differs"), due=None, shown=(*one.shown, *rows))
    (check,) = assertions(odd)
    assert not isinstance(check, str)
    assert "Nobody knows what is right; this is what b and c gave" in check.why[0]
    demand(check, [answer_of(_right())])
    # Of others that do not agree with each other nothing can be demanded.
    split = structs.replace(
        odd, shown=(*odd.shown[:-1], structs.replace(odd.shown[-1], reading=Reading(text="?")))
    )
    assert isinstance(assertions(split), str)


def test_a_saved_case_without_a_known_answer_has_to_be_answered_alike() -> None:
    case = structs.replace(of("cut_opener").case, answers=())
    (check,) = assertions(of_case("F1.json", case, {}))
    assert not isinstance(check, str)
    assert (check.demand, check.batch, check.characters) == ("expect_alike", True, True)


def test_every_oracle_but_those_that_see_more_has_a_finding_here_or_a_test_of_its_own() -> None:
    assert {one.oracle for one in kept_findings()} >= set(ORACLES) - UNSEEN - {"agreement"}


def _right() -> Reading:
    one = of("cdata_closer")
    assert one.due is not None
    return reading_of(one.due)
