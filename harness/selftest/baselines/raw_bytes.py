"""Atheris on raw bytes: coverage-guided fuzzing of the planted parser by somebody who knows no format.

Atheris ends its process when it likes, so it has one of its own (``fuzzing``); this is what watches it. What
ends that process, a text for which it takes too much memory, is looked at again from outside.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from harness.errors import HarnessError
from harness.selftest.baselines.decoding import decoded
from harness.selftest.baselines.examples import examples
from harness.selftest.baselines.judging import Found, Judge
from harness.selftest.baselines.record import Try
from harness.selftest.baselines.search import concluded
from harness.targets.tether import tether

if TYPE_CHECKING:
    from harness.selftest.baselines.record import Method
    from harness.zoo.bug import Bug

RECORD, PARSES, LOG = "record.json", "parses", "log"
"""Files of the fuzzing process, in its folder: what came of it, the parses so far, and what Atheris says."""

CRASH = "crash"
"""What the file begins with in which Atheris leaves an input that raised something: "oom" is another."""


def run(
    method: Method, bug: Bug, seed: int, cap: int, *, program: str = "harness.selftest.baselines.fuzzing"
) -> Try:
    """Search for a bug with Atheris. Raises ``HarnessError``, where Atheris fails, too.

    ``program`` is the module of the process: what its inputs mean is its own matter.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / LOG).open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", program, bug.name, str(seed), str(cap)],
                cwd=folder,
                env={**os.environ, "PYTHONHASHSEED": "0"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        tether().hold(process.pid)
        try:
            status = process.wait()
        finally:
            process.kill()
            process.wait()
            tether().release(process.pid)
        if (folder / RECORD).exists():
            return msgspec.json.decode((folder / RECORD).read_bytes(), type=Try)
        return left_behind(method, bug, folder, status)


def left_behind(method: Method, bug: Bug, folder: Path, status: int) -> Try:
    """Look from outside at the text that ended Atheris.

    Raises ``HarnessError`` where it is innocent and took not too much memory: then Atheris failed.
    """
    told = (folder / LOG).read_bytes().decode(errors="replace").strip().splitlines()
    said = told[-1] if told else "it said nothing"
    note = f"Atheris ended with status {status}: {said}"
    left = [path for kind in ("oom", CRASH) for path in sorted(folder.glob(f"{kind}-*"))]
    if not left:
        raise HarnessError(f"{bug.name}: {note}")
    text, cuts = decoded(left[0].read_bytes())
    spent = (folder / PARSES).read_bytes().strip()
    found: Found | None = None
    with Judge(bug.target, bug.head.dialect, examples()[bug.head.dialect].tools) as judge:
        try:
            judge.look(judge.case("0:0", text, ((), cuts)))
        except Found as raised:
            found = raised
        if found is None and left[0].name.startswith(CRASH):
            raise HarnessError(f"{bug.name}: {note}")
        return structs.replace(concluded(method, bug.name, judge, int(spent or b"0"), found), note=note)
