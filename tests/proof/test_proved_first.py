"""A long campaign proves known texts before its search: what breaks is a finding, the cases stay the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from harness.cli.run import _is_long, _known_texts
from harness.model import Case
from harness.report.casefile import save_case
from harness.report.record import render
from harness.report.summary import end_lines
from harness.search.campaign import Campaign
from harness.search.plan import Plan
from tests.campaign.commands import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from harness.events import CampaignEvent, Ended, Report

KNOWN = (Case("known-1", "dsml", "x <b>c</b>"), Case("known-2", "dsml", "just words"))


@pytest.fixture(autouse=True)
def toys_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def ran(folder: Path, **options: object) -> Report:
    plan = Plan(
        targets=("py:tests.proof.proof_toys:OneCut",),
        dialect="dsml",
        oracles=("crash", "split", "parity"),
        asked=(),
        seed=5,
        out=folder,
        cases=8,
        shrink_calls=60,
    )
    return Campaign(
        structs.replace(plan, **options), [], lambda name, case: save_case(folder, name, case)
    ).run()


def test_what_a_known_text_breaks_is_a_finding_confirmed_and_small(tmp_path: Path) -> None:
    report = ran(tmp_path, proved=KNOWN)
    (finding,) = report.findings
    assert (finding.id, finding.oracle, finding.confirmed) == ("F1", "split", 3)
    assert finding.raw.text == KNOWN[0].text
    assert finding.raw.chunkings == ((), (KNOWN[0].text.index("/b>"),))
    assert len(finding.case.text) < len(finding.raw.text)
    assert (report.proved.texts, report.proved.broken, report.status) == (2, 1, 1)
    assert (tmp_path / "cases" / "F1.raw.json").exists()


@pytest.mark.full
def test_the_cases_of_a_seed_are_the_same_with_and_without_known_texts(tmp_path: Path) -> None:
    right = ("py:tests.proof.proof_toys:Right",)
    without = ran(tmp_path / "a", targets=right)
    with_known = ran(tmp_path / "b", targets=right, proved=KNOWN)
    assert without.proved.texts == 0
    assert (without.stats, without.coverage) == (with_known.stats, with_known.coverage)


@pytest.mark.full
def test_the_number_of_jobs_changes_nothing(tmp_path: Path) -> None:
    one, two = (ran(tmp_path / str(jobs), proved=KNOWN, jobs=jobs, cases=65) for jobs in (1, 2))
    timeless = [render(structs.replace(report, timing=one.timing)) for report in (one, two)]
    assert timeless[0] == timeless[1]


def test_enough_findings_stop_a_campaign_before_its_search(tmp_path: Path) -> None:
    report = ran(tmp_path, proved=KNOWN, max_findings=1)
    assert (report.state, report.status, report.cases) == ("stopped", 1, 0)


@pytest.mark.full
def test_only_the_oracles_that_are_on_prove(tmp_path: Path) -> None:
    report = ran(tmp_path, proved=KNOWN, oracles=("parity",))
    assert report.findings == ()
    assert report.proved.texts == 2


def test_a_report_says_what_was_proved(tmp_path: Path) -> None:
    told: list[Ended] = []

    def hear(event: CampaignEvent) -> None:
        if hasattr(event, "report"):
            told.append(event)

    plan = Plan(
        targets=("py:tests.proof.proof_toys:Right",),
        dialect="dsml",
        oracles=("split",),
        asked=(),
        seed=1,
        out=tmp_path,
        cases=1,
        proved=KNOWN[1:],
    )
    Campaign(plan, [hear], lambda name, case: save_case(tmp_path, name, case)).run()
    assert "first 1 fixture, in 13 chunkings: none is broken" in end_lines(told[0])


def test_only_a_long_campaign_takes_the_time() -> None:
    short = [(60.0, None), (None, 19_999), (300.0, 100), (10.0, 50_000)]
    assert not any(_is_long(seconds, cases) for seconds, cases in short)
    assert _is_long(300.0, None)
    assert _is_long(None, 20_000)


def test_known_texts_are_the_fixtures_of_the_dialect_and_no_server_gets_them() -> None:
    assert {case.dialect for case in _known_texts("qwen", ("go",))} == {"qwen"}
    assert _known_texts("dsml", ("go", "http://127.0.0.1:1/v1")) == ()
