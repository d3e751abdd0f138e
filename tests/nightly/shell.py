"""The command of one step: in the shell that the service would use, and with the files that it gives."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from tests.nightly.telling import tell
from tests.nightly.workflow import NotHere

if TYPE_CHECKING:
    from pathlib import Path

SHELL = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c")

OWN = ("PYTHON", "VIRTUAL_ENV", "PYTEST", "COV_")
"""Beginnings of variables that are of the process that runs all this, and not of a step."""

_FILES = ("output", "env", "path", "step_summary")


class Done(NamedTuple):
    """How a command ended, and what it wrote for the steps behind it."""

    status: int
    outputs: dict[str, str]
    env: dict[str, str]
    paths: list[str]
    summary: str


def run(script: str, work: Path, environ: dict[str, str], minutes: float) -> Done:
    """Run a script in a checkout. Raises ``NotHere`` for what it wrote in a form that is not read here."""
    files = work.parent / "files"
    shutil.rmtree(files, ignore_errors=True)
    files.mkdir(parents=True)
    for name in _FILES:
        (files / name).touch()
    work.mkdir(parents=True, exist_ok=True)
    whole = {
        **{name: said for name, said in os.environ.items() if not name.startswith(OWN)},
        "CI": "true",
        "GITHUB_ACTIONS": "true",
        "GITHUB_WORKSPACE": str(work),
        "RUNNER_TEMP": str(files),
        **{f"GITHUB_{name.upper()}": str(files / name) for name in _FILES},
        **environ,
    }
    status = _ended([*SHELL, script], work, whole, minutes)
    outputs, env, paths, summary = ((files / name).read_text("utf-8") for name in _FILES)
    return Done(status, _pairs(outputs), _pairs(env), paths.split(), summary)


def _pairs(text: str) -> dict[str, str]:
    found = {}
    for line in text.splitlines():
        name, sign, said = line.partition("=")
        if not sign or "<<" in name:
            raise NotHere(f"a step wrote {line!r} where NAME=VALUE is due")
        found[name] = said
    return found


def _ended(words: list[str], folder: Path, environ: dict[str, str], minutes: float) -> int:
    """Run a command and all that it starts for so many minutes at most. Nothing of it is left."""
    process = subprocess.Popen(
        words, cwd=folder, env=environ, stdin=subprocess.DEVNULL, start_new_session=True
    )
    try:
        status = process.wait(timeout=minutes * 60)
    except subprocess.TimeoutExpired:
        tell(f"   stopped: {minutes} minutes are over")
        status = 124
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return status if status >= 0 else 128 - status
