"""What a leaderboard says, for machines: ``leaderboard.json``. The other forms are written from it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec import Struct

from harness.model import Case, Event, Shown
from harness.probe.verdict import Answer
from harness.report import jsontext

SCHEMA = 1
"""Version of the format. Goes up when a reader of the old one would misread the new one."""


class Count(Struct, frozen=True):
    """In how many cases of a class a parser violated an oracle."""

    oracle: str
    text_class: str
    cut_class: str  # the mildest that showed it in the case
    cases: int


class Failure(Struct, frozen=True):
    """A distinct failure: a signature, in a class of texts and a class of cuts, with its smallest case."""

    id: str  # "sglang-1"
    oracle: str
    kind: str
    message: str
    text_class: str
    cut_class: str
    cases: int  # how many of the campaign showed this signature in these classes
    raw: str  # id of the generated case that was made small: seed and number
    case: Case
    characters: int  # code points of its text
    # The text was made small by editing it, and may look worse than its class: texts of the class came first.
    edited: bool
    shrink: str
    confirmed: int  # runs on fresh processes that showed it again: all of them, the last by the command
    shown: tuple[Shown, ...]
    expected: tuple[Event, ...] | None  # the right events, where they decide
    command: str  # shows it again


class Parser(Struct, frozen=True):
    """One parser, and what became of it."""

    name: str
    reported_name: str
    version: str
    language: str
    library_version: str
    modes: tuple[str, ...]
    cuts: str
    checks: int  # of its adapter's self-check, all passed
    cases: int
    parses: int
    failing: int  # cases that violated any oracle
    judged: dict[str, int]  # by oracle: cases in which it had something to judge
    counts: tuple[Count, ...]
    stances: dict[str, str]  # its answers to policies: what it declares, and above that what probing found
    probed: tuple[Answer, ...]
    failures: tuple[Failure, ...]
    flaky: int  # failures that were left out, since they did not show again each time


class Agreement(Struct, frozen=True):
    """How often two parsers gave the same, each with its own policies."""

    one: str
    other: str
    cases: int  # that both answered
    calls: float  # share of those with equal calls
    calls_and_text: float  # and equal visible text and order; white space beside calls aside


class Timing(Struct, frozen=True):
    """The only part that differs between two runs."""

    started: str = ""  # UTC, ISO 8601
    seconds: float = 0.0


class Board(Struct, frozen=True):
    """All of it."""

    schema: int
    harness: str  # its version
    dialect: str
    seed: int
    cases: int
    tokenizer: str | None  # whose tokens the streams were also cut at
    oracles: tuple[str, ...]
    claims: dict[str, str]
    texts: dict[str, int]  # cases by class of text
    text_classes: dict[str, str]  # what the classes mean
    cut_classes: dict[str, str]
    parsers: tuple[Parser, ...]
    agreement: tuple[Agreement, ...]
    command: str  # makes it again
    timing: Timing

    @property
    def failures(self) -> int:
        """Count the distinct failures of all parsers."""
        return sum(len(parser.failures) for parser in self.parsers)


def render(board: Board) -> bytes:
    """Write the bytes of ``leaderboard.json``."""
    return jsontext.pretty(jsontext.builtins(board)).encode("ascii")


def schema() -> dict[str, Any]:
    """Give the JSON Schema of ``leaderboard.json``, made from the records."""
    (reference,), definitions = msgspec.json.schema_components([Board], ref_template="#/$defs/{name}")
    definitions["Board"]["properties"]["schema"] = {"const": SCHEMA}
    whole: dict[str, Any] = json.loads(
        json.dumps(
            {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "title": "toolcall-harness leaderboard",
                **reference,
                "$defs": definitions,
            }
        )
    )
    return whole
