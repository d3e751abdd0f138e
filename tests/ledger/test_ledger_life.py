"""The life of a known fault, by the real command line: found, accepted, mended, expired."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
PARSER = "py:tests.ledger.ledger_toys:Parser"
CAMPAIGN = ("run", "-t", PARSER, "--oracle", "split", "--cases", "16", "--seed", "1", "-j", "1")
TRIMS = "trims"
MENDED = ""


class Ran(NamedTuple):
    """A finished command."""

    status: int
    out: str
    err: str

    @property
    def states(self) -> list[str]:
        """Give the states that the block of the ledger names, in order."""
        block = self.out[self.out.index("\nledger ") :].splitlines()[2:]
        return [line[2:15].strip() for line in block if line[:2] == "  " and line[2] != " "]


@pytest.fixture
def harness(tmp_path: Path) -> Callable[..., Ran]:
    """``harness(FAULTS, FOLDER, …)`` runs a campaign in a folder of its own."""

    def campaign(faults: str, out: str, *words: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "harness.cli", *CAMPAIGN, "--out", out, *words],
            cwd=tmp_path,
            env={**os.environ, "NO_COLOR": "1", "FAULTS": faults, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return campaign


def written(folder: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads((folder / "report.json").read_text("utf-8"))
    return report


def test_the_life_of_a_known_fault(
    harness: Callable[..., Ran], tell: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    # Nobody knows it.
    first = harness(TRIMS, "first")
    assert (first.status, "\nledger " in first.out) == (1, False), first.out + first.err
    (card,) = written(tmp_path / "first")["cards"]

    # It is accepted until the end of June, and what the run looked at is written down.
    why = ("--class", "bug", "--reason", "waits", "--owner", "ann", "--expiry", "2026-06-30")
    added = tell("add", "first", *why, "--today", "2026-06-01")
    assert (added.status, added.err) == (0, "")
    assert card["fingerprint"] in added.out
    assert tell("update", "first", "--today", "2026-06-01").status == 0

    # It shows and is known: status 0, in the report, too. The ledger is found where it stands.
    known = harness(TRIMS, "known", "--today", "2026-06-30")
    assert (known.status, known.states) == (0, ["known"]), known.out + known.err
    report = written(tmp_path / "known")
    assert (report["status"], report["gate"]["before"], len(report["findings"])) == (0, 1, 1)
    assert "Exit status 0" in known.out

    # It is mended, and the entry stays: that fails until somebody takes it out, or is a warning.
    gone = harness(MENDED, "gone", "--today", "2026-06-30")
    assert (gone.status, gone.states) == (1, ["newly passing"]), gone.out + gone.err
    assert written(tmp_path / "gone")["status"] == 1
    ledger = tmp_path / "corpus/ledger.toml"
    ledger.write_text(ledger.read_text("utf-8").replace('"fail"', '"warn"'), "utf-8")
    warned = tell("check", "gone", "--today", "2026-06-30")
    assert warned.status == 0
    assert "  newly passing " in warned.out

    # Its time is over: status 1, mended or not.
    late = harness(MENDED, "late", "--today", "2026-07-01", "--json")
    assert (late.status, "\nledger " in late.out) == (1, False), late.out + late.err
    (row,) = json.loads(late.out)["gate"]["rows"]
    assert (row["state"], row["fails"], row["fingerprint"]) == ("expired", True, card["fingerprint"])
    assert tell("check", "known", "--today", "2026-06-30").status == 0
    assert tell("check", "known", "--today", "2026-07-01").status == 1


def test_what_is_wrong_with_a_ledger_is_told_before_anything_runs(
    command: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = command("run", "--out", "out", "--ledger", "none.toml")
    assert (ran.status, ran.out) == (2, "")
    assert "none.toml: can't be read" in ran.err
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus/ledger.toml").write_text("schema = 1\nknown = 2\n")
    ran = command("run", "--out", "out")
    assert (ran.status, ran.out) == (2, "")
    assert "corpus/ledger.toml: known: Expected `array`, got `int`" in ran.err
    ran = command("run", "--out", "out", "--no-ledger", "--ledger", "x")
    assert (ran.status, ran.out) == (2, "")
    assert not (tmp_path / "out").exists()
