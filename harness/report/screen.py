"""One screen that says how a campaign goes: drawn from a tally, no state of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from harness.report.glyphs import printable
from harness.report.verdict import counted, percent

if TYPE_CHECKING:
    from harness.report.tally import Tally

_NAME = 48
"""Code points of a target's name; a whole command line may be one."""

_LAST = 4
"""Findings that are named on the screen; all of them are in the scrollback above."""


def screen(tally: Tally) -> RenderableType:
    """Draw the present state."""
    parts: list[RenderableType] = [Text(""), _targets(tally), Text(_counts(tally))]
    shares = _shares(tally)
    if shares:
        parts += [Text(shares, style="dim")]
    parts += [_budget(tally), _findings(tally), Text.assemble(("now  ", "dim"), tally.doing())]
    return Group(*parts)


def _targets(tally: Tally) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("target", overflow="ellipsis", no_wrap=True)
    table.add_column("parser", overflow="ellipsis", no_wrap=True)
    table.add_column("parses", justify="right", no_wrap=True)
    table.add_column("a second", justify="right", no_wrap=True)
    for target in tally.started.targets if tally.started is not None else ():
        parses = tally.stats.parses.get(target.name, 0)
        rate = f"{parses / tally.elapsed:,.0f}" if tally.elapsed > 0 else "-"
        known = printable(f"{target.reported_name} {target.version}".strip(), limit=_NAME)
        gone = target.state == "unavailable"
        table.add_row(
            printable(target.name, limit=_NAME),
            Text("unavailable", style="magenta") if gone else Text(known),
            "-" if gone else f"{parses:,}",
            "-" if gone else rate,
        )
    return table


def _counts(tally: Tally) -> str:
    told = f"{counted(tally.stats.cases, 'case')}, {counted(tally.parses, 'parse')}"
    if tally.stats.cases:
        told += f", mean length {tally.stats.characters / tally.stats.cases:,.0f}"
    return told + (f", {counted(tally.faults, 'fault')}" if tally.faults else "")


def _shares(tally: Tally) -> str:
    stats = tally.stats
    if not stats.cases:
        return ""
    counts = {
        "known": stats.known,
        "unspecified": stats.unspecified,
        "underived": stats.underived,
        "damaged": stats.damaged,
        "two blocks": stats.two_blocks,
    }
    return ", ".join(f"{name} {percent(count / stats.cases)}" for name, count in counts.items())


def _budget(tally: Tally) -> RenderableType:
    line = Table.grid(padding=(0, 1))
    if tally.spent is None:
        line.add_row(Text(tally.budget()))
    else:
        line.add_row(ProgressBar(total=1.0, completed=tally.spent, width=24), Text(tally.budget()))
    return line


def _findings(tally: Tally) -> Text:
    found = tally.findings
    if not found:
        return Text(f"no findings so far{', one suspected' if tally.suspected else ''}", style="dim")
    last = [f"{one.id} {one.oracle}{' (flaky)' if one.flaky else ''}" for one in found[-_LAST:]]
    more = "… " if len(found) > _LAST else ""
    return Text(printable(f"{counted(len(found), 'finding')}: {more}{', '.join(last)}"), style="red")
