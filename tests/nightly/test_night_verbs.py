"""The verbs of a night: what one leaves the next one finds, and nothing is lost without a word."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import structs

from harness.corpus.kept import add, read
from harness.model import Case
from harness.nightly import corpora, record
from harness.nightly.folder import Night
from harness.report.ndjson import events_schema
from harness.report.record import render
from tests.ledger.ledger_samples import CARD, MINE, report

if TYPE_CHECKING:
    from harness.events import Report

NIGHT = Path("night")
CACHE = NIGHT / "cache"
CLEAN = report()
Command = Callable[..., Any]


def leave(part: str, made: Report) -> None:
    """Let a part of the night have this report."""
    folder = NIGHT / "runs" / part
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.json").write_bytes(render(made))


def lie_down(command: Command) -> None:
    """End a night: what is kept goes into the cache, and nothing else is left."""
    assert command("corpus", "pack", NIGHT / "kept", "--out", CACHE).status == 0
    for path in NIGHT.iterdir():
        if path.name != "cache":
            shutil.rmtree(path) if path.is_dir() else path.unlink()


@pytest.fixture
def gate(command: Command) -> Command:
    """``gate("--fewer")`` judges a night of the dialect dsml alone."""
    return lambda *words: command("nightly", "gate", "-d", "dsml", *words)


@pytest.fixture
def begun(command: Command) -> Command:
    """Begin the first night."""
    assert command("nightly", "begin", CACHE, "--first").status == 0
    return command


def test_the_seed_is_the_date_alone_on_standard_output(command: Command) -> None:
    said = command("nightly", "begin", CACHE, "--first", "--output", "--date", "2026-12-01")
    assert (said.status, said.out) == (0, "seed=20261201\n")
    assert "this is the first night" in said.err


def test_a_night_goes_from_archive_to_archive(begun: Command, gate: Command) -> None:
    leave("dsml", CLEAN)
    add(Night(NIGHT).corpus("dsml"), Case("1:2", "dsml", "a text"))
    assert gate().status == 0
    lie_down(begun)
    said = begun("nightly", "begin", CACHE)
    assert said.status == 0
    assert "the last night: dsml of 2026-05-01" in said.out
    assert len(list(Night(NIGHT).corpus("dsml").iterdir())) == 1
    leave("dsml", structs.replace(CLEAN, targets=CLEAN.targets[:1]))
    said = gate()
    assert said.status == 2
    assert "missing: dsml: target go" in said.out


def test_a_lost_cache_is_no_first_night_unless_somebody_says_so(begun: Command, gate: Command) -> None:
    leave("dsml", CLEAN)
    assert gate().status == 0
    lie_down(begun)
    shutil.rmtree(CACHE)
    said = begun("nightly", "begin", CACHE, "--output")
    assert (said.status, said.out) == (2, "")
    assert "there is no archive of a corpus" in said.err
    assert not Night(NIGHT).record.exists()
    assert begun("nightly", "begin", CACHE, "--first").status == 0


def test_a_broken_archive_is_no_first_night_unless_somebody_says_so(begun: Command) -> None:
    lie_down(begun)
    (archive,) = CACHE.iterdir()
    archive.write_bytes(archive.read_bytes()[:-9])
    assert begun("nightly", "begin", CACHE).status == 2
    said = begun("nightly", "begin", CACHE, "--first")
    assert said.status == 0
    assert "not a whole archive" in said.out


def test_an_archive_without_a_record_is_not_what_a_night_left(command: Command) -> None:
    (NIGHT / "kept").mkdir(parents=True)
    lie_down(command)
    said = command("nightly", "begin", CACHE)
    assert said.status == 2
    assert "what the last night left is not there" in said.err


def test_first_does_not_throw_away_what_is_there(begun: Command, gate: Command) -> None:
    leave("dsml", CLEAN)
    assert gate().status == 0
    lie_down(begun)
    assert begun("nightly", "begin", CACHE, "--first").status == 0
    assert record.read(Night(NIGHT).record).parts["dsml"].targets == (MINE, "go")


def test_the_gate_writes_the_card_of_a_new_bug_into_the_summary_of_the_job(
    begun: Command, gate: Command
) -> None:
    leave("dsml", report(CARD))
    summary = Path("summary.md")
    summary.write_text("before\n", "utf-8")
    said = gate("--summary", summary)
    assert said.status == 1
    assert f"new: dsml: {CARD.fingerprint}" in said.out
    page = summary.read_text("utf-8")
    assert page.startswith("before\n# The night does not pass")
    assert CARD.command in page
    verdict = json.loads((NIGHT / "verdict.json").read_text("utf-8"))
    assert (verdict["status"], verdict["lost"]) == (1, [])
    assert verdict["parts"]["dsml"]["rows"][0]["fingerprint"] == CARD.fingerprint
    begun("ledger", "add", NIGHT / "runs" / "dsml", "--class", "bug", "--reason", "waits")
    assert gate().status == 0


@pytest.mark.usefixtures("begun")
def test_a_night_that_lost_something_leaves_the_record_as_it_was(gate: Command) -> None:
    leave("dsml", CLEAN)
    assert gate().status == 0
    before = Night(NIGHT).record.read_bytes()
    leave("dsml", structs.replace(CLEAN, targets=CLEAN.targets[:1]))
    assert gate().status == 2
    assert Night(NIGHT).record.read_bytes() == before
    assert gate("--fewer").status == 0
    assert record.read(Night(NIGHT).record).parts["dsml"].targets == (MINE,)


def test_a_gate_without_a_beginning_judges_what_is_there_and_does_not_pass(gate: Command) -> None:
    leave("dsml", report(CARD))
    said = gate("--job", "begin=failure", "--summary", "summary.md")
    assert said.status == 2
    page = Path("summary.md").read_text("utf-8")
    assert (
        page.index(CARD.command) < page.index("what the last night left") < page.index("job begin: failure")
    )
    assert not Night(NIGHT).record.exists()


def test_what_is_expected_is_missed(begun: Command) -> None:
    leave("dsml", CLEAN)
    said = begun("nightly", "gate", "--part", "atheris")
    assert said.status == 2
    assert "missing: qwen: the whole report" in said.out
    assert "missing: atheris: the whole report" in said.out


@pytest.mark.parametrize("word", ["go", "go=", "=success", "go=passed"])
def test_how_a_job_ended_is_said_in_the_words_of_the_service(
    begun: Command, gate: Command, word: str
) -> None:
    del begun
    assert gate("--job", word).status == 2


def test_a_search_without_a_beginning_does_not_begin(command: Command) -> None:
    for words in (("shard", "1/2", "-d", "dsml", "--seed", "1"), ("part", "atheris", "-d", "dsml")):
        said = command("nightly", *words)
        assert said.status == 2
        assert "what the last night left is not there" in said.err


@pytest.mark.parametrize("name", ["", "..", "a/b", "../../x", ".hidden"])
def test_a_part_has_a_name_and_its_place_in_the_night(begun: Command, name: str) -> None:
    said = begun("nightly", "part", name, "--", "--cases", "64")
    assert (said.status, "no name of a part" in said.err) == (2, True)
    assert not (NIGHT / "runs").exists()


@pytest.mark.parametrize("words", [["--out", "x"], ["--out=x"], ["--resume", "x"]])
def test_a_run_of_a_night_has_its_folder_in_the_night(begun: Command, words: list[str]) -> None:
    for verb in (["part", "a"], ["shard", "1/2", "-d", "dsml", "--seed", "1"]):
        said = begun("nightly", *verb, "--", *words)
        assert (said.status, "its folder is in that of the night" in said.err) == (2, True)


@pytest.mark.parametrize("content", ["{", "[]", '{"schema": 2}'])
def test_a_record_that_can_not_be_read_ends_a_search_before_it_begins(begun: Command, content: str) -> None:
    Night(NIGHT).record.write_text(content)
    for verb in (["part", "a"], ["shard", "1/2", "-d", "dsml", "--seed", "1"], ["trim"]):
        said = begun("nightly", *verb)
        assert (said.status, "night.json" in said.err) == (2, True)
    assert not (NIGHT / "runs").exists()


def test_a_shard_that_is_missing_is_named(begun: Command) -> None:
    said = begun("nightly", "merge", "--shards", "2", "-d", "dsml")
    assert said.status == 2
    assert "night/shards/dsml-1, night/shards/dsml-2" in said.err


@pytest.mark.usefixtures("begun")
def test_corpora_go_into_runs_and_come_back_with_what_is_new() -> None:
    place = Night(NIGHT)
    one, two, three = (Case(f"1:{number}", "dsml", "x" * number) for number in range(3))
    add(place.corpus("dsml"), one)
    leave("atheris", CLEAN)
    run = place.run("atheris")
    assert corpora.give(place, "dsml", run) == 1
    assert corpora.give(place, "qwen", run) == 0
    add(run / "corpus", two)
    shard = place.shard("dsml", 1)
    shard.mkdir(parents=True)
    (shard / "report.json").write_bytes(render(CLEAN))
    add(shard / "corpus", two)
    add(shard / "corpus", three)
    assert corpora.gather(place) == {"dsml": 2}
    assert len(list(place.corpus("dsml").iterdir())) == 3


@pytest.fixture
def corpus(begun: Command) -> Path:
    """Three cases that give two tuples, and what is no case."""
    folder = Night(NIGHT).corpus("dsml")
    for text in ("abc", "some more", "<tool_calls>"):
        add(folder, Case("c", "dsml", text, ((), (1,))))
    (folder / "notes.json").write_text("of somebody")
    assert begun("nightly", "trim", "-t", "python", "--above", "3").out.startswith(
        "corpus of dsml: 3 cases, as they are\n"
    )
    return folder


def test_a_large_corpus_is_made_small_with_the_smallest_case_of_each_tuple(
    command: Command, corpus: Path
) -> None:
    said = command("nightly", "trim", "-t", "python", "--above", "2")
    assert (said.status, said.err) == (0, "")
    assert said.out == "corpus of dsml: 2 of 3 cases are kept\ncorpus of qwen: 0 cases, as they are\n"
    assert {one.case.text for one in read(corpus)} == {"abc", "<tool_calls>"}
    assert (corpus / "notes.json").exists()
    assert command("corpus", "pack", NIGHT / "kept", "--out", CACHE).status == 0


def test_a_corpus_stays_as_it_is_where_a_target_is_missing(command: Command, corpus: Path) -> None:
    said = command("nightly", "trim", "-t", "cmd:./no-such-adapter", "--above", "2")
    assert said.status == 2
    assert "no-such-adapter" in said.err
    assert len(read(corpus)) == 3


def test_nothing_is_made_small_of_a_night_that_never_began(command: Command) -> None:
    assert command("nightly", "trim").status == 2


def test_targets_of_the_environment_are_one_a_line(begun: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIGHT_TARGETS", "cmd:./none --with words\n\nno-such-parser\n")
    said = begun("nightly", "shard", "1/1", "-d", "dsml", "--seed", "1", "--cases", "1")
    assert said.status == 2
    assert "-t cmd:./none --with words -t no-such-parser" in said.err


def test_a_corpus_is_packed_and_restored_by_the_command_line(command: Command) -> None:
    add(Path("kept/dsml"), Case("1:2", "dsml", "a text"))
    said = command("corpus", "pack", "kept", "--out", "cache", "--output")
    (archive,) = Path("cache").iterdir()
    assert (said.status, said.out) == (0, f"digest={archive.name[7:23]}\n")
    assert command("corpus", "restore", "cache", "--into", "back").status == 0
    assert sorted(path.name for path in Path("back").rglob("*.json")) == sorted(
        path.name for path in Path("kept").rglob("*.json")
    )
    said = command("corpus", "restore", "none", "--into", "other")
    assert (said.status, said.out) == (2, "")
    assert "there is no archive of a corpus" in said.err


def test_the_schema_of_the_lines_of_events_is_printed(command: Command) -> None:
    said = command("run", "--events-schema")
    assert said.status == 0
    assert said.out == json.dumps(events_schema(), indent=2) + "\n"
