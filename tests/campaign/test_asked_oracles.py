"""Oracles that ask for runs of their own: what the bench has run for them, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from harness.model import Ask, Case, Outcome, Violation
from harness.oracles import ORACLES, Oracle, that_may_say
from harness.oracles.oracle import nothing
from harness.search import bench as bench_module
from harness.search.bench import Bench

if TYPE_CHECKING:
    from harness.oracles.oracle import Asked, Outcomes, Stances

SHORTER = "a" * 5


def shorter(case: Case) -> tuple[Ask, ...]:
    """Ask for two other texts, one of them twice."""
    other = Ask(Case("other", case.dialect, SHORTER), batch=False)
    return (other, Ask(structs.replace(case, text=case.text[:1])), other)


class Listener:
    """An oracle that keeps what it is given, and complains of it."""

    def __init__(self, *, every: int = 1) -> None:
        self.heard: list[tuple[Case, Asked, Outcomes]] = []
        self.oracle = Oracle(
            "flush",
            "It listens.",
            nothing,
            lambda *_: True,
            asks=shorter,
            judge_asked=self.judge,
            every=every,
        )

    def judge(self, case: Case, asked: Asked, outcomes: Outcomes, _stances: Stances) -> Violation:
        self.heard.append((case, asked, outcomes))
        return Violation("flush", tuple(asked), "heard", "it was heard")


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch) -> Listener:
    """Put a listener into the place of ``flush``."""
    made = Listener(every=3)
    monkeypatch.setitem(bench_module.ORACLES, "flush", made.oracle)
    return made


def test_an_oracle_gets_one_outcome_for_each_of_its_asks_in_their_order(listener: Listener) -> None:
    with Bench(["python"], "dsml", oracles=("crash", "flush")) as bench:
        (verdict,) = bench.examine([Case("name", "dsml", "text")])
    ((case, asked, outcomes),) = listener.heard
    assert case.text == "text"
    texts = [one.streams[0].text for one in asked["python"] if one.streams[0] is not None]
    assert texts == [SHORTER, "t", SHORTER]
    assert asked["python"][0] is asked["python"][2]  # it was run once
    assert outcomes == verdict.outcomes
    assert [one.kind for one in verdict.violations] == ["heard"]
    assert verdict.judged == ("crash", "flush")


def test_in_a_campaign_each_so_many_cases_are_asked_about_and_named_ones_always(listener: Listener) -> None:
    ids = ["7:0", "7:1", "7:2", "7:3", "7:9", "name", "a:1", "seven:1", "1:b"]
    with Bench(["python"], "dsml", oracles=("flush",)) as bench:
        verdicts = bench.examine([Case(name, "dsml", "text") for name in ids])
    looked = ["7:0", "7:3", "7:9", "name", "a:1", "seven:1", "1:b"]
    assert [case.id for case, _, _ in listener.heard] == looked
    assert [one.case.id for one in verdicts if one.violations] == looked
    assert [one.case.id for one in verdicts if "flush" in one.judged] == looked


def test_nothing_is_asked_about_a_case_on_which_a_target_died(
    listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Bench(["python"], "dsml", oracles=("crash", "flush")) as bench:
        died = {"python": [Outcome("crash", detail="it is gone")]}
        monkeypatch.setattr(bench.crew, "collect", lambda: died)
        (verdict,) = bench.examine([Case("name", "dsml", "text")])
    assert listener.heard == []
    assert [one.oracle for one in verdict.violations] == ["crash"]


def test_violations_stand_in_the_order_of_judging(
    listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = structs.replace(
        listener.oracle,
        id="isolation",
        judge_asked=lambda *_: Violation("crash", ("python",), "exception", "in the name of another"),
    )
    monkeypatch.setitem(bench_module.ORACLES, "isolation", late)
    with Bench(["python"], "dsml", oracles=("crash", "flush", "isolation")) as bench:
        (verdict,) = bench.examine([Case("name", "dsml", "text")])
    assert [one.oracle for one in verdict.violations] == ["crash", "flush"]


def test_to_see_a_finding_again_only_those_are_asked_who_may_say_it() -> None:
    names = tuple(ORACLES)
    asking = {name for name in names if ORACLES[name].asks is not None}
    assert set(names) - set(that_may_say("split", names)) == asking
    assert set(that_may_say("flush", names)) & asking == {"flush"}
    assert that_may_say("flush", ("crash", "split")) == ("crash", "split")
    others = {name for name in asking if "parity" in ORACLES[name].also_as}
    assert set(that_may_say("parity", names)) & asking == others


def test_every_oracle_that_asks_judges_what_it_asked_for() -> None:
    for oracle in ORACLES.values():
        assert (oracle.asks is None) == (oracle.judge_asked is None), oracle.id
        assert oracle.every >= 1
        assert set(oracle.also_as) <= set(ORACLES)
