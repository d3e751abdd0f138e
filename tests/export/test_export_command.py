"""The verb: what it takes, what it writes and says, and with which status it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from exported_runs import FINDINGS, ROOT, kept_findings

from harness.cli import cli
from harness.errors import UsageError
from harness.export import FORMATS

DSML = FINDINGS / "dsml.json"
FIXTURES = ROOT / "corpus" / "regressions"


def export(*words: object, form: str = "pytest", out: Path | None = None) -> Result:
    chosen = ["--format", form, *([] if out is None else ["--out", str(out)])]
    return CliRunner().invoke(cli, ["export", *map(str, words), *chosen])


def told(result: Result) -> str:
    assert isinstance(result.exception, UsageError), result.output
    return f"{result.exception.message} ({result.exception.hint})"


def report_with(folder: Path, **changes: object) -> Path:
    """Write a report of one finding, that is otherwise as one of those kept."""
    report = json.loads(DSML.read_text())
    finding = next(one for one in report["findings"] if "cdata_closer" in one["targets"][0])
    report["findings"] = [{**finding, **changes}]
    report["cards"] = []
    path = folder / "report.json"
    path.write_text(json.dumps(report))
    return path


def test_a_finding_becomes_a_test_beside_a_seam_and_the_files_are_printed(tmp_path: Path) -> None:
    report_with(tmp_path)
    result = export(tmp_path, out=tmp_path / "out")  # a folder of a campaign is its report
    assert result.exit_code == 0
    names = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert sorted(Path(line).name for line in result.stdout.splitlines()) == names
    assert [name.partition("_")[0] for name in names] == ["test", "toolcall", "toolcall"]
    assert result.stderr == ""


def test_a_seam_that_was_filled_in_stays_and_other_files_are_replaced_only_by_force(tmp_path: Path) -> None:
    words = (report_with(tmp_path),)
    out = tmp_path / "out"
    assert export(*words, out=out).exit_code == 0
    seam = out / "toolcall_seam.py"
    test = next(out.glob("test_*.py"))
    seam.write_text("mine")
    assert export(*words, out=out).exit_code == 0
    assert seam.read_text() == "mine"
    before = test.read_bytes()
    test.write_text("mine, too")
    assert "is there with other content" in told(export(*words, out=out))
    assert test.read_text() == "mine, too"
    assert export(*words, "--force", out=out).exit_code == 0
    assert test.read_bytes() == before
    assert seam.read_text() == "mine"


def test_what_cannot_be_exported_is_said_and_the_rest_is_written(tmp_path: Path) -> None:
    report = report_with(tmp_path, oracle="lag", kind="x", expected=None, shown=[])
    other = json.loads(report.read_text())
    other["findings"][0]["case"]["answers"] = []
    report.write_text(json.dumps(other))
    result = export(report, FIXTURES / "vllm-52645.json", out=tmp_path / "out")
    assert result.exit_code == 2
    assert "not exported: F" in result.stderr
    assert "when arguments come out" in result.stderr
    assert (tmp_path / "out" / "test_toolcall_vllm_52645.py").exists()
    assert len(list((tmp_path / "out").glob("test_*.py"))) == 1


def test_a_flaky_finding_is_no_test(tmp_path: Path) -> None:
    result = export(report_with(tmp_path, confirmed=2), out=tmp_path / "out")
    assert result.exit_code == 2
    assert "flaky" in result.stderr
    assert not (tmp_path / "out").exists()


def test_of_a_report_it_is_the_smallest_of_each_card_and_what_has_no_card(tmp_path: Path) -> None:
    report = json.loads(DSML.read_text())
    first, second, third, *_ = report["findings"]
    report["findings"] = [first, second, third]
    card = {**report["cards"][0], "findings": [second["id"], first["id"]], "title": "the title of a card"}
    report["cards"] = [card]
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report))
    assert export(path, out=tmp_path / "all").exit_code == 0
    assert len(list((tmp_path / "all").glob("test_*.py"))) == 2
    assert export(path, "--card", card["fingerprint"], out=tmp_path / "card").exit_code == 0
    (test,) = (tmp_path / "card").glob("test_*.py")
    assert "# the title of a card\n" in test.read_text()
    assert export(path, "--finding", first["id"], out=tmp_path / "first").exit_code == 0
    assert len(list((tmp_path / "first").glob("test_*.py"))) == 1
    assert "F999" in told(export(path, "--finding", "F999"))
    assert "abc" in told(export(path, "--card", "abc"))


def test_a_fixture_is_held_to_the_answer_for_the_policies_that_are_asked_for(tmp_path: Path) -> None:
    both = [{"missing_opener": "text"}, {"missing_opener": "repair"}]
    fixtures = [json.loads(file.read_text()) for file in sorted(FIXTURES.glob("*.json"))]
    name = next(
        one["id"]
        for one in fixtures
        if all(when in [due["when"] for due in one["expected"]] for when in both)
    )
    written = {}
    for answer in ("text", "repair"):
        out = tmp_path / answer
        assert (
            export(FIXTURES / f"{name}.json", "--policy", f"missing_opener={answer}", out=out).exit_code == 0
        )
        (test,) = out.glob("test_*.py")
        written[answer] = test.read_text()
        assert f"missing_opener={answer}" in written[answer]
    assert written["text"] != written["repair"]


@pytest.mark.parametrize("form", ["pytest"])
def test_every_fixture_of_the_project_is_exported_or_said_not_to_be(form: str, tmp_path: Path) -> None:
    result = export(FIXTURES, form=form, out=tmp_path)
    left = [line for line in result.stderr.splitlines() if line.startswith("not exported: ")]
    files = [
        file for file in tmp_path.iterdir() if "toolcall_checks" not in file.name and "seam" not in file.name
    ]
    assert len(files) + len(left) == len(list(FIXTURES.glob("*.json")))
    assert result.exit_code == (2 if left else 0)


def test_there_are_formats_for_every_runner_and_the_draft_of_an_issue() -> None:
    assert {"pytest", "go", "node", "issue"} <= set(FORMATS)
    assert len({one.name for one in kept_findings()}) == len(kept_findings())
