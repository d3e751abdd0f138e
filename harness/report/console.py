"""The terminal: plain lines anywhere, a live screen on a terminal.

``console()`` picks. The plain listener is for logs: a start line, every finding as a block, a summary,
and between them silence, unless nothing was said for ten seconds. Then one line says what is being
done, so that a log never looks hung and a healthy one stays short.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from typing import TYPE_CHECKING, Protocol, TextIO

from harness.events import CampaignEvent, Ended, Faulted, Opening, Reported, Started
from harness.report.block import finding_block
from harness.report.summary import end_lines, fault_lines, opening_lines, start_lines
from harness.report.tally import Tally
from harness.report.verdict import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

QUIET_SECONDS = 10.0
"""Silence after which a log says what is being done."""

_LONGEST_QUIET = 60.0


class Terminal(Protocol):
    """A listener that holds the terminal until it is closed."""

    def __call__(self, event: CampaignEvent) -> None:
        """Show an event."""

    def close(self) -> None:
        """Give the terminal back, also where the campaign never ended. May be called twice."""


def console(out: TextIO | None = None, err: TextIO | None = None, *, live: bool | None = None) -> Terminal:
    """Pick the listener for the terminal: live where ``out`` is one, plain elsewhere.

    With ``--json`` the command adds none: its standard output is for the machine.
    """
    out, err = out or sys.stdout, err or sys.stderr
    if live is None:
        live = is_terminal(out)
    if live:
        from harness.report.live import LiveConsole  # noqa: PLC0415 - rich is slow to import

        return LiveConsole(out, err)
    return PlainConsole(out, err)


def is_terminal(out: TextIO) -> bool:
    """Tell whether a live screen can be drawn there."""
    return out.isatty() and os.environ.get("TERM", "") not in {"", "dumb"}


class Sturdy:
    """A terminal whose trouble is its own: the campaign goes on without it, for its reports and status."""

    def __init__(self, terminal: Terminal) -> None:
        """Listen for ``terminal`` as long as it can be written to."""
        self._terminal: Terminal | None = terminal

    def __call__(self, event: CampaignEvent) -> None:
        """Pass an event on."""
        if self._terminal is not None:
            try:
                self._terminal(event)
            except (OSError, ValueError):  # full, closed, or of an encoding that can't carry what is shown
                self.close()

    def close(self) -> None:
        """Give the terminal back, whatever state it is in."""
        terminal, self._terminal = self._terminal, None
        if terminal is not None:
            with contextlib.suppress(OSError, ValueError):
                terminal.close()


def write_lines(stream: TextIO, lines: Iterable[str]) -> None:
    """Write lines whatever the encoding of the stream: what it can't carry is escaped, not an error."""
    encoding = stream.encoding or "utf-8"
    # Where nobody reads any longer, the campaign goes on for its reports and its status.
    with contextlib.suppress(BrokenPipeError):
        stream.writelines(line.encode(encoding, "backslashreplace").decode(encoding) + "\n" for line in lines)
        stream.flush()


class PlainConsole:
    """Quiet lines for logs and pipes. No colours, no cursor movements."""

    def __init__(
        self,
        out: TextIO,
        err: TextIO,
        *,
        quiet: float = QUIET_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Write findings and the summary to ``out``, faults to ``err``."""
        self._out, self._err = out, err
        self._clock = clock
        self._tally = Tally(clock)
        self._first_quiet = self._quiet = quiet
        self._spoke = clock()
        self._claims: dict[str, str] = {}
        # The heartbeat speaks from a thread of its own: a shrinker that takes a minute sends no event.
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._heart = threading.Thread(target=self._watch, name="heartbeat", daemon=True)

    def __call__(self, event: CampaignEvent) -> None:
        """Say what an event is worth in a log, which for most is nothing."""
        with self._lock:
            self._tally.take(event)
            match event:
                case Opening():
                    self._say(opening_lines(event))
                case Started():
                    self._claims = event.claims
                    self._say(start_lines(event))
                    self._heart.start()
                case Reported(finding):
                    claim = self._claims.get(finding.oracle, "")
                    self._say(["", *map(str, finding_block(finding, claim))])
                case Faulted(fault):
                    write_lines(self._err, fault_lines(fault))
                    self._spoken()
                case Ended():
                    self._over.set()
                    self._say(["", *end_lines(event)])

    def beat(self) -> bool:
        """Say what is being done if it has been quiet for long enough. Tell whether it was said."""
        with self._lock:
            if self._over.is_set() or self._clock() - self._spoke < self._quiet:
                return False
            tally = self._tally
            told = f"{counted(tally.stats.cases, 'case')}, {counted(tally.parses, 'parse')}"
            found = tally.found()
            write_lines(self._out, [f"… {tally.budget()}: {tally.doing()}; {told}, {found}"])
            # Every later silence may be twice as long: an hour's log is no place for 360 heartbeats.
            self._spoke = self._clock()
            self._quiet = min(2 * self._quiet, max(_LONGEST_QUIET, self._first_quiet))
            return True

    def close(self) -> None:
        """Stop the heartbeat."""
        self._over.set()
        if self._heart.is_alive():
            self._heart.join()

    def _say(self, lines: Iterable[str]) -> None:
        write_lines(self._out, lines)
        self._spoken()

    def _spoken(self) -> None:
        self._spoke = self._clock()
        self._quiet = self._first_quiet

    def _watch(self) -> None:
        while not self._over.wait(min(1.0, self._quiet)):
            try:
                self.beat()
            except (OSError, ValueError):
                return  # the reader is gone, or the stream closed: the next event will say so
