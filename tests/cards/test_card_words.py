"""Cards as they are told: titles, places, sides, and which finding leads, to the letter."""

from __future__ import annotations

import pytest
from msgspec import structs

from harness.cards.classes import bug_class
from harness.cards.grouping import cards
from harness.cards.place import (
    ANYWHERE,
    EMPTY,
    ONE_CHUNK,
    SEVERAL,
    TEXT,
    Tried,
    guilty_cuts,
    kinds_of_cuts,
    may_lie_in,
    place_of,
    single_cuts,
)
from harness.cards.sides import sides
from harness.cards.titles import title
from harness.cards.traits import Traits, bare
from harness.model import (
    CONFIRMATIONS,
    Call,
    Card,
    Case,
    Event,
    Finding,
    ParserError,
    Reading,
    Shown,
    Violation,
)

BLOCK = '<tool_calls><invoke name="a"><parameter name="b">x&amp;y</parameter></invoke></tool_calls>'


def of(place: str, *needs: str, shape: str = "call missing") -> Traits:
    return Traits("split", ("one",), shape, place, needs)


@pytest.mark.parametrize(
    ("place", "where"),
    [
        ("", ""),
        (ANYWHERE, " in more than one chunk"),
        (ONE_CHUNK, " in one chunk"),
        (EMPTY, " with an empty chunk"),
        (SEVERAL, " with cuts at several places"),
        ("in opener", " when a cut lies inside an opening tag"),
        ("in closer", " when a cut lies inside a closing tag"),
        ("in parameter opener", " when a cut lies inside the opening tag of a parameter"),
        ("in parameter closer", " when a cut lies inside the closing tag of a parameter"),
        ("in escape", " when a cut lies inside an escape"),
        ("in opaque", " when a cut lies inside a mark of CDATA or a comment"),
        ("in fence", " when a cut lies inside the run of a fence"),
        ("in crlf", " when a cut lies inside a line end of two characters"),
        ("in text", " when a cut lies inside plain text"),
        ("beside line end", " when a cut lies beside a line end"),
        ("beside mark and beside tag", " when a cut lies beside a mark and beside a tag"),
        ("in nowhere", " when a cut lies in nowhere"),
    ],
)
def test_a_title_says_where_the_cut_is(place: str, where: str) -> None:
    assert title(of(place)) == f"split: call missing{where}"


@pytest.mark.parametrize(
    ("needs", "told"),
    [
        ((), ""),
        (("a",), ", only with a"),
        (("a", "b", "c"), ", only with a, b, c"),
        (("a", "b", "c", "d"), ", only with a, b, c and 1 more"),
        (("a", "b", "c", "d", "e"), ", only with a, b, c and 2 more"),
    ],
)
def test_a_title_says_what_it_takes_and_no_more_than_three(needs: tuple[str, ...], told: str) -> None:
    assert title(of("in text", *needs)) == f"split: call missing when a cut lies inside plain text{told}"


def at(part: str, offset: int = 1) -> int:
    return BLOCK.index(part) + offset


@pytest.mark.parametrize(
    ("cuts", "kinds"),
    [
        ((), set()),
        ((at("<tool"),), {"in opener"}),
        ((at("<invoke"),), {"in opener"}),
        ((at("</tool"),), {"in closer"}),
        ((at("</invoke"),), {"in closer"}),
        ((at("<parameter"),), {"in parameter opener"}),
        ((at("</parameter"),), {"in parameter closer"}),
        ((at("&amp;", 2),), {"in escape"}),
        ((at("<invoke", 0),), {"beside tag"}),
        ((at("<tool"), at("<invoke"), at("</tool")), {"in opener", "in closer"}),
        ((0, at("<tool")), {EMPTY, "in opener"}),
        ((at("<tool"), at("<tool")), {EMPTY, "in opener"}),
        ((at("<tool"), len(BLOCK)), {EMPTY, "in opener"}),
        ((0,), {EMPTY}),
    ],
)
def test_each_cut_lies_in_something(cuts: tuple[int, ...], kinds: set[str]) -> None:
    assert kinds_of_cuts(BLOCK, "dsml", cuts) == kinds


