"""Several targets at once."""

from collections.abc import Callable

import pytest

from harness.errors import TargetUnavailable, UsageError
from harness.model import Case
from harness.targets import Crew, Limits

Adapter = Callable[..., str]
Cases = Callable[..., list[Case]]


def test_outcomes_come_by_target_in_the_order_asked_for(adapter: Adapter, cases: Cases) -> None:
    names = [adapter("stream_only"), adapter("echo"), adapter("batch_only")]
    with Crew(names) as crew:
        outcomes = crew.run(cases("a", "b"))
    assert list(outcomes) == names
    assert all(len(made) == 2 for made in outcomes.values())


def test_a_target_that_breaks_down_is_dropped_and_the_rest_goes_on(adapter: Adapter, cases: Cases) -> None:
    good, bad = adapter("echo"), adapter("wrong_seq")
    with Crew([bad, good]) as crew:
        targets = list(crew.targets.values())
        assert list(crew.run(cases("a"))) == [good]
        assert list(crew.targets) == [good]
        assert [fault.target for fault in crew.faults] == [bad, bad]
        assert crew.run(cases("b"))[good][0].batch.text == "b"
        assert [target.facts("dsml").state for target in targets] == ["unavailable", "available"]


def test_a_slow_target_delays_no_answer_of_another_into_a_fault(adapter: Adapter, cases: Cases) -> None:
    hanging, good = adapter("hangs_on"), adapter("echo")
    with Crew([hanging, good], limits=Limits(run=0.5, alone=1.0)) as crew:
        outcomes = crew.run(cases("a", "HANG", "b"))
        assert [outcome.kind for outcome in outcomes[hanging]] == ["result", "hang", "result"]
        assert [outcome.batch.text for outcome in outcomes[good]] == ["a", "HANG", "b"]
        assert crew.faults == []


def test_the_first_that_cannot_be_used_is_raised_and_nothing_stays_open(adapter: Adapter) -> None:
    crew = Crew([adapter("echo"), adapter("nameless")])
    with pytest.raises(TargetUnavailable) as caught:
        crew.open()
    assert caught.value.target == adapter("nameless")


def test_one_that_cannot_be_used_is_dropped_where_that_is_tolerated(adapter: Adapter, cases: Cases) -> None:
    crew = Crew([adapter("nameless"), adapter("echo")])
    crew.open(tolerate=True)
    assert list(crew.run(cases("a"))) == [adapter("echo")]
    assert len(crew.faults) == 1
    crew.close()


def test_only_some_targets_can_be_asked(adapter: Adapter, cases: Cases) -> None:
    with Crew([adapter("echo"), adapter("batch_only")]) as crew:
        assert list(crew.run(cases("a"), only=[adapter("echo")])) == [adapter("echo")]
        assert len(crew.run(cases("a"))) == 2


def test_fresh_replaces_every_child_and_is_no_fault(adapter: Adapter, cases: Cases) -> None:
    with Crew([adapter("ages"), adapter("echo")]) as crew:
        for _ in range(6):
            crew.run(cases("a"))
            crew.fresh()
        assert crew.faults == []


def test_a_target_named_twice_is_a_mistake() -> None:
    with pytest.raises(UsageError, match="named twice"):
        Crew(["go", "go"])


def test_requests_and_answers_larger_than_a_pipe_do_not_block(adapter: Adapter) -> None:
    text = "x" * 3_000_000
    with Crew([adapter("echo"), adapter("stream_only")]) as crew:
        outcomes = crew.run([Case("t:0", "dsml", text), Case("t:1", "dsml", text)])
    assert all(made[1].streams[0].text == text for made in outcomes.values())
