"""``ledger``: add, list, check, update, as people type them."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from ledger_samples import CARD, ENTRY, MINE, OTHER, TODAY, report
from msgspec import structs

from harness.events import TargetFacts
from harness.ledger import ledger
from harness.ledger.document import EMPTY
from harness.ledger.ledger import read
from harness.report import atomic
from harness.report.record import render

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.events import Report

    Tell = Callable[..., Any]

WHY = ("--class", "bug", "--reason", ENTRY.reason)
SAID = (*WHY, "--ticket", "#12", "--owner", "ann", "--expiry", str(TODAY))
ON = ("--today", str(TODAY))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def saved(made: Report, name: str = "report.json") -> str:
    Path(name).write_bytes(render(made))
    return name


def test_add_makes_the_file_and_says_of_each_card_what_is_known(tell: Tell, folder: Path) -> None:
    ran = tell("add", saved(report(CARD)), *SAID, *ON)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"corpus/ledger.toml: {CARD.fingerprint} {CARD.title}\n"
    file = folder / "corpus" / "ledger.toml"
    assert read(file).known == (ENTRY,)
    assert file.read_text("utf-8").startswith(EMPTY)


def test_add_takes_what_is_not_known_yet_and_no_more(tell: Tell, folder: Path) -> None:
    tell("add", saved(report(CARD)), *SAID, *ON)
    ran = tell("add", saved(report(CARD, OTHER)), *WHY, *ON)
    assert (ran.status, ran.out.count("\n")) == (0, 1)
    known = read(folder / "corpus/ledger.toml").known
    assert [entry.fingerprint for entry in known] == [CARD.fingerprint, OTHER.fingerprint]
    again = tell("add", saved(report(CARD, OTHER)), *WHY, *ON)
    assert (again.status, again.out) == (0, "corpus/ledger.toml: there is nothing to add\n")


@pytest.mark.parametrize("name", [OTHER.fingerprint, "F2"])
def test_add_takes_the_card_that_is_named(tell: Tell, folder: Path, name: str) -> None:
    ran = tell("add", saved(report(CARD, OTHER)), name, *WHY, "--version", "1.*", *ON)
    assert ran.status == 0
    (entry,) = read(folder / "corpus/ledger.toml").known
    assert (entry.fingerprint, entry.versions, entry.expiry) == (OTHER.fingerprint, ("1.*",), None)


def test_a_report_may_be_named_by_its_folder_and_a_ledger_by_its_file(tell: Tell, folder: Path) -> None:
    (folder / "run").mkdir()
    saved(report(CARD), "run/report.json")
    assert tell("add", "run", *SAID, "--ledger", "mine.toml", *ON).status == 0
    assert read(folder / "mine.toml").known == (ENTRY,)
    assert not (folder / "corpus").exists()


MISTAKES = [
    ((), (), "Missing option '--class'"),
    ((), ("--class", "bug"), "Missing option '--reason'"),
    ((), ("--class", "bug", "--reason", " "), "its reason is empty"),
    (("ffffffffffff",), WHY, "the report has no card 'ffffffffffff'"),
    (("F7",), WHY, "the report has no card or finding 'F7'"),
    (("F3",), WHY, "the finding F3 is flaky"),
    ((CARD.fingerprint,), WHY, f"{CARD.fingerprint} is in the ledger already"),
    ((), (*WHY, "--expiry", "2026-02-30"), "'2026-02-30' is no day; write 2027-03-01"),
    ((), (*WHY, "--expiry", "2026-05-31"), "the expiry 2026-05-31 is over already"),
    ((), (*WHY, "--version", ""), "one of its versions is empty"),
]


@pytest.mark.parametrize(("names", "words", "told"), MISTAKES)
def test_a_mistake_changes_nothing_and_ends_with_status_2(
    tell: Tell, folder: Path, names: tuple[str, ...], words: tuple[str, ...], told: str
) -> None:
    tell("add", saved(report(CARD)), *SAID, *ON)
    before = (folder / "corpus/ledger.toml").read_bytes()
    ran = tell("add", saved(report(CARD, OTHER, flaky=["F3"])), *names, *words, *ON)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err
    assert (folder / "corpus/ledger.toml").read_bytes() == before


def test_a_report_without_cards_can_not_be_added(tell: Tell) -> None:
    ran = tell("add", saved(report(CARD, cards=())), *WHY, *ON)
    assert ran.status == 2
    assert "the report has no cards" in ran.err


@pytest.mark.parametrize(
    "words", [("check",), ("list",), ("update", "report.json"), ("add", "report.json", *WHY)]
)
def test_a_ledger_that_can_not_be_read_is_one_error_in_every_verb(
    tell: Tell, folder: Path, words: tuple[str, ...]
) -> None:
    saved(report(CARD))
    (folder / "corpus").mkdir()
    (folder / "corpus/ledger.toml").write_text("schema = 2\n")
    ran = tell(*words)
    assert (ran.status, ran.out) == (2, "")
    assert "corpus/ledger.toml: a ledger of schema 2; this harness reads schema 1" in ran.err


def test_check_without_a_report_fails_for_what_has_expired(tell: Tell) -> None:
    tell("add", saved(report(CARD)), *SAID, *ON)
    assert tell("check", *ON) == (0, "ledger corpus/ledger.toml: 1 known fault, 0 expired\n", "")
    late = tell("check", "--today", "2026-06-02")
    assert late.status == 1
    assert f"1 expired\n  {CARD.fingerprint} {CARD.title}\n" in late.out
    told = json.loads(tell("check", "--json", "--today", "2026-06-02").out)
    assert told == {"status": 1, "known": 1, "expired": [CARD.fingerprint]}


def test_check_holds_a_report_against_the_ledger(tell: Tell) -> None:
    tell("add", saved(report(CARD)), *SAID, *ON)
    known = tell("check", saved(report(CARD)), *ON)
    assert (known.status, known.out.splitlines()[0]) == (0, "ledger corpus/ledger.toml: passes: 1 known")
    new = tell("check", saved(report(CARD, OTHER)), *ON)
    assert new.status == 1
    lines = new.out.splitlines()
    assert lines[:3] == [
        "ledger corpus/ledger.toml: does not pass: 1 new, 1 known",
        f"  new           {OTHER.fingerprint} {OTHER.title} (truth, {MINE})",
        "                in no entry of the ledger",
    ]
    told = json.loads(tell("check", saved(report(CARD, OTHER)), "--json", *ON).out)
    assert told["status"] == 1
    assert [row["state"] for row in told["rows"]] == ["new", "known"]
    assert tell("check", saved(report(state="interrupted", status=130)), *ON).status == 130


def test_list_says_whose_each_is_and_until_when(tell: Tell) -> None:
    tell("add", saved(report(CARD)), *SAID, *ON)
    tell("update", saved(report(CARD)), *ON)
    ran = tell("list", *ON)
    assert ran.status == 0
    assert ran.out.splitlines() == [
        f"{CARD.fingerprint} {CARD.title}",
        f"  dsml, split, {MINE}: call missing in block opener",
        "  bug: waits for the new lexer (#12)",
        "  owner ann, accepted until 2026-06-01, last seen 2026-05-01",
        f"last run of dsml, 2026-05-01: {MINE}, go; 2 oracles, 2 fixtures, 1,000 cases",
        "1 known fault",
    ]
    told = json.loads(tell("list", "--json", *ON).out)
    assert (told["schema"], told["known"][0]["class"], told["known"][0]["expiry"]) == (1, "bug", "2026-06-01")
    assert told["scope"]["dsml"]["fixtures"] == ["a", "b"]


def test_update_says_when_a_fault_was_seen_last_and_what_the_run_looked_at(tell: Tell, folder: Path) -> None:
    tell("add", saved(report(CARD, OTHER)), *SAID, *ON)
    later = structs.replace(report().timing, started="2026-05-20T00:00:00+00:00")
    card = structs.replace(CARD, count=7)
    ran = tell("update", saved(report(card, cases=2_000, timing=later)), *ON)
    assert ran.status == 0
    assert ran.out.splitlines() == [
        "ledger corpus/ledger.toml: 1 known fault seen",
        f"  not seen: {OTHER.fingerprint} {OTHER.title}",
    ]
    ledger = read(folder / "corpus/ledger.toml")
    first, second = ledger.known
    assert (str(first.first_seen), str(first.last_seen)) == ("2026-05-01", "2026-05-20")
    assert (first.cases, first.count) == (2_000, 7)
    assert (str(second.last_seen), second.count) == ("2026-05-01", OTHER.count)
    assert ledger.scope["dsml"].targets == (MINE, "go")
    # A report of before does not turn anything back.
    assert tell("update", saved(report(CARD)), *ON).status == 2
    assert read(folder / "corpus/ledger.toml") == ledger


def test_update_takes_less_only_where_that_is_said_and_names_what_is_gone(tell: Tell, folder: Path) -> None:
    tell("update", saved(report()), *ON)
    less = saved(report(targets=(TargetFacts(MINE, "available"),)), "less.json")
    assert tell("check", less, *ON).status == 2
    before = (folder / "corpus/ledger.toml").read_bytes()
    ran = tell("update", less, *ON)
    assert (ran.status, ran.out) == (2, "")
    assert "the run looked at less than the last one: target go" in ran.err
    assert (folder / "corpus/ledger.toml").read_bytes() == before
    ran = tell("update", less, "--fewer", *ON)
    assert (ran.status, "  no longer: target go" in ran.out.splitlines()) == (0, True)
    assert tell("check", less, *ON).status == 0


@pytest.mark.parametrize(("state", "status"), [("interrupted", 130), ("failed", 2), ("finished", 2)])
def test_update_takes_no_run_that_was_not_whole(tell: Tell, folder: Path, state: str, status: int) -> None:
    ran = tell("update", saved(report(CARD, state=state, status=status)), *ON)
    assert ran.status == 2
    assert "is not accepted" in ran.err
    assert not (folder / "corpus").exists()


def test_what_others_wrote_moves_no_cursor(tell: Tell) -> None:
    odd = structs.replace(CARD, title="x\x1b[2J\u202ey")
    ran = tell("add", saved(report(odd)), *SAID, *ON)
    shown = [ran.out, tell("list", *ON).out, tell("check", saved(report(odd)), *ON).out]
    assert all("\\u001b[2J\\u202ey" in out for out in shown)
    assert not any("\x1b" in out or "\u202e" in out for out in shown)


def is_held(place: Path) -> bool:
    """Tell whether somebody has locked a folder."""
    other = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(other)
    return False


@pytest.mark.parametrize("words", [("add", "report.json", *WHY), ("update", "report.json")])
def test_nobody_else_changes_the_ledger_between_reading_and_writing(
    words: tuple[str, ...], tell: Tell, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = folder / "corpus"
    there.mkdir()
    (there / "ledger.toml").write_text(EMPTY)
    saved(report(CARD))
    held: list[tuple[str, bool]] = []

    def watched(does: Callable[..., Any], name: str) -> Callable[..., Any]:
        def watching(*given: Any, **more: Any) -> Any:
            held.append((name, is_held(there)))
            return does(*given, **more)

        return watching

    monkeypatch.setattr(ledger, "load", watched(ledger.load, "load"))
    monkeypatch.setattr(atomic, "write", watched(atomic.write, "write"))
    assert tell(*words, *ON).status == 0
    assert held == [("load", True), ("write", True)]
    assert not is_held(there)


def test_a_folder_that_is_still_to_be_made_is_held_above(folder: Path) -> None:
    with atomic.alone(folder / "a" / "b" / "ledger.toml"):
        assert is_held(folder)
    assert [*folder.iterdir()] == []
