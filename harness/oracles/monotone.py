"""``monotone``: what a stream has emitted stands, and the fragments of calls come in order.

Text and calls can't be taken back in the protocol. What can go wrong is how a call is told in deltas: its
name once and before its arguments, its index the next one (whole calls count, too), its id its own, and what
its arguments join to the call that it is. Of parsers that emit whole calls only the last has to be asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from harness.oracles.asking import EVERY, Complaint, Spoken, in_each_stream, in_full, streams
from harness.oracles.difference import calls_difference
from harness.oracles.oracle import Asked, Oracle, Outcomes, Stances, nothing

if TYPE_CHECKING:
    from harness.model import Case, Delta, Reading, Violation


def judge(case: Case, asked: Asked, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Follow the events of each stream as they were emitted."""
    return in_each_stream("monotone", (case, asked, outcomes, stances), _complaint)


def _complaint(spoken: Spoken) -> Complaint | None:
    return _order(spoken.reading) or _joined(spoken)


class _Calls:
    """The calls of a stream so far."""

    def __init__(self) -> None:
        self.begun = 0  # calls, whole ones too
        self.open: dict[int, str] = {}  # index of what came in deltas: its id, or ""
        self.ids: dict[str, int] = {}

    def take(self, delta: Delta) -> Complaint | None:
        """Take the next fragment; complain if it may not come here."""
        at = delta.index
        if at in self.open:
            if delta.name:
                return (
                    "name told again",
                    f"the name {delta.name!r} of call {at} comes after its first fragment",
                )
        else:
            if at != self.begun:
                return "index out of order", f"the index {at} comes where {self.begun} is due"
            if not delta.name:
                return "name comes late", f"the first fragment of call {at} has no name"
            self.begun += 1
            self.open[at] = ""
        return self._identify(at, delta.id) if delta.id else None

    def _identify(self, at: int, identity: str | object) -> Complaint | None:
        if not isinstance(identity, str):
            return None
        if self.ids.setdefault(identity, at) != at:
            return "id used twice", f"calls {self.ids[identity]} and {at} have the id {identity!r}"
        if self.open[at] not in ("", identity):
            return "id changes", f"the id of call {at} was {self.open[at]!r}, and then {identity!r}"
        self.open[at] = identity
        return None


def _order(reading: Reading) -> Complaint | None:
    calls = _Calls()
    for events in reading.emitted or ():
        for event in events:
            if event.call is not UNSET:
                calls.begun += 1
            elif event.delta is not UNSET:
                found = calls.take(event.delta)
                if found is not None:
                    return found
    return None


def _joined(spoken: Spoken) -> Complaint | None:
    """Hold what the deltas join to against the calls of the plain run."""
    if spoken.plain is None or spoken.plain.error is not None:
        return None
    found = calls_difference(spoken.plain.calls, spoken.reading.calls)
    if found is None:
        return None
    return (found.kind, f"what was emitted, held against the folded stream: {found.detail}")


ORACLE = Oracle(
    id="monotone",
    claim="A stream names each call once and first, in their order, and its deltas join to the call.",
    judge=nothing,
    applies=streams,
    asks=in_full,
    judge_asked=judge,
    every=EVERY,
)
