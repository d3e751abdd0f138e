"""Making a leaderboard: self-checks, policies by probe, a trial and failures of each, agreement."""

from __future__ import annotations

import shlex
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, structs

from harness import __version__
from harness.errors import HarnessError, ReportError, TargetUnavailable, UsageError
from harness.events import TargetFacts
from harness.fairness import text_class
from harness.fairness.cuts import CUTS
from harness.fairness.texts import TEXTS
from harness.leaderboard.board import SCHEMA, Board, Parser, Timing
from harness.leaderboard.failures import CASE_PREFIX, Failures
from harness.leaderboard.matrix import matrix
from harness.leaderboard.trial import case_of, try_out
from harness.oracles import CLAIMS
from harness.probe import policyfile
from harness.probe.probing import Table, probe
from harness.published import self_check
from harness.report.casefile import CASES
from harness.targets.target import Target

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from harness.search.investigate import Save
    from harness.search.plan import Plan

T = TypeVar("T")

POLICIES = "policies.json"
"""Name of the file of probed answers, in the folder of the leaderboard. Commands name it."""


FILES = ("index.html", "leaderboard.md", "leaderboard.json", POLICIES)
"""What is written into the folder, beside the cases."""


def prepare(folder: Path) -> None:
    """Make the folder, and take away what an earlier leaderboard wrote there, and nothing else."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file in [*(folder / name for name in FILES), *(folder / CASES).glob(f"{CASE_PREFIX}*.json")]:
            file.unlink(missing_ok=True)
        (folder / POLICIES).touch()  # tried now: an hour of work must not end at a folder without access
        (folder / POLICIES).unlink()
    except OSError as error:
        reason = error.strerror or error
        raise ReportError(
            f"{folder}: can't be written: {reason}", hint="choose another with --out"
        ) from error


class Refused(Struct, frozen=True):
    """A parser of which nothing is said, and why."""

    name: str
    message: str
    hint: str = ""
    stderr: str = ""


class Ready(Struct, frozen=True):
    """A parser whose adapter does what it should."""

    name: str
    checks: int
    facts: TargetFacts
    table: Table


class Making:
    """One leaderboard in the making. The plan has all its targets; each trial gets one of them."""

    def __init__(self, plan: Plan, save: Save, tell: Callable[[str], None]) -> None:
        """``save`` writes a case into the folder; ``tell`` hears of progress."""
        self._plan = plan
        self._save = save
        self._tell = tell
        self.refused: list[Refused] = []

    def make(self) -> Board | None:
        """Make it of all parsers that can be relied on; None if there is none. Others are in ``refused``."""
        plan = self._plan
        started, clock = datetime.now(UTC), time.monotonic()
        file = plan.out / POLICIES
        checked = [self._guarded(name, self._ready) for name in plan.targets]
        ready = [one for one in checked if one is not None]
        for one in ready:
            policyfile.write(file, one.name, [one.table])
        tried = [self._guarded(one.name, self._tried(one)) for one in ready]
        parsers = [one for one in tried if one is not None]
        if not parsers:
            return None
        names = [parser.name for parser in parsers]
        agreement = matrix(plan, names, self._tell)
        classes = [text_class(case_of(plan, index)) for index in range(plan.cases or 0)]
        return Board(
            schema=SCHEMA,
            harness=__version__,
            dialect=plan.dialect,
            seed=plan.seed,
            cases=plan.cases or 0,
            tokenizer=plan.tokenizer,
            oracles=plan.oracles,
            claims={name: CLAIMS[name] for name in plan.oracles},
            texts={name: classes.count(name) for name in TEXTS},
            text_classes=TEXTS,
            cut_classes=CUTS,
            parsers=tuple(parsers),
            agreement=agreement,
            command=_command(plan, names),
            timing=Timing(started.isoformat(timespec="seconds"), round(time.monotonic() - clock, 1)),
        )

    def _guarded(self, name: str, step: Callable[[str], T]) -> T | None:
        """Refuse the parser where a step finds that it, or its adapter, did not do its part."""
        try:
            return step(name)
        except TargetUnavailable as error:
            self.refused.append(Refused(name, error.message, error.hint, error.stderr))
        except UsageError:
            raise
        except HarnessError as error:
            self.refused.append(Refused(name, error.message, error.hint))
        return None

    def _ready(self, name: str) -> Ready:
        self._tell(f"{name}: checking the adapter")
        checks = self_check(name)
        failed = [check for check in checks if not check.passed]
        if failed:
            told = "; ".join(f"{check.id}: {check.message}" for check in failed)
            raise TargetUnavailable(
                name,
                f"its self-check failed, so nothing is said of it: {told}",
                hint=f"toolcall-harness targets -t {shlex.quote(name)} shows the whole check",
            )
        plan = self._plan
        with Target(name, plan.limits) as target:
            if plan.dialect not in target.hello.dialects:
                spoken = ", ".join(target.hello.dialects) or "none"
                raise HarnessError(f"it does not read the dialect {plan.dialect}", hint=f"it reads: {spoken}")
            self._tell(f"{name}: probing its policies")
            return Ready(name, len(checks), target.facts(plan.dialect), probe(target, plan.dialect))

    def _tried(self, ready: Ready) -> Callable[[str], Parser]:
        def work(name: str) -> Parser:
            file = self._plan.out / POLICIES
            configured = policyfile.read(file)
            plan = structs.replace(self._plan, targets=(name,), configured=configured, policy_file=str(file))
            tried = try_out(plan, self._tell)
            with Failures(plan, self._save, file) as failures:
                found = failures.look(tried, self._tell)
            facts, dialect = ready.facts, plan.dialect
            return Parser(
                name=name,
                reported_name=facts.reported_name,
                version=facts.version,
                language=facts.language,
                library_version=facts.library_version,
                modes=facts.modes,
                cuts=facts.cuts,
                checks=ready.checks,
                cases=tried.stats.cases,
                parses=tried.stats.parses.get(name, 0),
                failing=tried.failing,
                judged={oracle: tried.stats.judged.get(oracle, 0) for oracle in plan.oracles},
                counts=tried.counts(),
                stances={**facts.policies, **configured.get(name, {}).get(dialect, {})},
                probed=ready.table.answers,
                failures=found,
                flaky=failures.flaky,
            )

        return work


def _command(plan: Plan, names: list[str]) -> str:
    words = ["toolcall-harness", "leaderboard", "-d", plan.dialect]
    for name in names:
        words += ["-t", name]
    for oracle in plan.asked:
        words += ["--oracle", oracle]
    words += ["--cases", str(plan.cases), "--seed", str(plan.seed)]
    words += ["--tokenizer", plan.tokenizer or "none"]
    return shlex.join(words)
