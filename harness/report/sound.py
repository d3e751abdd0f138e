"""What can't be so in a report or a case that the harness wrote, though every member has its type.

A report may come from anywhere. Its oracles name files and functions of tests, its status ends a command, and
its cases are run: a file in which one of these is nothing that a campaign gives is no report.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Struct

from harness.report import jsontext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.events import Report
    from harness.model import Case, Finding

STATUSES = (0, 1, 2, 130)
"""All that a campaign ends with."""

_VERSION = re.compile(r"[0-9A-Za-z.+!_-]{1,80}")
_WORD = re.compile(r"[a-z][a-z0-9_]*")


class _Options(Struct, frozen=True):
    """What a replay takes from the options of a report. Older reports have fewer."""

    policies: dict[str, str] = {}
    time_limit: Annotated[float, Meta(gt=0)] = 1.0
    memory_limit: Annotated[int, Meta(ge=0)] = 0
    tokenizer: str | None = None


def report_faults(report: Report) -> Iterator[str]:
    """Say what is wrong with a report."""
    if report.status not in STATUSES:
        yield f"no campaign ends with status {report.status}"
    if report.gate is not None and report.gate.before not in STATUSES:
        yield f"no campaign ends with status {report.gate.before}"
    if not _VERSION.fullmatch(report.harness):  # it stands in the first line of exported tests
        yield f"{report.harness!r} is no version of a harness"
    try:
        msgspec.convert(report.options, _Options)
    except msgspec.ValidationError as error:
        yield f"its options: {error}"
    for finding in report.findings:
        yield from _finding_faults(finding)


def _finding_faults(finding: Finding) -> Iterator[str]:
    if not _WORD.fullmatch(finding.oracle):
        yield f"finding {finding.id}: an oracle can't have the name {finding.oracle!r}"
    if not finding.targets:
        yield f"finding {finding.id}: it names no targets"
    for case in (finding.raw, finding.case):
        for told, _ in case_faults(case):
            yield f"finding {finding.id}: {told}"


def case_faults(case: Case) -> Iterator[tuple[str, str]]:
    """Say why a case could not be run as it is meant, and what is asked of one."""
    try:
        jsontext.scalar_values([case.text, *[[tool.name, tool.description] for tool in case.tools]])
    except ValueError as error:
        yield str(error), "texts are made of Unicode scalar values"
    for number, chunking in enumerate(case.chunkings):
        edges = (0, *chunking, len(case.text))
        if any(before > after for before, after in pairwise(edges)):
            yield (
                f"chunking {number} does not fit the text of {len(case.text):,} code points",
                "cuts are positions in the text and never go down",
            )
