"""What one simpler method found of one planted bug."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

from msgspec import Meta, Struct

from harness.selftest.score import Spent
from harness.targets.limits import MIB, Limits

Method = Literal[
    "hypothesis-text", "atheris-bytes", "examples-characters", "examples-random-splits", "examples-two-chunks"
]

METHODS: dict[Method, str] = {
    "hypothesis-text": "Hypothesis with plain text, and cuts that it draws",
    "atheris-bytes": "Atheris on raw bytes, guided by the coverage of the planted parser",
    "examples-characters": "fixed examples: batch, whole, and one character a chunk",
    "examples-random-splits": "fixed examples: batch, whole, and 50 random splits",
    "examples-two-chunks": "fixed examples: batch, whole, all two-chunk cuts, and 100 random groupings",
}
"""What each method does, in the order in which they run."""

MODULES: dict[Method, str] = {
    "hypothesis-text": "plain_text",
    "atheris-bytes": "raw_bytes",
    "examples-characters": "fixed",
    "examples-random-splits": "fixed",
    "examples-two-chunks": "fixed",
}
"""Where each is: a module of this package with ``run(method, bug, seed, cap)``."""

NEEDS: dict[Method, str] = {"hypothesis-text": "hypothesis", "atheris-bytes": "atheris"}
"""The package of the extra ``selftest`` without which a method can't run."""

CAP = 10_000
"""Parses of a bug that each method has."""

LIMITS = Limits(run=2.0, memory=512 * MIB)

FLAKY = 16
"""Complaints that a fresh child does not repeat: after more, a method gives up, in its own traces."""


class Try(Struct, frozen=True):
    """One method on one bug, once. They are kept, one a line, so that a run goes on where it stopped."""

    method: Method
    bug: str
    found: bool
    seed: int = 0  # of this search
    digest: str = ""  # of what decides it: the bug, the harness, the package that is needed
    # Of the planted parser: until it was found, or all that were made.
    parses: Annotated[int, Meta(ge=0)] = 0
    oracle: str = ""  # the first that complained
    kind: str = ""  # of the difference
    text: str = ""  # that showed it
    false_alarms: int = 0  # complaints that the clean parser gives cause for, too: they count for nothing
    flaky: int = 0  # complaints that a fresh child did not repeat
    note: str = ""  # what else there is to say
    timing: Spent = Spent()  # all processes; confirmation is counted as search


def derived_seed(seed: int, method: Method, bug: str) -> int:
    """Make the seed of one method on one bug: at least 1, since 0 means a random one to libFuzzer."""
    digest = hashlib.sha256(f"{seed}\0{method}\0{bug}".encode()).digest()
    return int.from_bytes(digest[:4], "big") % (2**31 - 1) + 1
