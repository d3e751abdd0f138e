"""The live screen of a terminal: one screen that is redrawn, findings above it as they come.

Findings and the summary go into the scrollback and stay there; only the screen below them moves. It
is drawn from a snapshot of the tally by rich's own thread, so the clock runs on while a shrinker is
busy, and events cost next to nothing. Colours obey ``NO_COLOR``; no meaning hangs on a colour alone.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, TextIO

from rich.console import Console
from rich.live import Live
from rich.text import Text

from harness.events import CampaignEvent, Ended, Faulted, Opening, Reported, Started
from harness.report.block import Line, finding_block
from harness.report.screen import screen
from harness.report.summary import end_lines, fault_lines, opening_lines, start_lines
from harness.report.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rich.console import RenderableType

_REDRAWS = 4
"""Redraws a second: enough for a clock, too few to flicker or to cost parses."""

_TONES = {"title": "bold red", "row": "", "good": "green", "bad": "red", "note": "dim", "command": "bold"}
_PIECES = {"plain": "", "quote": "dim", "escape": "cyan", "gap": "dim italic"}


class LiveConsole:
    """The listener for a terminal."""

    def __init__(
        self,
        out: TextIO,
        err: TextIO,
        *,
        console: Console | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Draw on ``out``; write faults to ``err``."""
        self._err = err
        self._console = console or Console(file=out, highlight=False, markup=False, emoji=False)
        self._lock = threading.Lock()
        self._tally = Tally(clock)
        self._live: Live | None = None

    def __call__(self, event: CampaignEvent) -> None:
        """Show an event: most only change what the next redraw shows."""
        with self._lock:
            self._tally.take(event)
        match event:
            case Opening():
                self._print(opening_lines(event))
            case Started():
                self._print(start_lines(event))
                self._live = Live(
                    get_renderable=self._screen,
                    console=self._console,
                    refresh_per_second=_REDRAWS,
                    transient=True,
                )
                self._live.start()
            case Reported(finding):
                started = self._tally.started
                claim = started.claims.get(finding.oracle, "") if started is not None else ""
                self._block(finding_block(finding, claim, width=self._console.width))
            case Faulted(fault):
                self._fault(fault_lines(fault))
            case Ended():
                self.close()
                self._print(["", *end_lines(event)])

    def close(self) -> None:
        """Take the screen away; what was printed above it stays."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _screen(self) -> RenderableType:
        with self._lock:
            return screen(self._tally)

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            # The terminal wraps, not we: a copied command must not have newlines in it.
            self._console.print(Text(line), soft_wrap=True)

    def _block(self, lines: Iterable[Line]) -> None:
        self._console.print()
        for line in lines:
            self._console.print(styled(line), soft_wrap=True)

    def _fault(self, lines: list[str]) -> None:
        if self._err.isatty():
            # The same terminal: written behind rich's back, the next redraw would wipe it out.
            for line in lines:
                self._console.print(Text(line, style="magenta"), soft_wrap=True)
            return
        self._err.write("".join(f"{line}\n" for line in lines))
        self._err.flush()


def styled(line: Line) -> Text:
    """Give a line its colours."""
    style = _TONES[line.tone]
    text = Text(line.head, style="dim" if line.tone == "row" else style)
    for piece in line.pieces:
        text.append(piece.text, style=_PIECES[piece.kind] or style)
    return text
