"""The file of a journal: what goes in comes out, one process at a time, and what is none is told."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.cards import Traits
from harness.cards.shape import Sight
from harness.errors import HarnessError, ReportError
from harness.events import Stats, TargetFacts
from harness.journal import file as journal_file
from harness.journal.file import NAME, JournalFile
from harness.model import Call, Case, Event, Fault, Finding, Reading, Shown, Violation
from harness.search.journal import Looked, Notable, Sums
from harness.search.worker import Done, Kept, Suspect
from tests.journal.campaigns import MADE_BY, plan
from tests.journal.killing import let_go

if TYPE_CHECKING:
    from pathlib import Path

texts = st.text(st.characters(exclude_categories=()), max_size=8)  # lone surrogates, too
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
violations = st.builds(Violation, texts, st.tuples(texts), texts, texts, st.just((0, 3)))


@st.composite
def findings(draw: st.DrawFn) -> Finding:
    case = Case("5:1", "dsml", draw(texts), ((), (1,)))
    given_ = Reading((Call(draw(texts), draw(values)),), draw(texts), events=(Event(text=draw(texts)),))
    return Finding(
        id="F1",
        oracle="split",
        targets=("a",),
        kind=draw(texts),
        message=draw(texts),
        also=(),
        raw=case,
        case=case,
        shown=(Shown("a", "batch", given_),),
        expected=draw(st.none() | st.just((Event(call=Call("f", {})),))),
        confirmed=3,
        shrink="finished",
        command="x",
    )


def begun(folder: Path) -> JournalFile:
    folder.mkdir(parents=True, exist_ok=True)
    return JournalFile.begin(folder, plan(folder), made_by=MADE_BY)


@settings(max_examples=25)
@given(findings(), texts)
def test_an_investigation_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, finding: Finding, told: str
) -> None:
    folder = tmp_path_factory.mktemp("journal")
    fault = Fault("adapter", "a", told)
    looked = Looked(finding, Traits("split", ("a",), told), (("split", ("a",), told),), (fault,))
    with begun(folder) as journal:
        journal.remember("k", looked)
    with JournalFile.resume(folder) as journal:
        assert journal.recall("k") == looked
        assert journal.recall("another") is None


@settings(max_examples=25)
@given(st.lists(st.lists(violations, max_size=2), max_size=4))
def test_batches_come_back_in_the_order_of_case_numbers(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[Violation]]
) -> None:
    folder = tmp_path_factory.mktemp("journal")
    notables = [
        Notable(
            64 * i,
            tuple(
                Suspect(64 * i, (found,), Sight("x"), Kept(Case("c", "dsml", "t"), (1, 2))) for found in row
            ),
        )
        for i, row in enumerate(rows)
    ]
    with begun(folder) as journal:
        for i, notable in enumerate(notables):
            journal.take(Sums(64 * (i + 1)), notable)
    with JournalFile.resume(folder) as journal:
        assert [*journal.notable()] == [notable for notable in notables if notable.suspects]
        assert journal.sums.next == 64 * len(rows)


def test_what_can_not_be_told_of_a_batch_is_not_written() -> None:
    done = Done(64, Stats(cases=64, features={"b": 1}), (), (), (), 0.5, 0.25, {"in tag": 3})
    sums = Sums().plus(done, 128).plus(done, 192)
    assert (sums.next, sums.stats.cases, sums.stats.features) == (192, 128, {"b": 2})
    assert (sums.cells, sums.generate_seconds, sums.judge_seconds) == ({"in tag": 6}, 1.0, 0.5)


def test_a_deep_value_comes_back(tmp_path: Path) -> None:
    deep: list[object] = []
    for _ in range(900):
        deep = [deep]
    fault = Fault("harness", "", "m")
    case = Case("c", "dsml", "t")
    shown = (Shown("a", "batch", Reading((Call("f", {"x": deep}),))),)
    finding = Finding("F1", "split", ("a",), "k", "m", (), case, case, shown, None, 3, "s", "c")
    looked = Looked(finding, Traits("split", ("a",), "k"), None, (fault,))
    with begun(tmp_path) as journal:
        journal.remember("k", looked)
        back = journal.recall("k")
    assert back is not None
    assert back.finding is not None
    reading = back.finding.shown[0].reading
    assert reading is not None
    level, there = 0, reading.calls[0].input["x"]
    while there:
        level, there = level + 1, there[0]
    assert level == 900


def test_only_one_process_works_on_a_campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_file, "_WAIT", 0.0)
    with begun(tmp_path) as journal:
        journal.take(Sums(64), Notable(0))
        with pytest.raises(ReportError, match="another process works on it"):
            begun(tmp_path)
        with pytest.raises(ReportError, match="another process works on it"):
            JournalFile.resume(tmp_path)
    with JournalFile.resume(tmp_path) as journal:
        assert journal.sums.next == 64, "what was refused changed nothing"


def test_another_campaign_takes_the_place_of_the_one_that_is_there(tmp_path: Path) -> None:
    with begun(tmp_path) as journal:
        journal.take(Sums(64), Notable(0, lost=("a",)))
        journal.remember("k", Looked(None, Traits("split", ("a",), "x")))
    with begun(tmp_path) as journal:
        assert journal.sums == Sums()
        assert [*journal.notable()] == []
        assert journal.recall("k") is None


def test_targets_that_changed_are_refused(tmp_path: Path) -> None:
    with begun(tmp_path) as journal:
        journal.introduce((TargetFacts("a", "available", version="1"),))
    with (
        JournalFile.resume(tmp_path) as journal,
        pytest.raises(HarnessError, match="version was '1' and is '2'"),
    ):
        journal.introduce((TargetFacts("a", "available", version="2"),))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "no campaign to go on with"),
        (b"", "not the state of a campaign"),
        (b"SQLite format 3\0 and then nothing", "not the state of a campaign"),
        (b"{}" * 5000, "not the state of a campaign"),
    ],
    ids=["missing", "empty", "torn", "something else"],
)
def test_what_is_no_journal_is_one_clear_error(tmp_path: Path, content: bytes | None, told: str) -> None:
    if content is not None:
        (tmp_path / NAME).write_bytes(content)
    with pytest.raises(ReportError, match=told):
        JournalFile.resume(tmp_path)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("DROP TABLE batch", "not the state of a campaign: no such table: batch"),
        (
            "INSERT INTO batch VALUES (0, CAST(x'ff' AS TEXT))",
            "not the state of a campaign: Could not decode",
        ),
        ("INSERT INTO batch VALUES (0, '{}')", "not the state of a campaign: Object missing"),
    ],
)
def test_a_state_that_somebody_changed_is_one_clear_error(tmp_path: Path, statement: str, told: str) -> None:
    begun(tmp_path).__exit__()
    with sqlite3.connect(tmp_path / NAME) as connection:
        connection.execute(statement)
    connection.close()
    with pytest.raises(ReportError, match=told), JournalFile.resume(tmp_path) as journal:
        [*journal.notable()]


def test_a_full_disk_is_told_from_a_state_that_is_none(tmp_path: Path) -> None:
    with begun(tmp_path) as journal:
        journal._connection.execute("PRAGMA max_page_count = 1")
        with pytest.raises(ReportError, match="can't be used: database or disk is full"):
            journal.remember("k", Looked(None, Traits("split", ("a",), "x" * 100_000)))


def test_a_mistake_of_ours_is_not_told_as_one_of_the_file(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    let_go(journal)
    with pytest.raises(sqlite3.ProgrammingError):
        journal.recall("k")


def test_a_journal_of_another_schema_is_refused(tmp_path: Path) -> None:
    begun(tmp_path).__exit__()
    with sqlite3.connect(tmp_path / NAME) as connection:
        connection.execute("UPDATE one SET body = replace(body, '\"schema\":1', '\"schema\":7')")
    connection.close()
    with pytest.raises(ReportError, match="schema 7; this harness reads schema 1"):
        JournalFile.resume(tmp_path)
