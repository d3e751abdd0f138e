"""A text to try on a target, with what comes of it under each answer to one policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from harness.model import Event, Tool
from harness.oracles.difference import difference, loosened, reading_of

if TYPE_CHECKING:
    from harness.model import Reading

Events = tuple[Event, ...]


class Ask(Struct, frozen=True):
    """One text. A value that stands twice has two right readings, and one that is absent is left open."""

    policy: str
    text: str
    tools: tuple[Tool, ...]
    answers: tuple[tuple[str, Events], ...]

    @property
    def values(self) -> frozenset[str]:
        """Name the values that this text says something of."""
        return frozenset([value for value, _ in self.answers])

    def shown_by(self, reading: Reading | None) -> frozenset[str]:
        """Say under which values a right parser gives this reading. None, or an error, is under none."""
        if reading is None or reading.error is not None:
            return frozenset()
        return frozenset([value for value, events in self.answers if self._is(events, reading)])

    def _is(self, events: Events, reading: Reading) -> bool:
        """Compare them. The flag is left out, and white space beside calls where that is not the question."""
        want = reading_of(events)
        if self.policy == "numbers":
            return want.calls == reading.calls  # exactly, as Python compares whole numbers with floats
        if reading.reasoning and not want.reasoning:
            return False
        if self.policy not in ("space_around_calls", "reasoning"):
            want, reading = loosened(want), loosened(reading)
        return difference(want, reading) is None
