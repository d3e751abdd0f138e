"""Which texts are tried to learn what a fault needs, in which order, and how many at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from harness.cards.needs import CALLS, FRESH, Drawn, _common, _spread, _Trial, _variants, necessary
from harness.generate.source import Replay, Seeded
from harness.model import Case

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.generate.source import Source


MANY = 400
"""More than are ever run."""


def case(text: str, *features: str) -> Case:
    return Case("1:1", "dsml", text, features=features)


def numbered(source: Source) -> Case:
    """Draw a small number and a large one; they are the text."""
    return case(f"{source.below(3)} {source.below(20)}")


@pytest.mark.parametrize(
    ("bound", "values"),
    [
        (1, [0]),
        (3, [0, 1, 2]),
        (12, list(range(12))),
        (13, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]),
        (20, [0, 1, 3, 5, 6, 8, 10, 12, 13, 15, 17, 19]),
        (1_000_000, [round_ * 999_999 // 11 for round_ in range(12)]),
    ],
)
def test_values_are_tried_all_over_a_range_from_the_simplest_on(bound: int, values: list[int]) -> None:
    assert _spread(bound) == values


def test_a_variant_differs_in_one_choice_and_each_gets_its_turn() -> None:
    texts = [one.text for one in _variants((1, 5), numbered)]
    assert texts[:6] == ["0 5", "1 0", "2 5", "1 1", "1 3", "1 6"]
    assert texts[6:] == [f"1 {value}" for value in (8, 10, 12, 13, 15, 17, 19)]


def test_choices_that_nothing_is_drawn_with_have_no_variants() -> None:
    assert [one.text for one in _variants((1, 5, 7), numbered)] == [
        one.text for one in _variants((1, 5), numbered)
    ]
    assert [one.text for one in _variants((1,), numbered)] == ["0 0", "2 0"]


def test_common_is_what_more_than_half_have_in_its_plain_form() -> None:
    texts = [case("a", "cdata:torn", "fence"), case("b", "cdata"), case("c", "fence"), case("d", "cdata:x")]
    assert _common(texts) == {"cdata"}
    assert _common(texts[:3]) == {"cdata", "fence"}
    assert _common([]) == set()


class Asked:
    """Says of texts whether they fail, and keeps what it was asked."""

    def __init__(self, *needs: str) -> None:
        self.needs = set(needs)
        self.batches: list[list[str]] = []

    def __call__(self, cases: Sequence[Case]) -> list[bool]:
        self.batches.append([one.text for one in cases])
        return [self.needs <= set(one.features) for one in cases]


def many(*features: str) -> Iterator[Case]:
    return (case(f"{number}", *features) for number in range(MANY))


def test_texts_are_run_by_32_and_no_more_than_were_granted() -> None:
    asked = Asked("a")
    trial = _Trial({"a"}, asked)
    trial.run(many(), 70)
    assert [len(batch) for batch in asked.batches] == [32, 32, 6]
    assert (trial.left, trial.passed) == ({"a"}, {"a"})
    trial.run((case(f"more {number}") for number in range(MANY)), 33)
    assert [len(batch) for batch in asked.batches[3:]] == [32, 1]


def test_an_answer_is_asked_for_each_text() -> None:
    with pytest.raises(ValueError, match="shorter"):
        _Trial({"a"}, lambda _: [True]).run(many(), 9)


def test_what_has_all_that_is_left_tells_nothing_and_no_text_is_run_twice() -> None:
    asked = Asked("a")
    trial = _Trial({"a", "b"}, asked)
    trial.run(iter([case("x", "a", "b", "c"), case("y", "a"), case("y", "a"), case("z", "c")]), 9)
    assert asked.batches == [["y", "z"]]
    assert (trial.left, trial.passed) == ({"a"}, {"a"})
    trial.run(iter([case("y"), case("w", "a")]), 9)
    assert asked.batches == [["y", "z"]]
    trial.forget()
    assert trial.passed == set()
    trial.run(iter([case("y")]), 9)
    assert asked.batches[1:] == [["y"]]
    assert trial.passed == {"a"}


def test_nothing_is_run_where_nothing_is_left_or_granted() -> None:
    asked = Asked()
    texts = many()
    _Trial(set(), asked).run(texts, 9)
    assert next(texts).text == "0"  # nor is any drawn
    _Trial({"a"}, asked).run(many(), 0)
    _Trial({"a"}, asked).run(iter(()), 9)
    assert asked.batches == []
    trial = _Trial({"a"}, asked)
    trial.run(many(), 99)
    assert (len(asked.batches), trial.left) == (1, set())


def test_a_text_that_passes_says_so_of_all_that_it_lacks_and_one_that_fails_leaves_what_it_has() -> None:
    trial = _Trial({"a", "b", "c"}, lambda cases: [one.text == "fails" for one in cases])
    trial.run(iter([case("passes", "a:x"), case("fails", "a", "b", "d")]), 9)
    assert trial.left == {"a", "b"}
    assert trial.passed == {"b", "c"}


def test_fresh_texts_come_first_and_then_variants_of_the_smallest() -> None:
    asked = Asked("a")
    drew = 0

    def fresh() -> Iterator[Source]:
        nonlocal drew
        for number in range(MANY):
            drew += 1
            yield Seeded(1, number)

    def draw(source: Source) -> Case:
        has = source.below(9) < 4
        return case(f"{has} {source.below(1 << 30)}", *(["a"] if has else []))

    least = Drawn((0, 7), frozenset({"a"}), 6)
    others = [Drawn((0, 8), frozenset({"a"}), 6), Drawn((0, 7, 0), frozenset({"a"}), 6)]
    assert necessary([*others, least], draw, asked, fresh()) == ("a",)
    assert drew == FRESH
    texts = [text for batch in asked.batches for text in batch]
    variants = [one.text for one in _variants((0, 7), draw) if one.text.startswith("False")]
    assert len(texts) <= FRESH + CALLS
    assert set(variants) == {"False 7"}  # five of them, and one is enough
    assert (texts[-1], texts.count("False 7"), texts.count("False 8")) == ("False 7", 1, 0)
    assert all(text.startswith("False") for text in texts)


def test_nothing_is_said_of_what_could_not_be_left_out() -> None:
    found = [Drawn((1, 5), frozenset({"a"}), 3)]
    assert necessary(found, lambda source: case(numbered(source).text, "a"), Asked("a"), iter(())) == ()


def test_what_any_finding_lacks_or_most_texts_have_is_not_tried() -> None:
    asked = Asked("a", "b")

    def draw(source: Source) -> Case:
        return case(str(source.below(1 << 30)), *(["common"] if source.below(4) else []))

    found = [Drawn((0, 0), frozenset({"a", "common"}), 1), Drawn((0, 1), frozenset({"b", "common"}), 1)]
    assert necessary(found, draw, asked, (Seeded(1, number) for number in range(MANY))) == ()
    assert asked.batches == []


@pytest.mark.parametrize(("length", "longest"), [(10, 500), (249, 500), (251, 502), (400, 800)])
def test_a_variant_is_not_much_longer_than_the_smallest_text(length: int, longest: int) -> None:
    asked = Asked("a")
    lengths = [longest - 1, longest, longest + 1]

    def draw(source: Source) -> Case:
        which = source.below(4)
        return case("x" * ([length, *lengths][which]), *(["a"] if not which else []))

    assert necessary([Drawn((0,), frozenset({"a"}), length)], draw, asked, iter(())) == ("a",)
    assert [[len(text) for text in batch] for batch in asked.batches] == [lengths[:2]]
    assert draw(Replay((0,))).features == ("a",)
