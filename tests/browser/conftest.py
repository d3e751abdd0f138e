"""A headless Chromium that looks at pages we wrote, through playwright; nothing is downloaded for it.

CHROMIUM names the program, and then it must be there and start: a missing browser fails the tests. Without
it, one of PATH is used if there is one, else the tests say why they are skipped. `.ci/run` sets it.
"""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

WIDE, NARROW = (1440, 900), (375, 700)

CONTROLS = set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u001b")

# As root there is no sandbox; the others keep a browser without a network from looking for one.
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    asked = os.environ.get("CHROMIUM")
    program = shutil.which(asked or "chromium")
    if not asked and program is None:
        pytest.skip("there is no chromium on PATH; name one with CHROMIUM=…")
    if asked:
        driver = import_module("playwright.sync_api")
    else:
        why = "pip install 'toolcall-harness[browser]' drives a chromium that is there"
        driver = pytest.importorskip("playwright.sync_api", reason=why)
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program or asked, args=FLAGS)
        yield browser
        browser.close()


class Seen:
    """A page that was opened, and what the browser complained of."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", self._request)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def open(self, html: str, folder: Path) -> Page:
        """Write a page as a file, open that, and give the page."""
        file = folder / "page.html"
        file.write_text(html, encoding="utf-8")
        self.page.goto(file.as_uri())
        self.page.wait_for_load_state("load")
        return self.page

    def check_quiet(self) -> None:
        """Nothing was asked for but the page, and there is no complaint."""
        assert self.complaints == []
        assert self.requests == [self.page.url]

    def check_harmless(self, *shown: str) -> None:
        """Text is shown as text: these words as they are, no element made of text, no control characters."""
        text = self.page.evaluate("document.body.textContent")
        assert [words for words in shown if words not in text] == []
        assert self.page.locator("script, img").count() == 0
        assert not set(text) & CONTROLS

    def check_width(self) -> None:
        """With all its details open the page is no wider than its window."""
        for closed in self.page.locator("details").all():
            closed.evaluate("element => element.open = true")
        assert self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")

    def walk(self, most: int = 500) -> list[str]:
        """Press Tab until the focus leaves the page; give the ids of the articles that the focus was in."""
        reached = []
        for _ in range(most):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement === document.body"):
                return reached
            reached.append(self.page.evaluate("document.activeElement.closest('article[id]')?.id ?? ''"))
        pytest.fail(f"the focus is still on the page after {most} times Tab")


@pytest.fixture(params=[WIDE, NARROW], ids=["wide", "narrow"])
def seen(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Seen]:
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height})
    yield Seen(context.new_page())
    context.close()
