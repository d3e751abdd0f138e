"""Hold targets against recorded vectors: lines of JSON with a text and the events that are due.

A line has ``text``, ``events`` and perhaps ``saw_tool_syntax``, ``id`` and ``tools``. Where the answer is
another one under ``missing_opener=text``, an object ``without_repair`` has the events and the flag for that;
then all lines of the file are held against targets under both answers, as far as they can give them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from harness.dialects import by_name
from harness.errors import UsageError
from harness.model import Case, Event, Reading, Tool
from harness.oracles.difference import difference, reading_of
from harness.search.given import usual_chunkings
from harness.search.plan import BATCH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from harness.model import Outcome
    from harness.targets import Crew, Target

POLICY = "missing_opener"
_RANDOM = 6


class Row(Struct, frozen=True):
    """One recorded text with what is due."""

    id: str
    text: str
    due: Reading
    without_repair: Reading | None = None  # under ``missing_opener=text``, where that is another answer
    tools: tuple[Tool, ...] = ()

    def due_under(self, answer: str) -> Reading:
        """Give what is due under an answer to ``missing_opener``."""
        return self.without_repair if answer == "text" and self.without_repair else self.due


class Mismatch(Struct, frozen=True):
    """A target that gave something else than a row says."""

    target: str
    row: str
    policy: str  # the answer to missing_opener it was run with; empty where nothing hangs on it
    how: str  # "batch", "whole", "17 chunks", or the kind of end
    detail: str


class Tally(Struct, frozen=True):
    """One target held against all rows, under one answer to the policy where rows hang on it."""

    target: str
    policy: str
    rows: int
    parses: int
    mismatches: tuple[Mismatch, ...]


def read_vectors(path: Path, tools: tuple[Tool, ...] = ()) -> list[Row]:
    """Read a file of vectors; ``tools`` are those of lines that have none.

    Raises ``UsageError`` that names the line that is wrong.
    """
    try:
        lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"can't read the vectors {path}: {error}") from error
    rows = [_row(line, number, path, tools) for number, line in enumerate(lines, 1) if line.strip()]
    if not rows:
        raise UsageError(f"there is no vector in {path}")
    return rows


def _row(line: str, number: int, path: Path, tools: tuple[Tool, ...]) -> Row:
    try:
        # The standard reader: measured answers in the same line may hold escaped lone surrogates.
        data: Any = json.loads(line)
        # Only what was measured may hold lone surrogates: a text with one can't be sent.
        json.dumps([data["text"], data.get("id")], ensure_ascii=False).encode()
        return Row(
            id=str(data.get("id", number)),
            text=msgspec.convert(data["text"], str),
            due=_due(data),
            without_repair=_due({**data, **data["without_repair"]}) if "without_repair" in data else None,
            tools=msgspec.convert(data["tools"], tuple[Tool, ...]) if "tools" in data else tools,
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(
            f"{path}, line {number}, is no vector: {error}",
            hint="a line is an object with text and events, like corpus/vectors/dsml.jsonl",
        ) from error


def _due(data: Any) -> Reading:
    events = msgspec.convert(data["events"], tuple[Event, ...])
    return reading_of(events, saw=msgspec.convert(data.get("saw_tool_syntax"), bool | None))


def hold_against(
    crew: Crew, rows: Sequence[Row], dialect: str, asked: Mapping[str, str], *, tokenizer: str | None = None
) -> Iterator[Tally]:
    """Run every row on every target, under each answer to the policy that the target can give.

    Raises ``UsageError`` where rows tell of a repair that the dialect does not know and a target does not do.
    ``tokenizer`` (``harness.tokens``) adds chunkings at the borders of its tokens.
    """
    hangs = any(row.without_repair for row in rows)
    for name, target in crew.targets.items():
        for answer in _answers(target, dialect, asked) if hangs else ("",):
            policies = {**asked, POLICY: answer} if answer and POLICY in target.settable else dict(asked)
            mismatches: list[Mismatch] = []
            parses = 0
            for start in range(0, len(rows), BATCH):
                batch = rows[start : start + BATCH]
                cases = [_case(row, dialect, tokenizer) for row in batch]
                outcomes = target.run(cases, policies)
                parses += sum(len(case.chunkings) + 1 for case in cases)
                for row, case, outcome in zip(batch, cases, outcomes, strict=True):
                    mismatches += _mismatches(name, answer, row, case, outcome)
            yield Tally(name, answer, len(rows), parses, tuple(mismatches))


def _answers(target: Target, dialect: str, asked: Mapping[str, str]) -> tuple[str, ...]:
    """Name the answers to ask for: both only in a dialect that repairs by itself, else what is declared."""
    declared = target.declared(dialect).get(POLICY)
    repairs = "repair" in {by_name(dialect).policies.get(POLICY), declared}
    if not repairs and asked.get(POLICY) != "text":
        raise UsageError(
            f"these vectors are of another dialect than {dialect}: some have an answer without_repair, "
            f"and in {dialect} {target.name} repairs nothing",
            hint="name their dialect with -d",
        )
    if POLICY in asked:
        return (asked[POLICY],)
    if POLICY in target.settable and by_name(dialect).policies.get(POLICY) == "repair":
        return ("repair", "text")
    if declared not in {"repair", "text"}:
        raise UsageError(
            f"{target.name} does not say how it answers {POLICY}", hint="it must declare it in hello"
        )
    return (declared,)


def _case(row: Row, dialect: str, tokenizer: str | None) -> Case:
    chunkings = usual_chunkings(row.text, random_ones=_RANDOM, sizes=(), tokenizer=tokenizer)
    return Case(id=row.id, dialect=dialect, text=row.text, chunkings=chunkings, tools=row.tools)


def _mismatches(name: str, answer: str, row: Row, case: Case, outcome: Outcome) -> Iterator[Mismatch]:
    if outcome.kind != "result":
        yield Mismatch(name, row.id, answer, outcome.kind, outcome.detail)
        return
    want = row.due_under(answer)
    ways = [] if outcome.batch is None else [("batch", outcome.batch)]
    for chunking, stream in zip(case.chunkings, outcome.streams, strict=False):
        if stream is not None:
            ways.append((f"{len(chunking) + 1} chunks" if chunking else "whole", stream))
    for how, reading in ways:
        found = difference(want, reading)
        if found is not None:
            yield Mismatch(name, row.id, answer, how, f"{found.kind}: {found.detail}")
