"""What a campaign was asked to do: one frozen record of options, the defaults visible here only."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from harness.disagreement import Making
from harness.model import Case, encode
from harness.targets import Limits

BATCH = 64
"""Cases a request. Measured: 3 to 7 times the throughput of one a request; 256 is no better."""


class Plan(Struct, frozen=True):
    """The options of one campaign."""

    targets: tuple[str, ...]  # names, in the order of the command line
    dialect: str
    oracles: tuple[str, ...]  # ids, in judging order
    asked: tuple[str, ...]  # those of them that were asked for by name, and so must have something to judge
    seed: int  # the campaign's seed: 0 to 2**32 - 1
    out: Path  # folder of the reports
    cases: int | None = None  # stop after this many cases; None: no limit
    seconds: float | None = None  # start no new cases after this time; None: no limit
    jobs: int = 1  # worker processes, each with children of its own
    policies: dict[str, str] = {}  # set on every target that can set them
    # Answers by target and dialect, above those that adapters declare, and the file that they are from.
    configured: dict[str, dict[str, dict[str, str]]] = {}
    policy_file: str | None = None
    limits: Limits = Limits()  # of targets: times, sizes, faults
    deep: bool = False  # more chunkings for each text
    tokenizer: str | None = None  # of ``harness.tokens``: more of them, at the borders of its tokens
    engine: Literal["seeded", "atheris"] = "seeded"  # what chooses the cases
    search: Literal["plain", "disagreement"] = "plain"  # what cases are made of
    # Where an engine, or a search by disagreement, keeps its inputs; None: in the folder of the reports.
    corpus: Path | None = None
    watched: tuple[str, ...] = ()  # packages whose coverage guides it, beside that of the target
    shard: tuple[int, int] = (1, 1)  # this one, and how many there are: each does every so-manyth batch
    cluster: str | None = None  # address of a Dask scheduler whose workers run the cases; None: our own
    every: bool = False  # each oracle that a case violates gives a finding, not the first of them alone
    max_findings: int | None = None  # stop after this many findings; None: no limit
    shrink_calls: int = 6_000  # cases that shrinking one finding may run
    # Texts that are fed in many chunkings before the search: the fixtures, in a long campaign.
    proved: tuple[Case, ...] = ()
    shrink_seconds: float = 60.0  # wall time that shrinking one finding may take

    @property
    def first(self) -> int:
        """The number of the first case of this shard."""
        return (self.shard[0] - 1) * BATCH

    @property
    def stride(self) -> int:
        """Cases from the beginning of one batch of this shard to that of the next one."""
        return self.shard[1] * BATCH

    @property
    def making(self) -> Making:
        """What its cases hang on, beside their numbers and what was learnt on the way."""
        return Making(self.seed, self.dialect, self.deep, self.tokenizer)

    def shown(self) -> dict[str, Any]:
        """Give the effective configuration for the report.

        The folder, the number of jobs, the cluster and the shard are left out: they must not change a byte.
        """
        named: dict[str, Any] = {} if self.tokenizer is None else {"tokenizer": self.tokenizer}
        if self.policy_file is not None:
            named["policy_file"] = self.policy_file
        if self.every:
            named["every"] = True
        if self.search != "plain":
            named["search"] = self.search
        if self.engine != "seeded":
            named |= {"engine": self.engine, "watched": list(self.watched), "jobs": self.jobs}
        if self.proved:
            # By content, too: a fixture that lost its text would still have its name.
            digest = hashlib.sha256(b"".join(map(encode, self.proved))).hexdigest()[:12]
            named["fixtures"] = {"names": [case.id for case in self.proved], "digest": digest}
        return {
            "cases": self.cases,
            "seconds": self.seconds,
            "deep": self.deep,
            **named,
            "policies": dict(sorted(self.policies.items())),
            "time_limit": self.limits.run,
            "memory_limit": self.limits.memory,
            "max_findings": self.max_findings,
            "shrink_calls": self.shrink_calls,
            "shrink_seconds": self.shrink_seconds,
        }
