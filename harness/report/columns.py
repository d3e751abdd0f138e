"""What each target gave, in columns: for ``check`` on a terminal that is wide enough.

One column for each different answer, since four equal ones beside each other only hide the fifth.
Elsewhere ``block.answer_lines`` says the same one below the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from harness.report.show import side_by_side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.model import Event, Shown
    from harness.report.show import Group, Mark

NARROWEST = 30
"""Columns of the terminal below which an answer is not readable."""

_STYLES: dict[Mark, str] = {"as expected": "green", "differs": "red", "no answer": "red"}


def fits(shown: Sequence[Shown], expected: tuple[Event, ...] | None, width: int) -> bool:
    """Tell whether the answers can stand beside each other."""
    return len(side_by_side(shown, expected)) * NARROWEST <= width


def columns(shown: Sequence[Shown], expected: tuple[Event, ...] | None = None) -> Table:
    """Lay the answers out beside each other."""
    groups = side_by_side(shown, expected)
    table = Table(expand=True, show_lines=True)
    for group in groups:
        heading = Text(group.heading, style=_STYLES.get(group.mark, ""))
        table.add_column(heading, overflow="fold", ratio=1)
    table.add_row(*(_rows(group) for group in groups))
    if any(group.differences for group in groups):
        table.add_row(*(Text("\n".join(group.differences), style="red") for group in groups))
    return table


def _rows(group: Group) -> Text:
    return Text("\n").join(
        Text.assemble((f"{row.label}  ", "dim"), row.text) if row.label else Text(row.text)
        for row in group.rows
    )
