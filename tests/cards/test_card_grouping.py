"""Every finding that is not flaky is on exactly one card, in whatever order they come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from harness.cards.grouping import cards
from harness.cards.traits import Traits
from harness.model import CONFIRMATIONS, Case, Finding, Shown, Signature
from harness.model import Reading as Read

if TYPE_CHECKING:
    import random

ORACLES = ("split", "parity", "truth")
KINDS = ("call missing", "text lost", "value differs")
NEEDS = ("cdata", "entities", "fence")


def finding(number: int, oracle: str, kind: str, *, size: int = 1, flaky: bool = False) -> Finding:
    case = Case(f"1:{number}", "dsml", "x" * size)
    return Finding(
        id=f"F{number}",
        oracle=oracle,
        targets=("one",),
        kind=kind,
        message="",
        also=(),
        raw=case,
        case=case,
        shown=(),
        expected=None,
        confirmed=1 if flaky else CONFIRMATIONS,
        shrink="finished",
        command=f"toolcall-harness check {number}",
        count=number,
    )


@st.composite
def campaigns(
    draw: st.DrawFn,
) -> tuple[list[Finding], dict[str, Traits], dict[str, frozenset[Signature]]]:
    findings: list[Finding] = []
    traits: dict[str, Traits] = {}
    shows: dict[str, frozenset[Signature]] = {}
    for number in range(1, draw(st.integers(0, 7)) + 1):
        oracle, kind = draw(st.sampled_from(ORACLES)), draw(st.sampled_from(KINDS))
        one = finding(number, oracle, kind, size=draw(st.integers(0, 4)), flaky=draw(st.booleans()))
        findings.append(one)
        if draw(st.booleans()):
            needs = tuple(sorted(draw(st.sets(st.sampled_from(NEEDS)))))
            traits[one.id] = Traits(oracle, ("one",), kind, draw(st.sampled_from(("", "in text"))), needs)
            pairs = draw(st.sets(st.tuples(st.sampled_from(ORACLES), st.sampled_from(KINDS))))
            shows[one.id] = frozenset((a, ("one",), b) for a, b in pairs)
    return findings, traits, shows


@settings(max_examples=40)
@given(campaigns(), st.randoms(use_true_random=False))
def test_findings_are_on_one_card_each_and_their_order_does_not_matter(
    campaign: tuple[list[Finding], dict[str, Traits], dict[str, frozenset[Signature]]], shuffle: random.Random
) -> None:
    findings, traits, shows = campaign
    made = cards(findings, traits, shows)
    named = [name for card in made for name in card.findings]
    assert sorted(named) == sorted(one.id for one in findings if not one.flaky)
    assert sum(card.count for card in made) == sum(one.count for one in findings if not one.flaky)
    shuffled = list(findings)
    shuffle.shuffle(shuffled)
    assert cards(shuffled, traits, shows) == made


def test_fewer_needs_lead_and_the_numbers_add_up() -> None:
    findings = [
        finding(2, "truth", "value differs", size=9),
        finding(3, "truth", "value differs", size=1),
        finding(4, "truth", "value differs", size=5),
    ]
    plain = Traits("truth", ("one",), "argument: prefix")
    traits = {
        "F2": plain,
        "F3": structs.replace(plain, needs=("cdata",)),
        "F4": structs.replace(plain, shape="argument: trimmed"),
    }
    one, other = cards(findings, traits, {})
    assert (one.findings, one.count, one.first, one.needs) == (("F2", "F3"), 5, "1:2", ())
    assert one.fingerprint == plain.fingerprint
    assert one.command == findings[0].command
    assert other.findings == ("F4",)


def test_what_shows_in_a_text_itself_leads() -> None:
    findings = [finding(1, "truth", "value differs"), finding(2, "truth", "value differs", size=9)]
    itself = Traits("truth", ("one",), "argument: prefix", "", ("cdata",))
    made = structs.replace(itself, needs=(), direct=False)
    (card,) = cards(findings, {"F1": made, "F2": itself}, {})
    assert (card.findings, card.needs, card.command) == (("F2", "F1"), ("cdata",), findings[1].command)


def test_two_signatures_are_one_fault_only_where_each_small_case_shows_both() -> None:
    crash, split = finding(1, "crash", "exception"), finding(2, "split", "call missing")
    both: frozenset[Signature] = frozenset(
        {("crash", ("one",), "exception"), ("split", ("one",), "call missing")}
    )
    one: frozenset[Signature] = frozenset({("crash", ("one",), "exception")})
    (card,) = cards([crash, split], {}, {"F1": both, "F2": both})
    assert (card.oracle, card.findings) == ("crash", ("F1", "F2"))
    assert len(cards([crash, split], {}, {"F1": both, "F2": one})) == 2
    assert len(cards([crash, split], {}, {})) == 2


def test_a_card_says_who_gave_the_same() -> None:
    shown = (
        Shown("one", "batch", Read(text="a")),
        Shown("two", "batch", Read(text="b")),
        Shown("three", "batch", Read(text="b")),
        Shown("four", "hang", None),
    )
    (card,) = cards([structs.replace(finding(1, "agreement", "text lost"), shown=shown)], {}, {})
    assert card.agree == (("two", "three"), ("one",), ("four",))
