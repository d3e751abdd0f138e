"""The score: what is counted, what a bar means, and that nothing missed looks found."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from selftest_samples import bug, result, score, trial

from harness.selftest import scoring
from harness.selftest.score import Spread
from harness.selftest.scoring import Once
from harness.selftest.task import Settings, digest_of, seed_of, tasks

NUMBERS = st.lists(st.integers(0, 50) | st.just(inf), min_size=1, max_size=40)


@given(NUMBERS, st.sampled_from([0.5, 0.95]))
def test_a_nearest_rank_is_the_smallest_number_that_enough_do_not_exceed(
    numbers: list[float], share: float
) -> None:
    enough = [n for n in numbers if sum(m <= n for m in numbers) >= share * len(numbers)]
    assert scoring.nearest_rank(sorted(numbers), share) == min(enough)


def test_a_repeat_that_found_nothing_counts_as_more_than_any_other() -> None:
    assert scoring.spread([10, inf, 30]) == Spread(30, None)
    assert scoring.spread([10, inf, inf]) == Spread(None, None)
    assert scoring.spread([]) == Spread(None, None)
    assert score("a", 10, 30, missed=1).parses == Spread(30, None)


@pytest.mark.parametrize(
    ("median", "name"), [(1, "easy"), (200, "easy"), (201, "medium"), (2_000, "medium"), (2_001, "hard")]
)
def test_difficulty_is_the_class_of_the_median(median: int, name: str) -> None:
    assert scoring.difficulty(Spread(median, None)) == name


def test_what_is_not_found_in_the_median_is_hard() -> None:
    assert score("a", 10, missed=2).difficulty == "hard"


def test_late_flaky_and_false_are_not_found() -> None:
    for state in ("late", "flaky", "false", "missed"):
        summed = scoring.bug_score(bug("a"), "d", [trial("a", 1, 10, state)])
        assert (summed.found, summed.always, summed.oracles) == (0, False, {})


def test_oracles_and_the_expected_one_are_counted_by_repeat() -> None:
    one, two, three = (trial("a", 1 + i, 10) for i in range(3))
    two = structs.replace(two, oracle="split", also=("truth",), kind="text lost")
    three = structs.replace(three, oracle="split", also=(), fingerprint="f")
    summed = scoring.bug_score(bug("a"), "d", [one, two, three])
    assert summed.oracles == {"split": 2, "truth": 1}
    assert summed.expected == 2
    assert not summed.signature_stable
    assert not summed.fingerprint_stable
    assert score("a", 1, 2).signature_stable


def test_the_total_is_of_medians_and_counts_every_bug() -> None:
    found = result(score("a", 10, 20, 30), score("b", 100, 200, 300), score("c", 5, missed=2)).totals
    assert (found.bugs, found.always, found.share) == (3, 2, 0.6667)
    assert found.parses == Spread(200, None)


def test_false_findings_are_counted_wherever_they_are() -> None:
    false = scoring.bug_score(bug("a"), "d", [trial("a", 1, 10, "false")])
    clean = (trial("clean:dsml", 1, 90, "missed"), trial("clean:qwen", 1, 90, "false"))
    assert result(false, clean=clean).totals.false_findings == 2
    flaky = scoring.bug_score(bug("a"), "d", [trial("a", 1, 10, "flaky")])
    assert result(flaky).totals.false_findings == 0


@given(st.integers(1, 60), st.integers(0, 60))
def test_the_bar_is_ninety_five_of_a_hundred_bugs_in_every_repeat(found: int, missed: int) -> None:
    scores = [score(f"f{i}", 10) for i in range(found)] + [score(f"m{i}", missed=1) for i in range(missed)]
    assert scoring.passed(result(*scores)) == (20 * found >= 19 * (found + missed))


def test_one_false_finding_or_one_lost_bug_is_too_many() -> None:
    good = score("a", 10)
    assert scoring.passed(result(good))
    assert not scoring.passed(result(good, clean=(trial("clean:dsml", 1, 9, "false"),)))
    assert not scoring.passed(result(good, lost=("b",)))


def test_a_bug_is_lost_if_the_same_bug_was_always_found_before() -> None:
    digest = digest_of(bug("a"))
    now = [score("a", 10, missed=1)]
    assert scoring.lost([Once("a", digest, 3, 3)], now) == ("a",)
    assert scoring.lost([Once("a", digest, 3, 2)], now) == ()
    assert scoring.lost([Once("a", "another", 3, 3)], now) == ()
    assert scoring.lost([Once("a", digest, 3, 3)], [score("a", 10, 10)]) == ()


def test_the_seed_of_a_trial_is_the_same_for_ever_and_another_for_each() -> None:
    assert seed_of(1, "a-bug", 1) == 3196962608
    seeds = [seed_of(seed, name, repeat) for seed in (1, 2) for name in ("a", "b") for repeat in (1, 2, 3)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**32 for seed in seeds)


def test_a_bug_is_the_same_while_its_patch_and_what_runs_are() -> None:
    digest = digest_of(bug("a"))
    assert digest == digest_of(bug("a", oracle="split"))
    graded = structs.replace(bug("a"), head=structs.replace(bug("a").head, difficulty="hard", what="Else."))
    assert digest == digest_of(graded)
    assert digest != digest_of(bug("a", oracle="agreement"))  # two others run beside it
    assert digest != digest_of(bug("a", patch="diff --git a/y b/y\n"))


def test_clean_campaigns_are_one_for_each_dialect_and_repeat() -> None:
    asked = tasks([bug("a")], 2, Settings(seed=3, clean_cases=64))
    assert [(t.name, t.repeat, t.cases, bool(t.planted)) for t in asked] == [
        ("a", 1, 20_000, True),
        ("a", 2, 20_000, True),
        ("clean:dsml", 1, 64, False),
        ("clean:dsml", 2, 64, False),
        ("clean:qwen", 1, 64, False),
        ("clean:qwen", 2, 64, False),
    ]
    assert len(tasks([bug("a")], 2, Settings(clean_cases=0))) == 2
