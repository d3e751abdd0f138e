"""Reports of costs: what the lines, the page and the picture say."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import combinations

import msgspec
import pytest
from cost_samples import BAD, DEAD, HOSTILE, MEASURED, REPORT, UNSUPPORTED, report, row
from hypothesis import example, given
from hypothesis import strategies as st

from harness.cost import lines, page
from harness.cost.fit import Point
from harness.cost.plot import HEIGHT, WIDTH, drawn
from harness.cost.report import Report, made, render, steepest
from harness.cost.scan import Row, Scanned
from harness.cost.shape import Shape


def said(one: Report) -> str:
    return "\n".join(line for _, line in lines.report_lines(one))


def test_the_whole_text_of_a_target() -> None:
    text = said(report(MEASURED))
    assert text.splitlines()[0] == (
        "py:x:Parser 1.0: 5 measurements: 1 too much, 1 hang, 1 linear, 1 unclear, 1 too quick to tell; "
        "12 left out, its time was up"
    )
    assert "  2.00 (2.00 to 2.00)   1              7,680  '<' repeated" in text
    assert "  characters 1,000  2,000  4,000  8,000  16,000" in text
    assert "  CPU ms      30.0    120    480  1,920   7,680" in text
    assert "stream in one chunk: it gave no answer in time on a text of 148 characters" in text
    assert text.splitlines()[-1] == "2 findings, 12 measurements left out"


def test_a_target_without_times_says_why() -> None:
    text = said(report(UNSUPPORTED))
    assert text.splitlines()[0] == "http://127.0.0.1:1/v1: unsupported: whose time nobody tells"
    assert text.splitlines()[-1] == "0 findings, 1 target without times"


def test_nothing_hidden_or_of_a_terminal_is_written() -> None:
    assert not re.search("[\u202e\x1b]", said(REPORT) + page.render(REPORT))


@pytest.mark.parametrize(
    ("targets", "status"),
    [((MEASURED, UNSUPPORTED), 2), ((MEASURED,), 1), ((), 0)],
)
def test_the_status_is_that_of_the_worst(targets: tuple[Scanned, ...], status: int) -> None:
    assert report(*targets).status == status
    clean = msgspec.structs.replace(MEASURED, findings=(), rows=())
    assert report(clean).status == 0
    assert report(msgspec.structs.replace(clean, faults=("it broke the protocol",))).status == 2
    assert made("0", "dsml", 1, 1, (clean,), interrupted=True).status == 130


def test_the_json_reads_as_what_was_written() -> None:
    assert msgspec.json.decode(render(REPORT), type=Report) == REPORT


def test_what_was_found_comes_first_and_then_the_steepest() -> None:
    assert [one.shape.name for one in steepest(MEASURED, 9)] == [
        BAD.shape.name,
        DEAD.shape.name,
        HOSTILE,
        "plain text",
    ]
    assert len(steepest(MEASURED, 1)) == 1


class Tags(HTMLParser):
    """Collects which elements there are, and the ids that are named and given."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.named: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name == "aria-labelledby":
                self.named += (value or "").split()


def test_the_page_stands_alone_and_hostile_texts_are_texts() -> None:
    text = page.render(REPORT)
    tags = Tags(text)
    assert not {"script", "img", "link", "iframe"} & set(tags.tags)
    assert "default-src 'none'" in text
    assert "http-equiv" in text
    assert text.encode()


def test_the_picture_has_a_title_a_description_and_a_table_beside_it() -> None:
    tags = Tags(page.render(REPORT))
    assert tags.tags.count("svg") == 1
    assert {"title", "desc"} <= set(tags.tags)
    assert set(tags.named) <= set(tags.ids)
    assert len(set(tags.ids)) == len(tags.ids)
    assert tags.tags.index("svg") < tags.tags.index("table")


def test_every_line_of_the_picture_has_its_number_in_the_table() -> None:
    text = page.render(REPORT)
    numbers = re.findall(r'class="label"[^>]*>(\d)<', text)
    assert numbers == ["1", "3", "4"]  # the second has no times
    first_table = text[text.index("<table>") : text.index("</table>")]
    assert set(numbers) <= set(re.findall(r'<td class="n">(\d)</td>', first_table))


CROWDED = [[(1, 1), (10**7, 1)], [(1, 1), (10**7, 2)], [(1, 1), (10**7, 10**12)]]


@example(CROWDED)
@given(
    st.lists(
        st.lists(st.tuples(st.integers(1, 10**7), st.integers(1, 10**12)), min_size=2, max_size=3),
        min_size=1,
        max_size=6,
    )
)
def test_nothing_is_drawn_outside_and_no_number_on_another(times: list[list[tuple[int, int]]]) -> None:
    rows = [
        Row(Shape("x", "y"), "1", "linear", tuple(Point(length, (ns,)) for length, ns in one))
        for one in times
    ]
    plot = drawn(rows, 0)
    assert plot is not None
    places = [place for line in plot.lines for place in (*line.dots, line.label_at)]
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in places)
    for one, other in combinations(plot.lines, 2):
        assert abs(one.label_at[1] - other.label_at[1]) > 13


def test_a_linear_time_runs_beside_the_line_of_exponent_one() -> None:
    plot = drawn([row("x", "1", 1, "linear")], 0)
    assert plot is not None
    (line,) = plot.lines
    x1, y1, x2, y2 = plot.linear
    (a, b), (c, d) = line.dots[0], line.dots[-1]
    assert (d - b) / (c - a) == pytest.approx((y2 - y1) / (x2 - x1), rel=1e-3)


def test_without_times_there_is_no_picture() -> None:
    assert drawn([DEAD], 1) is None
    assert "<svg" not in page.render(report(UNSUPPORTED))
