"""``crash``: any text in any chunking gives a result or a documented error (bugs, class no-crash)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from harness.oracles.oracle import Oracle, Outcomes, Stances, violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.model import Case, Outcome, Reading, Violation


def judge(case: Case, outcomes: Outcomes, _stances: Stances) -> Violation | None:
    """Complain of every end that is no answer. An error of kind ``declared`` is an answer."""
    complaints: dict[str, tuple[str, str]] = {}
    chunkings: tuple[int, ...] = ()
    right: Outcome | None = None
    for name, outcome in outcomes.items():
        if outcome.kind == "skipped":
            continue
        if outcome.kind != "result":
            # What follows is the end of standard error: evidence, not the complaint.
            complaints[name] = (outcome.kind, outcome.detail.partition("\n")[0])
            continue
        if outcome is right or not _is_wrong(outcome):
            right = outcome  # targets that said the same share an outcome
            continue
        for where, kind, detail in _errors(case, outcome):
            complaints[name] = (kind, detail)
            chunkings = chunkings or where
            break
    return violation("crash", complaints, chunkings)


def _is_wrong(outcome: Outcome) -> bool:
    """Tell whether any reading is no answer. Nearly always none is, so this is what has to be quick."""
    right: Reading | None = None  # equal streams share one reading
    for reading in (outcome.batch, *outcome.streams):
        if reading is None or reading is right:
            continue
        if wrong(reading, right.text if right else None) is not None:
            return True
        right = reading
    return False


def _errors(case: Case, outcome: Outcome) -> Iterator[tuple[tuple[int, ...], str, str]]:
    readings = [((), outcome.batch)] if outcome.batch else []
    numbered = [((i,), reading) for i, reading in enumerate(outcome.streams) if reading is not None]
    seen: list[Reading] = []  # equal streams share one reading
    for where, reading in [*readings, *numbered]:
        if any(reading is other for other in seen):
            continue
        seen.append(reading)
        found = wrong(reading)
        if found is not None:
            chunks = len(case.chunkings[where[0]]) + 1 if where else 0
            how = "batch" if not chunks else f"streamed in {chunks} chunk{'s' if chunks > 1 else ''}"
            yield where, found[0], f"{how}: {found[1]}"


def wrong(reading: Reading, right: str | None = None) -> tuple[str, str] | None:
    """Say what makes a reading no answer: an error, or what no JSON answer may hold (PROTOCOL, ``run``).

    ``right`` is a text that was looked at before.
    """
    if reading.error is not None:
        return None if reading.error.kind == "declared" else (reading.error.kind, reading.error.message)
    if reading.text is not None and reading.text != right and _lone_surrogate(reading.text):
        return "value", "there is a lone surrogate in the visible text"
    for number, call in enumerate(reading.calls):
        if call.arguments_raw is not UNSET:
            return "value", f"the arguments of calls[{number}] are not JSON"
        if not isinstance(call.input, dict):
            return "value", f"the input of calls[{number}] is no object"
        if _lone_surrogate(call.name):
            return "value", f"there is a lone surrogate in the name of calls[{number}]"
    return None


def _lone_surrogate(text: str) -> bool:
    """Look for half of a character by encoding, which is a hundred times faster than a search.

    UTF-32 is the quickest: whatever a string holds, its code points are only checked and copied.
    """
    if text.isascii():
        return False
    try:
        text.encode("utf-32")
    except UnicodeEncodeError:
        return True
    return False


def _applies(_case: Case, outcomes: Outcomes, _stances: Stances) -> bool:
    kinds = [outcome.kind for outcome in outcomes.values()]
    return kinds.count("skipped") < len(kinds)


ORACLE = Oracle(
    id="crash",
    claim="A parser answers every text, in every chunking, without an exception, without dying and in time.",
    judge=judge,
    applies=_applies,
    compares=True,
)
