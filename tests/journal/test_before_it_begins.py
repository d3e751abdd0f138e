"""What is wrong with a campaign is told before anything of an earlier one goes."""

from __future__ import annotations

import hashlib
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from harness.cli import together
from harness.errors import ReportError
from harness.journal import holding
from harness.journal.file import JournalFile
from tests.journal.campaigns import MADE_BY, plan
from tests.said import verbs

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    return verbs(capsys, monkeypatch)


def test_a_corpus_that_can_not_be_read_takes_no_reports_away(
    tmp_path: Path, command: Callable[..., Any]
) -> None:
    out, corpus = tmp_path / "out", tmp_path / "corpus"
    for folder in (out, corpus):
        folder.mkdir()
    (out / "report.json").write_text("of the last one")
    (corpus / f"{hashlib.sha256(b'{}').hexdigest()[:16]}.json").write_text("{}")
    told = command("run", "-t", "go", "--search", "disagreement", "--corpus", corpus, "--out", out)
    assert told.status == 2
    assert told.err.startswith(f"error: {corpus}")
    assert [path.name for path in out.iterdir()] == ["report.json"]


def test_a_lock_that_can_not_be_made_takes_no_state_away(tmp_path: Path) -> None:
    JournalFile.begin(tmp_path, plan(tmp_path, seed=11), made_by=MADE_BY).__exit__()
    (tmp_path / holding.NAME).unlink()
    (tmp_path / holding.NAME).mkdir()
    with pytest.raises(ReportError, match=f"{holding.NAME}: can't be written") as raised:
        JournalFile.begin(tmp_path, plan(tmp_path, seed=12), made_by=MADE_BY)
    assert "--out" in raised.value.hint
    with sqlite3.connect(tmp_path / "state.sqlite") as connection:
        (body,) = connection.execute("SELECT body FROM one WHERE name = 'begun'").fetchone()
    connection.close()
    assert '"seed":11' in body.replace(" ", "")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--cases", "256", "--shard", "5/9"], "shard 5/9 has nothing to do: 256 cases are too few"),
        (["--out", ""], "the name of a folder is empty"),
        (["--search", "disagreement", "--corpus", ""], "the name of a folder is empty"),
        (["--engine", "atheris", "--watch", ""], "no name of a package"),
        (["--engine", "atheris", "--watch", "a..b"], "no name of a package"),
    ],
)
def test_a_mistake_is_status_2_and_makes_nothing(
    tmp_path: Path,
    command: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    said = command("run", "-t", "python", *words)
    assert said.status == 2
    assert told in said.err
    assert [*tmp_path.iterdir()] == []


def test_the_last_shard_with_a_batch_is_one(tmp_path: Path) -> None:
    together.check(plan(tmp_path, cases=256, shard=(4, 9)))
    together.check(plan(tmp_path, cases=257, shard=(5, 9)))


def test_a_shard_that_is_given_twice_is_named(tmp_path: Path, command: Callable[..., Any]) -> None:
    said = command("merge", f"{tmp_path}/a/", tmp_path / "b", tmp_path / "a", "--out", tmp_path / "c")
    assert said.status == 2
    assert f"{tmp_path}/a: is given twice" in said.err
