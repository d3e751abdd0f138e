"""Same seed, same findings, same report bytes, whatever the number of workers (DESIGN, rules)."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from tests.campaign.commands import Command, Ran

PARSERS = ("-t", "py:tests.campaign.toys:Trimming", "-t", "go")


def timeless(path: Path) -> str:
    """Give a report without its timings, the only part that may differ."""
    text = path.read_text("utf-8")
    if path.suffix == ".json":
        report: dict[str, Any] = json.loads(text)
        report.pop("timing", None)
        return json.dumps(report)
    text = re.sub(r'(time|timestamp)="[^"]*"', "", text)
    return re.sub(r"<dt>(Started|Took|Parses a second|CPU for \w+)</dt><dd>.*?</dd>", "", text)


WHILE_IT_RUNS = {"state.sqlite", "stats.json", "events.ndjson"}
"""What tells when something happened, so two runs never write the same."""


def files(ran: Ran) -> dict[str, str]:
    found = {str(path.relative_to(ran.out)): path for path in sorted(ran.out.rglob("*")) if path.is_file()}
    assert found.keys() >= WHILE_IT_RUNS
    return {name: timeless(path) for name, path in found.items() if name not in WHILE_IT_RUNS}


def test_one_worker_and_two_write_the_same_reports(harness: Command) -> None:
    words = ("run", *PARSERS, "--seed", "7", "--cases", "500")
    one, two = harness(*words, "--jobs", "1"), harness(*words, "--jobs", "2")
    assert one.status == two.status == 1
    assert len(one.report["findings"]) >= 1
    assert files(one) == files(two)


def test_another_seed_gives_other_cases(harness: Command) -> None:
    words = ("run", "-t", "go", "--cases", "64")
    one, two = harness(*words, "--seed", "1"), harness(*words, "--seed", "2")
    assert one.report["mean_length"] != two.report["mean_length"]
