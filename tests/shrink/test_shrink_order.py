"""The one order of raw cases: what counts first, and that a shrink keeps to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from harness.model import Case, Violation
from harness.shrink import Budget, shrink
from harness.shrink.order import Small, comes_before, simplest_first

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PIECES = (
    "<invoke name='a'>",
    "</invoke>",
    "<tool_calls>",
    "</tool_calls>",
    "&lt;",
    "\r\n",
    "ab",
    " ",
    "é",
    "<",
)
texts = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)


@st.composite
def smalls(draw: st.DrawFn) -> Small:
    text = draw(texts)
    cuts = draw(st.lists(st.integers(0, len(text)), max_size=4))
    return Small(text, tuple(sorted(cuts)))


def test_fewer_calls_come_before_a_shorter_text() -> None:
    assert comes_before(Small("a much longer text than that", ()), Small("<invoke name='a'>", ()), "dsml")


def test_a_shorter_text_comes_before_fewer_cuts() -> None:
    assert comes_before(Small("abc", (1, 2)), Small("abcd", ()), "dsml")


def test_fewer_cuts_come_before_plainer_characters() -> None:
    assert comes_before(Small("a\u00e9", ()), Small("ab", (1,)), "dsml")


def test_the_end_of_a_tag_comes_before_its_inside_and_a_word_comes_last() -> None:
    text = "ab <invoke> cd"
    order = simplest_first(text, "dsml")
    assert order[:2] == [3, 11]
    assert order[2:9] == list(range(4, 11))
    assert order[9:] == [2, 12, 1, 13]


@given(smalls(), smalls(), smalls(), st.sampled_from(["dsml", "qwen"]))
def test_it_is_a_strict_order(one: Small, two: Small, three: Small, dialect: str) -> None:
    assert not comes_before(one, one, dialect)
    assert not (comes_before(one, two, dialect) and comes_before(two, one, dialect))
    if comes_before(one, two, dialect) and comes_before(two, three, dialect):
        assert comes_before(one, three, dialect)
    if one.text == two.text and one.cuts != two.cuts:
        assert comes_before(one, two, dialect) or comes_before(two, one, dialect)


def predicate(needle: str, place: str) -> Callable[[Case], bool]:
    """Fail where the needle is there and a cut stands right behind some character, or where one is none."""

    def breaks(case: Case) -> bool:
        cuts = case.chunkings[-1]
        behind = not place or any(case.text[cut - 1 : cut] == place for cut in cuts)
        return needle in case.text and behind

    return breaks


def shrunk(
    case: Case, breaks: Callable[[Case], bool], *, at_once: int, runs: int = 3_000
) -> tuple[Case, Violation, Budget, list[Case]]:
    taken: list[Case] = []

    def question(cases: Sequence[Case]) -> list[Violation | None]:
        answers = [
            Violation("split", ("one",), "text lost", "", (len(one.chunkings) - 1,)) if breaks(one) else None
            for one in cases
        ]
        taken.extend([one for one, answer in zip(cases, answers, strict=True) if answer][:1])
        return answers

    budget = Budget(question, calls=runs, seconds=600, at_once=at_once)
    guilty = Violation("split", ("one",), "text lost", "", (len(case.chunkings) - 1,))
    small, violation = shrink(case, guilty, choices=None, rebuild=None, policies=(), budget=budget)
    return small, violation, budget, taken


@given(texts, st.lists(st.integers(0, 80), max_size=6), st.sampled_from(PIECES), st.sampled_from("<>a;\n "))
def test_each_case_that_is_taken_is_smaller_and_fails_alike_and_the_end_is_the_same_for_any_batch(
    text: str, places: list[int], needle: str, place: str
) -> None:
    text = f"{text}{needle}{place}!"
    cuts = tuple(sorted({*(min(at, len(text)) for at in places), len(text) - 1}))
    case = Case("t", "dsml", text, ((), cuts))
    breaks = predicate(needle, place)
    assert breaks(case)
    ends = [shrunk(case, breaks, at_once=at_once) for at_once in (1, 7, 32)]
    small, violation, budget, taken = ends[0]
    assert breaks(small)
    assert violation.signature == ("split", ("one",), "text lost")
    assert not budget.ran_out
    before = Small(text, cuts)
    for one in taken:
        after = Small(one.text, one.chunkings[-1])
        assert comes_before(after, before, "dsml") or (after.text, after.cuts) == (before.text, before.cuts)
        before = after
    assert all(other[0] == small for other in ends[1:])


@given(texts, st.integers(1, 40), st.integers(1, 40))
def test_it_never_runs_more_than_it_may_and_what_it_ends_with_fails(
    text: str, runs: int, at_once: int
) -> None:
    text = f"{text}<invoke name='a'>é"
    case = Case("t", "dsml", text, ((), tuple(range(1, len(text)))))
    breaks = predicate("é", "")
    small, _, budget, _ = shrunk(case, breaks, at_once=at_once, runs=runs)
    assert budget.used <= runs
    assert breaks(small)
    assert not comes_before(Small(text, case.chunkings[-1]), Small(small.text, small.chunkings[-1]), "dsml")


def test_a_cut_moves_to_the_simplest_place_that_does_the_same() -> None:
    text = "word<invoke>word"
    case = Case("t", "dsml", text, ((), (2,)))

    def breaks(one: Case) -> bool:
        return one.text == text and bool(one.chunkings[-1])

    small, *_ = shrunk(case, breaks, at_once=4)
    assert small.chunkings == ((), (4,))
