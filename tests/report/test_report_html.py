from __future__ import annotations

import re
from html.parser import HTMLParser
from importlib import resources
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec
import pytest
from report_samples import CLEAN, FAILED, HOSTILE, INTERRUPTED, REPORT, SPLIT

from harness.model import Call, Case, Reading, Shown
from harness.report.html import render

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.events import Report

VOID = {"meta", "link", "br", "img", "input", "hr"}

ALL = pytest.mark.parametrize("report", [REPORT, CLEAN, FAILED, INTERRUPTED], ids=lambda report: report.state)


class Page(HTMLParser):
    """Keeps every tag with its attributes, and fails where tags do not balance."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.parents: list[tuple[str, tuple[str, ...]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), "an attribute stands twice"
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        self.parents.append((tag, tuple(self.open)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, *tags: str) -> list[tuple[str, dict[str, str]]]:
        return [(tag, attributes) for tag, attributes in self.tags if tag in tags]


@ALL
def test_tags_balance_and_ids_are_unique(report: Report) -> None:
    page = Page(render(report))
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(set(ids)) == len(ids)
    for _, attributes in page.tags:
        if "aria-labelledby" in attributes:
            assert attributes["aria-labelledby"] in ids
        if attributes.get("href", "").startswith("#"):
            assert attributes["href"][1:] in ids


def test_hostile_texts_and_names_stay_text() -> None:
    text = render(REPORT)
    assert HOSTILE not in text
    assert "<img" not in text
    page = Page(text)
    assert HOSTILE in page.text
    assert not page.all("script", "img", "iframe", "object", "embed", "form")
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]


def test_hostile_values_stay_text_wherever_they_stand() -> None:
    evil = "\"'><script>alert(1)</script></style><!--{{ 7 * 7 }}\ud800\x00"
    finding = msgspec.structs.replace(
        SPLIT,
        id=evil,
        oracle=evil,
        targets=(evil,),
        kind=evil,
        message=evil,
        also=(evil,),
        shrink=evil,
        command=evil,
        raw=Case(evil, evil, evil, features=(evil,), relies_on=(evil,)),
        shown=(Shown(evil, evil, Reading(calls=(Call(evil, {evil: evil}),), text=evil)),),
    )
    target = msgspec.structs.replace(
        REPORT.targets[0], name=evil, version=evil, policies={evil: evil}, modes=(evil,), cuts=evil
    )
    stats = msgspec.structs.replace(REPORT.stats, explained={evil: 1}, features={evil: 1}, judged={evil: 1})
    report = msgspec.structs.replace(
        REPORT,
        harness=evil,
        dialect=evil,
        options={evil: {evil: evil}},
        oracles=(evil,),
        targets=(target,),
        stats=stats,
        findings=(finding,),
        claims={evil: evil},
        shares={evil: 0.5},
    )
    text = render(report)
    assert "<script" not in text
    assert text.count("</style>") == 1
    assert "<!--" not in text
    assert "{{ 7 * 7 }}" in text
    Page(text)
    assert "\x00" not in text.encode().decode()


@ALL
def test_nothing_is_fetched_and_the_page_says_so(report: Report) -> None:
    text = render(report)
    page = Page(text)
    assert not re.search(r"https?:|url\(|@import", text)
    assert not page.all("script", "link", "img")
    policies = [a["content"] for _, a in page.all("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    assert [policy.split(";")[0] for policy in policies] == ["default-src 'none'"]


@ALL
def test_headings_come_in_order_and_landmarks_are_there(report: Report) -> None:
    page = Page(render(report))
    levels = [int(tag[1]) for tag, _ in page.all("h1", "h2", "h3", "h4")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert len(page.all("main")) == len(page.all("header")) == len(page.all("footer")) == 1
    assert page.all("html")[0][1]["lang"] == "en"
    assert page.all("a")[0][1] == {"class": "skip", "href": "#content"}


@ALL
def test_tables_have_captions_and_scopes(report: Report) -> None:
    page = Page(render(report))
    assert len(page.all("caption")) == len(page.all("table")) > 0
    assert all(attributes.get("scope") in {"col", "row"} for _, attributes in page.all("th"))


@ALL
def test_wide_things_scroll_in_a_box_that_the_keyboard_reaches(report: Report) -> None:
    page = Page(render(report))
    for tag, parents in page.parents:
        if tag in {"table", "pre"}:
            assert parents[-1] == "div"
    boxes = [
        attributes for _, attributes in page.all("div") if "scroll" in attributes.get("class", "").split()
    ]
    assert boxes
    assert all(box["tabindex"] == "0" and box["aria-label"] and box["role"] == "region" for box in boxes)


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_colour_is_readable_on_every_ground(scheme: str) -> None:
    css = resources.files("harness.report").joinpath("templates", "report.css").read_text()
    light, dark = re.findall(r":root \{([^}]*)\}", css)[:2]
    colours = dict(re.findall(r"--([\w-]+): (#\w+)", dark if scheme == "dark" else light))
    for ink in ("ink", "quiet", "link", "good", "bad", "cut", "fault", "esc"):
        for ground in ("page", "card", "box") if ink != "esc" else ("esc-box",):
            pair = sorted((luminance(colours[ink]), luminance(colours[ground])))
            ratio = (pair[1] + 0.05) / (pair[0] + 0.05)
            assert ratio >= 4.5, f"{ink} on {ground}: {ratio:.2f}"


def test_the_page_is_made_for_phones_the_dark_and_paper() -> None:
    text = render(REPORT)
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in text
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


@pytest.mark.parametrize(
    ("report", "headline"),
    [
        (REPORT, "2 findings and 1 flaky finding in 4,115 cases"),
        (CLEAN, "No findings in 4,115 cases"),
        (FAILED, "Failed: nothing was compared"),
        (INTERRUPTED, "Interrupted: 2 findings and 1 flaky finding in 812 cases"),
    ],
)
def test_the_verdict_comes_first(report: Report, headline: str) -> None:
    text = render(report)
    assert f"<h1>{headline}</h1>" in text
    assert text.index("<h1>") < text.index("<h2")
    assert f"Exit status {report.status}:" in text


def test_an_interrupted_campaign_gets_the_whole_page() -> None:
    page = Page(render(INTERRUPTED))
    assert "State: interrupted." in page.text
    assert SPLIT.command in page.text


def test_an_empty_campaign_never_looks_good() -> None:
    text = render(msgspec.structs.replace(CLEAN, cases=0))
    assert '<header class="cut">' in text
    assert "this says nothing about any parser" in text


def test_huge_findings_make_no_huge_page() -> None:
    text = "\u200b" * 2**20
    case = Case("a", "dsml", text, tuple(tuple(range(start, 2**20)) for start in range(1, 4)))
    reading = Reading(calls=(Call("n", {"x": text}),) * 100, text=text)
    finding = msgspec.structs.replace(
        SPLIT, raw=case, case=case, shown=(Shown("a", "batch", reading),), message=text
    )
    assert len(render(msgspec.structs.replace(REPORT, findings=(finding,)))) < 3_000_000


def test_the_same_report_is_the_same_page() -> None:
    assert render(REPORT) == render(msgspec.structs.replace(REPORT))


def test_the_whole_page(snapshot: Callable[[str, str], None]) -> None:
    snapshot("report.html", render(REPORT))
    snapshot("report-failed.html", render(FAILED))
