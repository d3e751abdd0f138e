"""What can be said of ways to cut a text: each claim is true of the ways that its words name."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise
from typing import TYPE_CHECKING

import pytest

from harness.dialects import by_name
from harness.shrink.causes import Claim, chunks_of, claims, shown
from harness.shrink.layout import layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from harness.generate.chunkings.places import Span
    from harness.model import Chunking

TEXT = (
    "x<tool_calls>\n<invoke a><parameter b>1 2</parameter></invoke> <invoke c></invoke></tool_calls>\r\n"
    "<tool_calls></tool_calls>&lt;"
)
PARTS = {
    "the opening tag of a block": ["<tool_calls>"],
    "the closing tag of a block": ["</tool_calls>"],
    "the opening tag of a call": ["<invoke a>", "<invoke c>"],
    "the closing tag of a call": ["</invoke>"],
    "the opening tag of a parameter": ["<parameter b>"],
    "the closing tag of a parameter": ["</parameter>"],
    "the value of a parameter": ["1 2"],
    "a line end of two characters": ["\r\n"],
    "an entity": ["&lt;"],
    "a closing tag": ["</parameter>", "</invoke>", "</tool_calls>"],
    "an opening tag": ["<tool_calls>", "<invoke a>", "<parameter b>", "<invoke c>"],
    "a parameter": ["<parameter b>1 2</parameter>"],
    "a call": ["<invoke a><parameter b>1 2</parameter></invoke>", "<invoke c></invoke>"],
    "a block": [TEXT[1:-31], "<tool_calls></tool_calls>"],
}
WIDE = {"a parameter", "a call", "a block"}


def spans(pieces: Iterable[str]) -> list[Span]:
    found = []
    for piece in pieces:
        at = TEXT.find(piece)
        while at >= 0:
            found.append((at, at + len(piece)))
            at = TEXT.find(piece, at + 1)
    return found


def ways() -> list[Chunking]:
    """Give single cuts, chunks of one size, and pairs of cuts, also equal ones, where something begins."""
    near = {at + by for pieces in PARTS.values() for span in spans(pieces) for at in span for by in (0, 1)}
    inner = sorted(at for at in near if 0 <= at <= len(TEXT))
    sizes = [tuple(range(size, len(TEXT), size)) for size in range(1, 20)]
    return [(), *((at,) for at in range(len(TEXT) + 1)), *sizes, *combinations_with_replacement(inner, 2)]


WAYS = ways()
Claims = dict[str, Claim]


def named(clause: str) -> Claim:
    return next(claim for claim in claims(layout(TEXT, by_name("dsml")), cuts=2) if claim.clause == clause)


@pytest.fixture
def every() -> Claims:
    return {claim.clause: claim for claim in claims(layout(TEXT, by_name("dsml")), cuts=2)}


def true_of(claim: Claim, text: str = TEXT, some: Iterable[Chunking] = WAYS) -> set[Chunking]:
    test = claim.of(layout(text, by_name("dsml")))
    return {way for way in some if test(way, chunks_of(text, way))}


def check(claim: Claim, expected: Callable[[Chunking, list[Span]], bool]) -> None:
    right = {way for way in WAYS if expected(way, list(pairwise((0, *way, len(TEXT)))))}
    assert true_of(claim) == right
    assert 0 < len(right) < len(WAYS), "of a claim that is always true or never, nothing is seen"


@pytest.mark.parametrize("name", PARTS)
def test_a_claim_about_a_part_is_true_where_its_words_are(name: str, every: Claims) -> None:
    where = spans(PARTS[name])
    check(
        named(f"a cut lies inside {name}"),
        lambda cuts, _: any(a < cut < b for cut in cuts for a, b in where),
    )
    noun = name.partition(" ")[2]
    whole = f"all of {name}" if name.startswith("the ") else f"a whole {noun}"
    check(
        named(f"one chunk holds {whole}"),
        lambda _, chunks: any(start <= a and b <= end for start, end in chunks for a, b in where),
    )
    check(
        named(f"an empty chunk comes inside {name}"),
        lambda _, chunks: any(start == end and a < start < b for start, end in chunks for a, b in where),
    )
    if len(PARTS[name][0]) > 2:
        check(
            named(f"two cuts lie inside {name}"),
            lambda cuts, _: any(len({cut for cut in cuts if a < cut < b}) > 1 for a, b in where),
        )
    beside = (f"a cut lies right before {name}", f"a cut lies right behind {name}")
    if name in WIDE:
        assert not every.keys() & set(beside), "of what holds others, its tags are named"
        return
    for clause, side in zip(beside, (0, 1), strict=True):
        at = {span[side] for span in where} - {0, len(TEXT)}
        if at:
            check(named(clause), lambda cuts, _, at=at: any(cut in at for cut in cuts))


@pytest.mark.parametrize("name", [name for name in PARTS if "tag" in name])
@pytest.mark.parametrize("least", [2, 3])
def test_of_a_tag_that_is_known_by_its_first_characters_the_rest_is_named(name: str, least: int) -> None:
    where = spans(PARTS[name])
    clause = f"a cut lies inside {name}, at least {least} characters behind its start"
    check(named(clause), lambda cuts, _: any(a + least <= cut < b for cut in cuts for a, b in where))


def test_only_of_tags_it_is_said_how_far_a_cut_lies_behind_the_start(every: Claims) -> None:
    deep = {clause.partition(",")[0] for clause in every if clause.endswith("characters behind its start")}
    assert deep == {
        "a cut lies inside a tag",
        *(f"a cut lies inside {name}" for name in PARTS if "tag" in name),
    }


END = "one chunk holds the end of the closing tag of {} and {} of the closing tag of {}".format
FIRST, SECOND = "<invoke a><parameter b>1 2</parameter></invoke>", "<invoke c></invoke>"
VALUE = spans(["1 2"])[0]
CALL_END = TEXT.find(FIRST) + len(FIRST)
NEXT_CALL = spans([SECOND])[0]
BLOCK_END = TEXT.find("</tool_calls>") + len("</tool_calls>")
LAST_BLOCK = spans(["<tool_calls></tool_calls>"])[0]


@pytest.mark.parametrize(
    ("clause", "pairs"),
    [
        (
            "one chunk holds the end of a value and all of the closing tag behind it",
            [(VALUE[1], VALUE[1] + len("</parameter>"))],
        ),
        (
            END("a parameter", "all", "its call"),
            [(CALL_END - len("</invoke>"), CALL_END)],
        ),
        ("one chunk holds the end of a value and the rest of its call", [(VALUE[1], CALL_END)]),
        ("one chunk holds the end of a value and the rest of its block", [(VALUE[1], BLOCK_END)]),
        (
            "one chunk holds the end of the opening tag of a block and the rest of its block",
            [(len("x<tool_calls>"), BLOCK_END), (LAST_BLOCK[0] + len("<tool_calls>"), LAST_BLOCK[1])],
        ),
        ("one chunk holds the end of one call and all of the next", [(CALL_END, NEXT_CALL[1])]),
        ("one chunk holds the end of one block and all of the next", [(BLOCK_END, LAST_BLOCK[1])]),
    ],
)
def test_a_chunk_holds_the_last_character_of_one_part_and_the_other_to_its_end(
    clause: str, pairs: list[tuple[int, int]]
) -> None:
    check(
        named(clause),
        lambda _, chunks: any(start < one <= two <= end for start, end in chunks for one, two in pairs),
    )


@pytest.mark.parametrize(
    ("clause", "pairs"),
    [
        ("one chunk closes a call and opens the next", [(CALL_END, NEXT_CALL[0])]),
        ("one chunk closes a block and opens the next", [(BLOCK_END, LAST_BLOCK[0])]),
        ("one chunk holds the end of a value and the start of the closing tag behind it", [(VALUE[1],) * 2]),
        (
            END("a call", "the start", "its block"),
            [(NEXT_CALL[1],) * 2],
        ),
    ],
)
def test_a_chunk_holds_the_last_character_of_one_part_and_the_first_of_the_other(
    clause: str, pairs: list[tuple[int, int]]
) -> None:
    check(
        named(clause),
        lambda _, chunks: any(start < one and two < end for start, end in chunks for one, two in pairs),
    )


@pytest.mark.parametrize(
    ("clause", "first", "last"),
    [
        ("a cut lies between the end of one call and the start of the next", CALL_END, NEXT_CALL[0]),
        ("a cut lies between the end of one block and the start of the next", BLOCK_END, LAST_BLOCK[0]),
    ],
)
def test_between_two_elements_their_borders_count(clause: str, first: int, last: int) -> None:
    check(named(clause), lambda cuts, _: any(first <= cut <= last for cut in cuts))


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("a chunk is empty", lambda _, chunks: any(a == b for a, b in chunks)),
        ("the first chunk is empty", lambda cuts, _: 0 in cuts),
        ("the last chunk is empty", lambda cuts, _: len(TEXT) in cuts),
        (
            "an empty chunk comes right behind 'x'",
            lambda _, chunks: any(a == b and TEXT[a - 1 : a] == "x" for a, b in chunks),
        ),
        (
            "an empty chunk comes right behind '<'",
            lambda _, chunks: any(a == b and TEXT[a - 1 : a] == "<" for a, b in chunks),
        ),
        ("a chunk is nothing but white space", lambda _, chunks: any(TEXT[a:b].isspace() for a, b in chunks)),
        (
            "a chunk behind the first is nothing but white space",
            lambda _, chunks: any(TEXT[a:b].isspace() for a, b in chunks[1:]),
        ),
        (
            "a chunk before the last ends with '>'",
            lambda _, chunks: any(TEXT[a:b].endswith(">") for a, b in chunks[:-1]),
        ),
        (
            "a chunk behind the first begins with '<'",
            lambda _, chunks: any(TEXT[a:b].startswith("<") for a, b in chunks[1:]),
        ),
        (
            "a cut lies between '>' and '<'",
            lambda cuts, _: any(TEXT[cut - 1 : cut + 1] == "><" for cut in cuts if 0 < cut < len(TEXT)),
        ),
        ("the text comes in more than one chunk", lambda cuts, _: cuts != ()),
        ("the whole text comes in one chunk", lambda cuts, _: cuts == ()),
        (
            "a cut lies inside the opening tag of a block, and another lies inside a closing tag",
            lambda cuts, _: all(
                any(a < cut < b for cut in cuts for a, b in spans(PARTS[name]))
                for name in ("the opening tag of a block", "a closing tag")
            ),
        ),
        (
            "a cut lies inside an entity, and another lies right behind the opening tag of a block",
            lambda cuts, _: (
                any(len(TEXT) - 4 < cut < len(TEXT) for cut in cuts)
                and any(cut == b for cut in cuts for _, b in spans(["<tool_calls>"]))
            ),
        ),
        *(
            (
                f"a chunk has at least {size} characters",
                lambda _, chunks, n=size: any(b - a >= n for a, b in chunks),
            )
            for size in (65, 100)
        ),
        *(
            (
                f"a chunk has fewer than {size} characters",
                lambda _, chunks, n=size: any(b - a < n for a, b in chunks),
            )
            for size in (2, 3, 50)
        ),
    ],
)
def test_a_claim_is_true_of_the_ways_that_its_words_name(
    clause: str, expected: Callable[[Chunking, list[Span]], bool]
) -> None:
    check(named(clause), expected)


@pytest.mark.parametrize("text", ["aba", " a", "b\n "])
def test_claims_about_characters_and_white_space_are_true_at_the_ends_of_a_text_too(text: str) -> None:
    some = [way for many in range(4) for way in combinations_with_replacement(range(len(text) + 1), many)]
    known = {claim.clause: claim for claim in claims(layout(text, by_name("dsml")), cuts=1)}

    def pieces(way: Chunking) -> list[str]:
        return [text[a:b] for a, b in chunks_of(text, way)]

    meant: dict[str, Callable[[list[str]], bool]] = {
        "a chunk is nothing but white space": lambda found: any(map(str.isspace, found)),
        "a chunk behind the first is nothing but white space": lambda found: any(map(str.isspace, found[1:])),
    }
    for char in text[:-1]:
        clause = f"a chunk before the last ends with {char!r}"
        meant[clause] = lambda found, char=char: any(one.endswith(char) for one in found[:-1])
    for char in text[1:]:
        clause = f"a chunk behind the first begins with {char!r}"
        meant[clause] = lambda found, char=char: any(one.startswith(char) for one in found[1:])
    for clause, is_so in meant.items():
        assert true_of(known[clause], text, some) == {way for way in some if is_so(pieces(way))}, clause


def test_all_claims_about_three_characters_and_the_order_in_which_they_are_believed() -> None:
    before = [
        "a chunk is empty",
        "the first chunk is empty",
        "the last chunk is empty",
        "an empty chunk comes inside white space",
        "an empty chunk comes inside a word",
        "an empty chunk comes right behind 'a'",
        "an empty chunk comes right behind ' '",
        "a chunk is nothing but white space",
        "a chunk behind the first is nothing but white space",
        "one chunk holds all of white space",
        "one chunk holds a whole word",
        "a cut lies inside white space",
        "a cut lies inside a word",
        "a chunk before the last ends with 'a'",
        "a chunk before the last ends with ' '",
        "a chunk behind the first begins with ' '",
        "a chunk behind the first begins with 'a'",
        "a cut lies between 'a' and ' '",
        "a cut lies between ' ' and 'a'",
    ]
    two = [
        "two cuts lie inside white space",
        "two cuts lie inside a word",
        "a chunk before the last ends with 'a', and a chunk before the last ends with ' '",
    ]
    behind = [
        "the text comes in more than one chunk",
        "the whole text comes in one chunk",
        "a chunk has at least 2 characters",
        "a chunk has fewer than 2 characters",
        "a chunk has at least 3 characters",
        "a chunk has fewer than 3 characters",
    ]
    found = layout("a a", by_name("dsml"))
    assert [claim.clause for claim in claims(found, cuts=1)] == [*before, *behind]
    assert [claim.clause for claim in claims(found, cuts=2)] == [*before, *two, *behind]


def test_the_kinds_of_claims_come_in_the_order_in_which_they_say_most(every: Claims) -> None:
    telling = [
        "a chunk is empty",
        "an empty chunk comes inside an entity",
        "a chunk is nothing but white space",
        "a cut lies inside an entity",
        "a cut lies inside the closing tag of a call, at least 2 characters behind its start",
        "a cut lies inside the closing tag of a call, at least 3 characters behind its start",
        "one chunk closes a call and opens the next",
        "one chunk holds a whole entity",
        "a cut lies between the end of one call and the start of the next",
        "a cut lies right before an entity",
        "a cut lies inside a call",
        "a chunk before the last ends with 'x'",
        "two cuts lie inside an entity",
        "the text comes in more than one chunk",
        "a chunk has at least 2 characters",
    ]
    order = [list(every).index(clause) for clause in telling]
    assert order == sorted(order)


def test_a_chunk_longer_than_two_hundred_characters_is_not_asked_for() -> None:
    found = layout("a" * 300, by_name("dsml"))
    clauses = [claim.clause for claim in claims(found, cuts=1)]
    assert clauses[-2:] == ["a chunk has at least 200 characters", "a chunk has fewer than 200 characters"]


def test_one_chunk_of_nothing_is_no_empty_chunk() -> None:
    for claim in claims(layout("", by_name("dsml")), cuts=1):
        if "empty" in claim.clause:
            assert true_of(claim, "", [()]) == set()
            assert true_of(claim, "", [(0,)]) == {(0,)}


def test_the_places_of_a_claim_are_the_single_cuts_of_which_it_is_true(every: Claims) -> None:
    single = [(cut,) for cut in range(len(TEXT) + 1)]
    counted = 0
    for claim in every.values():
        if claim.places is not None:
            assert {(cut,) for cut in claim.places(layout(TEXT, by_name("dsml")))} == true_of(
                claim, some=single
            )
            counted += 1
    assert counted > 100


def test_of_what_is_narrow_only_all_of_its_places_are_worth_naming(every: Claims) -> None:
    for clause, claim in every.items():
        narrow = clause.startswith(("a chunk before the last ends", "a chunk behind the first begins")) or (
            clause.endswith("behind its start") or clause.startswith("a cut lies between '")
        )
        assert claim.part == (claim.places is None or not narrow), clause


def test_a_claim_made_of_one_text_can_be_tried_on_another_without_the_part(every: Claims) -> None:
    some = [(), (1,), (0, 1), (1, 1)]
    for claim in every.values():
        true = true_of(claim, "zz", some)
        if any(word in claim.clause for word in ("tag", "entity", "call", "block", "parameter", "value")):
            assert true == set(), claim.clause
        if claim.places is not None:
            assert claim.places(layout("zz", by_name("dsml"))) <= {1}


def test_chunks_and_characters_are_written_as_they_are() -> None:
    assert chunks_of("abcd", (1, 1, 3)) == [(0, 1), (1, 1), (1, 3), (3, 4)]
    assert chunks_of("", ()) == [(0, 0)]
    assert [shown(char) for char in "a\n\u00e9"] == ["'a'", "'\\n'", "'\\xe9'"]
