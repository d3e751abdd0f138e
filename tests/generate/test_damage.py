"""Damage: each kind changes what it says, and nothing goes wrong where there is nothing to damage."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from harness.dialects.dsml import DSML
from harness.generate.damage import DAMAGES
from harness.generate.pen import Pen
from harness.generate.source import Seeded

if TYPE_CHECKING:
    from harness.generate.damage import Damage

TEXT = "Hi <tool_calls><invoke name=\"a\"><parameter name='b'>x</parameter></invoke></tool_calls> bye"


def outcomes(damage: Damage, text: str) -> set[str]:
    return {damage(Pen(Seeded(5, index), DSML.tokens, ("x",)), DSML, text) for index in range(300)}


@pytest.mark.parametrize("damage", [damage for _, damage in DAMAGES], ids=[name for name, _ in DAMAGES])
@pytest.mark.parametrize("text", ["", "x", "plain words", "<tool_calls>", "<", TEXT])
def test_damage_survives_any_text(damage: Damage, text: str) -> None:
    outcomes(damage, text)


@pytest.mark.parametrize("damage", [damage for _, damage in DAMAGES], ids=[name for name, _ in DAMAGES])
def test_damage_changes_a_text_with_a_block_in_more_ways_than_one(damage: Damage) -> None:
    assert len(outcomes(damage, TEXT) - {TEXT}) >= (1 if damage.__name__ in {"no_opener", "no_closer"} else 2)


def named(name: str) -> Damage:
    return dict(DAMAGES)[name]


def test_deleting_takes_exactly_one_tag() -> None:
    assert TEXT.replace("</invoke>", "") in outcomes(named("delete"), TEXT)
    assert all(len(text) < len(TEXT) for text in outcomes(named("delete"), TEXT))


def test_no_opener_and_no_closer_take_the_wrapper() -> None:
    assert outcomes(named("no-opener"), TEXT) == {TEXT.replace("<tool_calls>", "")}
    assert outcomes(named("no-closer"), TEXT) == {TEXT.replace("</tool_calls>", "")}


def test_swapping_keeps_all_characters() -> None:
    for name in ("swap", "misnest"):
        assert all(sorted(text) == sorted(TEXT) for text in outcomes(named(name), TEXT))


def test_truncating_leaves_a_beginning() -> None:
    assert all(TEXT.startswith(text) for text in outcomes(named("truncate"), TEXT))
