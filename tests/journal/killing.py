"""Campaigns that are killed at a certain event."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from harness.journal.file import JournalFile
from tests.journal.campaigns import MADE_BY, ran

if TYPE_CHECKING:
    from harness.events import CampaignEvent, Listener
    from harness.search.plan import Plan


class Killed(BaseException):
    """Ends a campaign where nothing expects it."""


def dying(kind: type, number: int) -> Listener:
    """Kill at the n-th event of a kind."""
    left = number

    def listener(event: CampaignEvent) -> None:
        nonlocal left
        if isinstance(event, kind):
            left -= 1
            if left == 0:
                raise Killed

    return listener


def killed(of: Plan, listener: Listener) -> None:
    """Begin a campaign, or go on with it, and kill it: what is not written by then is lost."""
    folder = of.out
    folder.mkdir(parents=True, exist_ok=True)
    begun = (folder / "state.sqlite").exists()
    journal = JournalFile.resume(folder) if begun else JournalFile.begin(folder, of, made_by=MADE_BY)
    try:
        with pytest.raises(Killed):
            ran(journal, of, [listener])
    finally:
        let_go(journal)


def let_go(journal: JournalFile) -> None:
    """Let go without writing, as a kill does."""
    journal._connection.close()
    journal._held.close()
