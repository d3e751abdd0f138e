"""The shrinker: keeps the signature, never grows a case, repeats itself, stops in its budget."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from harness.model import Case, Tool, Violation, without_empty_chunks
from harness.shrink import Budget, shrink
from harness.shrink.choices import shrink_choices

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SPLIT = Violation("split", ("one",), "call missing", "")


def case_of(text: str, cuts: Sequence[int] = ()) -> Case:
    return Case(id="t", dialect="dsml", text=text, chunkings=((), tuple(cuts)) if cuts else ((),))


def asked(breaks: Callable[[Case], bool], *, calls: int = 5_000, at_once: int = 16) -> Budget:
    def question(cases: Sequence[Case]) -> list[Violation | None]:
        return [
            Violation("split", ("one",), "call missing", "", (len(c.chunkings) - 1,)) if breaks(c) else None
            for c in cases
        ]

    return Budget(question, calls=calls, seconds=60, at_once=at_once)


def small(
    text: str, cuts: Sequence[int], breaks: Callable[[Case], bool], **options: int
) -> tuple[Case, Budget]:
    budget = asked(breaks, **options)
    found = Violation("split", ("one",), "call missing", "", (1,) if cuts else (0,))
    case, violation = shrink(
        case_of(text, cuts), found, choices=None, rebuild=None, policies=("fences",), budget=budget
    )
    assert violation.signature == found.signature
    return case, budget


def cuts_inside(case: Case, piece: str) -> bool:
    at = case.text.find(piece)
    return at >= 0 and any(at < cut < at + len(piece) for cut in case.chunkings[-1])


def test_one_cut_inside_a_tag_is_all_that_is_left() -> None:
    text = "words before <invoke name='x'> and words after it, more than are needed " * 4
    case, _ = small(text, range(1, len(text)), lambda c: cuts_inside(c, "<invoke"))
    assert case.text == "<invoke"
    assert len(case.chunkings[-1]) == 1


def test_two_cuts_that_need_each_other_are_both_kept() -> None:
    text = "aaaa[bbbb]cccc" * 5

    def breaks(case: Case) -> bool:
        cuts = case.chunkings[-1]
        return any(case.text[c - 1 : c] == "[" for c in cuts) and any(
            case.text[c - 1 : c] == "]" for c in cuts
        )

    case, _ = small(text, range(1, len(text)), breaks)
    assert (case.text, len(case.chunkings[-1])) == ("[]", 2)


def test_a_text_that_fails_whole_keeps_no_cut() -> None:
    case, _ = small("xx<oops>yy", [3, 5], lambda c: "oops" in c.text)
    assert case == case_of("oops") or (case.text, case.chunkings) == ("oops", ((),))


def test_a_lone_empty_chunk_is_all_that_is_left_and_its_twin_stays_beside_it() -> None:
    text = "words before < and words after it"

    def question(cases: Sequence[Case]) -> list[Violation | None]:
        def shows(case: Case) -> bool:
            cuts = case.chunkings[1] if len(case.chunkings) > 1 else ()
            twin = without_empty_chunks(cuts, len(case.text))
            return any(a == b and case.text[a - 1 : a] == "<" for a, b in pairwise(cuts)) and (
                twin in case.chunkings
            )

        found = Violation("finish", ("one",), "empty chunk changes the answer", "", (1,))
        return [found if shows(case) else None for case in cases]

    cuts = (3, 5, 14, 14, 20)
    case = structs.replace(case_of(text, cuts), chunkings=((), (1,), cuts, (3, 5, 14, 20)))
    found = Violation("finish", ("one",), "empty chunk changes the answer", "", (2,))
    budget = Budget(question, calls=5_000, seconds=60, at_once=16)
    small, _ = shrink(case, found, choices=None, rebuild=None, policies=(), budget=budget)
    assert small.text.endswith("<")
    assert len(small.text) <= 2
    assert small.chunkings[1] == (len(small.text),) * 2
    assert without_empty_chunks(small.chunkings[1], len(small.text)) in small.chunkings


def test_an_empty_first_chunk_is_found_behind_other_cuts() -> None:
    case, _ = small("abcdef", (0, 2, 2, 4), lambda c: 0 in c.chunkings[-1])
    assert (case.text, case.chunkings[-1]) in {("", (0,)), ("a", (0,)), ("f", (0,))}


def test_an_element_goes_whole_and_one_around_what_matters_goes_without_it() -> None:
    text = "<a><one x='1'></one><two><b>!</b></two></a>"

    def breaks(case: Case) -> bool:  # as a parser that wants its tags in pairs, and one element around all
        tags = re.findall(r"<(/?)(\w+)[^>]*>", case.text)
        opened = sorted(name for slash, name in tags if not slash)
        closed = sorted(name for slash, name in tags if slash)
        return "!" in case.text and opened == closed and case.text.startswith("<a>")

    case, _ = small(text, [], breaks)
    assert len(case.text) <= len("<a>!</a>")


def test_the_one_cut_of_a_long_stream_is_found_in_few_runs() -> None:
    text = "x" * 3_000 + "<invoke" + "y" * 3_000
    counted: list[int] = []

    def breaks(case: Case) -> bool:
        counted.append(len(case.text) > 5_000)
        return cuts_inside(case, "<invoke")

    case, _ = small(text, range(0, len(text), 3), breaks)
    assert case.text == "<invoke"
    assert sum(counted) < 100


def test_tools_and_declared_arguments_that_do_not_matter_go() -> None:
    kept = Tool("f", {"properties": {"a": {}, "b": {}}, "required": ["a", "b"], "x": 1})
    case = structs.replace(case_of("text"), tools=(Tool("g"), kept, Tool("h"), Tool("i")))

    def breaks(case: Case) -> bool:
        return any(tool.name == "f" and "a" in tool.parameters.get("properties", {}) for tool in case.tools)

    found = Violation("split", ("one",), "call missing", "")
    small, _ = shrink(case, found, choices=None, rebuild=None, policies=(), budget=asked(breaks))
    assert small.tools == (Tool("f", {"properties": {"a": {}}, "required": ["a"], "x": 1}),)
    assert small.text == ""


def test_strange_characters_become_plain_where_they_do_not_matter() -> None:
    case, _ = small("\u0130\x00#\u00e9", [], lambda c: "#" in c.text and len(c.text) > 2)
    assert case.text.isascii()
    assert case.text.isprintable()


@given(
    st.text(alphabet="ab<>&", min_size=1, max_size=40),
    st.lists(st.integers(0, 40), max_size=6),
    st.text(alphabet="ab<>&", min_size=1, max_size=2),
)
def test_a_shrunk_case_still_fails_and_is_never_larger(text: str, places: list[int], needle: str) -> None:
    cuts = tuple(sorted(min(place, len(text)) for place in places))
    text += needle

    def breaks(case: Case) -> bool:
        return needle in case.text

    case, budget = small(text, cuts, breaks)
    again, _ = small(text, cuts, breaks, at_once=3)
    assert breaks(case)
    assert case.text == needle
    assert not budget.ran_out
    assert again == case, "the result must not depend on how many cases travel at once"


def test_cuts_stay_in_order_and_inside_the_text() -> None:
    text = "0123456789" * 8

    def breaks(case: Case) -> bool:
        cuts = case.chunkings[-1]
        assert list(cuts) == sorted(cuts)
        assert all(0 <= cut <= len(case.text) for cut in cuts)
        assert "".join(case.chunks(cuts)) == case.text
        return case.text.count("5") > 2

    case, _ = small(text, (0, 3, 3, 40, 80), breaks)
    assert case.text == "555"


def test_the_budget_ends_a_shrink_and_the_finding_says_so() -> None:
    text = "x" * 400
    case, budget = small(text, [], lambda c: len(c.text) > 100, calls=20)
    assert budget.used <= 20
    assert budget.ran_out
    assert budget.verdict().startswith("out of budget")
    assert len(case.text) <= len(text)


def test_a_case_with_a_known_answer_keeps_its_text() -> None:
    found = Violation("truth", ("one",), "value differs", "", ())
    budget = Budget(
        lambda cases: [found if c.text == "abc" else None for c in cases], calls=99, seconds=9, at_once=4
    )
    case, _ = shrink(case_of("abc", [1]), found, choices=None, rebuild=None, policies=(), budget=budget)
    assert (case.text, case.chunkings) == ("abc", ((),))


def dying(case: Case, breaks: Callable[[str], bool], *, at_once: int = 1) -> tuple[Case, list[Case]]:
    """Shrink a case whose parser dies at some chunk, and count the deaths."""
    found = Violation("crash", ("one",), "hang", "")
    deaths: list[Case] = []

    def question(cases: Sequence[Case]) -> list[Violation | None]:
        dead = [c for c in cases if any(breaks(chunk) for cuts in c.chunkings for chunk in c.chunks(cuts))]
        deaths.extend(dead)
        return [found if c in dead else None for c in cases]

    budget = Budget(question, calls=5_000, seconds=60, at_once=at_once)

    def never(_: tuple[int, ...]) -> tuple[Case, tuple[int, ...]]:
        raise AssertionError("choices take away one small thing after the other")

    small, _ = shrink(case, found, choices=(1, 2), rebuild=never, policies=(), budget=budget)
    return small, deaths


def test_a_parser_that_dies_is_asked_few_times() -> None:
    case, deaths = dying(case_of("x" * 500 + "!" + "y" * 500, [3, 700]), lambda chunk: "!" in chunk)
    assert (case.text, case.chunkings) == ("!", ((),))
    assert len(deaths) < 40


def test_a_death_in_one_chunking_only_is_made_small_too() -> None:
    text = "ab!cd" * 9
    case, _ = dying(
        structs.replace(case_of(text), chunkings=((), (7,), (2, 3, 9))), lambda chunk: chunk == "!"
    )
    assert (case.text, case.chunkings) == ("!", ((),))


def rebuild(choices: tuple[int, ...]) -> tuple[Case, tuple[int, ...]]:
    """A toy generator: "another letter?" (0 = no), then which."""
    letters: list[str] = []
    used: list[int] = []
    rest = iter(choices)
    while True:
        more = min(next(rest, 0), 1)
        used.append(more)
        if not more:
            return case_of("".join(letters)), tuple(used)
        letter = min(next(rest, 0), 25)
        used.append(letter)
        letters.append("abcdefghijklmnopqrstuvwxyz"[letter])


@pytest.mark.parametrize("needle", ["z", "zy", "mm"])
def test_choices_shrink_to_the_shortest_list_that_fails(needle: str) -> None:
    letters = f"somewords{needle}andmore"
    start = (*(number for letter in letters for number in (1, ord(letter) - 97)), 0)
    budget = asked(lambda c: needle in c.text)
    choices, case, _ = shrink_choices(start, (rebuild(start)[0], SPLIT), rebuild, budget)
    assert case.text == needle
    assert choices == rebuild(choices)[1]
    assert len(choices) == 2 * len(needle) + 1


def test_values_are_lowered_one_by_one() -> None:
    start = (1, 25, 1, 25, 0)
    budget = asked(lambda c: len(c.text) == 2 and c.text[0] >= "k")
    choices, case, _ = shrink_choices(start, (rebuild(start)[0], SPLIT), rebuild, budget)
    assert case.text == "ka"
    assert choices == (1, 10, 1, 0, 0)


def test_simpler_choices_that_make_a_longer_text_are_not_taken() -> None:
    texts = {(1,): "<q>", (0,): "<a plain and much longer tag>"}

    def rebuild(choices: tuple[int, ...]) -> tuple[Case, tuple[int, ...]]:
        used = choices[:1] or (0,)
        return case_of(texts[used]), used

    case, violation = shrink(
        case_of("<q>"),
        Violation("policy", ("one",), "call missing", ""),
        choices=(1,),
        rebuild=rebuild,
        policies=(),
        budget=Budget(
            lambda cases: [Violation("policy", ("one",), "call missing", "") for _ in cases],
            calls=100,
            seconds=60,
            at_once=1,
        ),
    )
    assert case.text == "<q>"
    assert violation.oracle == "policy"


def test_choices_that_draw_a_text_far_longer_than_the_first_are_not_run() -> None:
    lengths = {3: 600, 2: 2_000_000}
    ran: set[int] = set()

    def rebuild(choices: tuple[int, ...]) -> tuple[Case, tuple[int, ...]]:
        return case_of("x" * lengths.get(len(choices), 0)), choices

    def breaks(case: Case) -> bool:
        ran.add(len(case.text))
        return len(case.text) >= 600

    found = Violation("split", ("one",), "call missing", "")
    choices, _, _ = shrink_choices((3, 3, 3), (case_of("x" * 600), found), rebuild, asked(breaks))
    assert choices == (0, 0, 0)
    assert ran == {0, 600}
