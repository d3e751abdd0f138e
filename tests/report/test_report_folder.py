from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

import pytest
from report_samples import INTERRUPTED, REPORT, events

from harness.errors import ReportError
from harness.report import atomic
from harness.report.folder import ReportFolder, open_folder, point_latest
from harness.report.record import read

NOW = dt.datetime(2026, 11, 30, 5, 0, 0, tzinfo=dt.UTC)


def test_the_folder_is_named_by_time_and_seed(tmp_path: Path) -> None:
    folder = open_folder(None, seed=7, base=tmp_path / "reports", now=NOW)
    assert folder == tmp_path / "reports" / "20261130T050000Z-7"
    assert folder.is_dir()
    assert list(folder.iterdir()) == []


def test_two_campaigns_in_one_second_get_two_folders(tmp_path: Path) -> None:
    first, second = (open_folder(None, seed=7, base=tmp_path, now=NOW) for _ in range(2))
    assert first != second


def test_a_chosen_folder_may_exist_and_keeps_what_is_in_it(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("x")
    assert open_folder(tmp_path, seed=7) == tmp_path
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize("report", [REPORT, INTERRUPTED], ids=lambda report: report.state)
def test_all_reports_are_there_at_the_end_however_it_ended(tmp_path: Path, report: object) -> None:
    folder = open_folder(None, seed=7, base=tmp_path, now=NOW)
    listener = ReportFolder(folder, latest=True)
    for event in events(report):
        listener(event)
    assert sorted(path.name for path in folder.iterdir()) == [
        "junit.xml",
        "report.html",
        "report.json",
        "summary.md",
    ]
    assert read(tmp_path / "latest" / "report.json") == report


def test_latest_moves_to_the_newest_and_survives_a_move_of_all(tmp_path: Path) -> None:
    base = tmp_path / "reports"
    for name in ("a", "b"):
        (base / name).mkdir(parents=True)
        point_latest(base / name)
    assert (base / "latest").readlink() == Path("b")
    base.rename(tmp_path / "moved")
    assert (tmp_path / "moved" / "latest").resolve().name == "b"
    assert sorted(path.name for path in (tmp_path / "moved").iterdir()) == ["a", "b", "latest"]


def test_where_links_fail_a_text_file_names_the_newest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    (tmp_path / "a").mkdir()
    point_latest(tmp_path / "a")
    assert (tmp_path / "latest").read_text() == "a\n"


def test_a_real_folder_named_latest_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "latest").mkdir()
    (tmp_path / "a").mkdir()
    with pytest.raises(ReportError, match="is a folder") as caught:
        point_latest(tmp_path / "a")
    assert caught.value.hint


@pytest.mark.parametrize("below", ["", "deeper"])
def test_a_file_in_the_way_is_said_before_anything_runs(tmp_path: Path, below: str) -> None:
    (tmp_path / "out").write_text("x")
    with pytest.raises(ReportError) as caught:
        open_folder(tmp_path / "out" / below, seed=7)
    assert "--out" in caught.value.hint


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_access_is_said_before_anything_runs(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ReportError, match="can't be written"):
        open_folder(tmp_path, seed=7)


def test_a_link_stays_a_link_and_what_it_points_to_is_written(tmp_path: Path) -> None:
    file, link, early = tmp_path / "there" / "file.json", tmp_path / "link.json", tmp_path / "early.json"
    file.parent.mkdir()
    file.write_bytes(b"old")
    link.symlink_to("there/file.json")
    early.symlink_to("there/made/later.json")
    atomic.write(link, b"new")
    atomic.write(early, b"new")
    assert (link.readlink(), file.read_bytes()) == (Path("there/file.json"), b"new")
    assert early.is_symlink()
    assert (tmp_path / "there" / "made" / "later.json").read_bytes() == b"new"


def test_what_is_no_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    pipe, loop = tmp_path / "pipe", tmp_path / "loop"
    os.mkfifo(pipe)
    loop.symlink_to("loop")
    for path, told in ((pipe, "no regular file"), (tmp_path, "no regular file"), (loop, "symbolic links")):
        with pytest.raises(ReportError, match=told) as raised:
            atomic.write(path, b"new", hint="elsewhere")
        assert raised.value.hint == "elsewhere"
    assert pipe.is_fifo()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["loop", "pipe"]


def test_where_links_fail_an_older_link_gives_way_to_the_text_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").mkdir()
    point_latest(tmp_path / "a")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    point_latest(tmp_path / "b")
    assert (tmp_path / "latest").read_text() == "b\n"


def test_a_failed_write_keeps_the_old_file_and_leaves_no_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.json"
    atomic.write(path, b"old")

    def full(_path: Path, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(ReportError, match="No space left"):
        atomic.write(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
