"""Whether a campaign can be done by the engine that was asked for."""

from __future__ import annotations

import importlib.util
import sys
from typing import TYPE_CHECKING

from harness.engines.loading import loadable
from harness.errors import HarnessError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

NEWEST = (3, 11)
"""Of Python: the release of Atheris that is pinned is for this one."""


def check(names: Sequence[str], oracles: Sequence[str]) -> None:
    """Say what is in the way of ``--engine atheris`` on these targets, judged by the oracles asked for.

    Raises ``UsageError``, and ``HarnessError`` where Atheris is not installed.
    """
    if len(names) != 1:
        raise UsageError(
            "the engine atheris takes one target: it is loaded into the fuzzing process",
            hint="name one with -t; findings of a run of several targets take the engine seeded",
        )
    loadable(names[0])
    if "agreement" in oracles:
        raise UsageError("the oracle agreement needs two targets", hint="the engine atheris has one")
    if importlib.util.find_spec("atheris") is None:
        here = ".".join(map(str, sys.version_info[:2]))
        fits = sys.version_info[:2] == NEWEST
        raise HarnessError(
            "the engine atheris needs the package atheris, which is not installed",
            hint="install the extra selftest: pip install 'PATH/TO/THIS/CHECKOUT[selftest]'"
            if fits
            else f"it is pinned for Python 3.11, and this is {here}",
        )
