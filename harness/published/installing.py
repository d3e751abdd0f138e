"""Making the environment of a published parser, with the pinned packages and nothing else.

Built aside, in a folder whose name begins with a dot, and renamed at the end: whatever interrupts it
leaves nothing that looks installed, and the next installation removes what was left. A lock keeps two
at once apart; who comes second waits, and finds it done.

Nothing goes into the Python that the harness runs in. Python packages are installed without their
dependencies, since those of some would be gigabytes that no parser needs: the pins name all that is.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import HarnessError, ToolchainMissing
from harness.published import environments
from harness.targets import toolchain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from harness.published.environments import Record
    from harness.published.registry import Published

    Tell = Callable[[str], object]

_ELSEWHERE = ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_USER")
"""Settings of a user of pip that would put packages into another place than the environment."""
_LAST_LINES = 12  # of what an installer said, in an error
_NPM_CLI = Path("lib", "node_modules", "npm", "bin", "npm-cli.js")  # in the package that carries Node


class InstallFailed(HarnessError):
    """An environment can't be made."""


def install(parser: Published, tell: Tell) -> Record:
    """Make the environment, or find it made. ``tell`` hears of each step.

    Raises ``InstallFailed`` with the end of what the installer said, or ``ToolchainMissing``.
    """
    try:
        environments.home().mkdir(parents=True, exist_ok=True)
        with _locked(parser, tell):
            found = environments.installed(parser)
            if found is None:
                _make(parser, tell)
                found = environments.installed(parser)
    except OSError as error:
        raise InstallFailed(f"{parser.name} can't be kept in {environments.home()}: {error}") from error
    if found is None:
        raise InstallFailed(f"{parser.name} was installed and is gone again: {environments.folder(parser)}")
    return found


@contextmanager
def _locked(parser: Published, tell: Tell) -> Iterator[None]:
    """Be the only one that makes this environment. The lock goes with the process that holds it."""
    place = environments.folder(parser)
    with place.with_name(f".{place.name}.lock").open("w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            tell("somebody else is installing it: waiting")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _make(parser: Published, tell: Tell) -> None:
    place = environments.folder(parser)
    aside = f".{place.name}.building-"
    for left in place.parent.glob(f"{aside}*"):  # by somebody who was killed: the lock is ours
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=aside, dir=place.parent, ignore_cleanup_errors=True) as temporary:
        fresh = Path(temporary) / "environment"
        fill = {"python": _fill_python, "node": _fill_node}[parser.language]
        versions = fill(parser, fresh, tell)
        if versions.get(parser.package) != parser.version:
            given = versions.get(parser.package, "no version")
            raise InstallFailed(f"{parser.package} {parser.version} was asked for, {given} was installed")
        (fresh / environments.RECORD).write_bytes(environments.new_record(parser, versions))
        if place.exists():  # with other pins, or broken
            place.replace(Path(temporary) / "before")
        fresh.replace(place)


# ---------------------------------------------------------------- Python


def _fill_python(parser: Published, fresh: Path, tell: Tell) -> dict[str, str]:
    tell(f"making a virtual environment for {parser.package} {parser.version}")
    _run("venv", [sys.executable, "-m", "venv", str(fresh)], hint="is the package python3-venv installed?")
    python = str(environments.interpreter(fresh))
    pip = [python, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input"]
    tell(f"installing {_count(parser.pins)} pinned packages")
    _run(
        "pip",
        [*pip, "install", "--no-deps", "--only-binary", ":all:", "-r", str(parser.pins)],
        hint="are the package registry and these versions within reach of pip?",
    )
    listed = json.loads(_run("pip", [*pip, "list", "--format", "json"]))
    return {package["name"]: package["version"] for package in listed}


def _count(pins: Path) -> int:
    lines = pins.read_text("utf-8").splitlines()
    return sum(bool(line.strip()) and not line.lstrip().startswith("#") for line in lines)


# ---------------------------------------------------------------- Node


def _fill_node(parser: Published, fresh: Path, tell: Tell) -> dict[str, str]:
    node = toolchain.find(toolchain.NODE)
    npm = find_npm(node)
    fresh.mkdir()
    for file in sorted(parser.pins.iterdir()):
        shutil.copyfile(file, fresh / file.name)
    lock = json.loads((fresh / "package-lock.json").read_bytes())["packages"]
    tell(f"installing {parser.package} {parser.version} and {len(lock) - 2} packages that it needs")
    _run(
        "npm",
        [*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-progress"],
        folder=fresh,
        more={"PATH": f"{Path(node.path).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"},
        hint="are the package registry and these versions within reach of npm?",
    )
    versions = {}
    for place in lock:
        if place:
            package = json.loads((fresh / place / "package.json").read_bytes())
            versions[place.removeprefix("node_modules/")] = str(package["version"])
    return versions


def find_npm(node: toolchain.Toolchain) -> list[str]:
    """Say how to start npm: the one on PATH, or the one that came with Node. Raises ``ToolchainMissing``."""
    on_path = shutil.which("npm")
    if on_path:
        return [on_path]
    beside = Path(node.path).parent.parent / _NPM_CLI
    if beside.is_file():
        return [node.path, str(beside)]
    raise ToolchainMissing(
        "there is no npm, neither on PATH nor with Node",
        hint=f"pip install '{toolchain.NODE.requirement}'",
    )


# ---------------------------------------------------------------- running an installer


def _run(
    who: str,
    words: Sequence[str],
    *,
    folder: Path | None = None,
    more: Mapping[str, str] | None = None,
    hint: str = "",
) -> str:
    """Run an installer to its end and give its standard output; what it started ends with it."""
    try:
        started = subprocess.Popen(
            words,
            cwd=folder,
            env={
                **{key: value for key, value in os.environ.items() if key not in _ELSEWHERE},
                **(more or {}),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise InstallFailed(f"{who} can't be started: {error}", hint=hint) from error
    with started:
        try:
            out, err = started.communicate()
        except BaseException:
            os.killpg(started.pid, signal.SIGKILL)
            raise
    if started.returncode:
        lines = (err.strip() or out.strip()).splitlines()[-_LAST_LINES:]
        said = "".join(f"\n  {line}" for line in lines)
        raise InstallFailed(f"{who} ended with status {started.returncode}{said}", hint=hint)
    return out
