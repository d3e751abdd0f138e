from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from report_samples import (
    CLEAN,
    CRASH,
    FAILED,
    FAULT,
    HOSTILE,
    REPORT,
    SPLIT,
    STARTED,
    STATS,
    SUSPECTED,
    events,
)
from rich.console import Console

from harness.events import Ended, Faulted, Progress, Report, Reported
from harness.report.block import finding_block
from harness.report.columns import columns, fits
from harness.report.console import PlainConsole, console, write_lines
from harness.report.live import LiveConsole, styled
from harness.report.screen import screen
from harness.report.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable


class Clock:
    """Stands still unless it is told to go on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def plain(report: Report = REPORT) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    listener = PlainConsole(out, err, clock=Clock())
    for event in events(report):
        listener(event)
    listener.close()
    return out.getvalue(), err.getvalue()


def recorder(width: int = 100) -> Console:
    return Console(
        file=io.StringIO(), width=width, height=40, record=True, color_system=None, force_terminal=False
    )


def test_the_whole_log(snapshot: Callable[[str, str], None]) -> None:
    snapshot("log.txt", plain()[0])
    snapshot("log-failed.txt", plain(FAILED)[0])
    snapshot("log-failed-stderr.txt", plain(FAILED)[1])


def test_the_whole_screen(snapshot: Callable[[str, str], None]) -> None:
    clock = Clock()
    tally = Tally(clock)
    story = [event for event in events() if not isinstance(event, Ended)]
    for event in [*story[:-1], SUSPECTED, Faulted(FAULT)]:
        tally.take(event)
    clock.now += 15
    recording = recorder()
    recording.print(screen(tally))
    text = recording.export_text()
    snapshot("screen.txt", "".join(line.rstrip() + "\n" for line in text.splitlines()))


def test_a_narrow_terminal_gets_a_whole_screen_too() -> None:
    tally = Tally(Clock())
    for event in events()[:4]:
        tally.take(event)
    recording = recorder(width=40)
    recording.print(screen(tally))
    assert max(len(line) for line in recording.export_text().splitlines()) <= 40


def test_answers_stand_beside_each_other_where_they_fit(snapshot: Callable[[str, str], None]) -> None:
    assert fits(SPLIT.shown, SPLIT.expected, 100)
    assert not fits(SPLIT.shown, SPLIT.expected, 80)
    recording = recorder(110)
    recording.print(columns(SPLIT.shown, SPLIT.expected))
    snapshot("columns.txt", recording.export_text())


def test_live_and_plain_say_the_same_of_a_finding() -> None:
    for finding in REPORT.findings:
        lines = finding_block(finding, "claim")
        assert [styled(line).plain.rstrip() for line in lines] == [str(line) for line in lines]


def test_the_log_ends_with_what_the_status_means() -> None:
    assert plain()[0].splitlines()[-1] == "Exit status 1: there are new findings."
    assert plain(CLEAN)[0].splitlines()[-1] == "Exit status 0: nothing new was found."
    assert plain(FAILED)[0].splitlines()[-1].startswith("Exit status 2: ")


def test_oracles_that_never_judged_are_named() -> None:
    assert "nothing to judge for: parity" in plain(CLEAN)[0]


def test_faults_go_to_standard_error_with_whose_they_are() -> None:
    out, err = plain(FAILED)
    assert "fault of the adapter, cmd:./adapter" in err
    assert "hint: echo the seq" in err
    assert "| last words" in err
    assert "fault of the" not in out


@pytest.mark.parametrize("report", [REPORT, FAILED])
def test_a_log_has_no_control_characters(report: Report) -> None:
    for text in plain(report):
        assert not {char for char in text if not char.isprintable()} - {"\n"}


def test_the_command_stays_on_one_line_at_any_width() -> None:
    out = Terminal()
    listener = LiveConsole(out, io.StringIO(), console=Console(file=out, width=30, color_system=None))
    listener(Reported(SPLIT))
    listener.close()
    assert f"  {SPLIT.command}\n" in out.getvalue()


def test_a_heartbeat_comes_only_after_quiet_seconds_and_says_what_is_done() -> None:
    out, clock = io.StringIO(), Clock()
    listener = PlainConsole(out, io.StringIO(), clock=clock, quiet=10)
    listener(STARTED)
    listener(Progress(STATS, 3.0, 0))
    said = out.getvalue()
    clock.now += 9.9
    assert not listener.beat()
    assert out.getvalue() == said
    clock.now += 0.2
    listener(SUSPECTED)
    assert listener.beat()
    last = out.getvalue().splitlines()[-1]
    assert "confirming a finding: split, call missing, go (case 7:104)" in last
    assert "4,115 cases" in last
    clock.now += 10
    assert not listener.beat(), "a second silence may last longer"
    clock.now += 10
    assert listener.beat()
    listener(Reported(SPLIT))
    clock.now += 10
    assert listener.beat(), "after something was said, ten seconds count again"
    assert "running cases" in out.getvalue().splitlines()[-1]
    listener(Ended(REPORT, "reports/x"))
    clock.now += 100
    assert not listener.beat()
    listener.close()


def test_the_heartbeat_comes_by_itself() -> None:
    out = io.StringIO()
    listener = PlainConsole(out, io.StringIO(), quiet=0.05)
    listener(STARTED)
    deadline = time.monotonic() + 30
    while "…" not in out.getvalue() and time.monotonic() < deadline:
        time.sleep(0.01)
    listener.close()
    assert "running cases" in out.getvalue()


def test_a_stream_that_cannot_carry_a_character_gets_an_escape() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    write_lines(stream, ["… ж \ud800"])
    assert raw.getvalue() == b"\\u2026 \\u0436 \\ud800\n"


def test_only_a_terminal_gets_the_live_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert isinstance(console(io.StringIO(), io.StringIO()), PlainConsole)
    assert isinstance(console(Terminal(), io.StringIO()), LiveConsole)
    monkeypatch.setenv("TERM", "dumb")
    assert isinstance(console(Terminal(), io.StringIO()), PlainConsole)


def test_closing_twice_or_before_the_start_is_harmless() -> None:
    for listener in (console(io.StringIO(), live=False), console(Terminal(), live=True)):
        listener.close()
        listener.close()


SCRIPT = """
import sys
from report_samples import events
from harness.report.console import console
listener = console()
for event in events():
    listener(event)
