"""Ours beside a baseline: the measure, the reasons, and what is said of it."""

from __future__ import annotations

import dataclasses
import math
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.selftest.baselines import section
from harness.selftest.baselines.comparison import a12, compared, not_run, reasons, unexplained
from harness.selftest.baselines.page import costs
from harness.selftest.baselines.record import METHODS, Method, Try
from harness.selftest.score import Attempt, Baseline, BugScore, Fewer, Spent, Spread

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "reports" / "selftest" / "selftest.json"
METHOD: Method = "examples-characters"

# Few values, so that there are ties; infinity is what was not found.
numbers = st.lists(st.sampled_from([1.0, 2.0, 3.0, 10.0, math.inf]), min_size=1, max_size=8)


@dataclasses.dataclass
class Kept:
    """Of a kept result, what its baselines say."""

    baselines: tuple[Baseline, ...] | None = None


def score(name: str, median: int | None, *, found: int = 3) -> BugScore:
    return BugScore(
        name=name,
        language="python",
        dialect="dsml",
        what="Something is wrong.",
        source="a/b#1",
        oracle="truth",
        difficulty="easy",
        digest="0",
        repeats=3,
        found=found,
        parses=Spread(median, median),
        oracles={"truth": found},
        expected=found,
        characters=Spread(1, 1),
        cuts=Spread(1, 1),
        signature_stable=True,
        fingerprint_stable=True,
        trials=(),
    )


def tried(bug: str, parses: int, *, found: bool = True) -> Try:
    return Try(METHOD, bug, found=found, parses=parses, oracle="truth" if found else "", timing=Spent(1.5))


@given(numbers, numbers)
def test_a12_is_the_share_of_pairs_in_which_ours_took_fewer_and_half_of_the_ties(
    ours: list[float], theirs: list[float]
) -> None:
    counted = [1.0 if a < b else 0.5 if a == b else 0.0 for a, b in product(ours, theirs)]
    assert a12(ours, theirs) == pytest.approx(sum(counted) / len(counted))


@given(numbers, numbers)
def test_a12_of_theirs_against_ours_is_the_rest(ours: list[float], theirs: list[float]) -> None:
    assert a12(ours, theirs) + a12(theirs, ours) == pytest.approx(1.0)


def test_a_method_that_finds_nothing_never_takes_fewer_parses() -> None:
    ours = [score("a", 5), score("b", None, found=0)]
    made = compared(METHOD, ours, {"a": tried("a", 700, found=False), "b": tried("b", 9, found=False)}, {})
    assert (made.found, made.ratio, made.fewer, made.ours_missed) == (0, None, (), ())
    # Of four pairs ours is less in two, and in two both found nothing.
    assert made.a12 == 0.75
    assert [attempt.parses for attempt in made.attempts] == [700, 9]


def test_a_bug_that_only_the_method_finds_is_listed_and_so_is_one_that_some_repeat_missed() -> None:
    ours = [score("always", 5), score("never", None, found=0), score("mostly", 50, found=2)]
    made = compared(METHOD, ours, {name: tried(name, 20) for name in ("always", "never", "mostly")}, {})
    assert made.ours_missed == ("never", "mostly")
    assert [(fewer.bug, fewer.ours, fewer.theirs) for fewer in made.fewer] == [
        ("never", None, 20),
        ("mostly", 50, 20),
    ]


def test_the_ratio_is_of_the_medians_over_bugs_that_both_found() -> None:
    ours = [score("a", 10), score("b", 20), score("c", 30), score("d", None, found=0), score("e", 1)]
    theirs = {name: tried(name, parses) for name, parses in {"a": 40, "b": 50, "c": 60, "d": 1}.items()}
    theirs["e"] = tried("e", 10_000, found=False)
    assert compared(METHOD, ours, theirs, {}).ratio == 2.5


def test_a_bug_that_needed_as_many_parses_needs_no_reason() -> None:
    assert compared(METHOD, [score("a", 20)], {"a": tried("a", 20)}, {}).fewer == ()


def test_what_lacks_a_reason_is_named_and_so_is_a_reason_that_is_for_nothing() -> None:
    fewer = tuple(Fewer(bug, 50, 6, "") for bug in ("a", "b", "c"))
    made = [
        Baseline(METHOD, "what", 10, fewer=fewer),
        Baseline("hypothesis-text", "what", 10, fewer=fewer[:1]),
    ]
    assert unexplained(made, {"a": "for any method", "b": "", f"{METHOD}/c": "for this one"}) == [
        f"{METHOD}/b"
    ]
    assert unexplained(made, {"a": "x", "b": "x", "c": "x"}) == []
    assert unexplained(made, {f"{METHOD}/a": "x", "b": "x", "c": "x"}) == ["hypothesis-text/a"]
    assert unexplained([], {"gone": "x", f"{METHOD}/gone": "x"}) == ["gone", f"{METHOD}/gone"]


def test_a_reason_for_one_method_stands_above_that_for_all() -> None:
    why = {"a": "for all", f"{METHOD}/a": "for this one"}
    assert compared(METHOD, [score("a", 50)], {"a": tried("a", 6)}, why).fewer[0].reason == "for this one"


def test_every_bug_that_a_baseline_finds_sooner_has_its_reason() -> None:
    """In the result that is kept. Without one there is nothing to give reasons for."""
    kept = msgspec.json.decode(KEPT.read_bytes(), type=Kept) if KEPT.exists() else Kept()
    assert unexplained(kept.baselines or (), reasons()) == []


def test_the_section_says_what_was_not_run_and_why() -> None:
    lines = section([not_run("atheris-bytes", "atheris is not installed")])
    (row,) = [line for line in lines if "`atheris-bytes`" in line]
    assert "not run: atheris is not installed" in row


def test_the_rows_of_the_section_have_the_columns_of_their_heads() -> None:
    fewer = (Fewer("a", 50, 6, "one | two"), Fewer("b", None, 7, ""))
    made = Baseline(
        METHOD, METHODS[METHOD], 10, 2, 0.75, 1234.5, ("b",), fewer, (Attempt("a", found=True, parses=6),)
    )
    lines = section([made, not_run("atheris-bytes", "it is not there")])
    widths: dict[str, set[int]] = {}
    head = ""
    for line in lines:
        if line.startswith("#"):
            head = line
        elif line.startswith("|"):
            widths.setdefault(head, set()).add(line.replace(r"\|", "").count("|"))
    assert widths == {lines[0]: {8}, "### Where a simpler method needed fewer parses": {6}}
    assert "**no reason given yet**" in "\n".join(lines)
    assert f"Found by `{METHOD}` and not by us in every repeat: `b`." in lines


def test_the_section_holds_no_time_and_the_costs_do() -> None:
    def made(seconds: float) -> tuple[Any, Any]:
        attempt = Attempt("a", found=True, parses=6, timing=Spent(seconds))
        one = [Baseline(METHOD, "what", 10, 1, attempts=(attempt,))]
        return section(one), costs(one)

    assert made(1.0)[0] == made(99.0)[0]
    assert made(99.0)[1] == [f"{METHOD}: 99 CPU seconds for 1 bug"]