@pytest.mark.parametrize(
    ("text", "cut", "kind"),
    [
        ("abcd", 2, TEXT),
        ("a\r\nb", 2, "in crlf"),
        ("a\nbc", 1, "beside line end"),
        ("x <tool_cal y", 5, "in opener"),  # nearly a tag
        ("a <![CDATA[b]]> c", 4, "in opaque"),
        ("a <![CDATA[b]]> c", 2, "beside mark"),
    ],
)
def test_what_is_no_tag_has_its_own_places(text: str, cut: int, kind: str) -> None:
    assert kinds_of_cuts(text, "dsml", (cut,)) == {kind}


def cut(*chunkings: tuple[int, ...], text: str = BLOCK) -> Case:
    return Case("1:1", "dsml", text, ((), *chunkings))


def split(*which: int) -> Violation:
    return Violation("split", ("one",), "call missing", "", which)


def test_a_place_names_two_kinds_in_order_and_of_more_none() -> None:
    two = (at("</tool"), at("<tool"))
    assert place_of(cut(tuple(sorted(two))), split(1), None) == "in closer and in opener"
    three = (at("<tool"), at("&amp;", 2), at("</tool"))
    assert place_of(cut(three), split(1), None) == SEVERAL
    assert place_of(cut(three), split(1), Tried(whole=False, singles=(True, False))) == SEVERAL


def test_an_empty_chunk_is_the_place_whatever_else_was_tried() -> None:
    for tried in (None, Tried(whole=True, singles=()), Tried(whole=False, singles=(True,), inverted=True)):
        assert place_of(cut((at("<tool"), at("<tool"))), split(1), tried) == EMPTY


def test_the_first_chunking_that_shows_it_has_the_guilty_cuts() -> None:
    case = cut((1,), (2,))
    assert guilty_cuts(case, split(2, 1)) == (2,)
    assert guilty_cuts(case, split()) == ()
    assert guilty_cuts(case, Violation("holdback", ("one",), "x", "", (1,))) == ()


def test_a_way_of_cutting_must_lie_in_all_of_a_place() -> None:
    opener, closer = at("<tool"), at("</tool")
    case = cut((opener,), (opener, closer), (closer,))
    both = "in closer and in opener"
    assert [may_lie_in(case, split(which), both) for which in (1, 2, 3)] == [False, True, False]
    assert not may_lie_in(case, split(2, 1), both)
    assert may_lie_in(case, split(1, 2), "in opener")
    assert not may_lie_in(case, split(1, 3), "in opener")
    for anything in ("", ANYWHERE, ONE_CHUNK, SEVERAL):
        assert may_lie_in(case, split(1, 3), anything)


@pytest.mark.parametrize(
    ("length", "places"),
    [
        (0, []),
        (1, []),
        (2, [1]),
        (64, list(range(1, 64))),
        (65, list(range(1, 65, 2))),
        (129, list(range(1, 129, 3))),
    ],
)
def test_single_cuts_stand_evenly(length: int, places: list[int]) -> None:
    assert single_cuts(length) == places


# ---------------------------------------------------------------- sides


def shown(*rows: tuple[str, str, Reading | None]) -> tuple[Shown, ...]:
    return tuple(Shown(target, how, reading) for target, how, reading in rows)


def test_who_gave_the_same_in_every_way_is_one_side_and_the_largest_comes_first() -> None:
    a, b = Reading(text="a"), Reading(text="b")
    rows = shown(
        ("one", "batch", a),
        ("one", "whole", b),
        ("two", "batch", b),
        ("three", "batch", a),
        ("three", "whole", b),
        ("dead", "hang", None),
        ("four", "batch", a),
        ("five", "whole", a),
    )
    assert sides(rows) == (("one", "three"), ("two",), ("dead",), ("four",), ("five",))
    assert sides(()) == ()


