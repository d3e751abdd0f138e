"""The batches of a campaign, handed out in the order of case numbers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.disagreement import Menu
from harness.search.plan import BATCH

if TYPE_CHECKING:
    from harness.search.plan import Plan
    from harness.search.rounds import Rounds


class Order(Struct, frozen=True):
    """One batch to be done."""

    first: int  # number of its first case
    menu: Menu = Menu()  # what part of its cases is made of


class Orders:
    """What is left to be done of a campaign."""

    def __init__(
        self,
        plan: Plan,
        rounds: Rounds | None = None,
        *,
        start: int | None = None,
        deadline: float | None = None,
    ) -> None:
        """Begin at case ``start``, by default the first; after ``deadline`` (monotonic) are no more.

        ``rounds`` say what cases are made of; None: of their numbers alone.
        """
        self._plan = plan
        self._rounds = rounds
        self.deadline = deadline
        self._next = start or plan.first  # number of the first case that nobody was given

    @property
    def over(self) -> bool:
        """Is nothing left: the budget is used, or the time is."""
        late = self.deadline is not None and time.monotonic() >= self.deadline
        return late or (self._plan.cases is not None and self._next >= self._plan.cases)

    def claim(self) -> Order | None:
        """Take the next batch. None: nothing is left, or its round has to wait for the one before."""
        plan = self._plan
        begun = (self._next - plan.first) // plan.stride * BATCH  # cases of this shard
        rounds = self._rounds
        if self.over or (rounds is not None and not rounds.may_begin(begun)):
            return None
        order = Order(self._next, Menu() if rounds is None else rounds.menu)
        self._next += plan.stride
        return order
