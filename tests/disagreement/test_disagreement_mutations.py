"""Mutated cases: they can be run, stand alone, and the answers that they have are right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from harness.dialects import by_name
from harness.disagreement import Entry, Making, Menu, case_of, is_fresh, made, redrawn
from harness.disagreement.parts import Parts
from harness.disagreement.spliced import LONGEST, SPLICES
from harness.generate import case_at, record, replay
from harness.generate.cases import PIECES
from harness.generate.pen import Pen
from harness.generate.source import Seeded
from harness.report.sound import case_faults
from harness.search.bench import Bench

if TYPE_CHECKING:
    from harness.model import Case

DIALECTS = ("dsml", "qwen")


def menu_of(dialect: str, *, entries: int = 48) -> Menu:
    found = []
    for index in range(entries):
        case, choices = record(11, index, dialect)
        if len(case.text) <= LONGEST:
            found.append(Entry(case.text, case.tools, choices if index % 3 else None))
    return Menu(1, tuple(found))


def mutated(dialect: str, cases: int) -> tuple[Making, Menu, list[int]]:
    making, menu = Making(5, dialect), menu_of(dialect)
    return making, menu, [at for at in range(cases) if not is_fresh(making, at, menu)]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_fresh_cases_are_those_of_a_plain_search(dialect: str) -> None:
    making, menu = Making(5, dialect), menu_of(dialect)
    fresh = [at for at in range(64) if is_fresh(making, at, menu)]
    assert 0 < len(fresh) < 64
    for at in fresh:
        assert case_of(making, at, menu) == case_at(5, at, dialect)
    assert all(is_fresh(making, at, Menu()) for at in range(64))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_mutated_cases_are_sound_marked_and_no_longer_than_they_may_be(dialect: str) -> None:
    making, menu, numbers = mutated(dialect, 300)
    for at in numbers:
        case = case_of(making, at, menu)
        assert not list(case_faults(case))
        assert "mutated" in case.features
        assert case.id == f"5:{at}", "oracles look at every so many of them, as at others"
        assert len(case.text) <= LONGEST
        assert list(case.features) == sorted(set(case.features))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_case_depends_on_its_number_and_menu_alone(dialect: str) -> None:
    making, menu, numbers = mutated(dialect, 200)
    there = {at: made(making, at, menu) for at in numbers}
    back = {at: made(making, at, menu_of(dialect)) for at in reversed(numbers)}
    assert there == back


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_was_drawn_again_is_what_the_generator_makes_of_its_choices(dialect: str) -> None:
    making, menu, numbers = mutated(dialect, 300)
    again = 0
    for at in numbers:
        case, choices = made(making, at, menu)
        if choices is None:
            assert (case.knowledge, case.answers) == ("underived", ())
            assert set(case.relies_on) == set(by_name(dialect).policies)
            continue
        again += 1
        other, used = replay(choices, dialect, case.id)
        assert used == choices
        assert [name for name in case.features if name != "mutated"] == list(other.features)
        for member in ("text", "chunkings", "tools", "knowledge", "answers", "relies_on"):
            assert getattr(case, member) == getattr(other, member)
    assert again > 50


@pytest.mark.parametrize("dialect", DIALECTS)
def test_deep_and_tokenized_cases_are_what_the_generator_makes_of_their_choices(dialect: str) -> None:
    making = Making(5, dialect, deep=True, tokenizer="qwen")
    found = [record(11, index, dialect, deep=True, tokenizer="qwen") for index in range(8)]
    menu = Menu(1, tuple([Entry(case.text, case.tools, choices) for case, choices in found]))
    for at in range(16):
        case, choices = made(making, at, menu)
        if choices is not None:
            other, used = replay(choices, dialect, case.id, deep=True, tokenizer="qwen")
            assert (used, other.text, other.chunkings) == (choices, case.text, case.chunkings)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_same_choices_with_other_cuts_give_the_same_text_and_answer(dialect: str) -> None:
    for index in range(40):
        case, choices = record(11, index, dialect)
        again, _ = redrawn.draw(redrawn.laid(choices, dialect), Seeded(3, index), dialect, case.id)
        assert (again.text, again.tools, again.answers) == (case.text, case.tools, case.answers)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_text_can_go_on_with_the_whole_of_another(dialect: str) -> None:
    both = 0
    for index in range(60):
        (one, some), (other, more) = record(11, index, dialect), record(12, index, dialect)
        laid = redrawn.followed(Seeded(3, index), redrawn.laid(some, dialect), redrawn.laid(more, dialect))
        case, _ = redrawn.draw(laid, Seeded(4, index), dialect, "")
        if "underived" not in {one.knowledge, other.knowledge}:
            both += case.text.startswith(one.text[:30]) and other.text[:30] in case.text[len(one.text) // 2 :]
    assert both > 10


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_splice_changes_texts_and_leaves_them_texts(dialect: str) -> None:
    spoken = by_name(dialect)
    texts = [case_at(11, index, dialect).text for index in range(60)]
    for name, splice in dict(SPLICES).items():
        changed = 0
        for index, text in enumerate(texts):
            pen = Pen(Seeded(2, index), spoken.tokens, PIECES[dialect])
            after = splice(pen, spoken, text, texts[index - 1])
            after.encode()  # no half of a pair
            changed += after != text
        assert changed > len(texts) / 6, name
    # Of nothing there are no parts.
    for splice in dict(SPLICES).values():
        splice(Pen(Seeded(2, 1), spoken.tokens, PIECES[dialect]), spoken, "", "")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_parts_are_where_they_are_said_to_be(dialect: str) -> None:
    seen: set[str] = set()
    for index in range(80):
        text = case_at(11, index, dialect).text
        parts = Parts(text, by_name(dialect))
        for kind in ("blocks", "calls", "parameters"):
            for a, b in getattr(parts, kind)():
                assert text[a] == "<"
                assert text[b - 1] == ">"
                seen.add(kind)
        for a, b in parts.values():
            assert text[a - 1] == ">"
            assert text[b] == "<"
        assert all(0 <= place <= len(text) for place in parts.borders())
    assert len(seen) == 3


def bench_of(dialect: str, targets: tuple[str, ...], cases: int) -> list[tuple[Case, str]]:
    making, menu, numbers = mutated(dialect, cases)
    found = []
    with Bench(targets, dialect) as bench:
        for start in range(0, len(numbers), 64):
            some = [case_of(making, at, menu) for at in numbers[start : start + 64]]
            for verdict in bench.examine(some):
                assert all(outcome.kind == "result" for outcome in verdict.outcomes.values())
                found += [(verdict.case, one.message) for one in verdict.violations]
    return found


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_reference_is_right_on_mutated_cases(dialect: str) -> None:
    assert not bench_of(dialect, ("python",), 80)


@pytest.mark.full
@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_references_agree_on_mutated_cases(dialect: str) -> None:
    assert not bench_of(dialect, ("python", "go", "node"), 6_000)