@pytest.mark.parametrize(
    "other",
    [
        Reading((Call("a", {"x": 2}),), "t", "r", error=ParserError("value", "m")),
        Reading((Call("a", {"x": 1}),), "u", "r", error=ParserError("value", "m")),
        Reading((Call("a", {"x": 1}),), "t", "s", error=ParserError("value", "m")),
        Reading((Call("a", {"x": 1}),), "t", "r", error=ParserError("value", "n")),
        Reading((Call("a", {"x": 1}),), "t", "r"),
    ],
)
def test_calls_text_reasoning_and_error_make_a_side_and_nothing_else(other: Reading) -> None:
    one = Reading((Call("a", {"x": 1}),), "t", "r", error=ParserError("value", "m"))
    same = structs.replace(one, events=(Event(text="t"),), saw=True)
    assert sides(shown(("a", "batch", one), ("b", "batch", same))) == (("a", "b"),)
    assert sides(shown(("a", "batch", one), ("b", "batch", other))) == (("a",), ("b",))


def test_the_order_of_members_makes_no_side_and_what_json_can_not_hold_does() -> None:
    one, two = (Reading((Call("a", value),)) for value in ({"x": 1, "y": 2}, {"y": 2, "x": 1}))
    assert sides(shown(("a", "batch", one), ("b", "batch", two))) == (("a", "b"),)
    odd = [Reading((Call("\udc00", {"x": value}),)) for value in (1, 1, 2)]
    rows = shown(*((name, "batch", reading) for name, reading in zip("abc", odd, strict=True)))
    assert sides(rows) == (("a", "b"), ("c",))


# ---------------------------------------------------------------- cards


def finding(
    number: int,
    oracle: str = "split",
    kind: str = "call missing",
    text: str = "x",
    chunkings: tuple[tuple[int, ...], ...] = ((),),
) -> Finding:
    case = Case(f"raw:{number}", "dsml", text, chunkings)
    return Finding(
        id=f"F{number}",
        oracle=oracle,
        targets=("two", "one"),
        kind=kind,
        message="m",
        also=(),
        raw=case,
        case=case,
        shown=shown(("one", "batch", Reading(text="a")), ("two", "batch", Reading(text="a"))),
        expected=None,
        confirmed=CONFIRMATIONS,
        shrink="finished",
        command=f"check {number}",
        count=number * 10,
    )


def test_a_card_has_all_of_its_plainest_finding_and_the_first_case_of_all() -> None:
    traits = Traits("split", ("one", "two"), "call missing", "in opener", ("cdata",))
    (card,) = cards([finding(11, text="x"), finding(2, text="xx")], {"F11": traits, "F2": traits}, {})
    assert card == Card(
        fingerprint=traits.fingerprint,
        title=title(traits),
        oracle="split",
        targets=("two", "one"),
        shape="call missing",
        place="in opener",
        needs=("cdata",),
        agree=(("one", "two"),),
        bug_class="chunk-boundary-loss",
        findings=("F11", "F2"),
        count=130,
        first="raw:2",
        command="check 11",
    )


def test_without_traits_the_signature_is_all_that_is_known() -> None:
    (card,) = cards([finding(1, kind="text lost")], {}, {})
    known = Traits("split", ("one", "two"), "text lost")
    assert bare(Violation("split", ("two", "one"), "text lost", "m", (1,))) == known
    assert (card.fingerprint, card.shape, card.place, card.needs) == (known.fingerprint, "text lost", "", ())


def lead(*ones: tuple[Finding, Traits | None], same: bool = True) -> tuple[str, ...]:
    """Give the order of findings on the one card of them all."""
    every = frozenset((one.oracle, one.targets, one.kind) for one, _ in ones) if same else frozenset()
    found = [one for one, _ in ones]
    traits = {one.id: known for one, known in ones if known is not None}
    (card,) = cards(found, traits, {one.id: every for one in found})
    return card.findings


