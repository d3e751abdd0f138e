"""``run --search disagreement``: cases in rounds, the same ones whoever runs them, however often it stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from harness.corpus import kept
from harness.disagreement import ROUND, case_of
from harness.events import Progress, Suspected
from harness.generate import case_at
from harness.journal.merging import merged
from harness.report.record import read
from harness.search.journal import Journal
from harness.search.orders import Orders
from harness.search.plan import BATCH
from harness.search.rounds import Rounds
from tests.campaign.commands import ROOT
from tests.journal.campaigns import MADE_BY, plan, ran, resumed, timeless, whole
from tests.journal.killing import dying, killed

if TYPE_CHECKING:
    from pathlib import Path

    from harness.events import Report
    from harness.search.plan import Plan

RIGHT = "py:tests.journal.journal_toys:Right"


@pytest.fixture(autouse=True)
def toys_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def searching(out: Path, **options: object) -> Plan:
    """A campaign with a round of plain cases, and three batches of others."""
    return plan(
        out,
        **{
            "search": "disagreement",
            "cases": 448,
            "shrink_calls": 80,
            "oracles": ("parity",),
            **options,
        },
    )


def corpus(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Report, Path]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        folder = tmp_path_factory.mktemp("undisturbed")
        return whole(searching(folder)), folder


def test_cases_after_the_first_round_are_made_of_those_that_gave_something_new(
    undisturbed: tuple[Report, Path],
) -> None:
    report, folder = undisturbed
    assert report.options["search"] == "disagreement"
    assert 100 < report.stats.features["mutated"] <= 192 * 3 // 4
    assert [cases for cases, _ in report.curve] == [256, 448]
    assert 1 < report.curve[0][1] < report.curve[1][1]
    cases = [one.case for one in kept.read(folder / "corpus")]
    assert {case.id for case in cases} <= {f"5:{index}" for index in range(448)}
    assert {"mutated" in case.features for case in cases} == {True, False}


def test_a_finding_in_a_mutated_case_holds_all_of_it(undisturbed: tuple[Report, Path]) -> None:
    report, _ = undisturbed
    assert [finding.oracle for finding in report.findings] == ["parity"]
    for finding in report.findings:
        raw, number = finding.raw, int(finding.raw.id.partition(":")[2])
        assert ("mutated" in raw.features) == (raw != case_at(5, number, "dsml"))
        assert finding.confirmed == 3


def test_the_number_of_jobs_changes_nothing(tmp_path: Path) -> None:
    one, more = (whole(searching(tmp_path / f"{jobs}", targets=(RIGHT,), jobs=jobs)) for jobs in (1, 3))
    assert timeless(more) == timeless(one)
    assert corpus(tmp_path / "3" / "corpus") == corpus(tmp_path / "1" / "corpus")


def test_a_search_that_is_killed_goes_on_in_its_round(
    undisturbed: tuple[Report, Path], tmp_path: Path
) -> None:
    report, folder = undisturbed
    for kind, number in ((Suspected, 1), (Progress, 5), (Progress, 1)):
        killed(searching(tmp_path), dying(kind, number))
    assert timeless(resumed(tmp_path)) == timeless(report)
    assert corpus(tmp_path / "corpus") == corpus(folder / "corpus")


def test_a_corpus_is_begun_with_and_its_cases_are_run_once(
    undisturbed: tuple[Report, Path], tmp_path: Path
) -> None:
    _, folder = undisturbed
    for place in ("one", "other"):
        kept.write(tmp_path / place, kept.read(folder / "corpus")[:2])
    given = {"targets": (RIGHT,), "cases": 320}
    report = whole(searching(tmp_path / "a", corpus=tmp_path / "one", **given))
    assert report.curve[0][1] > 0
    assert report.stats.features["mutated"] > 64, "also of the first round"
    killed(searching(tmp_path / "b", corpus=tmp_path / "other", **given), dying(Progress, 5))
    assert len(corpus(tmp_path / "other")) > 2, "what is new is added"
    assert timeless(resumed(tmp_path / "b")) == timeless(report)


def test_shards_have_rounds_of_their_own_and_are_put_together(tmp_path: Path) -> None:
    places = [tmp_path / "1", tmp_path / "2"]
    reports = [
        whole(searching(place, targets=(RIGHT,), shard=(number, 2)))
        for number, place in enumerate(places, start=1)
    ]
    (tmp_path / "both").mkdir()
    with merged(places, tmp_path / "both", made_by=MADE_BY) as journal:
        report = ran(journal, journal.begun.plan)
    assert [one.cases for one in reports] == [256, 192]
    assert report.cases == 448
    most = max(one.curve[-1][1] for one in reports)
    assert most <= report.curve[-1][1] <= sum(one.curve[-1][1] for one in reports)
    assert report.curve[-1][0] == 448


def test_a_round_has_to_wait_for_the_one_before(tmp_path: Path) -> None:
    of = searching(tmp_path, cases=None)
    rounds = Rounds(of, Journal())
    orders = Orders(of, rounds)
    first = [orders.claim() for _ in range(ROUND // BATCH)]
    assert [order and order.first for order in first] == [0, 64, 128, 192]
    assert orders.claim() is None
    assert not orders.over
    for start in range(0, ROUND, BATCH):
        rounds.take(start, [f"{start + index}" for index in range(BATCH)])
    after = orders.claim()
    assert after is not None
    assert after.first == ROUND
    assert after.menu == rounds.menu
    assert case_of(of.making, ROUND + 5, after.menu) != case_at(5, ROUND + 5, "dsml")


def test_a_plain_search_waits_for_nothing_and_ends_with_its_budget(tmp_path: Path) -> None:
    orders = Orders(plan(tmp_path, cases=1_000))
    claimed = [orders.claim() for _ in range(16)]
    assert [order.first for order in claimed if order] == list(range(0, 1_000, BATCH))
    assert orders.over
    assert orders.claim() is None
    late = Orders(plan(tmp_path, cases=None), deadline=0.0)
    assert late.over
    assert late.claim() is None


def test_a_report_with_a_curve_is_read_back(undisturbed: tuple[Report, Path], tmp_path: Path) -> None:
    report, _ = undisturbed
    (tmp_path / "report.json").write_bytes(timeless(report))
    assert read(tmp_path / "report.json").curve == report.curve


def test_a_corpus_with_a_file_that_is_no_case_is_refused(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "0123456789abcdef.json").write_text("{}")
    report = whole(searching(tmp_path / "out", targets=(RIGHT,), corpus=tmp_path / "corpus"))
    assert (report.status, report.cases) == (2, 0)
    assert "0123456789abcdef.json" in report.faults[0].message
