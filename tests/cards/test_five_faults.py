"""Faults that are in one parser at once are one card each, the same as alone and with any seed."""

from __future__ import annotations

import functools
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from harness.oracles import ORACLES
from harness.search.campaign import Campaign
from harness.search.plan import Plan
from tests.cards.five_faults import FAULTS, VARIABLE

if TYPE_CHECKING:
    from harness.model import Card

TARGET = "py:tests.cards.five_faults:Parser"
CASES = 600
SEEDS = (1, 2, 3)

CARDS = {
    "cut": ("split", "call missing", "in opener", ()),
    "bracket": ("text", "text lost", "", ()),
    "scalar": ("truth", "argument: text to scalar", "", ()),
    "closer": ("truth", "argument: prefix", "", ("cdata",)),
    "name": ("truth", "name differs", "", ()),
}
"""By fault: what its fingerprint is made of, beside the target."""


def cards(faults: tuple[str, ...], seed: int, cases: int) -> tuple[Card, ...]:
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setenv(VARIABLE, ",".join(faults))
        plan = Plan(
            targets=(TARGET,),
            dialect="dsml",
            oracles=tuple(ORACLES),
            asked=(),
            seed=seed,
            out=Path(folder),
            cases=cases,
            shrink_seconds=600.0,
        )
        return Campaign(plan, [], lambda name, _: Path(folder) / name).run().cards


def told(found: tuple[Card, ...]) -> set[tuple[str, str, str, tuple[str, ...]]]:
    return {(card.oracle, card.shape, card.place, card.needs) for card in found}


@functools.cache
def alone(fault: str) -> str:
    """Give the fingerprint of a fault that is the only one."""
    (card,) = cards((fault,), SEEDS[0], CASES)
    return card.fingerprint


def test_two_faults_of_one_oracle_and_kind_are_two_cards() -> None:
    found = cards(("scalar", "closer"), seed=1, cases=96)
    assert told(found) == {CARDS["scalar"], CARDS["closer"]}
    assert len(found) == 2


@pytest.mark.full
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_alone_is_one_card(fault: str) -> None:
    assert alone(fault)


@pytest.mark.full
@pytest.mark.parametrize("seed", SEEDS)
def test_five_faults_at_once_are_five_cards_with_the_fingerprints_that_each_has_alone(seed: int) -> None:
    found = cards(FAULTS, seed, CASES)
    assert told(found) == set(CARDS.values())
    assert sorted(card.fingerprint for card in found) == sorted(map(alone, FAULTS))
