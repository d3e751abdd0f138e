"""Mutate one part in a folder of its own and ask its tests: mutmut does the work.

The tool mutates inside functions only, and leaves alone those that have a decorator.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import resource
import shutil
import subprocess
import sys
from collections import Counter
from fnmatch import fnmatch
from typing import TYPE_CHECKING

import msgspec

from tests.mutation.mutant import Mutant, Result, Status, changed_lines, function_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.mutation.parts import Part

_COPIED = ("harness", "tests", "reference", "corpus", "docs", "README.md", "pyproject.toml")
# Those of unraisable errors and of threads collect garbage a dozen times a run, which is a third of its time.
_UNUSED = ("cacheprovider", "xdist", "unraisableexception", "threadexception")
_STATUS: dict[int | None, Status] = {
    0: "survived",
    1: "killed",
    3: "killed",
    5: "no tests",
    33: "no tests",
    -24: "timeout",
    24: "timeout",
    36: "timeout",
    152: "timeout",
    255: "timeout",
    -9: "timeout",
}
"""By exit status of a run, as mutmut 3.8 has them. -9 comes one CPU second after -24."""

_SHOW = """
import json, sys
from pathlib import Path
from mutmut.mutation.diff_apply import get_diff_for_mutant
print(json.dumps({name: get_diff_for_mutant(name, path=Path(path)) for name, path in json.load(sys.stdin)}))
"""


def trial(root: Path, part: Part, *, jobs: int, again: bool) -> Result:
    """Try all mutants of a part, or again those that survived. ``RuntimeError`` where mutmut gave up."""
    place = root / "build" / "mutation" / part.name
    if not again:
        shutil.rmtree(place, ignore_errors=True)
    _fill(root, place, part)
    if again:
        _forget_survivors(place)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "200"}
    tool = [
        sys.executable,
        "-c",
        "from mutmut.__main__ import cli; cli()",
        "run",
        "--max-children",
        str(jobs),
    ]
    with (place / "mutmut.log").open("wb") as log:
        to = None if sys.stdout.isatty() else log  # it shows a wheel that turns
        done = subprocess.run(tool, cwd=place, env=environment, check=False, stdout=to)
    if done.returncode:
        raise RuntimeError(f"mutmut ended with status {done.returncode} in {place.relative_to(root)}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return _result(place, part, spent)


def _fill(root: Path, place: Path, part: Part) -> None:
    """Copy the checkout, but for what didn't change: newer than its mutants is what the tool mutates."""
    for name in _COPIED:
        for source in [root / name] if (root / name).is_file() else (root / name).rglob("*"):
            target = place / source.relative_to(root)
            if source.is_dir() or "__pycache__" in source.parts or "node_modules" in source.parts:
                continue
            if not target.exists() or target.read_bytes() != source.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
    plugins = [*(f"no:{name}" for name in _UNUSED), "tests.mutation.quick"]
    settings = {
        "source_paths": ["harness"],
        "only_mutate": list(part.files),
        "also_copy": [name for name in _COPIED if name not in ("harness", "tests")],
        "pytest_add_cli_args": [
            *(f"-p{name}" for name in plugins),
            *(f"--deselect={name}" for name in part.without),
        ],
        "pytest_add_cli_args_test_selection": list(part.tests),
        "timeout_multiplier": 10.0,
        "use_git_change_detection": False,
    }
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    project = root / "pyproject.toml"
    (place / "pyproject.toml").write_text("\n".join([project.read_text(), "[tool.mutmut]", *lines, ""]))


def _forget_survivors(place: Path) -> None:
    """Let the tool try again what survived, and look anew at which test reaches what."""
    (place / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)
    for path in (place / "mutants").rglob("*.meta"):
        data = json.loads(path.read_bytes())
        codes = data["exit_code_by_key"]
        data["exit_code_by_key"] = {
            name: code if _STATUS.get(code) == "killed" else None for name, code in codes.items()
        }
        path.write_text(json.dumps(data))


def _result(place: Path, part: Part, spent: float) -> Result:
    counts: Counter[str] = Counter()
    unnoticed: list[tuple[str, str, Status]] = []
    for path in sorted((place / "mutants" / "harness").rglob("*.meta")):
        file = path.relative_to(place / "mutants").as_posix().removesuffix(".meta")
        if not any(fnmatch(file, pattern) for pattern in part.files):
            continue  # of an earlier run
        for name, code in json.loads(path.read_bytes())["exit_code_by_key"].items():
            status = _STATUS.get(code, "broken")
            counts[status] += 1
            if status not in ("killed", "timeout"):
                unnoticed.append((name, file, status))
    asked = json.dumps([(name, file) for name, file, _ in unnoticed]).encode()
    shown = subprocess.run(
        [sys.executable, "-c", _SHOW], cwd=place, input=asked, stdout=subprocess.PIPE, check=True
    )
    diffs = msgspec.json.decode(shown.stdout, type=dict[str, str])
    survivors = [
        Mutant(file, function_of(name), *changed_lines(diffs[name]), status)
        for name, file, status in unnoticed
    ]
    versions = {name: importlib.metadata.version(name) for name in ("mutmut", "pytest", "hypothesis")}
    return Result(
        part=part.name,
        bar=part.bar,
        mutants=counts.total(),
        counts=dict(sorted(counts.items())),
        survivors=tuple(survivors),
        cpu_seconds=round(spent, 1),
        versions={"python": platform.python_version(), **versions},
    )
