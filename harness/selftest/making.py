"""A whole selftest: all bugs planted first, then the trials that are not done yet, then the score."""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec import Struct

from harness import __version__
from harness.errors import HarnessError, ReportError
from harness.generate import VERSION
from harness.report import atomic
from harness.search.digest import digest
from harness.selftest import markdown, pool, scoring
from harness.selftest.keeping import kept
from harness.selftest.score import SCHEMA, BugScore, Selftest, Timing, render
from harness.selftest.task import CLEAN, Settings, digest_of, tasks
from harness.targets import commands, toolchain
from harness.targets.names import resolve
from harness.zoo.bug import Bug

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.selftest.score import Trial
    from harness.selftest.task import Task

RESULT, PAGE = "selftest.json", "README.md"
"""What is written into the folder."""


class Listener(Protocol):
    """Hears how far a selftest is."""

    def note(self, line: str) -> None:
        """Hear of something in a sentence."""

    def bug(self, score: BugScore) -> None:
        """Hear of a bug whose repeats are all done."""

    def clean(self, trial: Trial) -> None:
        """Hear of a campaign on clean parsers."""

    def failed(self, error: HarnessError) -> None:
        """Hear of a trial that could not be done."""


class Wanted(Struct, frozen=True):
    """What is asked for."""

    bugs: tuple[Bug, ...]
    repeats: int
    settings: Settings
    jobs: int
    out: Path
    command: str  # makes it again


def unplanted(bugs: Sequence[Bug], *, clean: bool) -> list[HarnessError]:
    """Plant all bugs, and build what has to be; give what went wrong, for each that can't be.

    Before anything is measured: a patch that no longer applies must not cost an hour first, and what is
    compiled is not in the time of a trial.
    """
    wrong = []
    clean_too = CLEAN if clean else ()
    for name in dict.fromkeys([*clean_too, *(name for bug in bugs for name in bug.targets)]):
        try:
            commands.command(resolve(name))
        except HarnessError as error:
            wrong.append(error)
    return wrong


def before(out: Path) -> tuple[scoring.Once, ...]:
    """Read of the result that is kept in a folder what it found; nothing if there is none.

    Raises ``ReportError`` for a file that can't be read: a result that nobody compares with is no gate.
    """
    path = out / RESULT
    try:
        return msgspec.json.decode(path.read_bytes(), type=scoring.Before).bugs
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.DecodeError) as error:
        raise ReportError(f"{path}: no result of a selftest: {error}", hint="take it away") from error


def make(wanted: Wanted, hear: Listener) -> Selftest | None:
    """Do all trials that are not done yet, and sum up. None if some could not be done: that is no score.

    What is done is kept, also when this is interrupted.
    """
    started = datetime.now(UTC)
    earlier = before(wanted.out)
    made = digest()
    asked = tasks(wanted.bugs, wanted.repeats, wanted.settings)
    with kept(wanted.out, wanted.settings, made) as store:
        if store.anew:
            hear.note(f"{wanted.out}: trials that were kept there are not gone on with: {store.anew}")
        done = {(task.name, task.repeat): trial for task in asked if (trial := store.get(task)) is not None}
        if done:
            hear.note(f"{len(done)} of {len(asked)} trials are done already")
        progress = _Progress(wanted, asked, done, hear)
        open_ = [task for task in asked if (task.name, task.repeat) not in done]
        complete = True
        for came in pool.run(open_, wanted.jobs):
            if isinstance(came, pool.Failed):
                complete = False
                hear.failed(came.error)
                continue
            store.add(came)
            progress.take(came)
    if not complete:
        return None
    scores = tuple(_score(bug, wanted.repeats, done) for bug in wanted.bugs)
    clean = tuple(done[task.name, task.repeat] for task in asked if not task.planted)
    return Selftest(
        schema=SCHEMA,
        harness=__version__,
        versions=_versions(wanted),
        digest=made,
        seed=wanted.settings.seed,
        repeats=wanted.repeats,
        options=wanted.settings.shown,
        totals=scoring.totals(scores, clean),
        lost=scoring.lost(earlier, scores),
        bugs=scores,
        clean=clean,
        command=wanted.command,
        timing=Timing(
            started.isoformat(timespec="seconds"),
            round(sum(trial.timing.search + trial.timing.investigate for trial in done.values()), 1),
        ),
    )


def _versions(wanted: Wanted) -> dict[str, str]:
    """Give the versions of what ran, beside the harness's own."""
    ran = {bug.language for bug in wanted.bugs} | ({*CLEAN} if wanted.settings.clean_cases else set())
    versions = {"generator": str(VERSION), "python": platform.python_version()}
    if "go" in ran:
        versions["go"] = toolchain.find(toolchain.GO).version
    if "node" in ran:
        versions["node"] = toolchain.find(toolchain.NODE).version
    return versions


def write(out: Path, result: Selftest) -> None:
    """Write both files. Raises ``ReportError``."""
    atomic.write(out / RESULT, render(result))
    atomic.write(out / PAGE, markdown.render(result).encode())


class _Progress:
    """Tells of each bug when its last repeat is done, in the order in which that happens."""

    def __init__(
        self,
        wanted: Wanted,
        asked: Sequence[Task],
        done: dict[tuple[str, int], Trial],
        hear: Listener,
    ) -> None:
        self._bugs = {bug.name: bug for bug in wanted.bugs}
        self._repeats = wanted.repeats
        self._done = done
        self._hear = hear
        for name in dict.fromkeys(task.name for task in asked):
            self._tell(name)

    def take(self, trial: Trial) -> None:
        self._done[trial.name, trial.repeat] = trial
        if trial.name in self._bugs:
            self._tell(trial.name)
        else:
            self._hear.clean(trial)

    def _tell(self, name: str) -> None:
        bug = self._bugs.get(name)
        if bug is not None and all((name, 1 + i) in self._done for i in range(self._repeats)):
            self._hear.bug(_score(bug, self._repeats, self._done))


def _score(bug: Bug, repeats: int, done: dict[tuple[str, int], Trial]) -> BugScore:
    return scoring.bug_score(bug, digest_of(bug), [done[bug.name, 1 + i] for i in range(repeats)])
