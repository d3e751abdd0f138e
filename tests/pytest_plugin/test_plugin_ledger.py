"""What a ledger accepts is a strict known failure of its item; what is gone, or expired, fails."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from harness.events import Report, Stats, TargetFacts, Timing
from harness.ledger.entry import Entry, Pattern
from harness.ledger.ledger import Ledger, Settings
from harness.model import Card, Case, Finding
from harness.pytest_plugin.known import judged
from harness.pytest_plugin.settings import Accepted
from tests.pytest_plugin.conftest import WATCH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.pytest_plugin.conftest import Suite

TRIMMING = "py:tests.campaign.toys:Trimming"
SILENT = "py:tests.campaign.toys:Silent"
NO_FIXTURES = "--toolcall-fixtures=none"
TODAY = dt.date(2026, 6, 1)
LEDGER = f"""\
schema = 1

[[known]]
pattern = {{ oracle = "split", targets = ["{TRIMMING}"] }}
class = "bug"
reason = "waits for the new lexer"
expiry = {TODAY}

[[known]]
pattern = {{ oracle = "split", targets = ["*:Silent"] }}
class = "bug"
reason = "was one"
cases = 10
count = 10
"""


def card(fingerprint: str, oracle: str, *findings: str) -> Card:
    return Card(fingerprint, "x", oracle, (TRIMMING,), "x", "", (), (), "x", findings, 3, "1:0", "x")


def finding(name: str, oracle: str = "split", *, confirmed: int = 3) -> Finding:
    case = Case("1:0", "dsml", "x")
    return Finding(name, oracle, (TRIMMING,), "x", "x", (), case, case, (), None, confirmed, "finished", "x")


def report(cards: Sequence[Card], findings: Sequence[Finding], cases: int = 1_000) -> Report:
    return Report(
        schema=1,
        harness="",
        dialect="dsml",
        seed=1,
        state="finished",
        status=1,
        cases=cases,
        parses=1,
        mean_length=1.0,
        shares={},
        options={},
        oracles=("split", "text"),
        targets=(TargetFacts(TRIMMING, "available"),),
        stats=Stats(cases=cases, judged={"split": cases, "text": cases}),
        findings=tuple(findings),
        faults=(),
        timing=Timing(),
        cards=tuple(cards),
    )


A, B = card("a" * 12, "split", "F1", "F2"), card("b" * 12, "split", "F3")
KNOWN = Entry(
    fingerprint=A.fingerprint,
    oracle="split",
    targets=(TRIMMING,),
    dialect="dsml",
    of_class="bug",
    reason="waits",
    expiry=TODAY,
)


def told(
    made: Report, own: Sequence[Finding], *entries: Entry, late: int = 0, warn: bool = False
) -> list[str]:
    """Give the ids of what is wrong, and the states of what is gone, of the item ``split``."""
    known = Ledger(Settings("warn") if warn else Settings(), {}, entries)
    accepted = Accepted(known, TODAY + dt.timedelta(days=late))
    found = judged(made, own, (TRIMMING, "split"), accepted)
    assert {one.id for one in (*found.wrong, *found.known, *found.flaky)} == {one.id for one in own}
    return [one.id for one in found.wrong] + [row.state for row in found.gone]


def test_an_item_whose_cards_are_all_known_is_a_known_failure_with_their_reasons() -> None:
    own = [finding("F1"), finding("F2")]
    assert told(report([A], own), own, KNOWN) == []
    assert told(report([A], own), own, KNOWN, late=1) == ["F1", "F2"]
    found = judged(report([A], own), own, (TRIMMING, "split"), Accepted(Ledger(known=(KNOWN,)), TODAY))
    assert found.known == tuple(own)
    assert found.reason == "aaaaaaaaaaaa in 3 cases; bug, waits, accepted until 2026-06-01"


def test_one_card_that_is_new_makes_the_item_fail() -> None:
    own = [finding("F1"), finding("F3")]
    assert told(report([A, B], own), own, KNOWN) == ["F3"]
    assert told(report([A], own), own, KNOWN) == ["F3"]  # on no card
    assert told(report([A, B], own), own) == ["F1", "F3"]


def test_a_known_fault_that_is_gone_fails_its_own_item_only() -> None:
    assert told(report([], []), [], KNOWN) == ["newly passing"]
    assert told(report([], []), [], KNOWN, warn=True) == []
    assert told(report([], [], cases=10), [], KNOWN) == []
    assert told(report([], []), [], KNOWN, late=1, warn=True) == ["expired"]
    for oracle, targets in (("text", (TRIMMING,)), ("split", (SILENT,))):
        other = Entry(
            pattern=Pattern(oracle=oracle, targets=targets), of_class="bug", reason="x", expiry=TODAY
        )
        assert told(report([], []), [], other, late=1) == []


def test_flaky_findings_decide_nothing() -> None:
    own = [finding("F1", confirmed=2)]
    assert told(report([], own), own) == []
    without = judged(report([], own), own, (TRIMMING, "split"), None)
    assert without.wrong == tuple(own)


STUB = """
from harness.pytest_plugin.runs import Runs
from tests.pytest_plugin.test_plugin_ledger import REPORTS

