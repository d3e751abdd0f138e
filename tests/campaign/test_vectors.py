"""The recorded vectors: every reference, both answers of the policy, every chunking."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.campaign.commands import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.campaign.commands import Command


# The command of the README, which its tests run, does the same with all rows of dsml.jsonl.
@pytest.mark.parametrize("name", [pytest.param("dsml.jsonl", marks=pytest.mark.full), "dsml-own.jsonl"])
def test_the_references_give_what_was_recorded(harness: Command, name: str) -> None:
    path = ROOT / "corpus" / "vectors" / name
    rows = len(path.read_text("utf-8").strip("\n").split("\n"))
    ran = harness("check", "--vectors", str(path), "--json")
    assert ran.status == 0, ran.stdout[-3000:] + ran.stderr
    tallies = json.loads(ran.stdout)
    assert [(tally["target"], tally["policy"]) for tally in tallies] == [
        (name, policy) for name in ("python", "go", "node") for policy in ("repair", "text")
    ]
    for tally in tallies:
        assert tally["rows"] == rows
        assert tally["parses"] > 2 * rows
        assert tally["mismatches"] == []


def test_a_wrong_answer_to_a_vector_is_told_with_its_row_and_ends_with_status_1(
    harness: Command, tmp_path: Path
) -> None:
    row = {"id": "w", "text": "<tool_calls>", "events": [{"text": "x"}], "saw_tool_syntax": True}
    (tmp_path / "wrong.jsonl").write_text(json.dumps(row) + "\n")
    ran = harness("check", "--vectors", str(tmp_path / "wrong.jsonl"), "-t", "go")
    assert ran.status == 1
    assert "w batch: text differs" in ran.stdout


@pytest.mark.parametrize("more", [(), ("--policy", "missing_opener=repair")])
def test_vectors_that_repair_are_told_to_be_of_another_dialect_and_nobody_is_blamed(
    harness: Command, more: tuple[str, ...]
) -> None:
    path = ROOT / "corpus" / "vectors" / "dsml.jsonl"
    ran = harness("check", "-d", "qwen", "--vectors", str(path), "-t", "python", *more)
    assert ran.status == 2
    assert "these vectors are of another dialect than qwen" in ran.stderr
    assert "fault" not in ran.stderr


def test_where_the_dialect_has_no_choice_a_target_is_held_to_what_it_declares(
    harness: Command, tmp_path: Path
) -> None:
    row = {"text": "x", "events": [{"text": "y"}], "without_repair": {"events": [{"text": "x"}]}}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n")
    words = ("check", "-d", "qwen", "--vectors", str(tmp_path / "rows.jsonl"), "-t", "python")
    ran = harness(*words, "--policy", "missing_opener=text")
    assert ran.status == 0, ran.stderr
    assert ran.stdout.startswith("python, missing_opener=text: 1 rows, ")


def test_a_file_of_which_nothing_hangs_on_the_policy_is_run_as_the_targets_are(
    harness: Command, tmp_path: Path
) -> None:
    row = {"id": "plain", "text": "x", "events": [{"text": "x"}]}
    (tmp_path / "plain.jsonl").write_text(json.dumps(row) + "\n")
    ran = harness("check", "--vectors", str(tmp_path / "plain.jsonl"), "-t", "go")
    assert ran.status == 0
    assert ran.stdout.startswith("go: 1 rows, ")
