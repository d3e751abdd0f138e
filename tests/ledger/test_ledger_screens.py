"""Whole screens of a ledger, with the tone of each line, and the whole rows of its gate."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import pytest
from ledger_samples import CARD, ENTRY, MINE, OTHER, SCOPE, SEEN, TODAY, finding, ledger, report
from msgspec import structs

from harness.errors import UsageError
from harness.events import Ended, Gate, GateRow, Stats, TargetFacts
from harness.ledger.document import Sighting
from harness.ledger.entry import Entry, Pattern
from harness.ledger.gate import gate, gated, judging
from harness.ledger.keeping import accepted, chosen, next_scope, sightings
from harness.ledger.ledger import Scope, Settings
from harness.ledger.lines import expired_lines, gate_lines, list_lines, update_lines
from harness.ledger.scope import FEW, lost, notes, scope_of, silent
from harness.report.glyphs import CHUNK_LIMIT, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from harness.events import CampaignEvent
    from harness.ledger.lines import Line

TOMORROW = TODAY + dt.timedelta(days=1)
WIDE = Entry(pattern=Pattern(oracle="truth", targets=("py:*",)), of_class="policy", reason="on purpose")
EXPIRED = structs.replace(
    ENTRY, fingerprint="a" * 12, title="", expiry=SEEN, versions=("1.*", "2.0"), owner="", ticket=""
)


def screen(lines: Iterable[Line]) -> list[tuple[str, str]]:
    return [(line.tone, line.text) for line in lines]


def row(state: Any, *, fails: bool = False, **members: Any) -> GateRow:
    rest = {"fingerprint": "", "entry": "", "title": "", "oracle": "", "targets": (), "told": "why"}
    return GateRow(state=state, fails=fails, **rest | members)


def test_the_gate_is_told_row_by_row_and_what_fails_is_red() -> None:
    rows = (
        row("new", fails=True, fingerprint="0" * 12, title="bad", oracle="split", targets=("a", "b")),
        row("newly passing", entry="pattern x"),
        row("known", fingerprint="1" * 12, entry="2" * 12, title="worse"),
        row("known", title="only said", oracle="truth"),
    )
    assert screen(gate_lines(Gate(0, rows, ("oracle x", "target y"), ("n1", "n2")), "led.toml")) == [
        ("bad", "ledger led.toml: does not pass: 1 new, 1 newly passing, 2 known"),
        ("bad", f"  new           {'0' * 12} bad (split, a, b)"),
        ("plain", f"{' ' * 16}why"),
        ("warn", "  newly passing pattern x"),
        ("plain", f"{' ' * 16}why"),
        ("plain", f"  known         {'1' * 12} worse"),
        ("plain", f"{' ' * 16}why"),
        ("plain", "  known         only said"),
        ("plain", f"{' ' * 16}why"),
        ("bad", "  the last accepted run looked at more, so this is no pass; missing:"),
        ("bad", "    oracle x"),
        ("bad", "    target y"),
        ("plain", "    hint: ledger update --fewer accepts that; --no-ledger is for other runs"),
        ("warn", "  note: n1"),
        ("warn", "  note: n2"),
    ]
    assert screen(gate_lines(Gate(0, (), (), ()), "l")) == [("good", "ledger l: passes: nothing to say")]
    many = Gate(0, (row("known", title="x"),) * 1_200, (), ())
    assert screen(gate_lines(many, "l"))[0] == ("good", "ledger l: passes: 1,200 known")


def test_what_has_expired_is_told_with_its_dates() -> None:
    assert screen(expired_lines(ledger(ENTRY, EXPIRED), "l", TODAY)) == [
        ("bad", "ledger l: 2 known faults, 1 expired"),
        ("bad", f"  {'a' * 12}"),
        ("plain", f"    nobody's, expired on {SEEN}, of versions 1.*, 2.0, last seen {SEEN}"),
    ]
    assert screen(expired_lines(ledger(ENTRY), "l", TODAY)) == [
        ("good", "ledger l: 1 known fault, 0 expired")
    ]


def test_an_update_tells_what_is_gone_what_is_new_and_what_was_not_seen() -> None:
    elsewhere = structs.replace(ENTRY, fingerprint="b" * 12, dialect="qwen")
    scope = structs.replace(SCOPE, targets=(MINE, "go", "node"), fixtures=("a",))
    known = ledger(ENTRY, EXPIRED, elsewhere, structs.replace(EXPIRED, title="t"), scope={"dsml": scope})
    seen = {0: Sighting(SEEN, 1, 1)}
    assert screen(update_lines(report(CARD), known, seen, "l")) == [
        ("plain", "ledger l: 1 known fault seen"),
        ("warn", "  no longer: target node"),
        ("plain", "  note: fixtures that the last run did not have: b"),
        ("warn", f"  not seen: {'a' * 12}"),
        ("warn", f"  not seen: {'a' * 12} t"),
    ]
    assert screen(update_lines(report(), ledger(), {}, "l")) == [("plain", "ledger l: 0 known faults seen")]


def test_the_list_tells_of_each_entry_what_it_is_why_whose_and_until_when() -> None:
    two = structs.replace(EXPIRED, targets=("a", "b"), place="")
    scopes = {"dsml": SCOPE, "qwen": structs.replace(SCOPE, targets=("go",), oracles=(), cases=1)}
    assert screen(list_lines(ledger(ENTRY, two, WIDE, scope=scopes), TODAY)) == [
        ("plain", f"{CARD.fingerprint} {CARD.title}"),
        ("plain", f"  dsml, split, {MINE}: call missing in block opener"),
        ("plain", "  bug: waits for the new lexer (#12)"),
        ("plain", f"  owner ann, accepted until {TODAY}, last seen {SEEN}"),
        ("plain", "a" * 12),
        ("plain", "  dsml, split, a, b: call missing"),
        ("plain", "  bug: waits for the new lexer"),
        ("warn", f"  nobody's, expired on {SEEN}, of versions 1.*, 2.0, last seen {SEEN}"),
        ("plain", "pattern oracle truth, targets py:*"),
        ("plain", "  policy: on purpose"),
        ("plain", "  nobody's, accepted for good, never seen"),
        ("plain", f"last run of dsml, {SEEN}: {MINE}, go; 2 oracles, 2 fixtures, 1,000 cases"),
        ("plain", f"last run of qwen, {SEEN}: go; 0 oracles, 2 fixtures, 1 case"),
        ("plain", "3 known faults"),
    ]


def test_what_others_wrote_is_cut_where_it_is_shown() -> None:
    (first, *_) = list_lines(ledger(structs.replace(ENTRY, title="x" * 9_000)), TODAY)
    assert first.text == printable(f"{CARD.fingerprint} {'x' * 9_000}", limit=4 * CHUNK_LIMIT)
    assert first.text.count("x") < 4 * CHUNK_LIMIT


def test_an_entry_is_called_by_what_its_pattern_says_apart_from_everything() -> None:
    said = Pattern(targets=("a", "b*"), place="in *", dialect="d*", shape="s")
    assert structs.replace(WIDE, pattern=said).name == "pattern targets a b*, shape s, place in *, dialect d*"
    assert ENTRY.name == ENTRY.fingerprint


# ---------------------------------------------------------------- the gate


def rows(made: Any, known: Any, today: dt.date = TODAY) -> list[GateRow]:
    return list(gate(made, known, today).rows)


def test_a_row_has_all_of_its_card_and_the_name_of_its_entry() -> None:
    of_card: dict[str, Any] = {
        "fingerprint": CARD.fingerprint,
        "title": CARD.title,
        "oracle": "split",
        "targets": (MINE,),
    }
    until = f"bug, waits for the new lexer, #12, owner ann, accepted until {TODAY}"
    entry = ENTRY.fingerprint
    assert rows(report(CARD), ledger(ENTRY)) == [
        row("known", **of_card, entry=entry, told=f"in 30 cases; {until}")
    ]
    assert rows(report(CARD), ledger(ENTRY), TOMORROW) == [
        row("expired", fails=True, **of_card, entry=entry, told=f"it still shows, in 30 cases; {until}")
    ]
    once = structs.replace(CARD, count=1)
    plain = structs.replace(ENTRY, ticket="", owner="", expiry=None)
    assert rows(report(once), ledger(plain))[0].told == "in 1 case; bug, waits for the new lexer"
    assert rows(report(structs.replace(CARD, count=1_234)), ledger(plain))[0].told.startswith(
        "in 1,234 cases"
    )
    assert rows(report(CARD), ledger()) == [
        row("new", fails=True, **of_card, told="in no entry of the ledger")
    ]
    old = structs.replace(ENTRY, versions=("0.1", "0.2"))
    assert rows(report(CARD), ledger(old))[0] == row(
        "new",
        fails=True,
        **of_card,
        told=f"{entry} is for versions 0.1, 0.2 of its target, and this is another",
    )


def test_a_row_of_a_pattern_is_about_the_card_that_fits_it() -> None:
    of_card: dict[str, Any] = {
        "fingerprint": OTHER.fingerprint,
        "entry": WIDE.name,
        "title": OTHER.title,
        "oracle": "truth",
        "targets": (MINE,),
    }
    assert rows(report(OTHER), ledger(WIDE)) == [
        row("known", **of_card, told="in 30 cases; policy, on purpose")
    ]
    until = structs.replace(WIDE, expiry=SEEN)
    told = f"it still shows, in 30 cases; policy, on purpose, accepted until {SEEN}"
    assert rows(report(OTHER), ledger(until)) == [row("expired", fails=True, **of_card, told=told)]


def test_a_row_of_what_changed_tells_both_faces() -> None:
    other = structs.replace(CARD, fingerprint="f" * 12, shape="call extra", place="")
    told = "the same oracle and targets, another fault: was call missing in block opener, is call extra"
    assert rows(report(other), ledger(ENTRY)) == [
        row(
            "changed",
            fails=True,
            fingerprint="f" * 12,
            entry=ENTRY.fingerprint,
            title=CARD.title,
            oracle="split",
            targets=(MINE,),
            told=told,
        )
    ]
    bare = structs.replace(ENTRY, shape="", place="")
    assert rows(report(other), ledger(bare))[0].told == (
        "the same oracle and targets, another fault: was another one, is call extra"
    )


def test_of_several_entries_one_of_the_same_place_has_changed_and_then_the_first() -> None:
    other = structs.replace(CARD, fingerprint="f" * 12, shape="call extra")
    elsewhere = structs.replace(ENTRY, fingerprint="a" * 12, place="in text")
    assert rows(report(other), ledger(elsewhere, ENTRY))[0].entry == ENTRY.fingerprint
    far = [structs.replace(ENTRY, fingerprint=one * 12, place="in text", shape="x") for one in "ab"]
    assert rows(report(other), ledger(*far))[0].entry == "a" * 12


def test_a_row_of_what_is_gone_tells_why_it_may_be() -> None:
    of_entry: dict[str, Any] = {
        "fingerprint": ENTRY.fingerprint,
        "entry": ENTRY.fingerprint,
        "title": ENTRY.title,
        "oracle": "split",
        "targets": (MINE,),
    }
    until = f"bug, waits for the new lexer, #12, owner ann, accepted until {TODAY}"
    few = report(cases=1)
    assert rows(report(), ledger(ENTRY)) == [
        row(
            "newly passing",
            fails=True,
            **of_entry,
            told="not in 1,000 cases; take the entry out, or say of which versions it is",
        )
    ]
    assert rows(few, ledger(ENTRY)) == [
        row("not observed", **of_entry, told="1 case is too few to tell: it takes 154")
    ]
    assert rows(report(cases=2), ledger(ENTRY))[0].told == "2 cases are too few to tell: it takes 154"
    assert rows(report(), ledger(ENTRY), TOMORROW) == [
        row("expired", fails=True, **of_entry, told=f"it is not there any longer; {until}")
    ]
    assert rows(few, ledger(ENTRY), TOMORROW)[0].told == (
        f"it was not looked for: 1 case is too few to tell: it takes 154; {until}"
    )
    (pattern,) = rows(report(), ledger(WIDE))
    assert (pattern.oracle, pattern.targets, pattern.entry) == ("truth", (MINE,), WIDE.name)


@pytest.mark.parametrize(
    ("seen", "enough"), [((0, 0), 1_000), ((9, 0), 1_000), ((0, 9), 1_000), ((1_000, 30), 154), ((7, 7), 5)]
)
def test_how_many_cases_are_enough_is_known_of_what_was_seen_before(
    seen: tuple[int, int], enough: int
) -> None:
    entry = structs.replace(ENTRY, cases=seen[0], count=seen[1])
    states = [rows(report(cases=cases), ledger(entry))[0].state for cases in (enough - 1, enough)]
    assert states == ["not observed", "newly passing"]


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ({"state": "stopped"}, "the run was stopped"),
        (
            {"targets": (TargetFacts(MINE, "unavailable"), TargetFacts("go", "available"))},
            f"the target {MINE} was not run",
        ),
        ({"stats": Stats(cases=1_000, judged={"truth": 5})}, "no oracle that could see it judged anything"),
        ({"oracles": ("truth",)}, "no oracle that could see it judged anything"),
    ],
)
def test_why_a_fault_was_not_observed_is_told(members: dict[str, Any], told: str) -> None:
    (found,) = rows(report(**members), ledger(ENTRY))
    assert (found.told, found.oracle, found.targets) == (told, "split", (MINE,))


def test_a_fault_of_a_version_is_gone_only_from_a_run_of_that_version() -> None:
    this, others = (structs.replace(ENTRY, versions=versions) for versions in (("1.4",), ("2", "3")))
    assert rows(report(), ledger(this))[0].state == "newly passing"
    (found,) = rows(report(), ledger(others))
    assert found.state == "not observed"
    assert found.told == "it is for versions 2, 3 of its target, and this is another"


def test_a_flaky_finding_that_may_be_it_is_named() -> None:
    made = report(flaky=["F7"])
    assert rows(made, ledger(ENTRY))[0].told == (
        "the flaky finding F7 is of the same oracle and targets, and may be it"
    )
    assert gate(report(flaky=["F7", "F8"]), ledger(), TODAY).notes == (
        "flaky findings decide nothing: F7, F8",
    )


def test_a_finding_on_no_card_is_told_with_its_message() -> None:
    made = report(CARD, findings=(finding("F1"), finding("F9", OTHER)))
    assert rows(made, ledger(ENTRY))[0] == row(
        "new",
        fails=True,
        title="the call is missing",
        oracle="truth",
        targets=(MINE,),
        told="the finding F9 is on no card, so nobody can have accepted it",
    )


def test_rows_stand_in_the_order_of_their_states() -> None:
    old = structs.replace(ENTRY, fingerprint="c" * 12, oracle="truth", expiry=SEEN)
    made = report(CARD, structs.replace(OTHER, targets=("go",)))
    states = [each.state for each in rows(made, ledger(ENTRY, old, WIDE))]
    assert states == ["new", "expired", "newly passing", "known"]


def test_a_listener_hears_the_end_as_the_ledger_judges_it_and_all_else_as_it_is() -> None:
    heard: list[CampaignEvent] = []
    listen = judging(heard.append, ledger(ENTRY), TODAY)
    made = report(CARD)
    other = finding("F1")
    listen(Ended(made, "out"))
    listen(other)
    assert heard == [Ended(gated(made, ledger(ENTRY), TODAY), "out"), other]
    assert made.status == 1
    assert isinstance(heard[0], Ended)
    assert heard[0].report.status == 0


# ---------------------------------------------------------------- what a run looked at


def test_a_scope_is_what_answered_what_judged_and_which_fixtures() -> None:
    made = report(
        stats=Stats(cases=9, judged={"split": FEW, "truth": FEW - 1, "off": 9}),
        oracles=("split", "truth", "leak"),
        targets=(TargetFacts(MINE, "available"), TargetFacts("go", "unavailable")),
    )
    assert scope_of(made, TODAY) == Scope(
        SEEN, "0.1.0", 1_000, (MINE,), ("split", "truth"), ("a", "b"), "0123", ("truth",)
    )
    one = report(stats=Stats(cases=9, judged={"split": 1, "truth": 0}), options={})
    assert scope_of(one, TODAY) == Scope(SEEN, "0.1.0", 1_000, (MINE, "go"), ("split",), (), "", ("split",))


@pytest.mark.parametrize("options", [{}, {"fixtures": 3}, {"fixtures": {"names": 3}}, {"fixtures": []}])
def test_a_report_that_says_nothing_of_fixtures_had_none(options: dict[str, Any]) -> None:
    assert scope_of(report(options=options), TODAY).fixtures == ()


def test_a_report_without_a_day_is_of_today() -> None:
    undated = structs.replace(report(CARD), timing=structs.replace(report().timing, started="soon"))
    assert scope_of(undated, TODAY).date == TODAY
    assert accepted(CARD, undated, ENTRY, TODAY).first_seen == TODAY
    assert accepted(CARD, undated, ENTRY, TODAY).last_seen == TODAY
    assert sightings(undated, ledger(ENTRY), TODAY) == {0: Sighting(TODAY, 1_000, 30)}


def test_what_is_lost_is_named_and_what_was_on_and_silent_is_told() -> None:
    scope = structs.replace(
        SCOPE, targets=("x", MINE, "y"), oracles=("leak", "split", "flush"), fixtures=("c", "a", "d")
    )
    made = report(oracles=("split", "truth", "flush"))
    assert lost(made, scope) == (
        "target x",
        "target y",
        "oracle leak",
        "oracle flush, which had nothing to judge",
        "fixture c",
        "fixture d",
    )
    assert lost(report(), SCOPE) == ()


def test_a_run_that_ended_early_has_lost_nothing() -> None:
    known = ledger(scope={"dsml": structs.replace(SCOPE, targets=("x",))})
    lost_by = {
        state: gate(report(state=state), known, TODAY).lost
        for state in ("interrupted", "failed", "stopped", "finished")
    }
    told = ("target x",)
    assert lost_by == {"interrupted": (), "failed": (), "stopped": told, "finished": told}
    assert gate(report(), ledger(), TODAY).lost == ()


def test_notes_tell_all_that_differs_and_decides_nothing() -> None:
    scope = Scope(SEEN, "0.1.0", 2_000, ("go",), ("flush", "split", "lag"), ("a",), "0123")
    made = report(oracles=("split", "truth", "lag", "flush"))
    assert notes(made, scope) == (
        "nothing to judge for flush, lag, in fewer cases than the last run had",
        f"targets that the last run did not have: {MINE}",
        "oracles that the last run did not have: truth",
        "fixtures that the last run did not have: b",
    )
    again = structs.replace(scope, cases=1_000, seldom=("flush", "lag"), targets=(), fixtures=("b", "a"))
    again = structs.replace(again, fixtures_digest="9")
    assert notes(made, again) == (
        "nothing to judge for flush, lag, and next to nothing in the last run",
        f"targets that the last run did not have: {MINE}, go",
        "oracles that the last run did not have: truth",
        "the fixtures have the same names as in the last run and are not the same",
    )
    assert notes(report(), SCOPE) == ()
    assert silent(made, structs.replace(again, seldom=("lag",))) == ("lag",)
    assert silent(made, scope) == ("flush", "lag")


# ---------------------------------------------------------------- what is written


def refused(call: Any, *words: Any, **more: Any) -> tuple[str, str]:
    with pytest.raises(UsageError) as caught:
        call(*words, **more)
    return str(caught.value.message), str(caught.value.hint)


def test_a_run_that_is_not_accepted_is_told_why() -> None:
    whole = "take a report of a whole run"
    for state in ("interrupted", "failed"):
        assert refused(next_scope, report(state=state), ledger(), TODAY, fewer=True) == (
            f"a run that was {state} is not accepted",
            whole,
        )
    faulty = (f"a run that {'had faults of its own'} is not accepted", whole)
    assert refused(next_scope, report(status=2), ledger(), TODAY, fewer=True) == faulty
    gated_before = report(status=1, gate=Gate(2, (), (), ()))
    assert refused(next_scope, gated_before, ledger(), TODAY, fewer=True) == faulty
    gated_well = report(status=2, gate=Gate(1, (), (), ()))
    assert next_scope(gated_well, ledger(), TODAY, fewer=False) == scope_of(report(), TODAY)
    assert next_scope(report(state="stopped"), ledger(), TODAY, fewer=False).cases == 1_000


def test_a_run_that_is_older_or_looked_at_less_is_told_so() -> None:
    later = structs.replace(SCOPE, date=SEEN + dt.timedelta(days=1))
    known = ledger(scope={"dsml": later})
    assert refused(next_scope, report(), known, TODAY, fewer=True)[0] == (
        f"the run is of {SEEN}, and the ledger has one of {later.date}"
    )
    more = structs.replace(SCOPE, targets=(MINE, "go", "x", "y"))
    known = ledger(scope={"dsml": more})
    assert refused(next_scope, report(), known, TODAY, fewer=False) == (
        "the run looked at less than the last one: target x; target y",
        "--fewer accepts that",
    )
    assert next_scope(report(), known, TODAY, fewer=True).targets == (MINE, "go")
    undated = structs.replace(report(), timing=structs.replace(report().timing, started="soon"))
    assert next_scope(undated, ledger(), TODAY, fewer=False).date == TODAY


def test_cards_are_chosen_once_each_and_what_is_no_card_is_told() -> None:
    made = report(CARD, OTHER, flaky=["F5"])
    cards: Sequence[Any] = chosen(made, ["F2", "F1", OTHER.fingerprint], ledger())
    assert cards == [OTHER, CARD]
    assert chosen(made, [], ledger(ENTRY)) == [OTHER]
    there = f"its cards: {CARD.fingerprint}, {OTHER.fingerprint}"
    assert refused(chosen, made, ["F9"], ledger()) == ("the report has no card or finding 'F9'", there)
    assert refused(chosen, made, ["e" * 12], ledger()) == (f"the report has no card '{'e' * 12}'", there)
    assert refused(chosen, made, ["F5"], ledger())[0] == (
        "the finding F5 is flaky, and flaky ones decide nothing"
    )
    assert refused(chosen, report(), ["F1"], ledger())[1] == "its cards: none"
    anew = "what is to be said of it anew is changed in the file"
    assert refused(chosen, made, ["F1"], ledger(ENTRY)) == (
        f"{CARD.fingerprint} is in the ledger already",
        anew,
    )
    assert refused(chosen, made, ["F2"], ledger(WIDE)) == (
        f"{OTHER.fingerprint} is in the ledger already, by {WIDE.name}",
        anew,
    )
    uncarded = report(findings=(finding("F1"),))
    assert refused(chosen, uncarded, [], ledger()) == (
        "the report has no cards",
        "it is of an older version: run the campaign again",
    )


def test_an_entry_is_made_of_all_that_its_card_and_its_report_say() -> None:
    said = Entry(pattern=Pattern(), of_class="contested", reason="who knows", owner="bob")
    assert accepted(CARD, report(CARD), said, TODAY) == Entry(
        fingerprint=CARD.fingerprint,
        title=CARD.title,
        oracle="split",
        targets=(MINE,),
        shape="call missing",
        place="in block opener",
        dialect="dsml",
        of_class="contested",
        reason="who knows",
        owner="bob",
        first_seen=SEEN,
        last_seen=SEEN,
        cases=1_000,
        count=30,
    )


def test_sightings_skip_what_is_unknown_or_was_seen_later_and_no_other() -> None:
    later = structs.replace(ENTRY, last_seen=SEEN + dt.timedelta(days=1))
    known = ledger(later, WIDE, gate=Settings("warn"))
    unknown = structs.replace(CARD, fingerprint="d" * 12, oracle="leak")
    assert sightings(report(unknown, CARD, OTHER), known, TODAY) == {1: Sighting(SEEN, 1_000, 30)}
