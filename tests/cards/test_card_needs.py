"""What a fault needs is found by leaving out all else, and in so many runs at most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from harness.cards.needs import CALLS, FRESH, Drawn, necessary, plain
from harness.generate.source import Recording, Replay, Seeded
from harness.model import Case

if TYPE_CHECKING:
    from harness.generate import Source

NAMES = ("cdata", "entities", "fence", "crlf")


def draw(source: Source) -> Case:
    """Draw a text of parts: each is a feature, or a letter that is none."""
    parts = [name for name in NAMES if source.chance(1, 3)]
    while source.chance(1, 2):
        parts.append(source.pick(("x", "y", "z")))
    return Case("1:1", "dsml", " ".join(parts), features=tuple(part for part in parts if part in NAMES))


def drawn(choices: tuple[int, ...]) -> Drawn:
    source = Recording(Replay(choices))
    case = draw(source)
    return Drawn(tuple(source.choices), plain(case.features), len(case.text))


@settings(max_examples=20)
@given(needed=st.sets(st.sampled_from(NAMES)), seed=st.integers(0, 1000))
def test_the_features_that_a_fault_needs_are_named_and_no_other(needed: set[str], seed: int) -> None:
    def fails(cases: list[Case]) -> list[bool]:
        return [needed <= set(case.features) for case in cases]

    everything = drawn((2,) * len(NAMES))
    fresh = (Seeded(seed, number) for number in range(2 * FRESH))
    found = necessary([everything], draw, lambda cases: fails(list(cases)), fresh)
    assert found == tuple(sorted(needed))


@settings(max_examples=20)
@given(seed=st.integers(0, 1000))
def test_it_never_runs_more_than_was_granted(seed: int) -> None:
    ran = 0

    def fails(cases: list[Case]) -> list[bool]:
        nonlocal ran
        ran += len(cases)
        return [False] * len(cases)

    fresh = (Seeded(seed, number) for number in range(2 * FRESH))
    necessary([drawn((2,) * len(NAMES))], draw, lambda cases: fails(list(cases)), fresh)
    assert 0 < ran <= FRESH + CALLS


def test_what_any_failing_text_lacks_is_not_tried_at_all() -> None:
    seen = [drawn((2, 2, 0, 0)), drawn((0, 0, 2, 2))]
    assert necessary(seen, draw, lambda cases: [True] * len(cases), iter(())) == ()


def test_the_form_of_a_feature_is_not_told_but_numbers_and_policies_are() -> None:
    names = ("cdata:torn", "cdata", "damage:delete", "blocks:2+", "policy:fences", "padded")
    assert plain(names) == {"cdata", "damage", "blocks:2+", "policy:fences", "padded"}


def test_what_most_texts_have_is_no_need() -> None:
    def nearly_always(source: Source) -> Case:
        has = not source.chance(1, 4)
        return Case("1:1", "dsml", f"{has} {source.below(9)}", features=("layout:white",) if has else ())

    seen = [Drawn((0, 1), frozenset({"layout"}), 6)]
    fresh = (Seeded(1, number) for number in range(2 * FRESH))
    found = necessary(seen, nearly_always, lambda cases: [bool(case.features) for case in cases], fresh)
    assert found == ()