Runs.try_out = lambda self, settings: None
Runs.report = lambda self, settings, target, oracle: REPORTS[target]
"""
REPORTS = {
    TRIMMING: report(
        [A, card("b" * 12, "text", "F3")], [finding("F1"), finding("F2"), finding("F3", "text")]
    ),
    SILENT: structs.replace(report([], []), targets=(TargetFacts(SILENT, "available"),)),
}


@pytest.mark.parametrize("real", [False, pytest.param(True, marks=pytest.mark.full)])
def test_items_end_as_the_ledger_says_and_print_their_cards(suite: Suite, *, real: bool) -> None:
    """With reports that are made by hand, and those of real campaigns, in which parity fails as text does."""
    suite.write("known/ledger.toml", LEDGER)
    suite.write("pytest.ini", f"[pytest]\ntoolcall_ledger = known/ledger.toml\ntoolcall_today = {TODAY}\n")
    if not real:
        suite.write("conftest.py", WATCH + STUB)
    other = "parity" if real else "text"
    targets = (f"--toolcall-target={TRIMMING}", f"--toolcall-target={SILENT}")
    ran = suite.run(*targets, NO_FIXTURES, "-rx", "-k", f"split or {other}")
    assert {name.split("::", 1)[1]: end.outcome for name, end in ran.ends.items()} == {
        f"{TRIMMING}::split": "xfailed",
        f"{TRIMMING}::{other}": "failed",
        f"{SILENT}::split": "failed",
        f"{SILENT}::{other}": "passed",
    }, ran.page
    assert ran.status == 1
    assert "bug, waits for the new lexer, accepted until 2026-06-01" in ran.page
    said = ran.ends[f"toolcall::{SILENT}::split"].said
    assert said.startswith("newly passing: pattern oracle split, targets *:Silent")
    said = ran.ends[f"toolcall::{TRIMMING}::{other}"].said
    assert re.search(r"^  card        \S", said, re.MULTILINE)
    assert re.search(r"^  fingerprint [0-9a-f]{12}$", said, re.MULTILINE)
    assert re.search(r"^  ledger      new: in no entry of the ledger$", said, re.MULTILINE)
    assert "see it again with" in said


@pytest.mark.full
def test_what_is_expired_or_not_excused_fails_and_shows_the_case(suite: Suite) -> None:
    suite.write("ledger.toml", LEDGER)
    words = (f"--toolcall-target={TRIMMING}", NO_FIXTURES, "-k", "split", "--toolcall-ledger=ledger.toml")
    for more, state in (
        (["--toolcall-today=2026-06-02"], "expired"),
        (["--runxfail", "-o", f"toolcall_today={TODAY}"], "known"),
    ):
        ran = suite.run(*words, *more)
        assert (ran.status, ran.outcomes) == (1, {"split": "failed"}), ran.page
        assert f"\n  ledger      {state}: " in ran.said("split")
        assert "see it again with" in ran.said("split")


@pytest.mark.full
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--toolcall-ledger=bad.toml"], "bad.toml: a ledger of schema 2"),
        (["--toolcall-ledger=none.toml"], "none.toml: can't be read"),
        (["--toolcall-today=tomorrow"], "'tomorrow' is no day"),
    ],
)
def test_a_mistake_ends_the_run_at_once(suite: Suite, words: list[str], told: str) -> None:
    suite.write("bad.toml", "schema = 2\n")
    ran = suite.run(f"--toolcall-target={SILENT}", *words)
    assert (ran.status, ran.ends) == (4, {}), ran.page
    assert told in ran.page
    assert "Traceback" not in ran.page
