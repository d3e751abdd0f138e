"""What the three references make of imported fixtures."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from harness.cli.options import BUNDLED
from harness.fixtures.replay import hold
from harness.targets import Crew, Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.fixtures.fixture import Fixture


class Answers(NamedTuple):
    """Ids of fixtures: what all references give as due, what they give otherwise, what none is held to."""

    agree: set[str]
    differ: set[str]
    unsupported: set[str]


def answers(fixtures: Sequence[Fixture]) -> Answers:
    """Hold all references against fixtures. They must answer alike."""
    crew = Crew(BUNDLED, limits=Limits())
    with crew:
        whole = hold(crew, fixtures, {}, lambda _: None)
        differ = [{mismatch.fixture for mismatch in tally.mismatches} for tally in whole]
        # Which fixtures nobody was held to is counted only, so each is asked for alone.
        idle = {
            fixture.id
            for fixture in fixtures
            if not any(tally.held for tally in hold(crew, [fixture], {}, lambda _: None))
        }
        assert not crew.faults
    assert len(whole) == len(BUNDLED)
    assert all(ids == differ[0] for ids in differ)
    assert all(sum(tally.unsupported.values()) == len(idle) for tally in whole)
    return Answers({fixture.id for fixture in fixtures} - differ[0] - idle, differ[0], idle)
