"""A test suite of somebody who has only the strategies, pytest and a parser: it finds, shrinks and pins."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SUITE = Path(__file__).with_name("user_suite.py").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
PIN = re.compile(r"^@example\(.*\)\n", re.MULTILINE)

# What Hypothesis judges by the clock depends on the machine, and its seed must not be luck's.
CALM = """
from hypothesis import HealthCheck, Phase, settings

slow = [HealthCheck.too_slow]
settings.register_profile("calm", deadline=None, derandomize=True, suppress_health_check=slow)
settings.register_profile("pins", settings.get_profile("calm"), phases=[Phase.explicit])
settings.load_profile("calm")
"""
PINS_ONLY = "--hypothesis-profile=pins"


def program(name: str) -> str:
    """Give the code block of the README whose first line names the file."""
    blocks = re.findall(r"```\w+\n(.*?)```", README, re.DOTALL)
    return next(block for block in blocks if name in block.splitlines()[0])


def a_fake(name: str) -> str:
    return f"from tests.fakes.{name} import Parser as Parser\n"


def mended(parser: str) -> str:
    """Let the README's parser hold all chunks until the text is finished."""
    feed = 'return [] if "<tool_calls>" in self.held else self.finish()'
    assert feed in parser
    return parser.replace(feed, "return []")


def run(folder: Path, parser: str, suite: str, *options: str) -> tuple[int, str]:
    (folder / "my_parser.py").write_text(parser, "utf-8")
    (folder / "test_my_parser.py").write_text(suite, "utf-8")
    (folder / "conftest.py").write_text(CALM, "utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "--rootdir=.",
            *options,
        ],
        cwd=folder,
        env={
            "PYTHONPATH": f"{folder}:{ROOT}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "HOME": str(folder),
            "COLUMNS": "4000",
        },
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def printed(page: str, test: str) -> str:
    """Give the document that Hypothesis printed, as an expression."""
    found = re.search(rf"Failing test case: {test}\(\n.*?document=(Document\(.*\)),\n", page)
    assert found, page
    return found[1]


def text_of(document: str) -> str:
    chunks = re.search(r"chunks=(\[.*?\])(?:, answer=|\))", document)
    assert chunks, document
    return "".join(eval(chunks[1], {}))  # noqa: S307 - a list of strings


def test_the_readme_shows_this_suite() -> None:
    assert program("test_my_parser.py") == SUITE
    assert len([line for line in SUITE.splitlines() if line]) <= 25


def test_the_suite_uses_nothing_but_strategies_hypothesis_and_a_parser() -> None:
    imports = re.findall(r"^(?:from|import) ([\w.]+)", SUITE, re.MULTILINE)
    assert imports == ["hypothesis", "my_parser", "harness.strategies"]


def test_it_finds_the_bug_of_the_readmes_parser_shrinks_it_and_pins_it(tmp_path: Path) -> None:
    parser = program("my_parser.py")
    chunks = "test_chunks_do_not_matter"
    status, page = run(tmp_path, parser, PIN.sub("", SUITE), "-k", chunks)
    assert status == 1, page
    small = printed(page, chunks)
    assert len(text_of(small)) <= 120

    pinned = PIN.sub("", SUITE).replace(f"def {chunks}", f"@example({small})\ndef {chunks}")
    status, page = run(tmp_path, parser, pinned, "-k", chunks, PINS_ONLY)
    assert status == 1, page
    assert f"document={small}" in page

    status, page = run(tmp_path, mended(parser), pinned, "-k", chunks)
    assert status == 0, page
    # The pin that the page shows is of the same bug.
    assert run(tmp_path, parser, SUITE, "-k", chunks, PINS_ONLY)[0] == 1
    assert run(tmp_path, parser, PIN.sub("", SUITE), "-k", chunks, PINS_ONLY)[0] == 0
    assert run(tmp_path, mended(parser), SUITE, "-k", chunks)[0] == 0


@pytest.mark.parametrize(
    "fake",
    ["cut_opener", *(pytest.param(name, marks=pytest.mark.full) for name in ("eager_type", "doubled_text"))],
)
def test_it_finds_and_shrinks_a_planted_bug(fake: str, tmp_path: Path) -> None:
    test = "test_the_answer_is_the_one_that_was_written"
    status, page = run(tmp_path, a_fake(fake), SUITE, "-k", test)
    assert status == 1, page
    assert len(text_of(printed(page, test))) <= 200


def test_a_right_parser_passes_the_whole_suite(tmp_path: Path) -> None:
    status, page = run(tmp_path, a_fake("clean"), SUITE)
    assert status == 0, page
    assert "2 passed" in page