def test_the_oracle_that_judges_first_leads_then_what_shows_itself_then_fewer_needs() -> None:
    base = Traits("split", ("one", "two"), "call missing", "in text", ("a", "b"))
    assert lead((finding(1, "parity"), None), (finding(2, "split"), None)) == ("F2", "F1")
    assert lead((finding(1, "leak"), None), (finding(2, "parity", text="xxx"), None)) == ("F2", "F1")
    assert lead((finding(1), structs.replace(base, direct=False, needs=())), (finding(2), base)) == (
        "F2",
        "F1",
    )
    assert lead((finding(1), base), (finding(2), structs.replace(base, needs=("b",)))) == ("F2", "F1")
    deeper = structs.replace(base, shape="member: trimmed")
    assert lead((finding(1), deeper), (finding(2), structs.replace(base, shape="argument: trimmed"))) == (
        "F2",
        "F1",
    )


def test_of_equal_traits_the_shortest_text_leads_then_the_fewest_cuts_then_the_first() -> None:
    one = Traits("split", ("one", "two"), "call missing")
    assert lead((finding(1, text="xx"), one), (finding(2, text="x"), one)) == ("F2", "F1")
    many, few = ((), (1,), (1, 2)), ((), (1,))
    assert lead((finding(1, chunkings=many), one), (finding(2, chunkings=few), one)) == ("F2", "F1")
    assert lead((finding(1, chunkings=few), one), (finding(2, chunkings=()), one)) == ("F2", "F1")
    assert lead((finding(10), one), (finding(9), one)) == ("F9", "F10")


def test_cards_stand_by_how_often_they_were_seen() -> None:
    found = [finding(1), finding(3, "truth"), finding(2, "leak")]
    assert [card.findings for card in cards(found, {}, {})] == [("F3",), ("F2",), ("F1",)]
    equal = [structs.replace(one, count=5) for one in found]
    prints = [card.fingerprint for card in cards(equal, {}, {})]
    assert prints == sorted(prints)
    assert len(set(prints)) == 3


def test_one_that_is_one_with_two_makes_them_one() -> None:
    base = Traits("split", ("one", "two"), "call missing")
    known = {
        "F1": structs.replace(base, needs=("a",)),
        "F2": structs.replace(base, needs=("b",)),
        "F3": base,
        "F4": structs.replace(base, shape="text lost"),
    }
    found = [finding(number) for number in (1, 2, 4, 3)]
    assert sorted(card.findings for card in cards(found, known, {})) == [("F3", "F1", "F2"), ("F4",)]
    assert len(cards(found[:3], known, {})) == 3


def test_findings_of_other_targets_are_never_one() -> None:
    one, other = finding(1), structs.replace(finding(2, "parity"), targets=("one",))
    both = frozenset({("split", ("two", "one"), "call missing"), ("parity", ("one",), "call missing")})
    assert len(cards([one, other], {}, {"F1": both, "F2": both})) == 2
    same = structs.replace(other, targets=("two", "one"))
    half = frozenset({("split", ("two", "one"), "call missing")})
    whole = half | {("parity", ("two", "one"), "call missing")}
    assert len(cards([one, same], {}, {"F1": whole, "F2": whole})) == 1
    assert len(cards([one, same], {}, {"F1": whole, "F2": half})) == 2
    assert len(cards([one, same], {}, {"F1": half, "F2": whole})) == 2
    # Of one signature it tells nothing that each shows it.
    apart = {"F1": of("in opener"), "F3": of("in closer")}
    assert len(cards([one, finding(3)], apart, {"F1": half, "F3": half})) == 2


# ---------------------------------------------------------------- traits


@pytest.mark.parametrize(
    ("one", "other", "covers"),
    [
        ("argument: trimmed", "item: trimmed", True),
        ("member: trimmed", "item: trimmed", True),
        ("item: trimmed", "member: trimmed", False),
        ("item: trimmed", "item: trimmed", True),
        ("argument missing", "member missing", True),
        ("argument missing", "argument: missing", False),
        ("call missing", "call missing", True),
        ("call missing", "member missing", False),
        ("arguments are not JSON", "arguments are not JSON", True),
        ("call argument: trimmed", "argument: trimmed", False),
    ],
)
def test_what_lies_less_deep_covers_what_is_the_same_elsewhere(one: str, other: str, *, covers: bool) -> None:
    assert of("", shape=one).covers(of("", shape=other)) is covers


