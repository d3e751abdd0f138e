"""A corpus in its folder: called after content, the fewest cases that keep all tuples, put together."""

from __future__ import annotations

import hashlib
import json
import subprocess
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.cli.corpus import corpus_command
from harness.corpus import kept, minimal
from harness.corpus.kept import Kept
from harness.errors import HarnessError, ReportError, UsageError
from harness.generate import case_at
from harness.model import Case
from harness.report.casefile import load_case, write_case
from tests.campaign.commands import COMMAND, ROOT

if TYPE_CHECKING:
    from pathlib import Path


def corpus(folder: Path, cases: range, dialect: str = "dsml") -> Path:
    for index in cases:
        kept.add(folder, case_at(5, index, dialect))
    return folder


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def run(*words: str | Path) -> str:
    """Run a verb in this process, and give what it says."""
    done = CliRunner().invoke(corpus_command, [*map(str, words)], catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def test_a_case_is_called_after_its_content_and_comes_back_whole(tmp_path: Path) -> None:
    case = case_at(5, 1, "qwen")
    path = kept.add(tmp_path / "new", case)
    assert path.name == f"{hashlib.sha256(path.read_bytes()).hexdigest()[:16]}.json"
    assert load_case(path) == case
    assert [one.case for one in kept.read(tmp_path / "new")] == [case]


def test_a_case_that_is_there_is_not_written_again(tmp_path: Path) -> None:
    path = kept.add(tmp_path, case_at(5, 1, "dsml"))
    path.chmod(0o444)
    before = path.stat()
    assert kept.add(tmp_path, case_at(5, 1, "dsml")) == path
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_cases_in_folders_count_and_other_files_do_not(tmp_path: Path) -> None:
    corpus(tmp_path / "dsml", range(3))
    corpus(tmp_path / "again", range(2))
    (tmp_path / "night.json").write_text("{}")
    (tmp_path / ".0123456789abcdef.json").write_text("half of a ca")
    assert len(kept.read(tmp_path)) == 3
    assert kept.others(tmp_path) == 1


def test_what_is_not_as_its_name_says_is_refused(tmp_path: Path) -> None:
    corpus(tmp_path, range(2))
    path = next(tmp_path.iterdir())
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(ReportError, match="digest"):
        kept.read(tmp_path)


def test_a_file_that_has_its_name_and_is_no_case_is_refused(tmp_path: Path) -> None:
    (tmp_path / kept.name_of(b"[]")).write_bytes(b"[]")
    with pytest.raises(ReportError):
        kept.read(tmp_path)


def test_a_place_with_something_in_it_takes_no_corpus(tmp_path: Path) -> None:
    kept.must_be_empty(tmp_path)
    kept.must_be_empty(tmp_path / "new")
    (tmp_path / "x").write_text("")
    for place in (tmp_path, tmp_path / "x"):
        with pytest.raises(UsageError, match="not empty"):
            kept.must_be_empty(place)


@settings(max_examples=50)
@given(
    st.lists(
        st.tuples(
            st.text("ab<", max_size=6), st.lists(st.integers(0, 2), max_size=3), st.sampled_from("pqrst")
        ),
        max_size=30,
    )
)
def test_the_fewest_keep_every_tuple_and_are_the_smallest(drawn: list[tuple[str, list[int], str]]) -> None:
    cases = [
        Kept(f"{index:016x}.json", Case(f"c{index}", "dsml", text, (tuple(sorted(cuts)),)), b"")
        for index, (text, cuts, _) in enumerate(drawn)
    ]
    given_ = {one.name: found for one, (_, _, found) in zip(cases, drawn, strict=True)}
    few = minimal.fewest(cases, given_)
    assert sorted(given_[one.name] for one in few) == sorted(set(given_.values()))
    assert [one.name for one in few] == sorted(one.name for one in few)
    for one in few:
        alike = [other for other in cases if given_[other.name] == given_[one.name]]
        assert len(one.case.text) == min(len(other.case.text) for other in alike)
    assert minimal.fewest(list(reversed(cases)), given_) == few
    assert minimal.fewest(few, given_) == few


def test_minimise_writes_the_fewest_and_they_give_the_same_tuples(tmp_path: Path) -> None:
    corpus(tmp_path / "all", range(40))
    corpus(tmp_path / "all", range(20), "qwen")
    run("minimise", tmp_path / "all", "--out", tmp_path / "few", "-t", "python")
    assert names(tmp_path / "few") < names(tmp_path / "all")
    told = [
        json.loads(run("stats", tmp_path / place, "--tuples", "-t", "python", "--json"))
        for place in ("all", "few")
    ]
    assert told[0]["tuples"] == told[1]["tuples"] == told[1]["cases"] == len(names(tmp_path / "few"))
    assert told[0]["dialects"] == {"dsml": 40, "qwen": 20}


def test_merge_has_each_case_once(tmp_path: Path) -> None:
    one, other = corpus(tmp_path / "one", range(6)), corpus(tmp_path / "other", range(4, 9))
    assert "9 cases" in run("merge", one, other, "--out", tmp_path / "both")
    assert names(tmp_path / "both") == names(one) | names(other)


def test_stats_run_nothing_unless_they_are_asked_to(tmp_path: Path) -> None:
    said = run("stats", corpus(tmp_path, range(3)), "-t", "cmd:there-is-no-such-program")
    assert "3 cases" in said
    assert "tuples" not in said


@pytest.mark.parametrize(
    "words",
    [
        ("stats", "@nowhere"),
        ("minimise", "@nowhere", "--out", "@new"),
        ("minimise", "@corpus", "--out", "@corpus"),
        ("minimise", "@corpus", "--out", "@new", "-t", "cmd:there-is-no-such-program"),
        ("merge", "@corpus", "@wrong", "--out", "@new"),
    ],
)
def test_bad_input_is_an_error_and_nothing_is_written(tmp_path: Path, words: list[str]) -> None:
    corpus(tmp_path / "corpus", range(2))
    write_case(tmp_path / "wrong" / "0123456789abcdef.json", case_at(5, 1, "dsml"))
    with pytest.raises(HarnessError):
        run(*[word.replace("@", f"{tmp_path}/") for word in words])
    assert not (tmp_path / "new").exists()
    assert len(names(tmp_path / "corpus")) == 2


def test_an_error_is_told_once_with_status_2(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "corpus", "stats", str(tmp_path / "nowhere")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("error:") == 1
    assert "Traceback" not in done.stderr
