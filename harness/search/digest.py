"""What decides a campaign, in a few digits: where it changed, what was measured before says nothing.

That is the clean references, and the parts of the harness that draw, run, judge and shrink. Verbs, reports
and what else is here decide nothing.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from harness import __version__
from harness.targets.bundled import references

if TYPE_CHECKING:
    from collections.abc import Iterator

_PARTS = (
    "cards",
    "dialects",
    "disagreement",
    "fairness",
    "generate",
    "model.py",
    "oracles",
    "proof",
    "search",
    "selftest/parses.py",
    "selftest/task.py",
    "selftest/trial.py",
    "shrink",
    "targets",
    "tokens",
    "zoo/planting.py",
)
"""Of the package."""

_SOURCES = {".py", ".go", ".mod", ".mjs", ".js", ".json"}
_TESTS = {"tests", "test", "support", "cost", "__pycache__"}


def digest() -> str:
    """Give it: 12 hexadecimal digits."""
    found = hashlib.sha256(__version__.encode())
    for name, file in _files():
        content = file.read_bytes()
        found.update(f"\0{name}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()[:12]


def _files() -> Iterator[tuple[str, Path]]:
    package = Path(__file__).resolve().parent.parent
    for part in _PARTS:
        yield from _below(package / part, package)
    for language in ("go", "node", "python"):
        yield from _below(references() / language, references())


def _below(place: Path, base: Path) -> Iterator[tuple[str, Path]]:
    files = [place] if place.is_file() else sorted(place.rglob("*"))
    for file in files:
        parts = file.relative_to(base).parts
        skipped = not _TESTS.isdisjoint(parts) or file.name.endswith("_test.go")
        if file.suffix in _SOURCES and not skipped and file.is_file():
            yield "/".join(parts), file
