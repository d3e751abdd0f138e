"""Writes measured difficulties into the heads of the zoo: ``python -m harness.selftest.grading [FILE]``.

FILE is a ``selftest.json``, by default that of ``reports/selftest``. A bug that is not in it, or was another
one when it was measured, is "unmeasured". The score goes into the README.md of the folder in which this runs,
where that has a line for it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from harness.errors import HarnessError, ReportError
from harness.report import atomic
from harness.selftest.markdown import headline
from harness.selftest.score import Selftest
from harness.selftest.task import digest_of
from harness.zoo.bug import BUGS, zoo

if TYPE_CHECKING:
    from collections.abc import Mapping

    from harness.zoo.bug import Bug, Difficulty

KEPT = Path("reports/selftest/selftest.json")
README = Path("README.md")

_LINE = re.compile(r'^difficulty = ".*"\n', re.MULTILINE)
_SCORE = re.compile(r"\*\*[^*]* planted bugs? found[^*]*\*\*")
_TABLE = re.compile(r"^\[", re.MULTILINE)


def load(path: Path) -> Selftest:
    """Read a whole result. Raises ``ReportError``."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Selftest)
    except (OSError, msgspec.DecodeError) as error:
        raise ReportError(f"{path}: no result of a selftest: {error}", hint="selftest makes one") from error


def measured(result: Selftest, bugs: Mapping[str, Bug]) -> dict[str, Difficulty]:
    """Give the class of each bug, as it was measured; a bug with another digest was not."""
    known = {score.name: score for score in result.bugs}
    return {
        name: known[name].difficulty
        if name in known and known[name].digest == digest_of(bug)
        else "unmeasured"
        for name, bug in bugs.items()
    }


def graded(content: str, difficulty: Difficulty) -> str:
    """Give the file of a bug with this class in its head: the last line before the first table."""
    table = _TABLE.search(content)
    end = table.start() if table else len(content)
    head = _LINE.sub("", content[:end]).rstrip("\n")
    return f'{head}\ndifficulty = "{difficulty}"\n\n{content[end:]}'


def grade(path: Path, folder: Path = BUGS) -> list[str]:
    """Write the classes of a result into the heads, and name the bugs whose head is another one now."""
    bugs = zoo()
    changed = []
    for name, difficulty in measured(load(path), bugs).items():
        if bugs[name].head.difficulty != difficulty:
            file = folder / bugs[name].language / f"{name}.patch"
            atomic.write(file, graded(file.read_bytes().decode("utf-8"), difficulty).encode())
            changed.append(name)
    return changed


def scored(page: str, line: str) -> str:
    """Give the text of a page with this score where it has one: a bold sentence."""
    return _SCORE.sub(lambda _: f"**{line}.**", page)


def main() -> int:
    """Do it, and say what changed."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else KEPT
    try:
        changed = grade(path)
        if README.is_file():
            page = README.read_bytes().decode("utf-8")
            atomic.write(README, scored(page, headline(load(path))).encode())
    except HarnessError as error:
        sys.stderr.write(f"error: {error.message}\n")
        return 2
    sys.stdout.write(f"{len(changed)} heads changed{': ' if changed else ''}{', '.join(changed)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