def test_traits_cover_only_what_differs_in_needs_and_depth() -> None:
    base = Traits("split", ("one", "two"), "call missing", "in text")
    assert base.covers(structs.replace(base, targets=("two", "one")))
    for other in (
        structs.replace(base, oracle="parity"),
        structs.replace(base, targets=("one",)),
        structs.replace(base, place="in opener"),
    ):
        assert not base.covers(other)
        assert not other.covers(base)
    made = structs.replace(base, direct=False, needs=("a",))
    assert structs.replace(made, needs=()).covers(made)
    assert not made.covers(structs.replace(made, needs=()))
    assert structs.replace(base, needs=("b",)).covers(made)


def test_of_two_traits_that_met_only_common_needs_are_left() -> None:
    base = Traits("split", ("one",), "call missing", "in text", ("c", "a", "b"))
    assert base.met(structs.replace(base, needs=("b", "c", "d"))) == structs.replace(base, needs=("b", "c"))
    made = structs.replace(base, direct=False)
    assert made.met(made) == structs.replace(made, needs=("a", "b", "c"))
    for first, second in ((base, made), (made, base)):
        met = first.met(second)
        assert met is not None
        assert met.direct
    for other in ("oracle", "shape", "place"):
        assert base.met(structs.replace(base, **{other: "x"})) is None
    assert base.met(structs.replace(base, targets=("two",))) is None


def test_a_fingerprint_is_what_it_always_was() -> None:
    """It stands in ledgers: a change of how it is made makes every one of them worthless."""
    assert Traits("split", ("b", "a"), "call missing", "in opener", ("y", "x")).fingerprint == "069d0d0f1f80"
    assert Traits("truth", ("ä",), "argument: trimmed", direct=False).fingerprint == "14b9d3fb1918"


@pytest.mark.parametrize(
    ("traits", "name"),
    [
        (Traits("reasoning", (), "x"), "reasoning-tag-interaction"),
        (Traits("truncation", (), "x"), "truncated-stream"),
        (Traits("typing", (), "x"), "wrong-type-coercion"),
        (Traits("truth", (), "member: scalar to text"), "wrong-type-coercion"),
        (Traits("truth", (), "item: scalar to text"), "other"),
        (Traits("truth", (), "declared", needs=("fence:long",)), "fence-example-executed"),
        (Traits("truth", (), "text lost", needs=("fence",)), "text-loss"),
        (Traits("truth", (), "x", needs=("json-string",)), "json-escaping"),
        (Traits("truth", (), "x", needs=("a", "cdata:torn")), "delimiter-in-value"),
        (Traits("split", (), "x", needs=("cdata",)), "chunk-boundary-loss"),
        (Traits("truth", (), "x", needs=("unclosed-parameter",)), "missing-closer"),
        (Traits("truth", (), "x", needs=("undeclared",)), "unknown-tool"),
        (Traits("truth", (), "x", needs=("wrong-type",)), "schema-dependent"),
        (Traits("monotone", (), "index shifts"), "call-index-shift"),
        (Traits("monotone", (), "x"), "other"),
        (Traits("truth", (), "argument: prefix"), "argument-truncation"),
        (Traits("truth", (), "argument missing"), "argument-truncation"),
        (Traits("parity", (), "text added"), "text-loss"),
        (Traits("text", (), "text added"), "text-duplication"),
        (Traits("split", (), "text differs"), "unicode-split"),
        (Traits("flush", (), "held back"), "text-loss"),
    ],
)
def test_each_row_of_the_classes_asks_for_all_that_it_names(traits: Traits, name: str) -> None:
    assert bug_class(traits) == name
