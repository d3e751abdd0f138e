"""What became of a finding, and what a change of a target did to an item: words with one meaning each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from harness.replay.item import Item
    from harness.replay.trial import Trial

State = Literal["FIXED", "PASSED", "FAILED", "FLAKY", "CHANGED", "UNJUDGED"]
"""FIXED: a finding that showed in no round, nor did anything else. PASSED: the same of what is no finding.
FAILED: it showed in every round. FLAKY: in some. CHANGED: in none, but something else is wrong now.
UNJUDGED: nothing could look at it, as where a target declares other answers now; so it is no pass."""

Change = Literal["fixed", "regressed", "changed", "failing", "passing", "flaky", "unjudged"]
"""Of an item on two targets: wrong on the first alone, on the second alone, on both in other ways, on both
in the same way, on neither; not the same in all rounds of one; not judged on one."""

BAD: frozenset[State] = frozenset({"FAILED", "FLAKY", "CHANGED"})

WORSE: frozenset[Change] = frozenset({"regressed", "changed", "flaky"})


class Replayed(Struct, frozen=True):
    """One item on one target."""

    id: str
    target: str
    state: State
    times: int  # rounds, each on fresh processes
    again: int  # rounds in which it showed
    now: tuple[str, ...]  # what else was wrong, as "oracle: kind"
    was: str
    title: str
    fingerprint: str = ""
    why: str = ""  # it was not judged


class Compared(Struct, frozen=True):
    """One item on two targets."""

    id: str
    change: Change
    before: tuple[str, ...]  # what was wrong on the first one, as "oracle: kind"
    after: tuple[str, ...]
    title: str
    fingerprint: str = ""
    why: str = ""


def replayed(item: Item, trial: Trial) -> Replayed:
    """Say what became of an item."""
    everything = {trouble for seen in trial.rounds for trouble in seen}
    again = sum(item.was in seen if item.was else bool(seen) for seen in trial.rounds)
    return Replayed(
        id=item.id,
        target=trial.target,
        state=_state(item, trial, again, others=bool(everything)),
        times=len(trial.rounds),
        again=again,
        now=tuple(sorted(everything - {item.was})),
        was=item.was,
        title=item.title,
        fingerprint=item.fingerprint,
        why=trial.why,
    )


def _state(item: Item, trial: Trial, again: int, *, others: bool) -> State:
    if not trial.judged:
        return "UNJUDGED"
    if again:
        return "FAILED" if again == len(trial.rounds) else "FLAKY"
    if others:
        return "CHANGED"
    return "FIXED" if item.was else "PASSED"


def compared(item: Item, before: Trial, after: Trial) -> Compared:
    """Say what the step from one target to the other did to an item."""
    old, new = (sorted({trouble for seen in trial.rounds for trouble in seen}) for trial in (before, after))
    if not before.judged or not after.judged:
        change: Change = "unjudged"
    elif any(len(set(trial.rounds)) > 1 for trial in (before, after)):
        change = "flaky"
    elif not old and not new:
        change = "passing"
    elif old and new:
        change = "failing" if old == new else "changed"
    else:
        change = "fixed" if old else "regressed"
    return Compared(
        item.id, change, tuple(old), tuple(new), item.title, item.fingerprint, before.why or after.why
    )
