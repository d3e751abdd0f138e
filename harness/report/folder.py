"""The folder of a campaign: made before it starts, filled when it ends.

The reports are written one after the other, each of them whole or not at all, the one that
machines need first. ``reports/latest`` moves only when all of them are there.
"""

from __future__ import annotations

import datetime as dt
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import ReportError
from harness.events import CampaignEvent, Ended
from harness.report import atomic, findings, html, junit, markdown, ndjson, record, statistics
from harness.report.casefile import CASES

if TYPE_CHECKING:
    from harness.events import Report

_REPORTS = ("report.json", "junit.xml", "report.html", "summary.md")
_WHILE_IT_RUNS = (statistics.NAME, ndjson.NAME, findings.NAME)

LATEST = "latest"
"""Name of the link to the newest folder, beside the folders."""


def open_folder(
    out: Path | None, *, seed: int, base: Path = Path("reports"), now: dt.datetime | None = None
) -> Path:
    """Make the folder for a campaign: ``out`` itself, or ``<base>/<UTC time>-<seed>``.

    Made, and tried, before anything runs: an hour of work must not end at a folder without access. What an
    earlier campaign left in it is still there: ``clear`` it when the folder is ours.
    """
    if out is not None:
        _make(out, fresh=False)
        return out
    moment = now or dt.datetime.now(dt.UTC)
    name = f"{moment:%Y%m%dT%H%M%SZ}-{seed}"
    # Two campaigns of one seed may start in one second: the second one gets a folder of its own.
    for number in range(1, 1000):
        folder = base / (name if number == 1 else f"{name}.{number}")
        if _make(folder, fresh=True):
            return folder
    raise ReportError(f"{base}: too many folders named {name}", hint=atomic.HINT)


def _make(folder: Path, *, fresh: bool) -> bool:
    """Make a folder and write into it once. False: it is there already, and must be fresh."""
    probe = folder / ".writable"
    try:
        folder.mkdir(parents=True, exist_ok=not fresh)
        probe.touch()
        probe.unlink()
    except FileExistsError as error:
        if fresh and folder.is_dir():
            return False
        raise ReportError(f"{folder}: is not a folder", hint=atomic.HINT) from error
    except OSError as error:
        reason = error.strerror or error
        raise ReportError(f"{folder}: can't be written: {reason}", hint=atomic.HINT) from error
    return True


def clear(folder: Path) -> None:
    """Take away what an earlier campaign wrote into this folder, and nothing else. Raises ``ReportError``.

    Otherwise its cases would stand beside the new report, as if they belonged to it. Only for who holds the
    folder's journal: another process may be at work there.
    """
    for file in [
        *(folder / name for name in (*_REPORTS, *_WHILE_IT_RUNS)),
        *(folder / CASES).glob("F*.json"),
    ]:
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise ReportError(f"{file}: can't be replaced: {error.strerror}", hint=atomic.HINT) from error


def write_reports(folder: Path, report: Report) -> None:
    """Write ``report.json``, ``junit.xml``, ``report.html`` and ``summary.md``."""
    atomic.write(folder / "report.json", record.render(report))
    atomic.write(folder / "junit.xml", junit.render(report))
    atomic.write(folder / "report.html", html.render(report).encode())
    atomic.write(folder / "summary.md", markdown.render(report))


def point_latest(folder: Path) -> None:
    """Point ``latest`` beside the folder at it: a link, or a text file where links can't be made."""
    latest = folder.parent / LATEST
    if latest.is_dir() and not latest.is_symlink():
        raise ReportError(f"{latest}: is a folder, so it can't point to the newest one", hint="move it away")
    part = latest.with_name(f".{LATEST}.{folder.name}.part")
    try:
        part.unlink(missing_ok=True)
        # Relative, so that the whole of ``reports`` can be moved or packed.
        part.symlink_to(folder.name, target_is_directory=True)
        part.replace(latest)
    except OSError:
        if latest.is_symlink():
            with suppress(OSError):
                latest.unlink()  # or the folder that it points to would be what is written
        atomic.write(latest, f"{folder.name}\n".encode())


class ReportFolder:
    """The listener that fills the folder when the campaign is over, however it ended."""

    def __init__(self, folder: Path, *, latest: bool = False) -> None:
        """Own a folder. ``latest``: point the link beside it at it, once the reports are there.

        Meant for folders that ``open_folder`` named: nobody wants a link beside his own ``--out``.
        """
        self.folder = folder
        self._latest = latest

    def __call__(self, event: CampaignEvent) -> None:
        """Write everything at the end. Raises ``ReportError`` where that fails."""
        if isinstance(event, Ended):
            write_reports(self.folder, event.report)
            if self._latest:
                point_latest(self.folder)
