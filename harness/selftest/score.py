"""What the selftest says, for machines: ``selftest.json``. ``README.md`` beside it is written from it.

Times are in members named ``timing`` only: all the rest is the same bytes for the same seed.
"""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec
from msgspec import Struct

from harness.report import jsontext
from harness.zoo.bug import Difficulty

SCHEMA = 1
"""Version of the format. Goes up when a reader of the old one would misread the new one."""

State = Literal["found", "missed", "late", "flaky", "false"]
"""What became of a trial. "found": a confirmed finding names the planted target. "missed": the campaign ended
without one. "late": it came after more parses than are allowed. "flaky": it was not confirmed. "false": a
finding names clean parsers only. A campaign on clean parsers is "missed" or "false"."""


class Spent(Struct, frozen=True):
    """CPU seconds of one trial, of all its processes: the campaign, its worker, the parsers."""

    search: float = 0.0  # until it complained, with starting everything
    investigate: float = 0.0  # confirming, shrinking and showing what was found


class Complaint(Struct, frozen=True):
    """A finding that should not be there: it names clean parsers only, or did not show again."""

    oracle: str
    targets: tuple[str, ...]
    kind: str
    case: str  # seed and number of the generated case
    confirmed: int  # of three runs on fresh parsers
    command: str  # shows the smallest case


class Trial(Struct, frozen=True):
    """One campaign: on a planted bug, or on the three clean references."""

    name: str  # of the bug; of a clean campaign its dialect, as "clean:dsml"
    repeat: int  # counted from 1
    seed: int  # of the campaign
    digest: str  # of the bug: another one makes it another trial
    state: State
    cases: int  # up to the one that showed it, that one, too; else all
    parses: int  # of the planted target, in these cases; of a clean campaign, of all three
    oracle: str = ""
    kind: str = ""
    also: tuple[str, ...] = ()  # other oracles that the case violates
    fingerprint: str = ""
    characters: int = 0  # code points of the smallest case
    cuts: int = 0  # of its chunking with the most
    shrink: str = ""
    complaints: tuple[Complaint, ...] = ()
    timing: Spent = Spent()

    @property
    def found(self) -> bool:
        """Tell whether the bug was found."""
        return self.state == "found"


class Spread(Struct, frozen=True):
    """A median and a 95th percentile, by the nearest rank. None: in that many, nothing was found."""

    median: int | None
    p95: int | None


class Times(Struct, frozen=True):
    """CPU seconds of the repeats, found or not: until the finding was reported, by kind of work."""

    total_median: float = 0.0
    total_p95: float = 0.0
    search_median: float = 0.0
    investigate_median: float = 0.0


class BugScore(Struct, frozen=True):
    """One planted bug, and how it was found."""

    name: str
    language: str
    dialect: str
    what: str
    source: str  # the public report, or the rows in which it was measured
    oracle: str  # that should find it
    difficulty: Difficulty  # by the median that was measured here
    digest: str
    repeats: int
    found: int  # repeats
    parses: Spread  # until it was found, over all repeats; one that did not find it has more than any other
    oracles: dict[str, int]  # that found it: repeats
    expected: int  # repeats in which the oracle that should find it complained, too
    characters: Spread  # of the smallest cases, of the repeats that found it
    cuts: Spread
    signature_stable: bool  # was the kind of finding the same in all repeats that found it
    fingerprint_stable: bool
    trials: tuple[Trial, ...]
    timing: Times = Times()

    @property
    def always(self) -> bool:
        """Tell whether every repeat found it."""
        return self.found == self.repeats


class Totals(Struct, frozen=True):
    """The score."""

    bugs: int
    always: int  # bugs found in every repeat
    share: float  # of all bugs, 0 to 1
    parses: Spread  # of the medians of all bugs
    false_findings: int  # in all campaigns
    clean_cases: int  # done with the three clean references, which should give no finding
    clean_parses: int


class Attempt(Struct, frozen=True):
    """What a baseline made of one bug."""

    bug: str
    found: bool
    parses: int  # until it was found; else all that it was given
    oracle: str = ""
    timing: Spent = Spent()


class Fewer(Struct, frozen=True):
    """A bug for which a baseline needed fewer parses than we did."""

    bug: str
    ours: int | None  # our median; None: not found
    theirs: int
    reason: str  # why, and what was done or traded


class Baseline(Struct, frozen=True):
    """A simpler method on the Python bugs, beside ours."""

    method: str
    what: str  # one sentence
    cap: int  # parses a bug
    found: int = 0
    a12: float | None = (
        None  # how likely we need fewer parses for a bug than it does; a half is no difference
    )
    ratio: float | None = None  # its median over ours, of the bugs that both find
    ours_missed: tuple[str, ...] = ()  # bugs that it found and we did not
    fewer: tuple[Fewer, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    not_run: str = ""  # why, where it could not run here


class Noticed(Struct, frozen=True):
    """One mutant of the Python reference."""

    file: str
    line: int
    change: str  # a unified diff without context, or the lines before and after
    state: Literal["noticed", "missed", "equivalent"]
    oracle: str = ""
    parses: int = 0
    reason: str = ""  # of one that was missed or is no fault


class Mutants(Struct, frozen=True):
    """A seeded sample of the mutants of the Python reference."""

    of: int  # mutants there are
    seed: int
    budget: int  # parses for each
    noticed: int
    equivalent: int
    missed: int
    rows: tuple[Noticed, ...] = ()


class Timing(Struct, frozen=True):
    """The only part, with the members of this name, that differs between two runs."""

    started: str = ""  # UTC, ISO 8601
    cpu_seconds: float = 0.0  # of all trials


class Selftest(Struct, frozen=True):
    """All of it."""

    schema: int
    harness: str  # its version
    versions: dict[str, str]  # of the languages that ran, and of the generator: what a seed means
    digest: str  # of what decides a campaign: references, generator, oracles, search
    seed: int
    repeats: int
    options: dict[str, int | float]  # what a campaign was given
    totals: Totals
    lost: tuple[str, ...]  # bugs that the result before this one found in every repeat, and this one did not
    bugs: tuple[BugScore, ...]
    clean: tuple[Trial, ...]
    command: str  # makes it again
    # Present where they were asked for, by --baselines and --mutants.
    baselines: tuple[Baseline, ...] | None = None
    mutants: Mutants | None = None
    timing: Timing = Timing()


def render(result: Selftest) -> bytes:
    """Write the bytes of ``selftest.json``."""
    return jsontext.pretty(jsontext.builtins(result)).encode("ascii")


def schema() -> dict[str, Any]:
    """Give the JSON Schema of ``selftest.json``, made from the records."""
    (reference,), definitions = msgspec.json.schema_components([Selftest], ref_template="#/$defs/{name}")
    definitions["Selftest"]["properties"]["schema"] = {"const": SCHEMA}
    whole: dict[str, Any] = json.loads(
        json.dumps(
            {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "title": "toolcall-harness selftest",
                **reference,
                "$defs": definitions,
            }
        )
    )
    return whole
