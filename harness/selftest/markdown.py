"""``README.md`` of a selftest: what was found and what was not, for people.

Misses come first, then the bugs, the hardest first. Times stand in one section, so that all before it is the
same for the same seed.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from harness.oracles import ORACLES
from harness.report.glyphs import printable
from harness.report.verdict import counted, percent
from harness.selftest import parts, scoring

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from harness.selftest.score import BugScore, Selftest, Spread

_LONGEST = 300  # code points of a cell

_READ = """A planted bug is a small patch to one of the three references, of a kind that was met in the
wild. For each bug and each repeat the harness ran a campaign, as `toolcall-harness run` does, with all its
oracles and a seed of its own, until the first finding. A bug is **found** if that finding was confirmed
three times on fresh parsers and names the planted one.

- *parses*: how many times the planted parser read a text, up to and with the text that showed the fault.
  One more chunking of a text is one more parse, and so are the runs that oracles ask for. Median and 95th
  percentile are over the repeats, by the nearest rank. A repeat that did not find the bug counts as more
  than any other; `-` means that the rank falls on such a one.
- *found by*: the oracle of the finding. That it is not the expected one is no fault: a bug shows in several
  ways. *Expected too* counts the repeats in which the expected oracle complained of the same text.
- *smallest*: code points of the smallest text that still shows it, and cuts, in the median.
- *same*: whether all repeats gave the same kind of finding, and the same fingerprint.
- *difficulty*: easy up to 200 parses in the median, medium up to 2,000, hard beyond."""


def render(result: Selftest) -> str:
    """Write the whole of it."""
    return "\n".join(_lines(result)) + "\n"


def headline(result: Selftest) -> str:
    """Say the score in one line."""
    score = result.totals
    return (
        f"{score.always} of {counted(score.bugs, 'planted bug')} found in every one of"
        f" {counted(result.repeats, 'repeat')} ({percent(score.share)}),"
        f" {_number(score.parses.median)} parses in the median, {_number(score.parses.p95)} at the 95th"
        f" percentile; {counted(score.false_findings, 'false finding')}"
    )


def bug_line(score: BugScore) -> str:
    """Say of one bug how it was found, in one line."""
    by = ", ".join(score.oracles) or "not found"
    parses = f"median {_number(score.parses.median)} parses" if score.found else "no parse"
    return printable(f"{score.name:<40} {score.found}/{score.repeats}  {parses:<22} {by}")


def _lines(result: Selftest) -> Iterator[str]:
    score = result.totals
    yield "# Selftest: would the harness notice?"
    yield ""
    yield f"**{headline(result)}.**"
    yield ""
    yield (
        f"False findings were looked for in {counted(score.clean_cases, 'case')} of the three references as"
        f" they are ({counted(score.clean_parses, 'parse')}), and in all campaigns on planted bugs."
        f" Seed {result.seed}, at most {counted(int(result.options['cases']), 'case')} and"
        f" {counted(int(result.options['parses']), 'parse')} a campaign; toolcall-harness {result.harness},"
        f" digest `{result.digest}`."
    )
    yield ""
    yield "## How to read it"
    yield ""
    yield _READ
    yield from _misses(result)
    yield from _false(result)
    yield from _by_oracle(result)
    yield from _bugs(result)
    yield from _clean(result)
    yield from _others(result)
    yield from _times(result)
    yield ""
    yield "## Run it again"
    yield ""
    yield f"    {printable(result.command)}"


def _misses(result: Selftest) -> Iterator[str]:
    yield ""
    yield "## Not found in every repeat"
    yield ""
    missed = [bug for bug in hardest_first(result.bugs) if not bug.always]
    if not missed:
        yield "None."
    else:
        yield from _table(
            ("bug", "what is wrong", "should be found by", "found", "repeats without it", "source"),
            [
                (
                    _code(bug.name),
                    _plain(bug.what),
                    bug.oracle,
                    f"{bug.found} of {bug.repeats}",
                    "; ".join(f"{t.state} after {t.parses:,} parses" for t in bug.trials if not t.found),
                    _plain(bug.source),
                )
                for bug in missed
            ],
        )
    if result.lost:
        yield ""
        yield f"Found in every repeat by the result before this one: {', '.join(map(_code, result.lost))}."


def _false(result: Selftest) -> Iterator[str]:
    told = [
        (_code(trial.name), trial, complaint)
        for trial in [*result.clean, *(t for bug in result.bugs for t in bug.trials)]
        for complaint in trial.complaints
    ]
    if not told:
        return
    yield ""
    yield "## Findings that should not be there"
    for name, trial, complaint in told:
        named = ", ".join(map(_code, complaint.targets))
        yield ""
        yield (
            f"- {trial.state}, in {name}, repeat {trial.repeat}: {complaint.oracle},"
            f" {_plain(complaint.kind)}, of {named}; confirmed {complaint.confirmed} of 3 times"
        )
        yield ""
        yield f"      {printable(complaint.command)}"


def _by_oracle(result: Selftest) -> Iterator[str]:
    yield ""
    yield "## By the oracle that should find them"
    yield ""
    rows = []
    for oracle in ORACLES:
        bugs = [bug for bug in result.bugs if bug.oracle == oracle]
        if bugs:
            medians = scoring.spread(inf if b.parses.median is None else b.parses.median for b in bugs)
            found = sum(bug.found for bug in bugs)
            by_it = sum(bug.oracles.get(oracle, 0) for bug in bugs)
            always = sum(bug.always for bug in bugs)
            first = f"{by_it} of {found}"
            rows.append((f"`{oracle}`", str(len(bugs)), str(always), first, *_both(medians)))
    yield from _table(
        ("oracle", "bugs", "found always", "findings that are its", "median of medians", "95 %"), rows
    )


def _bugs(result: Selftest) -> Iterator[str]:
    yield ""
    yield "## All bugs, the hardest first"
    yield ""
    yield from _table(
        (
            *("bug", "what is wrong", "in", "found", "median parses", "95 %", "found by", "expected too"),
            *("smallest", "same", "difficulty", "source"),
        ),
        [_bug(bug) for bug in hardest_first(result.bugs)],
    )


def _bug(bug: BugScore) -> tuple[str, ...]:
    same = [
        name
        for name, stable in (("kind", bug.signature_stable), ("fingerprint", bug.fingerprint_stable))
        if stable and bug.found
    ]
    return (
        _code(bug.name),
        _plain(bug.what),
        f"{bug.language}, {bug.dialect}",
        f"{bug.found} of {bug.repeats}",
        *_both(bug.parses),
        ", ".join(f"{name} {times}" for name, times in bug.oracles.items()) or "-",
        f"{bug.oracle} {bug.expected}",
        f"{_number(bug.characters.median)}, {_number(bug.cuts.median)}",
        " and ".join(same) or "-",
        bug.difficulty,
        _plain(bug.source),
    )


def _clean(result: Selftest) -> Iterator[str]:
    yield ""
    yield "## The references as they are"
    yield ""
    if not result.clean:
        yield "They were not run."
        return
    yield from _table(
        ("campaign", "repeat", "cases", "parses of all three", "findings"),
        [
            (_code(t.name), str(t.repeat), f"{t.cases:,}", f"{t.parses:,}", str(len(t.complaints)))
            for t in result.clean
        ],
    )


def _others(result: Selftest) -> Iterator[str]:
    if result.baselines is not None:
        yield ""
        yield from parts.baselines().section(result.baselines)
    if result.mutants is not None:
        yield ""
        yield from parts.mutants().section(result.mutants)


def _times(result: Selftest) -> Iterator[str]:
    yield ""
    yield "## CPU seconds"
    yield ""
    yield (
        "Of all processes of a campaign: its own, its worker's and the parsers'. The search has the start of"
        " all of them in it; looking into a finding is to confirm, shrink and show it. They depend on the"
        f" machine, and on what else it does. All trials together: {result.timing.cpu_seconds:,.0f}."
    )
    yield ""
    yield from _table(
        ("bug", "until reported, median", "95 %", "of it search", "of it looking into the finding"),
        [
            (
                _code(bug.name),
                *(
                    f"{seconds:.2f}"
                    for seconds in (
                        bug.timing.total_median,
                        bug.timing.total_p95,
                        bug.timing.search_median,
                        bug.timing.investigate_median,
                    )
                ),
            )
            for bug in hardest_first(result.bugs)
        ],
    )


def hardest_first(bugs: Iterable[BugScore]) -> list[BugScore]:
    """Sort by what was found least often, then by most parses."""

    def place(bug: BugScore) -> tuple[float, float, float, str]:
        median, p95 = (inf if n is None else n for n in (bug.parses.median, bug.parses.p95))
        return (bug.found / bug.repeats, -median, -p95, bug.name)

    return sorted(bugs, key=place)


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"| {' | '.join('---' for _ in heads)} |"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _both(spread: Spread) -> tuple[str, str]:
    return _number(spread.median), _number(spread.p95)


def _number(number: int | None) -> str:
    return "-" if number is None else f"{number:,}"


def _code(text: str) -> str:
    return f"`{printable(text, limit=_LONGEST).replace('`', '')}`"


def _plain(text: str) -> str:
    shown = printable(text, limit=_LONGEST)
    for mark in "\\`*_{}[]<>#|&":
        shown = shown.replace(mark, f"\\{mark}")
    return shown
