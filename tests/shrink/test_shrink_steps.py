"""What a shrink asks, from the first case to the last: knowledge, tools and chunkings of each candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from harness.model import Answer, Case, Event, Tool, Violation
from harness.shrink import ENDS, Budget, shrink

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.model import Chunking
    from harness.shrink import Choices

ANSWERS = (Answer((Event(text="ab"),)),)
CASE = Case(
    "t",
    "dsml",
    "ab",
    ((), (1,), (0, 2)),
    tools=(Tool("f"),),
    knowledge="known",
    answers=ANSWERS,
    relies_on=("fences",),
    features=("prose",),
)
ALL = ("fences", "entities")


def violated(oracle: str = "split", kind: str = "text lost", chunkings: tuple[int, ...] = (1,)) -> Violation:
    return Violation(oracle, ("one",), kind, "", chunkings)


def shrunk(
    case: Case,
    violation: Violation,
    holds: Callable[[Case], bool],
    *,
    choices: Choices | None = None,
    rebuild: Callable[[Choices], tuple[Case, Choices]] | None = None,
    calls: int = 10_000,
) -> tuple[Case, Violation, list[Case]]:
    """Shrink, and list all that was asked. A violation that was found says of which case in its message."""
    asked: list[Case] = []

    def question(cases: Sequence[Case]) -> list[Violation | None]:
        (one,) = cases
        asked.append(one)
        return [structs.replace(violation, message=str(len(asked))) if holds(one) else None]

    budget = Budget(question, calls=calls, seconds=600, at_once=1)
    small, found = shrink(case, violation, choices=choices, rebuild=rebuild, policies=ALL, budget=budget)
    if found.message:
        assert small == asked[int(found.message) - 1], "the violation is that of the case"
    else:
        assert (small, found) == (case, violation)
    return small, found, asked


OPEN = structs.replace(CASE, tools=(), knowledge="underived", answers=(), relies_on=ALL)


def test_without_tools_and_with_each_chunking_alone_is_asked_first_the_guilty_one_before_the_others() -> None:
    small, found, asked = shrunk(CASE, violated(chunkings=(2,)), lambda _: False)
    assert asked == [
        structs.replace(base, chunkings=plan)
        for base in (OPEN, CASE)
        for plan in (((), (0, 2)), ((),), ((), (1,)))
    ]
    assert (small, found) == (CASE, violated(chunkings=(2,)))


def test_where_no_chunking_is_named_the_whole_text_is_asked_first() -> None:
    plain = structs.replace(CASE, tools=())
    _, _, asked = shrunk(plain, violated(chunkings=()), lambda _: False)
    assert asked == [structs.replace(plain, chunkings=plan) for plan in (((),), ((), (1,)), ((), (0, 2)))]


def test_a_text_that_stays_keeps_its_answer_and_an_edited_one_has_none() -> None:
    plain = structs.replace(CASE, tools=())
    small, _, asked = shrunk(plain, violated(), lambda case: case.text in {"b", "ab"})
    edited = [case for case in asked if case.text != "ab"]
    assert edited
    assert all(
        (case.tools, case.knowledge, case.answers, case.relies_on) == ((), "underived", (), ALL)
        for case in edited
    )
    kept = [case for case in asked if case.text == "ab"]
    assert all(
        (case.knowledge, case.answers, case.relies_on) == ("known", ANSWERS, ("fences",)) for case in kept
    )
    assert (small.text, small.features, small.id) == ("b", ("prose",), "t")


def test_an_edited_text_keeps_the_tools_that_its_failure_needs() -> None:
    small, _, asked = shrunk(CASE, violated(), lambda case: bool(case.tools) and "b" in case.text)
    assert all(case.tools == CASE.tools for case in asked[3:] if case.tools)
    assert (small.text, small.tools, small.relies_on) == ("b", CASE.tools, ALL)


def test_tools_that_are_not_needed_are_gone_before_the_text_is_touched() -> None:
    small, _, asked = shrunk(CASE, violated(), lambda case: "b" in case.text)
    assert small == structs.replace(OPEN, text="b", chunkings=((),))
    assert not any(case.tools for case in asked)


@pytest.mark.parametrize("oracle", ["truth", "policy", "truncation", "locality", "atomicity", "drift"])
def test_where_the_answer_is_needed_text_tools_and_answer_stay_and_only_cuts_go(oracle: str) -> None:
    small, _, asked = shrunk(CASE, violated(oracle), lambda _: True)
    assert small == structs.replace(CASE, chunkings=((),))
    assert all(structs.replace(case, chunkings=CASE.chunkings) == CASE for case in asked)


@pytest.mark.parametrize("oracle", ["split", "text", "leak", "parity", "finish"])
def test_where_no_answer_is_needed_the_text_goes(oracle: str) -> None:
    assert shrunk(CASE, violated(oracle), lambda _: True)[0].text == ""


def test_of_empty_chunks_the_same_cuts_without_them_come_along() -> None:
    case = structs.replace(CASE, text="abcd", tools=(), chunkings=((), (1, 1, 2)))
    _, _, asked = shrunk(case, violated("finish"), lambda case: len(case.text) == 4)
    plans = [one.chunkings for one in asked]
    assert plans[0] == ((), (1, 1, 2), (1, 2))
    assert plans[1] == ((),), "no twin that is there already"
    assert all(0 < len(plan) < 4 for plan in plans)
    _, _, others = shrunk(case, violated("split"), lambda case: len(case.text) == 4)
    assert others[0].chunkings == ((), (1, 1, 2))


# ---------------------------------------------------------------- choices


def rebuilding(made: list[Choices]) -> Callable[[Choices], tuple[Case, Choices]]:
    """Give a generator of as many letters as there are choices, in two chunkings, with a known answer."""

    def rebuild(choices: Choices) -> tuple[Case, Choices]:
        made.append(choices)
        text = "".join("abc"[min(choice, 2)] for choice in choices)
        return structs.replace(CASE, text=text, tools=(), chunkings=((), (1,))), choices

    return rebuild


def test_choices_come_first_and_text_and_cuts_after_them() -> None:
    made: list[Choices] = []
    rebuild = rebuilding(made)
    case, _ = rebuild((1, 2, 1, 1))
    small, _, asked = shrunk(
        case, violated(), lambda case: "c" in case.text, choices=(1, 2, 1, 1), rebuild=rebuild
    )
    assert (small.text, small.chunkings) == ("c", ((),))
    assert made
    assert asked[0] == structs.replace(case, text="")
    known = [one.knowledge == "known" for one in asked]
    assert known == sorted(known, reverse=True), "what was drawn comes before what was edited"
    assert {one.text for one in asked if one.knowledge != "known"} == {""}


def test_where_chunks_play_no_part_all_that_the_choices_make_is_fed_whole() -> None:
    made: list[Choices] = []
    rebuild = rebuilding(made)
    case, _ = rebuild((1, 2))
    small, _, asked = shrunk(
        case, violated("truth", chunkings=()), lambda case: "c" in case.text, choices=(1, 2), rebuild=rebuild
    )
    assert {one.chunkings for one in asked} == {((),)}
    assert asked[0] == structs.replace(case, chunkings=((),))
    assert small == structs.replace(case, text="c", chunkings=((),))


def test_where_the_whole_text_passes_or_chunks_play_a_part_the_choices_keep_their_chunkings() -> None:
    rebuild = rebuilding([])
    case, _ = rebuild((1, 2))

    def holds(case: Case) -> bool:
        return "c" in case.text and len(case.chunkings) == 2

    small, _, asked = shrunk(case, violated("truth", chunkings=()), holds, choices=(1, 2), rebuild=rebuild)
    assert [one.chunkings for one in asked[:2]] == [((),), ((), (1,))]
    assert (small.text, small.chunkings) == ("c", ((), (1,)))
    _, _, asked = shrunk(case, violated("truth", chunkings=(1,)), holds, choices=(1, 2), rebuild=rebuild)
    assert asked[0].chunkings == ((), (1,))
    assert asked[0].text == "", "nobody has to ask for the whole"


def forbidden(_: Choices) -> tuple[Case, Choices]:
    raise AssertionError("the choices are left out")


@pytest.mark.parametrize("kind", sorted(ENDS))
def test_what_ends_a_child_leaves_the_choices_out(kind: str) -> None:
    small, _, _ = shrunk(CASE, violated("crash", kind, ()), lambda _: True, choices=(1,), rebuild=forbidden)
    assert small.text == ""


def test_empty_chunks_leave_the_choices_out_and_other_findings_of_that_oracle_do_not() -> None:
    assert set(ENDS) == {"crash", "hang", "memory"}
    shrunk(CASE, violated("finish"), lambda _: True, choices=(1,), rebuild=forbidden)
    with pytest.raises(AssertionError, match="left out"):
        shrunk(CASE, violated("finish", chunkings=()), lambda _: True, choices=(1,), rebuild=forbidden)


def test_without_a_list_of_choices_or_a_way_to_rebuild_the_text_is_shrunk_alone() -> None:
    assert shrunk(CASE, violated(), lambda _: True, rebuild=forbidden)[0].text == ""
    assert shrunk(CASE, violated(), lambda _: True, choices=(1,))[0].text == ""


def test_simpler_choices_with_a_text_of_the_same_length_are_taken() -> None:
    case, _ = rebuilding([])((1,))
    small, _, _ = shrunk(
        case,
        violated("truth", chunkings=()),
        lambda case: len(case.text) == 1,
        choices=(1,),
        rebuild=rebuilding([]),
    )
    assert small.text == "a"


# ---------------------------------------------------------------- tools


def tools_of(*names: str) -> tuple[Tool, ...]:
    return tuple(map(Tool, names))


def test_tools_go_by_halves_and_then_one_by_one() -> None:
    case = structs.replace(CASE, text="", chunkings=((),), tools=tools_of(*"abcde"))
    _, _, asked = shrunk(case, violated(chunkings=()), lambda case: case.tools == case_tools)
    assert ["".join(tool.name for tool in one.tools) for one in asked[2:]] == [
        *("cde", "ab"),
        *("bcde", "acde", "abde", "abce", "abcd"),
    ]


case_tools = tools_of(*"abcde")


@pytest.mark.parametrize(
    ("names", "asked_for"),
    [("a", [""]), ("ab", ["b", "a"]), ("abc", ["bc", "ac", "ab"]), ("abcd", ["cd", "ab", "bcd"])],
)
def test_halves_of_fewer_than_four_tools_are_single_tools(names: str, asked_for: list[str]) -> None:
    whole = tools_of(*names)
    case = structs.replace(CASE, text="", chunkings=((),), tools=whole)
    _, _, asked = shrunk(case, violated(chunkings=()), lambda case: case.tools == whole)
    assert ["".join(tool.name for tool in one.tools) for one in asked[2:]][: len(asked_for)] == asked_for


def test_each_declared_argument_goes_that_is_not_needed_with_its_demand() -> None:
    schema = {"type": "object", "properties": {"a": {}, "b": {"x": 1}}, "required": ["b", "a"]}
    tools = (Tool("f", schema, "says"), Tool("g", {"properties": True, "required": "b"}))
    case = structs.replace(CASE, text="", chunkings=((),), tools=tools)
    _, _, asked = shrunk(case, violated(chunkings=()), lambda case: case.tools == tools)
    assert [one.tools for one in asked[2:]] == [
        tools[1:],
        (Tool("f", {**schema, "properties": {"b": {"x": 1}}, "required": ["b"]}, "says"), tools[1]),
        (Tool("f", {**schema, "properties": {"a": {}}, "required": ["a"]}, "says"), tools[1]),
        tools[:1],
    ]
    assert schema["required"] == ["b", "a"], "the schema of the case is left as it is"
    bare = (Tool("f", {"properties": {"a": {}}, "required": 7}),)
    _, _, asked = shrunk(
        structs.replace(case, tools=bare), violated(chunkings=()), lambda case: case.tools == bare
    )
    assert asked[-1].tools == (Tool("f", {"properties": {}, "required": 7}),)


def test_tools_and_arguments_go_until_none_can() -> None:
    tools = (Tool("f", {"properties": {"a": {}, "b": {}}}), *tools_of(*"ghij"))
    case = structs.replace(CASE, text="", chunkings=((),), tools=tools)

    def holds(case: Case) -> bool:
        return {"f", "i"} <= {tool.name for tool in case.tools} and bool(case.tools[0].parameters)

    assert shrunk(case, violated(chunkings=()), holds)[0].tools == (Tool("f", {"properties": {}}), Tool("i"))


def test_the_tools_of_a_case_with_a_known_answer_stay() -> None:
    _, _, asked = shrunk(CASE, violated("truth"), lambda _: True)
    assert all(one.tools == CASE.tools for one in asked)


def test_a_shrink_without_runs_gives_back_what_it_got() -> None:
    small, found, asked = shrunk(CASE, violated(), lambda _: True, calls=0)
    assert (small, found, asked) == (CASE, violated(), [])


def plans(asked: Sequence[Case]) -> list[tuple[Chunking, ...]]:
    return [one.chunkings for one in asked]


def test_the_whole_text_is_fed_once_beside_the_cuts() -> None:
    case = structs.replace(CASE, text="abc", tools=(), chunkings=((), (1, 2)))
    _, _, asked = shrunk(case, violated(), lambda case: case.text == "abc" and len(case.chunkings[-1]) == 2)
    assert all(plan[0] == () and len(plan) == len(set(plan)) <= 2 for plan in plans(asked))
