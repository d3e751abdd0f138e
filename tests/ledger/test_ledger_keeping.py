"""What a run saw of the entries: sums over cards, and never back in time."""

from __future__ import annotations

import datetime as dt

from ledger_samples import CARD, ENTRY, OTHER, SEEN, TODAY, ledger, report
from msgspec import structs

from harness.events import Stats
from harness.ledger.document import Sighting
from harness.ledger.entry import Entry, Pattern
from harness.ledger.keeping import next_scope, sightings
from harness.ledger.scope import FEW


def test_the_cards_of_one_pattern_are_counted_together() -> None:
    wide = Entry(pattern=Pattern(targets=("py:*",)), of_class="policy", reason="x")
    found = sightings(report(CARD, OTHER), ledger(wide), TODAY)
    assert found == {0: Sighting(SEEN, 1_000, CARD.count + OTHER.count)}


def test_an_older_run_does_not_turn_a_later_sighting_back() -> None:
    later = structs.replace(ENTRY, last_seen=SEEN + dt.timedelta(days=1))
    assert sightings(report(CARD), ledger(later), TODAY) == {}
    assert sightings(report(CARD), ledger(ENTRY), TODAY) == {0: Sighting(SEEN, 1_000, CARD.count)}


def test_an_oracle_that_is_silent_by_chance_stays_among_what_is_looked_at() -> None:
    few = report(stats=Stats(cases=1_000, judged={"split": FEW, "truth": FEW - 1}))
    first = next_scope(few, ledger(), TODAY, fewer=False)
    assert (first.oracles, first.seldom) == (("split", "truth"), ("truth",))
    none = report(stats=Stats(cases=1_000, judged={"split": FEW}))
    second = next_scope(none, ledger(scope={"dsml": first}), TODAY, fewer=False)
    assert (second.oracles, second.seldom) == (first.oracles, first.seldom)
