"""The shards of one campaign put together: their journals make the journal of the whole.

Then the campaign is gone through once more, as after a kill. What the shards investigated is taken from them.
What the whole has to investigate and no shard did, is investigated then, on the targets themselves.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from msgspec import structs

from harness.errors import UsageError
from harness.events import added
from harness.journal.file import JournalFile
from harness.search.journal import Sums

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from harness.search.plan import Plan


def merged(folders: Sequence[Path], out: Path, *, made_by: str) -> JournalFile:
    """Make the journal of the whole in the folder ``out``.

    Raises ``UsageError`` where the folders are not all the shards of one campaign, each of them finished, and
    ``ReportError`` where one can't be read.
    """
    with ExitStack() as stack:
        shards = {folder: stack.enter_context(JournalFile.resume(folder)) for folder in folders}
        _check(shards, made_by)
        ordered = sorted(shards.values(), key=lambda shard: shard.begun.plan.shard)
        first = ordered[0]
        plan = structs.replace(first.begun.plan, out=out, shard=(1, 1), jobs=1, cluster=None)
        whole = stack.enter_context(JournalFile.begin(out, plan, made_by=made_by))
        whole.introduce(first.facts)
        if first.ahead is not None:
            whole.went_ahead(first.ahead)
        for shard in ordered:
            whole.adopt(shard, _both(whole.sums, shard.sums))
        whole.end("finished", whole.sums.seconds)
    return JournalFile.resume(out)


def _both(one: Sums, other: Sums) -> Sums:
    return Sums(
        max(one.next, other.next),
        one.stats + other.stats,
        added(one.cells, other.cells),
        one.generate_seconds + other.generate_seconds,
        one.judge_seconds + other.judge_seconds,
        max(one.seconds, other.seconds),  # they ran side by side
    )


def _check(shards: dict[Path, JournalFile], made_by: str) -> None:
    """Refuse what is not all the shards of one campaign, done."""
    (place, first), *others = shards.items()
    of = first.begun.plan.shard[1]
    for folder, shard in shards.items():
        if shard.begun.made_by != made_by:
            raise UsageError(
                f"{folder}: another version of the harness made this shard", hint="merge with that version"
            )
        if shard.sums.ended != "finished":
            state = shard.sums.ended or "killed, or never ended"
            raise UsageError(
                f"{folder}: this shard is not finished: {state}",
                hint=f"finish it: toolcall-harness run --resume {folder}",
            )
    for folder, other in others:
        unlike = _unlike(first.begun.plan, other.begun.plan)
        if unlike:
            raise UsageError(f"{folder} and {place} are of different campaigns: they differ in {unlike}")
        if other.facts != first.facts:
            raise UsageError(f"{folder} and {place} ran other targets, or other versions of them")
    numbers = [shard.begun.plan.shard[0] for shard in shards.values()]
    twice = next((number for number in numbers if numbers.count(number) > 1), None)
    if twice is not None:
        raise UsageError(f"shard {twice}/{of} is given twice")
    missing = sorted(set(range(1, of + 1)) - set(numbers))
    if missing:
        named = ", ".join(f"{number}/{of}" for number in missing)
        raise UsageError(
            f"these shards are missing: {named}", hint="a part of a campaign must not look like the whole"
        )


def _unlike(one: Plan, other: Plan) -> str:
    """Name the first option in which two shards differ that may not."""
    for name in one.__struct_fields__:
        a, b = getattr(one, name), getattr(other, name)
        if name == "shard":
            a, b = a[1], b[1]
        if name not in {"out", "jobs", "cluster", "corpus"} and a != b:
            return "the number of shards" if name == "shard" else name
    return ""
