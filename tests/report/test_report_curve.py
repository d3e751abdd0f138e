"""The curve of distinct tuples, told in a line, in a table and as a picture."""

from __future__ import annotations

from msgspec import structs

from harness.events import Ended
from harness.report import curve, html
from harness.report.summary import end_lines
from tests.report.report_samples import REPORT

CURVE = tuple((256 * number, 40 + 3 * number) for number in range(1, 41))


def test_the_picture_begins_at_nothing_and_ends_in_the_corner() -> None:
    points = curve.path(CURVE).split()
    assert points[0] == f"0.0,{curve.HEIGHT}.0"
    assert points[-1] == f"{curve.WIDTH}.0,0.0"
    assert len(points) == 41


def test_the_table_has_few_rows_and_always_the_last_point() -> None:
    rows = curve.rows(CURVE)
    assert len(rows) <= 13
    assert rows[-1][:2] == CURVE[-1]
    assert sum(new for _, _, new in rows) == CURVE[-1][1]
    assert curve.rows(CURVE[:1]) == [(256, 43, 43)]
    assert curve.rows(CURVE[:2]) == [(256, 43, 43), (512, 46, 3)]
    assert curve.rows(()) == []


def test_the_sentence_says_how_many_came_in_the_second_half() -> None:
    assert curve.sentence(CURVE) == "160 distinct tuples, 60 of them in the last 5,120 cases"
    assert curve.sentence(CURVE[:1]) == "43 distinct tuples, 43 of them in the last 256 cases"
    assert curve.sentence([(1, 1)]) == "1 distinct tuple, 1 of them in the last 1 case"
    assert curve.sentence(()) == ""


def test_a_report_tells_of_it_where_there_is_one() -> None:
    report = structs.replace(REPORT, curve=CURVE)
    page = html.render(report)
    assert 'id="tuples"' in page
    assert curve.path(CURVE) in page
    assert '<td class="n">10,240</td>' in page
    assert curve.sentence(CURVE) in end_lines(Ended(report, ""))
    plain = html.render(REPORT)
    assert 'id="tuples"' not in plain
    assert not any("tuples" in line for line in end_lines(Ended(REPORT, "")))
