"""Exported files: formatted as each formatter would, and what they feed is exactly what was exported."""

from __future__ import annotations

import functools
import re
import subprocess
import sys
from pathlib import Path

import pytest
from exported_runs import ECHO, HOSTILE, ROOT, exported, kept_findings, run, tool

from harness.export import FORMATS, Exported
from harness.export.sources import gather


@functools.cache
def all_there_is(form: str) -> tuple[Exported, ...]:
    """Give what is of every kind: findings, and some fixtures."""
    files = sorted((ROOT / "corpus" / "regressions").glob("*.json"))[::6]
    fixtures = gather(files, {}).found
    return tuple([one for one in (HOSTILE, *kept_findings(), *fixtures) if not FORMATS[form].refuses(one)])


def written(form: str, folder: Path) -> list[Path]:
    for name, data in FORMATS[form].write(all_there_is(form)).items():
        (folder / name).write_bytes(data)
    return sorted(folder.iterdir())


def test_files_for_pytest_are_as_ruff_formats_them_without_settings(tmp_path: Path) -> None:
    ruff = Path(sys.executable).with_name("ruff")
    if not ruff.exists():
        pytest.skip("ruff is not here: make lint brings it")
    files = written("pytest", tmp_path)
    done = subprocess.run(
        [ruff, "format", "--isolated", "--check", *files], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_files_for_go_are_as_gofmt_formats_them(tmp_path: Path) -> None:
    files = written("go", tmp_path)
    gofmt = Path(tool("go")).with_name("gofmt")
    done = subprocess.run([gofmt, "-l", *files], capture_output=True, text=True, check=True)
    assert done.stdout == ""


def test_files_for_node_keep_to_what_prettier_does_without_settings(tmp_path: Path) -> None:
    """Its rules for what tests are made of. (The two files beside them never change.)"""
    for file in [file for file in written("node", tmp_path) if file.name.endswith(".test.mjs")]:
        text = re.sub(r"String\.raw`[^`]*`", "String.raw``", file.read_text("ascii"))  # left as they are
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
        assert "\n\n\n" not in text
        for line in text.splitlines():
            code = "" if line.startswith("//") else line
            assert code == code.rstrip()
            assert "\t" not in code
            assert not re.match(r"(  )* [^ *]", code), line  # two blanks a level
            alone = re.fullmatch(r"""\s*(["']).*\1[;,]""", code)  # a literal has no place to break
            assert len(code) <= 80 or alone, line
            if alone:
                body = code.strip()[1:-2]
                doubles, singles = body.count('"'), body.count("'")
                assert alone[1] == ("'" if doubles > singles else '"'), line
        assert re.search(r"^const text(_1)? =( [^\n]+|\n  [^\n]+);$", text, re.MULTILINE)
        for rest in re.findall(r"^const text(?:_\d)? =\n  ([^\n]+)$", text, re.MULTILINE):
            assert len("const text_1 = ") + len(rest) > 80  # broken only where it does not fit


@pytest.mark.parametrize("form", ["pytest", "go", "node", "issue"])
def test_files_are_ascii_and_the_same_each_time(form: str) -> None:
    these = all_there_is(form)
    one = FORMATS[form].write(these)
    assert one == FORMATS[form].write(these[::-1])
    for name, data in one.items():
        if form != "issue":
            assert data.decode("ascii").replace("\n", "").replace("\t", "").isprintable(), name


@pytest.mark.parametrize(
    "form",
    ["node", pytest.param("go", marks=pytest.mark.full), pytest.param("pytest", marks=pytest.mark.full)],
)
def test_a_seam_that_is_not_filled_in_fails_every_test(form: str, tmp_path: Path) -> None:
    folder = exported(form, [HOSTILE], tmp_path / form)
    for name, data in FORMATS[form].write([HOSTILE]).items():
        (folder / name).write_bytes(data)
    assert run(form, folder, [HOSTILE], {"hostile": ECHO}) == {"hostile": False}
    assert not (folder / "hostile.log").exists()