listener.close()
"""


def in_a_terminal(environment: dict[str, str]) -> str:
    """Run a campaign's story in a real pseudo terminal and give back all that reached it."""
    master, slave = pty.openpty()
    environ = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"} | environment
    environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[2])])
    with subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=slave, stderr=slave, env=environ) as child:
        os.close(slave)
        data = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:  # Linux says so at the end of a pseudo terminal
                break
            if not part:
                break
            data += part
    os.close(master)
    assert child.returncode == 0, data.decode()
    return data.decode()


def test_a_real_terminal_gets_colours_unless_it_asks_for_none() -> None:
    colour = "\x1b[31m"
    assert colour in in_a_terminal({"NO_COLOR": ""})
    without = in_a_terminal({"NO_COLOR": "1"})
    assert colour not in without
    assert "\x1b[36m" not in without
    for text in (without,):
        assert SPLIT.command in text
        assert HOSTILE in text
        assert "Exit status 1" in text
        assert "\x1b[?25h" in text, "the cursor is shown again"


def test_neither_rich_nor_jinja_is_loaded_before_it_is_needed() -> None:
    code = (
        "import sys, harness.report.console, harness.report.folder, harness.report.casefile;"
        "sys.exit(bool({'rich', 'jinja2'} & set(sys.modules)))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])


def test_reports_know_nothing_that_runs() -> None:
    for path in (Path(__file__).parents[2] / "harness" / "report").glob("*.py"):
        for part in ("search", "targets", "shrink", "generate", "cli", "export"):
            assert f"harness.{part}" not in path.read_text(encoding="utf-8"), path


def test_the_tally_forgets_a_suspicion_when_it_is_reported() -> None:
    tally = Tally(Clock())
    assert tally.doing() == "starting the targets"
    tally.take(STARTED)
    tally.take(SUSPECTED)
    tally.take(Progress(STATS, 1.0, 1))
    assert tally.doing().startswith("confirming")
    tally.take(Reported(SPLIT))
    assert tally.doing() == "running cases"
    tally.take(Reported(CRASH))
    assert len(tally.findings) == 2
