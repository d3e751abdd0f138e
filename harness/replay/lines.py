"""What became of findings, and what a change did: a line for each item, and a last one that sums up."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, get_args

from harness.replay.state import Change, State
from harness.report.glyphs import printable
from harness.report.verdict import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from harness.replay.state import Compared, Replayed

COLOURS: dict[str, str] = {
    "FIXED": "green",
    "PASSED": "green",
    "FAILED": "red",
    "FLAKY": "yellow",
    "CHANGED": "magenta",
    "UNJUDGED": "yellow",
    "fixed": "green",
    "regressed": "red",
    "changed": "magenta",
    "flaky": "yellow",
    "unjudged": "yellow",
}
"""Of the words of ``state``; what is as it was has none."""


def replayed_line(one: Replayed) -> str:
    """Say in one line what became of an item on a target."""
    told = f"{one.state:<8}  {one.id}  {one.target}, {one.was or one.title}"
    if one.state == "FLAKY":
        told += f": {one.again} of {one.times} times"
    if one.state == "UNJUDGED":
        told += f": {one.why}"
    if one.now and one.state in ("FLAKY", "CHANGED"):
        told += f"{', and' if one.again else ': now'} {', '.join(one.now)}"
    return printable(told)


def compared_line(one: Compared) -> str:
    """Say in one line what a change did to an item."""
    told = f"{one.change:<9}  {one.id}"
    if one.why:
        return printable(f"{told}  {one.why}")
    before, after = ", ".join(one.before) or "nothing", ", ".join(one.after) or "nothing"
    return printable(f"{told}  {before if before == after else f'{before} → {after}'}")


def replayed_summary(all_of: Sequence[Replayed]) -> str:
    """Sum up in one line."""
    return f"{counted(len(all_of), 'finding')}: {_sums((one.state for one in all_of), get_args(State))}"


def compared_summary(all_of: Sequence[Compared], before: str, after: str) -> str:
    """Sum up in one line."""
    sums = _sums((one.change for one in all_of), get_args(Change))
    return printable(f"{counted(len(all_of), 'item')}, {before} → {after}: {sums}")


def _sums(words: Iterable[str], order: Sequence[str]) -> str:
    sums = Counter(words)
    return ", ".join(f"{sums[word]:,} {word.lower()}" for word in order if sums[word])
