"""The section of the page about baselines, for people. It holds no times: ``costs`` tells them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.report.glyphs import printable
from harness.report.verdict import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.selftest.score import Baseline

_READ = """The same oracles judged the Python bugs under simpler methods, once each and with at most {cap}
parses a bug. The right answer of each text was what the clean parser gives for it, which no test suite has:
that is generous to them. *A12* is the measure of Vargha and Delaney, over all pairs of a bug of ours and one
of theirs: how likely ours took fewer parses, ties by half. 0.5 is no difference, 1 means always. *times
ours* is their median over ours, of the bugs that both found. *sooner* counts the bugs for which the method
needed fewer parses than our median, and *beyond ours* those that it found and we did not in every repeat."""


def section(baselines: Sequence[Baseline]) -> list[str]:
    """Write the section, from its heading on."""
    return list(_lines(baselines))


def _lines(baselines: Sequence[Baseline]) -> Iterator[str]:
    yield "## Simpler methods on the same bugs"
    yield ""
    yield from _READ.format(cap=f"{max((one.cap for one in baselines), default=0):,}").splitlines()
    yield ""
    yield "| method | what it does | found | A12 | times ours | sooner | beyond ours |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for one in baselines:
        yield _row(one)
    for one in baselines:
        if one.ours_missed:
            yield ""
            yield f"Found by `{one.method}` and not by us in every repeat: {_names(one.ours_missed)}."
    yield from _sooner(baselines)


def _row(one: Baseline) -> str:
    if one.not_run:
        return f"| `{one.method}` | {one.what} | not run: {printable(one.not_run)} | | | | |"
    a12 = "-" if one.a12 is None else f"{one.a12:.2f}"
    ratio = "-" if one.ratio is None else f"{one.ratio:,.2f}"
    found = f"{one.found} of {len(one.attempts)}"
    return (
        f"| `{one.method}` | {one.what} | {found} | {a12} | {ratio} |"
        f" {len(one.fewer)} | {len(one.ours_missed)} |"
    )


def _sooner(baselines: Sequence[Baseline]) -> Iterator[str]:
    rows = [(one.method, fewer) for one in baselines for fewer in one.fewer]
    if not rows:
        return
    yield ""
    yield "### Where a simpler method needed fewer parses"
    yield ""
    yield "| bug | method | its parses | our median | why |"
    yield "| --- | --- | --- | --- | --- |"
    for method, fewer in sorted(rows, key=lambda row: (row[1].bug, row[0])):
        ours = "-" if fewer.ours is None else f"{fewer.ours:,}"
        why = printable(fewer.reason).replace("|", r"\|") or "**no reason given yet**"
        yield f"| `{fewer.bug}` | `{method}` | {fewer.theirs:,} | {ours} | {why} |"


def costs(baselines: Sequence[Baseline]) -> list[str]:
    """Say what each method cost: CPU seconds of all its processes."""
    return [
        f"{one.method}: {sum(each.timing.search for each in one.attempts):,.0f} CPU seconds"
        f" for {counted(len(one.attempts), 'bug')}"
        for one in baselines
        if one.attempts
    ]


def _names(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
