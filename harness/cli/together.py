"""Options of a campaign that don't go together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.corpus import kept
from harness.errors import UsageError
from harness.search.plan import BATCH

if TYPE_CHECKING:
    from harness.search.plan import Plan


def check(plan: Plan) -> None:
    """Say what is in the way of a campaign that was asked for.

    Raises ``UsageError``, and ``HarnessError`` where a package is missing or a corpus can't be read.
    """
    names = plan.targets
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"the target {twice} is given twice", hint="a target is compared with others, once")
    if "agreement" in plan.asked and len(names) < 2:
        raise UsageError("the oracle agreement needs two targets", hint="add -t python, for example")
    _check_shard(plan)
    if plan.engine == "seeded":
        _seeded(plan)
    else:
        _guided(plan)
    if plan.corpus is not None and plan.corpus.is_dir():
        kept.read(plan.corpus)  # what is wrong with it is told before anything is begun, or taken away


def _check_shard(plan: Plan) -> None:
    number, of = plan.shard
    if of > 1 and plan.max_findings is not None:
        raise UsageError("--max-findings and --shard don't go together: a shard knows only its own findings")
    if plan.cases is not None and plan.first >= plan.cases:
        raise UsageError(
            f"shard {number}/{of} has nothing to do: {plan.cases:,} cases are too few",
            hint=f"a shard does {BATCH} cases at a time: fewer shards, or more --cases",
        )


def _seeded(plan: Plan) -> None:
    if plan.watched:
        raise UsageError("--watch goes with --engine atheris")
    if plan.corpus is not None and plan.search == "plain":
        raise UsageError("--corpus goes with --search disagreement, and with --engine atheris")


def _guided(plan: Plan) -> None:
    """Check what goes with an engine that is guided by coverage."""
    from harness.engines.asking import check as check_targets

    engine = plan.engine
    if plan.shard != (1, 1):
        raise UsageError(f"--shard and --engine {engine} don't go together: it has no batches to share out")
    if plan.cluster is not None:
        raise UsageError(f"--cluster and --engine {engine} don't go together")
    for package in plan.watched:
        if not all(part.isidentifier() for part in package.split(".")):
            raise UsageError(
                f"--watch {package!r}: no name of a package", hint="as in an import: package.module"
            )
    if plan.search != "plain":
        raise UsageError(f"--search {plan.search} and --engine {engine} don't go together")
    check_targets(plan.targets, plan.asked)
