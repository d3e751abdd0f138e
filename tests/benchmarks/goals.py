"""The goals of the engine, measured in one run: ``make bench`` ends with it. Status 1: a bar is missed.

Nearly all times are CPU times. Ratios are medians of rounds in which both sides take turns. Microseconds
are the least of the rounds, told as they are and as they would be on the machine of the bars: by a
yardstick that was measured in turn with them (see ``measure``). The bars are held against the latter.
``docs/performance.md`` says how each row is counted, and its table is what ``--markdown`` writes.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from campaign_goals import campaigns, oracles
from chunking_plan import plans
from echoes import Echoes
from finding import finding
from generation import generation
from goal import Goal, markdown
from growth import memory
from msgspec import json
from round_trips import batches, folded
from scaling import workers
from shrinking import shrinking
from starting import starting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

PARTS: dict[str, Callable[[Echoes], Iterator[Goal]]] = {
    "generation": generation,
    "campaigns": campaigns,
    "batches": batches,
    "same_as": folded,
    "workers": workers,
    "planted": finding,
    "chunkings": plans,
    "shrinking": shrinking,
    "memory": memory,
    "starting": starting,
    "oracles": oracles,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure all, or the parts that are named, and print the table."""
    parser = argparse.ArgumentParser(
        description="Measure the goals of the engine. Status 1: a bar is missed."
    )
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)} [all of them]")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows to this file, too")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="write the table of docs/performance.md"
    )
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.parts) - set(PARTS))
    if unknown:
        parser.error(f"there is no part {unknown[0]!r}; there is {', '.join(PARTS)}")
    goals: list[Goal] = []
    with tempfile.TemporaryDirectory() as folder:
        echoes = Echoes(Path(folder))
        for name in options.parts or PARTS:
            for goal in PARTS[name](echoes):
                goals.append(goal)
                sys.stdout.write(f"{goal}\n")
                sys.stdout.flush()
            gc.collect()
    for file in filter(None, (options.json, options.markdown)):
        file.parent.mkdir(parents=True, exist_ok=True)
    if options.json:
        options.json.write_bytes(json.format(json.encode(goals)) + b"\n")
    if options.markdown:
        options.markdown.write_text(markdown(goals), encoding="utf-8")
    missed = [goal.name for goal in goals if not goal.met]
    sys.stdout.write(f"missed: {'; '.join(missed)}\n" if missed else "all bars are met\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
