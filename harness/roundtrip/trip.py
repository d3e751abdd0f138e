"""There and back: conversations rendered, cut, parsed by all targets, and judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from harness.model import Case, Outcome
from harness.roundtrip.conversation import Conversation
from harness.roundtrip.form import FORMS
from harness.roundtrip.renderer import Refused
from harness.roundtrip.turn import Turn
from harness.roundtrip.verdict import Loss, judge
from harness.search.given import usual_chunkings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.roundtrip.turn import Cutter
    from harness.search.bench import Bench

_SIZES = (2, 5)
_RANDOM = 2


class Ready(Struct, frozen=True):
    """A conversation with its turn, ready to be parsed."""

    conversation: Conversation
    turn: Turn
    case: Case


class Back(Struct, frozen=True):
    """What came back of a turn."""

    ready: Ready
    outcomes: dict[str, Outcome]
    losses: list[Loss]


class Trip:
    """The way there and back: one template, some targets, one dialect."""

    def __init__(self, cutter: Cutter, bench: Bench, dialect: str) -> None:
        """All of them are open; ``dialect`` may be one that only the targets know."""
        self._cutter = cutter
        self._bench = bench
        self._dialect = dialect
        self._form = FORMS.get(dialect)

    def there(self, conversation: Conversation, name: str) -> Ready | Refused:
        """Render a conversation and cut the turn out. Raises ``UsageError`` where the template is broken."""
        turn = self._cutter.turn(conversation)
        if isinstance(turn, Refused):
            return turn
        chunkings = usual_chunkings(turn.text, random_ones=_RANDOM, sizes=_SIZES)
        case = Case(name, self._dialect, turn.text, chunkings, conversation.tools)
        return Ready(conversation, turn, case)

    def back(self, batch: Sequence[Ready]) -> list[Back]:
        """Let all targets parse the turns, and judge what they give."""
        if not batch:
            return []
        verdicts = self._bench.examine([ready.case for ready in batch])
        return [self._judged(ready, verdict.outcomes) for ready, verdict in zip(batch, verdicts, strict=True)]

    def fresh(self) -> None:
        """Let the next turns be parsed by children that have seen nothing."""
        self._bench.fresh()

    def _judged(self, ready: Ready, outcomes: dict[str, Outcome]) -> Back:
        losses = judge(
            ready.conversation,
            ready.turn,
            ready.case,
            outcomes,
            form=self._form,
            spot=self._cutter.spot,
            stances=self._bench.stances,
        )
        return Back(ready, outcomes, losses)
