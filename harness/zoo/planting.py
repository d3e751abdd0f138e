"""Planting: the reference with one bug, in the user's cache, apart from the clean sources.

The copy gets a name made of the sources and the patch, by a rename: what two processes plant at once is the
same, and nobody ever runs half of it. A patch that no longer applies is an error, never a clean parser.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import TargetUnavailable
from harness.targets import bundled, toolchain
from harness.targets.names import Command

if TYPE_CHECKING:
    from harness.zoo.bug import Bug

NOT_COPIED = ("tests", "test", "support", "cost", "__pycache__", "*_test.go", "*.md")
"""Patterns of what is beside a reference and no part of it."""


def command(bug: Bug) -> Command:
    """Say how to start the parser that has the bug.

    Raises ``TargetUnavailable`` where the patch does not apply, and ``ToolchainMissing``.
    """
    home = planted(bug)
    if bug.language == "python":
        return Command((sys.executable, str(home / "adapter.py")))
    if bug.language == "node":
        return Command((toolchain.find(toolchain.NODE).path, str(home / "adapter.mjs")))
    return Command((str(bundled.go_binary(home)),), {"GOMAXPROCS": "1"})


def planted(bug: Bug) -> Path:
    """Give the folder of the reference with this bug in it, made if it is not in the cache."""
    sources = bundled.references() / bug.language
    home = bundled.cache() / "zoo" / bug.name / _key(sources, bug)
    if home.is_dir():
        return home
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home.parent) as folder:
            fresh = Path(folder) / "fresh"
            shutil.copytree(sources, fresh, ignore=shutil.ignore_patterns(*NOT_COPIED))
            _apply(bug, fresh)
            try:
                fresh.rename(home)
            except OSError:
                if not home.is_dir():  # else somebody else has just planted the same
                    raise
    except OSError as error:
        raise TargetUnavailable(bug.target, f"can't be planted in {bundled.cache()}: {error}") from error
    return home


def _apply(bug: Bug, folder: Path) -> None:
    environ = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        "GIT_CEILING_DIRECTORIES": str(folder.parent.resolve()),  # one around the cache is not ours
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    git = shutil.which("git")
    if git is None:
        raise TargetUnavailable(bug.target, "planting takes git, which is not on PATH")
    done = subprocess.run(
        [git, "apply", "--whitespace=nowarn", "-"],
        cwd=folder,
        env=environ,
        input=bug.patch.encode(),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        told = done.stderr.decode(errors="replace").strip()
        raise TargetUnavailable(
            bug.target,
            f"the patch no longer applies to the {bug.language} reference: {told}",
            hint="make it anew against the sources as they are; docs/zoo.md says how",
        )


def _key(sources: Path, bug: Bug) -> str:
    digest = hashlib.sha256(bug.patch.encode())
    skipped = shutil.ignore_patterns(*NOT_COPIED)
    for folder, folders, files in os.walk(sources):
        left_out = skipped(folder, [*folders, *files])
        folders[:] = sorted(set(folders) - left_out)
        for name in sorted(set(files) - left_out):
            path = Path(folder) / name
            content = path.read_bytes()
            digest.update(f"\0{path.relative_to(sources).as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()[:20]
