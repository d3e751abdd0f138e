"""The process of Atheris: ``python -m harness.selftest.baselines.fuzzing BUG SEED CAP``, in its own folder.

It writes its record into that folder and is gone: at the end of a run Atheris lets nothing more be done.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import atheris
import msgspec

from harness.selftest.baselines.decoding import decoded
from harness.selftest.baselines.examples import examples
from harness.selftest.baselines.inside import InsideJudge
from harness.selftest.baselines.judging import Found
from harness.selftest.baselines.raw_bytes import PARSES, RECORD
from harness.selftest.baselines.record import LIMITS
from harness.selftest.baselines.search import Over, Search, concluded
from harness.zoo.bug import zoo

if TYPE_CHECKING:
    from typing import NoReturn

    from harness.model import Case

OPTIONS = (
    # By the clock, so a busy machine would make hangs: CPU time is watched instead. 0 is no way to say so:
    # Atheris takes it for a limit of none, and ends at the first input that takes a second.
    "-timeout=86400",
    f"-rss_limit_mb={2 * LIMITS.memory >> 20}",  # the parser's, and as much for all else
    "-artifact_prefix=./",
    "-verbosity=0",
)
"""Those of libFuzzer, but for the seed."""


class Fuzzing:
    """What Atheris calls with each input."""

    def __init__(self, name: str, cap: int) -> None:
        """Load the planted parser, watched, and start a child of it to confirm with."""
        self._bug = zoo()[name]
        tools = examples()[self._bug.head.dialect].tools
        self._judge = InsideJudge(self._bug, tools, atheris.instrument_imports)
        self._judge.__enter__()
        self._search = Search(self._judge, cap)
        self._cap = cap
        self._number = 0
        self._parses = os.open(PARSES, os.O_WRONLY | os.O_CREAT)

    def __call__(self, data: bytes) -> None:
        """Look at one input; end the process once the bug is found or the parses are spent."""
        os.pwrite(self._parses, b"%d" % self._search.spent, 0)
        try:
            self._search.look(self.case(f"0:{self._number}", data))
        except Found as found:
            self._end(found)
        except Over:
            self._end(None)
        self._number += 1

    def case(self, name: str, data: bytes) -> Case:
        """Make the case of an input."""
        text, cuts = decoded(data)
        return self._judge.case(name, text, ((), cuts))

    def _end(self, found: Found | None) -> NoReturn:
        parses = min(self._search.spent, self._cap)
        done = concluded("atheris-bytes", self._bug.name, self._judge, parses, found)
        self._judge.__exit__(None, None, None)
        Path(RECORD).write_bytes(msgspec.json.encode(done))
        os._exit(0)


def main() -> None:
    """Fuzz until it is over."""
    name, seed, cap = sys.argv[1:]
    atheris.Setup([sys.argv[0], *OPTIONS, f"-seed={seed}"], Fuzzing(name, int(cap)))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
