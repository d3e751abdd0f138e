"""Stand-ins for the actions that our workflows use: a folder is the cache, another one holds the artifacts.

What an action would set up on a rented machine is expected of this one. An action that is not in the table,
or is in it with another version, is an error; so is an input that its stand-in does not obey.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from tests.nightly.telling import tell
from tests.nightly.workflow import NotHere

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ENVIRONMENT = ".venv"
"""Kept in the checkout from job to job: each would make the same one."""


LOOK_UP = ("git", "rev-parse", "--verify", "--end-of-options")
PACK = ("git", "archive")
UNPACK = ("tar", "-x")
LIST = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")


class Failed(Exception):
    """An action did not do what it was asked for."""


class Place:
    """Where a local run has what."""

    def __init__(self, root: Path, state: Path, commit: str | None) -> None:
        """Know the places. ``commit``: what is checked out of ``root``; None: its files as they are.

        A name is looked up once, so that all jobs are of one commit. Raises ``NotHere`` for one that is none.
        """
        self.root, self.commit = root, None
        if commit is not None:
            found = subprocess.run([*LOOK_UP, commit], cwd=root, capture_output=True, text=True, check=False)
            if found.returncode:
                raise NotHere(f"{root} has no commit {commit}")
            self.commit = found.stdout.strip()
        self.work = state / "work"
        self.cache = state / "cache"
        self.artifacts = state / "artifacts"
        self.python = state / "python"
        self.paths: list[str] = []  # folders of programs that an action has set up in this job

    def check_out(self) -> None:
        """Fill the checkout with the files of the project, as a job finds them, and with nothing else."""
        self.work.mkdir(parents=True, exist_ok=True)
        for path in self.work.iterdir():
            if path.name == ENVIRONMENT:
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        if self.commit is not None:
            packed = subprocess.run(
                [*PACK, self.commit], cwd=self.root, capture_output=True, check=True
            ).stdout
            subprocess.run(UNPACK, cwd=self.work, input=packed, check=True)
            return
        listed = subprocess.run(
            LIST,
            cwd=self.root,
            capture_output=True,
            check=True,
        ).stdout
        for name in filter(None, listed.decode().split("\0")):
            source, target = self.root / name, self.work / name
            if source.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)


def _checkout(place: Place, _given: dict[str, str]) -> dict[str, str]:
    place.check_out()
    return {}


def _python(place: Place, given: dict[str, str]) -> dict[str, str]:
    """Make a Python of its own, into which a step may install what it likes. It is kept from job to job."""
    if not place.python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(place.python)], check=True)
    place.paths.append(str(place.python / "bin"))
    return _tool(str(place.python / "bin" / "python"), "--version")(place, given)


def _tool(*command: str) -> Callable[[Place, dict[str, str]], dict[str, str]]:
    def set_up(_place: Place, given: dict[str, str]) -> dict[str, str]:
        if shutil.which(command[0]) is None:
            raise Failed(f"there is no {command[0]} on this machine")
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        wanted = next((given[name] for name in given if name.endswith("version")), "")
        tell(f"   here: {told}{f' ({wanted} is asked for)' if wanted else ''}")
        return {}

    return set_up


def _restore(place: Place, given: dict[str, str]) -> dict[str, str]:
    kept = sorted(place.cache.glob("*"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    prefixes = given.get("restore-keys", "").split()
    alike = (path for prefix in prefixes for path in kept if path.name.startswith(prefix))
    found = next((path for path in kept if path.name == given["key"]), None) or next(alike, None)
    if found is None:
        tell("   the cache has nothing of that name")
        return {"cache-hit": ""}
    shutil.copytree(found, place.work / given["path"], dirs_exist_ok=True)
    tell(f"   restored from {found.name}")
    return {"cache-hit": str(found.name == given["key"]).lower(), "cache-matched-key": found.name}


def _save(place: Place, given: dict[str, str]) -> dict[str, str]:
    source, entry = place.work / given["path"], place.cache / given["key"]
    if not source.exists():
        tell(f"   nothing to save: no {given['path']}")  # the service only warns, too
    elif entry.exists():
        tell(f"   the cache has {entry.name} already")
    else:
        shutil.copytree(source, entry)
        entry.touch()
        tell(f"   saved as {entry.name}")
    return {}


def _upload(place: Place, given: dict[str, str]) -> dict[str, str]:
    name = given.get("name", "artifact")
    entry = place.artifacts / name
    if entry.exists():
        raise Failed(f"there is an artifact {name} already")
    sources = given["path"].split()
    there = [path for source in sources for path in sorted(place.work.glob(source.rstrip("/")))]
    if not there:
        missing = given.get("if-no-files-found", "warn")
        if missing == "error":
            raise Failed(f"no files: {given['path']}")
        tell(f"   no files: {given['path']}")
        return {}
    # The service leaves out the part of the paths that all of them share.
    shared = there[0] if len(sources) == 1 and there[0].is_dir() else _shared(there)
    for source in there:
        target = entry / source.relative_to(shared)
        if source.is_dir():
            shutil.copytree(source, target, symlinks=False, dirs_exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    return {}


def _shared(paths: list[Path]) -> Path:
    parent = paths[0].parent
    while not all(path.is_relative_to(parent) for path in paths):
        parent = parent.parent
    return parent


def _download(place: Place, given: dict[str, str]) -> dict[str, str]:
    target = place.work / given.get("path", "")
    if "name" in given:
        names = [given["name"]] if (place.artifacts / given["name"]).is_dir() else []
        if not names:
            raise Failed(f"there is no artifact {given['name']}")
    else:
        there = sorted(path.name for path in place.artifacts.glob("*"))
        names = [name for name in there if fnmatchcase(name, given.get("pattern", "*"))]
    tell(f"   {len(names)} artifacts")
    apart = "name" not in given and given.get("merge-multiple") != "true"
    for name in names:
        shutil.copytree(place.artifacts / name, target / name if apart else target, dirs_exist_ok=True)
    return {}


ACTIONS: dict[str, tuple[Callable[[Place, dict[str, str]], dict[str, str]], frozenset[str]]] = {
    "actions/checkout@v4": (_checkout, frozenset()),
    "actions/setup-python@v5": (_python, frozenset({"python-version"})),
    "actions/setup-go@v5": (_tool("go", "version"), frozenset({"go-version", "cache"})),
    "actions/setup-node@v4": (_tool("node", "--version"), frozenset({"node-version"})),
    "actions/cache/restore@v4": (_restore, frozenset({"path", "key", "restore-keys"})),
    "actions/cache/save@v4": (_save, frozenset({"path", "key"})),
    "actions/upload-artifact@v4": (
        _upload,
        frozenset({"name", "path", "if-no-files-found", "retention-days"}),
    ),
    "actions/download-artifact@v4": (_download, frozenset({"name", "pattern", "path", "merge-multiple"})),
}
"""Each action with its version: what stands for it, and the inputs that this obeys, or may leave."""


def check(uses: str, given: dict[str, str]) -> None:
    """Refuse an action, or an input of it, that nothing here stands for. Raises ``NotHere``."""
    if uses not in ACTIONS:
        raise NotHere(f"nothing stands for the action {uses} here")
    for name in given:
        if name not in ACTIONS[uses][1]:
            raise NotHere(f"the stand-in for {uses} does not obey {name!r}")
