"""Which ways to cut a text the cut map tries, when there is none, and what it says where no claim fits."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from harness.model import Answer, Case, CutMap, Outcome, ParserError, Reading, Varied, Violation
from harness.shrink.cutmap import Seen, cut_map, is_inverted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.model import Chunking

    Rule = Callable[[str, Chunking], bool]

RIGHT, WRONG = Reading(text="right"), Reading(text="wrong")
BROKEN = Reading(error=ParserError("exception", "no"))
BASE = Case("t", "dsml", "", knowledge="known", answers=(Answer(()),), relies_on=("fences",))


class Parser:
    """A parser that goes wrong by a rule; what it was asked is remembered, a list for each request."""

    def __init__(self, rule: Rule, batch: Reading = RIGHT) -> None:
        self.rule = rule
        self.batch = batch
        self.requests: list[list[Case]] = []

    def look(self, cases: Sequence[Case]) -> list[Seen]:
        self.requests.append(list(cases))
        return [self.seen(case) for case in cases]

    def seen(self, case: Case) -> Seen:
        streams = tuple(WRONG if self.rule(case.text, way) else RIGHT for way in case.chunkings)
        return Seen(len(set(map(id, streams))) > 1, Outcome("result", self.batch, streams))

    @property
    def asked(self) -> list[Case]:
        return [case for request in self.requests for case in request]


class Whole(Parser):
    """One whose oracle looks at each stream for itself."""

    def seen(self, case: Case) -> Seen:
        found = super().seen(case)
        assert found.outcome is not None
        return structs.replace(found, shows=WRONG in found.outcome.streams)


def mapped(
    parser: Parser, text: str, cuts: Chunking, oracle: str = "split", requests: int = 10_000
) -> CutMap | None:
    chunkings: tuple[Chunking, ...] = ((3, 1), cuts) if cuts else ((),)
    case = structs.replace(BASE, text=text, chunkings=chunkings)
    violation = Violation(oracle, ("one",), "text differs", "", (1,) if cuts else ())
    return cut_map(case, violation, parser.look, exhausted=lambda: len(parser.requests) >= requests)


def sentence(rule: Rule, text: str, cuts: Chunking) -> str:
    found = mapped(Parser(rule), text, cuts)
    assert found is not None
    return found.sentence


def cut_at(*places: int) -> Rule:
    return lambda _, cuts: not set(places).isdisjoint(cuts)


# ---------------------------------------------------------------- what is tried


def test_each_single_cut_each_size_and_each_pair_of_a_short_text_is_tried_once_beside_the_whole() -> None:
    parser = Parser(cut_at(2))
    text = "abcdef"
    assert mapped(parser, text, (2,)) is not None
    first, *rest = parser.requests
    assert [case.chunkings for case in first] == [((),), ((), (2,))]
    ways: list[Chunking] = [(), *((at,) for at in range(1, 6)), (1, 2, 3, 4, 5), (2, 4)]
    ways += [pair for pair in combinations(range(1, 6), 2) if pair not in ways]
    tried = [case for request in rest for case in request if case.text == text]
    assert [case.chunkings for case in tried] == [tuple(dict.fromkeys(((), way))) for way in ways]
    assert all(structs.replace(case, text="", chunkings=((),)) == BASE for case in tried)


@pytest.mark.parametrize(("length", "pairs"), [(24, 253), (25, 0)])
def test_all_pairs_of_cuts_are_tried_of_texts_up_to_twenty_four_characters(length: int, pairs: int) -> None:
    parser = Parser(cut_at(7))
    text = "x" * length
    mapped(parser, text, (7,))
    two = {case.chunkings[1] for case in parser.asked if case.text == text and len(case.chunkings[-1]) == 2}
    assert len(two - {(8, 16), (9, 18), (10, 20), (11, 22), (12, 24)}) >= pairs - 5
    assert (len(two) == 253) == bool(pairs)


def test_chunks_of_up_to_sixty_four_characters_are_tried_and_of_one_less_than_the_text() -> None:
    for length, most in ((64, 63), (65, 64), (90, 64)):
        found = mapped(Parser(cut_at(1)), "x" * length, (1,))
        assert found is not None
        assert found.sizes[-1][1] == most
        assert found.sizes[0] == (1, 1, "fail")


@pytest.mark.parametrize(("length", "step"), [(400, 1), (401, 2), (800, 2), (801, 3)])
def test_of_a_text_of_more_than_four_hundred_characters_some_places_are_tried(length: int, step: int) -> None:
    parser = Parser(lambda _, cuts: bool(cuts))
    text = "x" * length
    found = mapped(parser, text, (1,))
    assert found is not None
    single = {
        case.chunkings[-1] for case in parser.asked if case.text == text and len(case.chunkings[-1]) == 1
    }
    halves = {(size,) for size in range(length // 2, 65)}
    assert single - halves == {(at,) for at in range(1, length, step)} - halves
    assert found.every == (step == 1)
    assert found.exact == (step == 1)
    assert found.sentence.startswith("fails exactly when" if step == 1 else "fails when")


def test_requests_hold_up_to_thirty_two_cases_and_the_time_is_looked_at_before_each() -> None:
    parser = Parser(cut_at(7))
    text = "x" * 40
    assert mapped(parser, text, (7,)) is not None
    sizes = [len(request) for request in parser.requests]
    assert sizes[0] == 2
    assert sizes[1:3] == [32, 27]
    assert max(sizes) == 32
    needed = len(parser.requests)
    for requests in range(needed):
        assert mapped(Parser(cut_at(7)), text, (7,), requests=requests) is None
    assert mapped(Parser(cut_at(7)), text, (7,), requests=needed) is not None


def test_of_several_cuts_each_is_put_everywhere_while_the_others_stay() -> None:
    parser = Parser(lambda _, cuts: {2, 5} <= set(cuts))
    found = mapped(parser, "x" * 30, (2, 5))
    assert found is not None
    assert found.varied == (
        Varied((5,), ((1, 1, "pass"), (2, 2, "fail"), (3, 29, "pass"))),
        Varied((2,), ((1, 4, "pass"), (5, 5, "fail"), (6, 29, "pass"))),
    )
    plans = {case.chunkings for case in parser.asked}
    assert all(list(plan[-1]) == sorted(plan[-1]) for plan in plans)


def test_no_more_than_four_cuts_are_varied_and_none_of_a_single_one() -> None:
    cuts = (2, 5, 9, 12, 17)
    found = mapped(Parser(lambda _, way: set(cuts) <= set(way)), "x" * 30, cuts)
    assert found is not None
    assert [varied.fixed for varied in found.varied] == [cuts[:at] + cuts[at + 1 :] for at in range(4)]
    assert found.varied[1].runs == ((1, 4, "pass"), (5, 5, "fail"), (6, 29, "pass"))
    found = mapped(Parser(cut_at(2)), "x" * 30, (2,))
    assert found is not None
    assert found.varied == ()


def test_where_an_empty_chunk_is_guilty_one_is_put_at_each_place_and_at_both_ends() -> None:
    def rule(text: str, cuts: Chunking) -> bool:
        edges = (0, *cuts, len(text))
        return bool(cuts) and any(a == b and a in {0, 2, 5} for a, b in pairwise(edges))

    parser = Parser(rule)
    found = mapped(parser, "abcde", (2, 2))
    assert found is not None
    assert found.varied == (
        Varied((), ((0, 0, "fail"), (1, 1, "pass"), (2, 2, "fail"), (3, 4, "pass"), (5, 5, "fail"))),
    )
    plans = [case.chunkings for case in parser.asked if case.text == "abcde"]
    assert plans.count(((), (0,))) == plans.count(((), (5,))) == plans.count(((), (3, 3))) == 1
    assert all(0 <= cut <= len(case.text) for case in parser.asked for way in case.chunkings for cut in way)


def test_of_a_long_text_an_empty_chunk_is_put_at_some_places_only() -> None:
    parser = Parser(lambda _, cuts: any(a == b for a, b in pairwise(cuts)))
    found = mapped(parser, "x" * 401, (8, 8))
    assert found is not None
    assert found.varied == (Varied((), ((0, 0, "pass"), (2, 400, "fail"))),)
    twice = {case.chunkings[1][0] for case in parser.asked if len(set(case.chunkings[-1])) == 1}
    assert {at for at in twice if at % 2 == 0} >= set(range(2, 401, 2))
    assert ((), (3, 3)) not in {case.chunkings for case in parser.asked}


def test_of_an_empty_text_there_is_nothing_that_was_not_tried() -> None:
    found = mapped(Whole(lambda *_: True), "", (), "text")
    assert found == CutMap("fail", (), (), "fails however the text is cut", exact=True)


def test_of_empty_chunks_the_twin_without_them_is_fed_too_and_only_then() -> None:
    def rule(_: str, cuts: Chunking) -> bool:
        return any(a == b for a, b in pairwise(cuts))

    for oracle, plan in (("finish", ((), (2, 2), (2,))), ("split", ((), (2, 2)))):
        parser = Parser(rule)
        mapped(parser, "abcde", (2, 2), oracle)
        assert parser.requests[0][1].chunkings == plan


def test_a_whole_text_that_fails_is_asked_in_each_way_alone() -> None:
    parser = Whole(lambda _, cuts: len(cuts) < 2)
    found = mapped(parser, "abc", (), "text")
    assert found is not None
    assert found.whole == "fail"
    assert all(len(case.chunkings) == 1 for case in parser.asked[1:] if case.text == "abc")
    tried = {case.chunkings[0] for case in parser.asked[1:] if case.text == "abc"}
    assert tried == {(), (1,), (2,), (1, 2)}


def around(parser: Parser, before: str, behind: str) -> list[Chunking]:
    """Give the ways that were asked of the text with others around it."""
    cases = [case for case in parser.asked if case.text.startswith(before) and case.text.endswith(behind)]
    assert all(
        (case.knowledge, case.answers, case.relies_on) == ("underived", (), ("fences",)) for case in cases
    )
    return [case.chunkings[-1] for case in cases]


def test_with_letters_around_it_the_ways_of_the_text_are_tried_and_some_that_cut_the_letters() -> None:
    parser = Parser(cut_at(2))
    mapped(parser, "\r\n-", (2,))
    assert list(dict.fromkeys(case.text for case in parser.asked)) == [
        *("\r\n-", "ab\r\n- ab", "\n ab\r\n- ab"),
    ]
    assert around(parser, "ab", " ab") == [
        *((4,), (3, 4), (), (3,)),  # what failed, then what passed
        *((1,), (2,), (5,), (7,), (1, 7), (2, 5)),
        *((1, 2), (1, 4), (1, 3, 4), (1, 3)),
        *((2, 4, 5), (2, 3, 4, 5), (2, 3, 5)),
    ]


def test_where_an_empty_chunk_is_guilty_some_are_put_into_the_letters_too() -> None:
    parser = Parser(lambda _, cuts: any(a == b for a, b in pairwise(cuts)))
    mapped(parser, "ox", (1, 1))
    ways = around(parser, "ab", " ab")
    assert ways[-3:] == [(0,), (7,), (1, 1)]
    assert {(1, 6), (2, 4), (1, 3, 3)} <= set(ways)
    assert (0,) not in around(asked_about("\r\n-", (2,)), "ab", " ab")


def asked_about(text: str, cuts: Chunking) -> Parser:
    parser = Parser(cut_at(*cuts))
    mapped(parser, text, cuts)
    return parser


def test_of_many_ways_thirty_two_that_fail_and_as_many_that_pass_are_tried_with_letters_around() -> None:
    text = "\r\n" * 60
    parser = Parser(cut_at(*range(1, 120, 2)))
    mapped(parser, text, (1,))
    ways = around(parser, "ab", " ab")
    assert ways[:32] == [(at + 2,) for at in range(1, 64, 2)]
    assert [way for way in ways[32:64] if len(way) == 1] == [(at + 2,) for at in range(2, 64, 2)]
    assert ways[32] == ()
    assert ways[64:70] == [(1,), (2,), (122,), (124,), (1, 124), (2, 122)]
    assert ways[70:79] == [(1, 2), *((1, at + 2) for at in range(1, 16, 2))]
    assert ways[79:] == [(2, at + 2, 122) for at in range(1, 32, 2)]


def test_letters_around_a_text_that_fails_whole_are_tried_in_each_way_alone() -> None:
    parser = Whole(lambda _, cuts: not cuts)
    mapped(parser, "abc", (), "text")
    assert {case.text for case in parser.asked} == {"abc", "ababc ab", "\n ababc ab"}
    assert all(len(case.chunkings) == 1 for case in parser.asked if len(case.text) > 3)


def test_letters_with_which_the_whole_text_fails_decide_nothing() -> None:
    def rule(text: str, cuts: Chunking) -> bool:
        return bool(cuts) or text != "xy"

    found = mapped(Whole(rule), "xy", (1,), "text")
    assert found is not None
    assert found.sentence == "fails exactly when a cut lies inside a word"


def test_letters_with_which_nothing_fails_decide_nothing() -> None:
    found = mapped(Parser(lambda text, cuts: bool(cuts) and text == "xy"), "xy", (1,))
    assert found is not None
    assert found.sentence == "fails exactly when a cut lies inside a word"


@pytest.mark.parametrize("oracle", ["truth", "policy"])
def test_a_finding_that_needs_its_answer_is_asked_about_no_other_text(oracle: str) -> None:
    parser = Whole(cut_at(1))
    found = mapped(parser, "\r\n", (1,), oracle)
    assert found is not None
    assert {case.text for case in parser.asked} == {"\r\n"}
    assert found.exact


# ---------------------------------------------------------------- when there is none


def outcomes(one: Outcome | None, *, shows: bool) -> CutMap | None:
    case = structs.replace(BASE, text="abc", chunkings=((), (1,)))
    violation = Violation("split", ("one",), "text differs", "", (1,))
    return cut_map(case, violation, lambda cases: [Seen(shows, one) for _ in cases], exhausted=lambda: False)


def test_there_is_none_of_a_target_that_ended_has_no_stream_or_does_not_read_all_ways() -> None:
    assert outcomes(None, shows=True) is None
    assert outcomes(Outcome("crash", RIGHT, (RIGHT, WRONG)), shows=True) is None
    assert outcomes(Outcome("result", RIGHT, ()), shows=True) is None
    assert outcomes(Outcome("result", RIGHT, (RIGHT, None)), shows=True) is None
    assert outcomes(Outcome("result", RIGHT, (RIGHT, RIGHT)), shows=False) is None
    assert outcomes(Outcome("result", RIGHT, (RIGHT, WRONG)), shows=True) is not None


def test_there_is_none_where_the_whole_text_fails_a_property_that_asks_runs_of_its_own() -> None:
    assert mapped(Whole(lambda *_: True), "abc", (), "isolation") is None
    assert mapped(Whole(lambda *_: True), "abc", (), "text") is not None
    assert mapped(Parser(cut_at(1)), "abc", (1,), "isolation") is not None


# ---------------------------------------------------------------- a whole text that goes wrong


def test_a_split_is_turned_round_where_the_batch_gives_what_the_chunks_give() -> None:
    assert is_inverted(Outcome("result", RIGHT, (WRONG, RIGHT)))
    assert not is_inverted(Outcome("result", RIGHT, (RIGHT, WRONG)))
    assert not is_inverted(Outcome("result", WRONG, (RIGHT, Reading(text="other"))))
    assert not is_inverted(Outcome("result", RIGHT, (RIGHT, RIGHT)))
    assert is_inverted(Outcome("result", RIGHT, (WRONG, WRONG, RIGHT)))
    assert not is_inverted(None)
    assert not is_inverted(Outcome("result", None, (WRONG, RIGHT)))
    assert not is_inverted(Outcome("result", RIGHT, ()))
    assert not is_inverted(Outcome("result", RIGHT, (None, RIGHT)))
    assert not is_inverted(Outcome("result", RIGHT, (WRONG, None)))


def test_only_a_split_is_turned_round() -> None:
    def rule(_: str, cuts: Chunking) -> bool:
        return not cuts

    found = mapped(Parser(rule), "abc", (1,))
    assert found is not None
    assert (found.whole, found.single) == ("fail", ((1, 2, "pass"),))
    assert found.sentence == "fails exactly when the whole text comes in one chunk"
    found = mapped(Parser(rule), "abc", (1,), "finish")
    assert found is not None
    assert (found.whole, found.single) == ("pass", ((1, 2, "fail"),))


class Forgetful(Parser):
    """One of which nothing is known of a cut at the second place, and nothing was streamed at the third."""

    def seen(self, case: Case) -> Seen:
        if case.chunkings[-1] == (2,):
            return Seen(shows=False, outcome=None)
        if case.chunkings[-1] == (3,):
            return Seen(shows=False, outcome=Outcome("result", RIGHT, ()))
        return super().seen(case)


def test_a_way_of_which_nothing_is_known_does_not_fail() -> None:
    found = mapped(Forgetful(lambda _, cuts: cuts in {(), (2,), (3,), (4,)}), "abcdef", (1,))
    assert found is not None
    assert found.whole == "fail"
    assert found.single == ((1, 3, "pass"), (4, 4, "fail"), (5, 5, "pass"))


class Short(Parser):
    """One of whose answers the last is missing, but for the first request."""

    def look(self, cases: Sequence[Case]) -> list[Seen]:
        seen = super().look(cases)
        return seen[:-1] if len(self.requests) > 1 else seen


class ShortWhole(Short, Whole):
    """The same where each stream is looked at for itself."""


@pytest.mark.parametrize(
    ("parser", "rule", "oracle"),
    [
        (Short, cut_at(1), "split"),
        (Short, lambda _, cuts: not cuts, "split"),
        (ShortWhole, lambda *_: True, "text"),
    ],
)
def test_answers_that_are_too_few_are_an_error(parser: type[Parser], rule: Rule, oracle: str) -> None:
    with pytest.raises(ValueError, match="argument"):
        mapped(parser(rule), "abc", (1,), oracle)


def test_where_all_ways_fail_it_is_said_who_does() -> None:
    def of_all(oracle: str, batch: Reading, stream: Reading) -> str:
        outcome = Outcome("result", batch, (stream,))
        case = structs.replace(BASE, text="abc", chunkings=((),))
        violation = Violation(oracle, ("one",), "exception", "")
        found = cut_map(
            case,
            violation,
            lambda cases: [Seen(shows=True, outcome=outcome) for _ in cases],
            exhausted=lambda: False,
        )
        assert found is not None
        assert found.exact
        return found.sentence

    always = "fails however the text is cut"
    assert of_all("parity", RIGHT, WRONG) == "batch and stream differ however the text is cut"
    assert of_all("crash", BROKEN, RIGHT) == "fails only in batch"
    assert of_all("crash", RIGHT, BROKEN) == "fails in the stream, however the text is cut, and not in batch"
    assert of_all("crash", BROKEN, BROKEN) == always
    assert of_all("text", BROKEN, RIGHT) == always
    case = structs.replace(BASE, text="x" * 500, chunkings=((),))
    found = cut_map(
        case,
        Violation("text", ("one",), "text lost", ""),
        lambda cases: [Seen(shows=True, outcome=Outcome("result", RIGHT, (WRONG,))) for _ in cases],
        exhausted=lambda: False,
    )
    assert found is not None
    assert not found.exact, "not every place was tried"


# ---------------------------------------------------------------- where no claim fits


WORDS = "some words of no meaning, and some more of them that follow"


def test_places_are_listed_up_to_eight() -> None:
    eight = (2, 9, 13, 18, 23, 31, 36, 43)
    listed = "fails with a cut behind character 2, 9, 13, 18, 23, 31, 36, 43"
    assert sentence(cut_at(*eight), WORDS, (2,)) == listed
    assert sentence(cut_at(*eight, 47), WORDS, (2,)) == f"{listed} and 1 more"
    assert sentence(cut_at(*eight, 47, 52), WORDS, (2,)) == f"{listed} and 2 more"


def test_where_no_single_cut_fails_the_fewest_that_do_are_told() -> None:
    def rule(_: str, cuts: Chunking) -> bool:
        return {9, 13} <= set(cuts) or {4, 8} <= set(cuts)

    assert sentence(rule, WORDS, (9, 13)) == "fails with cuts behind characters 9, 13 together"


PART = "a" * 10 + "<tool_calls>" + "b" * 10


def test_the_name_that_comes_nearest_is_told_with_what_it_leaves_out() -> None:
    inside = range(11, 22)
    some = "fails in {} of 11 places where a cut lies inside the opening tag of a block{}"
    assert sentence(cut_at(*list(inside)[:8]), PART, (11,)) == some.format(8, "")
    assert sentence(cut_at(*list(inside)[:8], 3), PART, (11,)) == some.format(8, ", and in 1 others")
    assert sentence(cut_at(*inside, 3, 5), PART, (11,)) == some.format(11, ", and in 2 others")


def test_a_name_that_shares_too_little_with_what_fails_is_not_told() -> None:
    assert sentence(cut_at(11, 13), PART, (11,)).startswith("fails in 2 of 11 places where a cut lies inside")
    far = cut_at(2, 11, 26)
    assert sentence(far, PART, (11,)) == "fails with a cut behind character 2, 11, 26"
    dotted = "." * 10 + "<tool_calls>" + "." * 10
    just = sentence(cut_at(11, 13, 15, 2, 4, 6, 8, 25), dotted, (11,))
    assert (
        just == "fails in 3 of 11 places where a cut lies inside the opening tag of a block, and in 5 others"
    )
    assert sentence(cut_at(11, 13, 15, 2, 4, 6, 8, 25, 27), dotted, (11,)).startswith("fails with a cut")


def test_of_a_long_text_in_part_it_is_said_that_some_places_were_tried() -> None:
    text = "x" * 500
    found = mapped(Parser(cut_at(101, 203)), text, (101,))
    assert found is not None
    assert found.sentence == "fails with a cut behind character 101, 203, of the places that were tried"
    assert not found.exact
