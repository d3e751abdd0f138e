"""The gate: each state has a test, and what decides the status does so alone."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ledger_samples import CARD, ENTRY, MINE, OTHER, SCOPE, TODAY, finding, ledger, report
from msgspec import structs

from harness.events import Report, Stats, TargetFacts
from harness.ledger.entry import Entry, Pattern
from harness.ledger.gate import gate, gated
from harness.ledger.ledger import Ledger, Settings

TOMORROW = TODAY + dt.timedelta(days=1)
SPLITS = Entry(pattern=Pattern(oracle="split", targets=("py:*",)), of_class="policy", reason="as it is")
WARNS = Settings("warn")


def judged(made: Report, known: Ledger, today: dt.date = TODAY) -> tuple[int, list[str]]:
    """Give the status, and the state of each row."""
    found = gated(made, known, today)
    assert found.gate is not None
    return found.status, [row.state for row in found.gate.rows]


def told(made: Report, known: Ledger, today: dt.date = TODAY) -> str:
    """Give what is said of the only row."""
    (row,) = gate(made, known, today).rows
    return row.told


def test_a_card_that_no_entry_accepts_is_new_and_the_status_is_1() -> None:
    assert judged(report(CARD), ledger()) == (1, ["new"])
    assert judged(report(CARD, OTHER), ledger(ENTRY)) == (1, ["new", "known"])


def test_where_all_is_known_the_status_is_0() -> None:
    assert judged(report(CARD), ledger(ENTRY)) == (0, ["known"])
    assert judged(report(CARD), ledger(SPLITS)) == (0, ["known"])
    assert judged(report(), ledger()) == (0, [])


def test_a_known_fault_with_another_face_has_changed_and_the_status_is_1() -> None:
    other = structs.replace(CARD, fingerprint="fedcba987654", shape="call extra")
    assert judged(report(other), ledger(ENTRY)) == (1, ["changed"])
    assert "was call missing in block opener, is call extra in block opener" in told(
        report(other), ledger(ENTRY)
    )
    # Of another oracle, or beside the known one, it is a fault of its own.
    assert judged(report(OTHER), ledger(ENTRY))[1] == ["new", "newly passing"]
    assert judged(report(CARD, structs.replace(other, findings=("F2",))), ledger(ENTRY))[1] == [
        "new",
        "known",
    ]


def test_of_two_entries_the_one_more_like_it_has_changed() -> None:
    first = structs.replace(ENTRY, fingerprint="a" * 12, shape="text lost", place="in text")
    known = ledger(first, ENTRY)
    other = structs.replace(CARD, fingerprint="fedcba987654", place="in block closer")
    rows = gate(report(other), known, TODAY).rows
    assert [(row.state, row.entry) for row in rows] == [
        ("changed", ENTRY.fingerprint),
        ("newly passing", first.fingerprint),
    ]


def test_an_entry_holds_through_its_last_day_and_has_expired_on_the_next() -> None:
    assert judged(report(CARD), ledger(ENTRY), TODAY) == (0, ["known"])
    assert judged(report(CARD), ledger(ENTRY), TOMORROW) == (1, ["expired"])
    assert judged(report(CARD), ledger(structs.replace(ENTRY, expiry=None)), TOMORROW) == (0, ["known"])


@pytest.mark.parametrize("cases", [1_000, 1])
def test_an_entry_expires_also_where_its_fault_does_not_show(cases: int) -> None:
    assert judged(report(cases=cases), ledger(ENTRY, gate=WARNS), TOMORROW) == (1, ["expired"])


def test_a_known_fault_that_was_looked_for_and_is_gone_passes_newly_and_that_can_be_a_warning() -> None:
    assert judged(report(), ledger(ENTRY)) == (1, ["newly passing"])
    assert judged(report(), ledger(SPLITS)) == (1, ["newly passing"])
    assert judged(report(), ledger(ENTRY, gate=WARNS)) == (0, ["newly passing"])


NOT_SOUGHT: list[tuple[dict[str, Any], str]] = [
    ({"cases": 153}, "153 cases are too few to tell: it takes 154"),
    ({"targets": (TargetFacts("go", "available"),)}, f"the target {MINE} was not run"),
    ({"targets": (TargetFacts(MINE, "unavailable"),)}, f"the target {MINE} was not run"),
    ({"oracles": ("truth",)}, "no oracle that could see it judged anything"),
    ({"stats": Stats(cases=1_000, judged={"truth": 600})}, "no oracle that could see it judged anything"),
    ({"state": "stopped"}, "the run was stopped"),
]


@pytest.mark.parametrize(("members", "why"), NOT_SOUGHT)
def test_what_was_not_looked_for_is_not_observed_and_only_warns(members: dict[str, Any], why: str) -> None:
    assert judged(report(**members), ledger(ENTRY)) == (0, ["not observed"])
    assert told(report(**members), ledger(ENTRY)) == why


def test_just_enough_cases_tell_that_a_fault_is_gone() -> None:
    """It was in 30 of 1,000 cases: 154 miss it once in a hundred runs."""
    assert judged(report(cases=154), ledger(ENTRY)) == (1, ["newly passing"])
    unsaid = structs.replace(ENTRY, cases=0, count=0)
    assert judged(report(cases=999), ledger(unsaid)) == (0, ["not observed"])
    assert judged(report(cases=1_000), ledger(unsaid)) == (1, ["newly passing"])


def test_entries_of_another_dialect_are_not_the_business_of_a_run() -> None:
    foreign = structs.replace(ENTRY, dialect="qwen", expiry=None)
    assert judged(report(), ledger(foreign), TOMORROW) == (0, [])
    assert judged(report(CARD), ledger(foreign)) == (1, ["new"])
    anything = structs.replace(SPLITS, pattern=Pattern(oracle="split", dialect="qw*"))
    assert judged(report(CARD), ledger(anything)) == (1, ["new"])


def test_an_entry_holds_only_for_its_versions() -> None:
    assert judged(report(CARD), ledger(structs.replace(ENTRY, versions=("1.*",)))) == (0, ["known"])
    late = structs.replace(ENTRY, versions=("0.*", "1.3"))
    assert judged(report(CARD), ledger(late)) == (1, ["new", "not observed"])
    assert judged(report(), ledger(late)) == (0, ["not observed"])
    rows = gate(report(CARD), ledger(late), TODAY).rows
    assert "is for versions 0.*, 1.3 of its target, and this is another" in rows[0].told
    library = (TargetFacts(MINE, "available", version="7", library_version="1.3"),)
    assert judged(report(CARD, targets=library), ledger(late)) == (0, ["known"])


PATTERNS = [
    (Pattern(oracle="sp*"), True),
    (Pattern(targets=("py:my_parser:*",)), True),
    (Pattern(shape="call *", place="* opener", dialect="d*"), True),
    (Pattern(place="in block opener"), True),
    (Pattern(oracle="split", shape="text *"), False),
    (Pattern(oracle="SPLIT*", place="?*"), False),
    (Pattern(targets=("py:", "go")), False),
    (Pattern(place=""), False),
    (Pattern(dialect="qwen"), False),
]


@pytest.mark.parametrize(("pattern", "fits"), PATTERNS)
def test_a_pattern_accepts_what_all_its_globs_fit(pattern: Pattern, *, fits: bool) -> None:
    _, states = judged(report(CARD), ledger(structs.replace(SPLITS, pattern=pattern)))
    assert ("known" in states, "new" in states) == (fits, not fits)


def test_a_pattern_must_fit_every_guilty_target() -> None:
    both = structs.replace(CARD, targets=(MINE, "go"))
    assert judged(report(both), ledger(SPLITS))[1][0] == "new"
    wide = structs.replace(SPLITS, pattern=Pattern(oracle="split", targets=("py:*", "go")))
    assert judged(report(both), ledger(wide)) == (0, ["known"])


def test_a_fingerprint_says_more_than_a_pattern_wherever_they_stand() -> None:
    expired = structs.replace(SPLITS, expiry=TODAY - dt.timedelta(days=1))
    for known in (ledger(ENTRY, SPLITS), ledger(SPLITS, ENTRY)):
        rows = gate(report(CARD), known, TODAY).rows
        assert [row.entry for row in rows if row.state == "known"] == [ENTRY.fingerprint]
    assert judged(report(CARD), ledger(expired, ENTRY)) == (1, ["expired", "known"])


@pytest.mark.parametrize(
    ("entry", "state"),
    [
        (ENTRY, "not observed"),
        (structs.replace(ENTRY, targets=("go",)), "newly passing"),
        (structs.replace(ENTRY, oracle="truth"), "newly passing"),
        (SPLITS, "not observed"),
        (structs.replace(SPLITS, pattern=Pattern(oracle="split", targets=("go",))), "newly passing"),
    ],
)
def test_a_fault_that_may_be_a_flaky_finding_is_not_taken_for_gone(entry: Entry, state: str) -> None:
    (row,) = gate(report(flaky=("F1",)), ledger(entry), TODAY).rows
    assert (row.state, row.fails) == (state, state == "newly passing")
    assert ("flaky finding F1" in row.told) == (state == "not observed")


def test_flaky_findings_never_decide() -> None:
    made = report(flaky=("F1", "F2"))
    assert made.status == 1
    assert judged(made, ledger()) == (0, [])
    assert gate(made, ledger(), TODAY).notes == ("flaky findings decide nothing: F1, F2",)


def test_a_finding_that_is_on_no_card_is_new_since_nobody_can_have_accepted_it() -> None:
    made = report(CARD, findings=(finding("F1"), finding("F9", OTHER)))
    assert judged(made, ledger(ENTRY)) == (1, ["new", "known"])
    assert judged(report(findings=(finding("F1"),)), ledger(SPLITS))[1] == ["new", "newly passing"]


LESS: list[tuple[dict[str, Any], str]] = [
    ({"targets": (TargetFacts(MINE, "available"),)}, "target go"),
    ({"oracles": ("split",)}, "oracle truth"),
    (
        {"stats": Stats(cases=1_000, judged={"split": 9, "truth": 0})},
        "oracle truth, which had nothing to judge",
    ),
    ({"options": {"fixtures": {"names": ["a"], "digest": "0"}}}, "fixture b"),
    ({"options": {"fixtures": "?"}, "cases": 1_000}, "fixture a"),
]


@pytest.mark.parametrize(("members", "lost"), LESS)
def test_who_looks_at_less_than_the_last_run_has_status_2_whatever_it_found(
    members: dict[str, Any], lost: str
) -> None:
    for cards in ((), (CARD,), (CARD, OTHER)):
        found = gated(report(*cards, **members), ledger(ENTRY, scope={"dsml": SCOPE}), TODAY)
        assert found.gate is not None
        assert (found.status, found.gate.lost[0]) == (2, lost)


def test_who_looks_at_as_much_or_more_passes() -> None:
    known = ledger(ENTRY, scope={"dsml": SCOPE})
    assert judged(report(CARD), known) == (0, ["known"])
    more = report(CARD, targets=(*report().targets, TargetFacts("node", "available")))
    assert judged(more, known) == (0, ["known"])
    assert gate(more, known, TODAY).notes == ("targets that the last run did not have: node",)
    # What the last run of another dialect had is nothing to this one.
    other = ledger(ENTRY, scope={"qwen": structs.replace(SCOPE, targets=("no such",))})
    assert judged(report(CARD), other) == (0, ["known"])


def test_fixtures_of_the_same_names_that_are_others_are_told() -> None:
    made = report(options={"fixtures": {"names": ["b", "a"], "digest": "4567"}})
    (note,) = gate(made, ledger(scope={"dsml": SCOPE}), TODAY).notes
    assert note == "the fixtures have the same names as in the last run and are not the same"


def test_an_oracle_without_anything_to_judge_in_fewer_cases_is_a_note() -> None:
    made = report(cases=999, stats=Stats(cases=999, judged={"split": 9}))
    found = gated(made, ledger(scope={"dsml": SCOPE}), TODAY)
    assert found.gate is not None
    assert (found.status, found.gate.lost) == (0, ())
    assert found.gate.notes == ("nothing to judge for truth, in fewer cases than the last run had",)


def test_an_oracle_that_judged_next_to_nothing_may_have_nothing_to_judge_and_may_not_be_off() -> None:
    known = ledger(scope={"dsml": structs.replace(SCOPE, seldom=("truth",))})
    found = gated(report(stats=Stats(cases=1_000, judged={"split": 9})), known, TODAY)
    assert found.gate is not None
    assert (found.status, found.gate.lost) == (0, ())
    assert found.gate.notes == ("nothing to judge for truth, and next to nothing in the last run",)
    off = gated(report(oracles=("split",)), known, TODAY)
    assert off.gate is not None
    assert (off.status, off.gate.lost) == (2, ("oracle truth",))


@pytest.mark.parametrize("cards", [(), (CARD,), (OTHER,)])
@pytest.mark.parametrize(("state", "status"), [("interrupted", 130), ("failed", 2), ("finished", 2)])
def test_a_run_that_did_not_do_its_work_keeps_its_status(state: Any, status: int, cards: Any) -> None:
    made = report(*cards, state=state, status=status)
    for known in (ledger(), ledger(ENTRY), ledger(scope={"dsml": SCOPE})):
        assert gated(made, known, TODAY).status == status


def test_judging_twice_gives_what_the_second_ledger_makes_of_it() -> None:
    once = gated(report(CARD, oracles=("split",)), ledger(ENTRY, scope={"dsml": SCOPE}), TODAY)
    assert once.status == 2
    assert gated(once, ledger(ENTRY), TODAY).status == 0
    assert gated(once, ledger(), TODAY).status == 1


STATES = st.fixed_dictionaries(
    {
        "seen": st.booleans(),
        "fresh": st.booleans(),
        "entry": st.booleans(),
        "expired": st.booleans(),
        "warn": st.booleans(),
        "enough": st.booleans(),
        "less": st.booleans(),
    }
)


@settings(max_examples=60)
@given(STATES)
def test_the_status_is_that_of_the_worst_row(of: dict[str, bool]) -> None:
    """All combinations of what may be the case at once, against the page's table in words."""
    cards = [CARD] * of["seen"] + [OTHER] * of["fresh"]
    known = [structs.replace(ENTRY, expiry=TODAY - dt.timedelta(days=of["expired"]))] * of["entry"]
    scope = {"dsml": SCOPE} if of["less"] else {}
    made = report(*cards, cases=1_000 if of["enough"] else 10, oracles=("split", "truth"))
    made = structs.replace(made, targets=made.targets[:1])
    found = gated(made, ledger(*known, gate=WARNS if of["warn"] else Settings(), scope=scope), TODAY)
    gone = of["entry"] and not of["seen"] and not of["expired"] and of["enough"]
    fails = (
        of["fresh"]
        or (of["seen"] and not of["entry"])
        or (of["entry"] and of["expired"])
        or (gone and not of["warn"])
    )
    assert found.status == (2 if of["less"] else int(fails))
