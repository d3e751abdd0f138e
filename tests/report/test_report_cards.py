"""Cards on every page: a fault is told once, with its smallest case; reports without any read as before."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING

import msgspec
from report_samples import CARDED, HOSTILE, ONE, REPORT

from harness.events import Ended
from harness.report.cards import card_lines, card_of, uncarded
from harness.report.html import render as page
from harness.report.junit import render as junit
from harness.report.markdown import render as markdown
from harness.report.record import read
from harness.report.record import render as record
from harness.report.summary import end_lines

if TYPE_CHECKING:
    from pathlib import Path

    from harness.events import Report


def last_lines(report: Report) -> str:
    return "\n".join(end_lines(Ended(report, "reports/7")))


def test_the_terminal_tells_a_card_in_place_of_its_findings() -> None:
    told = last_lines(CARDED)
    for part in (
        ONE.title,
        ONE.fingerprint,
        ONE.bug_class,
        "31 cases",
        "first in 7:104",
        "node | go",
        "blocks:2+",
    ):
        assert part in told
    assert told.count("F1: ") == 1
    assert "F2: " in told  # on no card
    assert "1 bug" in told


def test_the_page_lists_cards_and_leads_to_the_smallest_case() -> None:
    shown = page(CARDED)
    assert '<h2 id="bugs">Bugs</h2>' in shown
    assert f'<a href="#finding-1">{ONE.title}</a>' in shown
    assert f"<code>{ONE.fingerprint}</code>" in shown
    assert 'id="bugs"' not in page(REPORT)


def test_junit_tells_a_card_with_its_case_and_other_findings_only_by_name() -> None:
    first, other = REPORT.findings[0], msgspec.structs.replace(REPORT.findings[0], id="F9")
    both = msgspec.structs.replace(ONE, findings=("F1", "F9"))
    report = msgspec.structs.replace(CARDED, findings=(first, other), cards=(both,))
    told = junit(report).decode()
    assert ONE.fingerprint in told
    assert told.count("see it again with") == 1
    assert "F9: call missing, go: the same bug as F1" in told


def test_hostile_titles_are_text(tmp_path: Path) -> None:
    card = msgspec.structs.replace(
        ONE, title=HOSTILE, targets=(HOSTILE,), agree=((HOSTILE, "\x1b[31m"), ("a",))
    )
    report = msgspec.structs.replace(CARDED, cards=(card,))
    assert HOSTILE not in page(report)
    assert html.escape(HOSTILE, quote=False) in page(report)
    assert HOSTILE not in junit(report).decode()
    assert "\x1b" not in "\n".join(card_lines(card))
    (tmp_path / "report.json").write_bytes(record(report))
    assert read(tmp_path / "report.json").cards == (card,)


def test_the_summary_in_markdown_tells_each_fault_once_with_its_smallest_case_and_command() -> None:
    told = markdown(CARDED).decode()
    assert told.startswith("# 2 findings and 1 flaky finding in")
    assert f"## F1: {ONE.title}, go\n" in told
    assert told.count(ONE.command) == 1
    assert "- cuts: fails exactly when a cut lies inside the opening tag of a block" in told
    assert "'<'\n" in told
    assert "- F2: " in told


def test_nothing_of_a_text_is_markdown() -> None:
    first = REPORT.findings[0]
    text = "a\n```\n# b <b>"
    case = msgspec.structs.replace(first.case, text=text, chunkings=((), (3,)))
    small = msgspec.structs.replace(first, case=case, cut_map=None)
    card = msgspec.structs.replace(ONE, title=HOSTILE, targets=("*a*\n# b",))
    told = markdown(msgspec.structs.replace(CARDED, findings=(small,), cards=(card,))).decode()
    assert HOSTILE not in told
    assert "*a*" not in told.replace("\\*", "")
    assert [line for line in told.splitlines() if line.startswith("# ")] == told.splitlines()[:1]
    fences = [line for line in told.splitlines() if line.startswith("```")]
    assert len(fences) == 4


def test_a_report_from_before_there_were_cards_is_read_and_all_its_findings_are_on_none(
    tmp_path: Path,
) -> None:
    document = json.loads(record(REPORT))
    del document["cards"]
    (tmp_path / "report.json").write_text(json.dumps(document), "utf-8")
    old = read(tmp_path / "report.json")
    assert old.cards == ()
    assert uncarded(old) == list(old.findings)
    assert card_of(old, old.findings[0]) is None
    assert card_of(CARDED, CARDED.findings[0]) == ONE
