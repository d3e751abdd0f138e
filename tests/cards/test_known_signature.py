"""Which later cases of a signature are looked at again, and that they are few."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from harness.cards.shape import Sight
from harness.cards.traits import Traits
from harness.model import Case, Violation
from harness.search.known import ALIKE, APART, DIRECT, SHAPES, Known

BLOCK = '<tool_calls><invoke name="a"></invoke></tool_calls>'
SEEN = Sight("call missing")
FOUND = Violation("split", ("one",), "call missing", "", (1,))


def case(cut: int, *features: str) -> Case:
    return Case("1:2", "dsml", BLOCK, ((), (cut,)), features=features)


def traits(place: str = "", *needs: str, direct: bool = True) -> dict[str, Traits]:
    return {"F1": Traits("split", ("one",), "call missing", place, needs, direct)}


def test_a_case_that_lacks_what_the_known_fault_needs_is_of_another() -> None:
    told = traits("", "cdata")
    assert Known("F1").why(case(3), FOUND, SEEN, told) == "apart"
    assert Known("F1").why(case(3, "cdata:torn"), FOUND, SEEN, told) == "alike"
    assert Known("F1").why(case(3), FOUND, structs.replace(SEEN, direct=False), told) == "alike"


def test_a_case_that_is_cut_elsewhere_is_of_another() -> None:
    told = traits("in opener")
    assert Known("F1").why(case(3), FOUND, SEEN, told) == "alike"
    assert Known("F1").why(case(len(BLOCK) - 3), FOUND, SEEN, told) == "apart"


def test_what_shows_it_itself_counts_more_than_what_an_oracle_made() -> None:
    assert Known("F1").why(case(3), FOUND, SEEN, traits(direct=False)) == "direct"


def test_an_end_is_never_looked_at_again() -> None:
    hang = Violation("crash", ("one",), "hang", "")
    assert Known("F1").why(case(3), hang, Sight("hang"), traits("", "cdata")) == ""


def test_a_case_counts_for_the_first_finding_that_explains_it() -> None:
    known = Known("F1")
    known.findings.append("F4")
    both = {**traits("", "cdata"), "F4": traits("", "entities")["F1"]}
    assert known.whose(case(3, "entities:named"), FOUND, SEEN, both) == "F4"
    assert known.whose(case(3, "cdata", "entities"), FOUND, SEEN, both) == "F1"
    assert known.whose(case(3), FOUND, SEEN, both) == "F1"


def test_of_those_that_explain_a_case_the_one_most_like_it_gets_it() -> None:
    known = Known("F1")
    known.findings += ["F4", "F5"]
    first = traits()["F1"]
    told = {
        "F1": first,
        "F4": structs.replace(first, shape="x", direct=False),
        "F5": structs.replace(first, shape="x"),
    }
    assert known.whose(case(3), FOUND, Sight("x"), told) == "F5"
    assert known.whose(case(3), FOUND, Sight("x", direct=False), told) == "F4"
    assert known.whose(case(3), FOUND, Sight("y"), told) == "F1"


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(st.integers(1, len(BLOCK) - 1), st.booleans(), st.sampled_from("abcdefgh"), st.booleans()),
        max_size=60,
    )
)
def test_however_many_come_only_some_are_looked_at(
    suspects: list[tuple[int, bool, str, bool]],
) -> None:
    known, told = Known("F1"), traits("in opener", "cdata")
    why = [
        known.why(case(cut, *(("cdata",) if has else ())), FOUND, Sight(shape, direct), told)
        for cut, has, shape, direct in suspects
    ]
    for name, most in {"apart": APART, "direct": DIRECT, "shape": SHAPES, "alike": ALIKE}.items():
        assert why.count(name) <= most
