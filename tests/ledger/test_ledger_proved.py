"""A scope knows how many fixtures there was time for: to have no time any longer is a loss."""

from __future__ import annotations

from ledger_samples import SCOPE, TODAY, report
from msgspec import structs

from harness.events import Proved
from harness.ledger.scope import lost, notes, scope_of


def test_fixtures_that_there_was_no_time_for_are_lost_and_fewer_of_them_are_a_note() -> None:
    scope = structs.replace(SCOPE, proved=2)
    assert lost(report(), scope) == (
        "the proof of fixtures: there was no time for any, and for 2 in the last run",
    )
    one, two = (report(proved=Proved(texts=number)) for number in (1, 2))
    assert (lost(one, scope), lost(two, scope)) == ((), ())
    assert notes(one, scope) == ("fixtures that there was time for: 1, and 2 in the last run",)
    assert notes(two, scope) == ()
    assert scope_of(two, TODAY).proved == 2
    # Without a single fixture they are named one by one.
    assert lost(report(options={}), scope) == ("fixture a", "fixture b")
