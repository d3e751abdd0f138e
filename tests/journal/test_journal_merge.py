"""Shards put together are the whole, to the byte; what is not the whole is refused."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from harness.errors import ReportError, UsageError
from harness.journal.file import NAME, JournalFile
from harness.journal.merging import merged
from tests.campaign.commands import ROOT
from tests.journal.campaigns import MADE_BY, plan, ran, timeless, whole, without_targets

if TYPE_CHECKING:
    from pathlib import Path

    from harness.events import Report

SHARDS = 3


def shards(folder: Path, **options: object) -> list[Path]:
    places = [folder / f"shard{number}" for number in range(1, SHARDS + 1)]
    for number, place in enumerate(places, start=1):
        whole(plan(place, shard=(number, SHARDS), **options))
    return places


def together(folders: list[Path], out: Path) -> Report:
    out.mkdir()
    with merged(folders, out, made_by=MADE_BY) as journal:
        return ran(journal, journal.begun.plan)


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        return shards(
            tmp_path_factory.mktemp("clean"), targets=("py:tests.journal.journal_toys:Right",), cases=200
        )


def test_shards_put_together_are_the_whole_with_its_findings(tmp_path: Path) -> None:
    undisturbed = whole(plan(tmp_path / "whole", oracles=("parity",)))
    report = together([*reversed(shards(tmp_path, oracles=("parity",)))], tmp_path / "merged")
    assert report.findings
    assert timeless(report) == timeless(undisturbed)


def test_shards_without_findings_need_no_target_to_be_put_together(
    tmp_path: Path, clean: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    undisturbed = whole(plan(tmp_path / "whole", targets=("py:tests.journal.journal_toys:Right",), cases=200))
    without_targets(monkeypatch)
    assert timeless(together(clean, tmp_path / "merged")) == timeless(undisturbed)


def test_each_case_is_of_one_shard(clean: list[Path]) -> None:
    cases = []
    for place in clean:
        with JournalFile.resume(place) as journal:
            cases.append(journal.sums.stats.cases)
    assert cases == [64 + 8, 64, 64]


def test_what_is_not_the_whole_is_refused(tmp_path: Path, clean: list[Path]) -> None:
    for folders, told in [
        (clean[:2], "these shards are missing: 3/3"),
        ([*clean, clean[0]], "another process works on it|given twice"),
    ]:
        with pytest.raises((UsageError, ReportError), match=told):
            merged(folders, tmp_path, made_by=MADE_BY)


def test_shards_of_different_campaigns_are_refused(tmp_path: Path, clean: list[Path]) -> None:
    for name, value in [("seed", 6), ("cases", 100), ("shard", (3, 4))]:
        other = tmp_path / name
        options: dict[str, object] = {"cases": 200, "shard": (3, 3), name: value}
        whole(plan(other, targets=("py:tests.journal.journal_toys:Right",), **options))
        told = "the number of shards" if name == "shard" else name
        with pytest.raises(UsageError, match=f"they differ in {told}"):
            merged([*clean[:2], other], tmp_path, made_by=MADE_BY)


def test_a_shard_that_is_not_finished_or_of_another_version_is_refused(
    tmp_path: Path, clean: list[Path]
) -> None:
    unfinished = plan(tmp_path, targets=("py:tests.journal.journal_toys:Right",), shard=(3, 3), cases=200)
    JournalFile.begin(tmp_path, unfinished, made_by=MADE_BY).__exit__()
    with pytest.raises(UsageError, match="not finished: killed") as caught:
        merged([*clean[:2], tmp_path], tmp_path / "out", made_by=MADE_BY)
    assert "run --resume" in caught.value.hint
    with pytest.raises(UsageError, match="another version of the harness"):
        merged(clean, tmp_path / "out", made_by="another")


def test_a_finding_that_no_shard_looked_into_needs_the_target(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = shards(tmp_path, oracles=("parity",))
    for place in folders:
        with sqlite3.connect(place / NAME) as connection:
            connection.execute("DELETE FROM looked")
        connection.close()
    without_targets(monkeypatch)
    report = together(folders, tmp_path / "merged")
    assert (report.status, report.state) == (2, "failed")
    assert report.faults[0].whose == "adapter"


def test_a_shard_shows_its_own_place(tmp_path: Path) -> None:
    second = plan(tmp_path, shard=(2, 3))
    assert (second.first, second.stride) == (64, 192)
    assert structs.replace(second, shard=(1, 1)).shown() == second.shown()
