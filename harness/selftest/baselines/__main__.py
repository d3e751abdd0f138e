"""The process of one method on one bug: ``python -m harness.selftest.baselines METHOD BUG SEED CAP``.

It writes its record as JSON on standard output. One a process: so the CPU time that it and its children
took is that of the search, and Hypothesis finds the same modules loaded each time. Status 2: standard error
says why there is no record.
"""

from __future__ import annotations

import importlib
import resource
import signal
import sys
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from harness.errors import HarnessError
from harness.selftest.baselines.record import MODULES, Method
from harness.selftest.score import Spent
from harness.zoo.bug import zoo

if TYPE_CHECKING:
    from types import FrameType

    from harness.selftest.baselines.record import Try
    from harness.zoo.bug import Bug


def main() -> int:
    """Search, and say what came of it."""
    signal.signal(signal.SIGTERM, _stop)
    method, name, seed, cap = sys.argv[1:]
    try:
        done = _search(msgspec.convert(method, Method), zoo()[name], int(seed), int(cap))
    except KeyboardInterrupt:
        return 130
    except HarnessError as error:
        sys.stderr.write(f"{error.message}\n{error.hint}\n")
        return 2
    done = structs.replace(done, seed=int(seed), timing=Spent(round(_cpu_seconds(), 3)))
    sys.stdout.buffer.write(msgspec.json.encode(done))
    return 0


def _search(method: Method, bug: Bug, seed: int, cap: int) -> Try:
    """Load the module of a method when it is used: it may need what is not installed."""
    module = importlib.import_module(f"{__package__}.{MODULES[method]}")
    done: Try = module.run(method, bug, seed, cap)
    return done


def _cpu_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _stop(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


if __name__ == "__main__":
    raise SystemExit(main())
