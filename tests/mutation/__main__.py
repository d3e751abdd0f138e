"""``make mutation``: change the engine's own code in every small way, and count what no test notices.

    python -m tests.mutation [PART…] [--survivors] [--jobs N]

Without a name all parts are done, one after the other. ``--survivors`` goes on with what an earlier run left
in ``build/mutation``: only mutants that no test had noticed are tried again, with the tests as they are now.
The result goes to ``reports/selftest/mutation.json``, where parts that were not asked for stay as they were.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from msgspec import structs

from tests.mutation.explained import explanations
from tests.mutation.parts import PARTS
from tests.mutation.report import kept, write
from tests.mutation.trial import trial

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Run the parts that were named; 1 where one is below its bar or has an unexplained survivor."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--survivors", action="store_true", help="try only those that survived before")
    parser.add_argument("--jobs", "-j", type=int, default=os.cpu_count() or 1, help="mutants at a time")
    chosen = parser.parse_args()
    unknown = [name for name in chosen.parts if name not in PARTS]
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    known = explanations()
    for name in chosen.parts or PARTS:
        result = trial(ROOT, PARTS[name], jobs=chosen.jobs, again=chosen.survivors)
        results = kept()
        before = results[name].cpu_seconds if chosen.survivors and name in results else 0.0
        results[name] = structs.replace(result, cpu_seconds=round(before + result.cpu_seconds, 1))
        write(results, known)
        for mutant in results[name].survivors:
            why = known.get(mutant.key)
            if why is None:
                sys.stdout.write(f"\n{mutant.file}, {mutant.function}: {mutant.status}\n{mutant.diff()}\n")
    results = kept()
    shown = write(results, known)
    sys.stdout.write(f"\n{shown}")
    return int(any(result.short_of_bar(known) for result in results.values()))


if __name__ == "__main__":
    sys.exit(main())
