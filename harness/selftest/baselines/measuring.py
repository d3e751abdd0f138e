"""All methods on all Python bugs. What is done is kept, one a line: a run goes on where it stopped."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import ReportError
from harness.report import jsontext
from harness.search.digest import digest
from harness.selftest.baselines import running
from harness.selftest.baselines.comparison import compared, not_run, reasons
from harness.selftest.baselines.page import costs
from harness.selftest.baselines.record import CAP, METHODS, NEEDS, Method, Try, derived_seed
from harness.selftest.baselines.running import Wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from harness.selftest.score import Baseline, BugScore

FILE = "baselines.jsonl"
"""The searches that are done, in the folder of the report."""

LANGUAGE = "python"
"""Of the bugs: Atheris must have the parser in its process, and the others are held to the same bugs."""


def measure(
    bugs: Sequence[BugScore],
    *,
    seed: int,
    jobs: int,
    out: Path,
    tell: Callable[[str], None],
    methods: Iterable[Method] = tuple(METHODS),
) -> tuple[Baseline, ...]:
    """Run the methods on the Python bugs among these, and hold them against their medians.

    A method whose package is not installed is told as not run. Raises ``HarnessError`` for a search that
    could not be done, and ``ReportError`` where what is done can't be kept.
    """
    ours = [score for score in bugs if score.language == LANGUAGE]
    chosen = list(methods)
    versions = {method: _version(method) for method in chosen}
    for method, version in versions.items():
        if version is None:
            tell(f"{method}: not run: {_missing(method)}")
    decided = _digest()
    wanted = [
        _wanted(method, score, seed, f"{decided}\0{version}")
        for method, version in versions.items()
        if version is not None
        for score in ours
    ]
    done = _kept(out, wanted)
    if done:
        tell(f"{len(done)} of {len(wanted)} searches of baselines are done already")
    for tried in running.run([one for one in wanted if (one.method, one.bug) not in done], jobs):
        done[tried.method, tried.bug] = tried
        _keep(out, tried)
        tell(_line(tried))
    made = tuple(
        [
            not_run(method, _missing(method))
            if versions[method] is None
            else compared(method, ours, {one.name: done[method, one.name] for one in ours}, reasons())
            for method in chosen
        ]
    )
    for line in costs(made):
        tell(line)
    return made


def _wanted(method: Method, score: BugScore, seed: int, decided: str) -> Wanted:
    made = hashlib.sha256(f"{decided}\0{score.digest}\0{CAP}".encode()).hexdigest()[:12]
    return Wanted(method, score.name, derived_seed(seed, method, score.name), CAP, made)


def _version(method: Method) -> str | None:
    """Give the version of the package that a method needs: it decides what is drawn. Empty if none is."""
    if method not in NEEDS:
        return ""
    try:
        return importlib.metadata.version(NEEDS[method])
    except importlib.metadata.PackageNotFoundError:
        return None


def _missing(method: Method) -> str:
    return f"{NEEDS[method]} is not installed"


def _digest() -> str:
    """Give what decides a search beside the bug: the harness, and this package."""
    found = hashlib.sha256(digest().encode())
    for path in sorted(Path(__file__).parent.iterdir()):
        if path.suffix in {".py", ".toml"} and path.name != "reasons.toml":
            found.update(path.read_bytes())
    return found.hexdigest()


def _line(tried: Try) -> str:
    how = f"found after {tried.parses:,} parses ({tried.oracle})" if tried.found else "not found"
    return f"{tried.method:<22} {tried.bug:<40} {how}{', ' if tried.note else ''}{tried.note}"


# ---------------------------------------------------------------- what is done


def _kept(out: Path, wanted: Iterable[Wanted]) -> dict[tuple[Method, str], Try]:
    """Read what is done of what is wanted. A last line that was torn is taken away."""
    path = out / FILE
    try:
        content = path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) < len(content):
            os.truncate(path, len(whole))
        tries = [jsontext.read_line(line.decode("utf-8", "replace"), Try) for line in whole.splitlines()]
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ReportError(f"{path}: no file of searches: {error}", hint="take it away") from error
    known = {(one.method, one.bug, one.seed, one.digest): one for one in tries}
    return {
        (one.method, one.bug): known[key]
        for one in wanted
        if (key := (one.method, one.bug, one.seed, one.digest)) in known
    }


def _keep(out: Path, tried: Try) -> None:
    path = out / FILE
    try:
        out.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(jsontext.line(tried).encode("ascii") + b"\n")
    except OSError as error:
        raise ReportError(
            f"{path}: can't be written: {error.strerror}", hint="choose another --out"
        ) from error
