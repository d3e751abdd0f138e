"""A night passes if all of it is there and nothing is new; what is missing outweighs what was found."""

from __future__ import annotations

import datetime as dt

import pytest
from msgspec import structs

from harness.events import Stats, TargetFacts
from harness.ledger.ledger import Scope
from harness.ledger.scope import scope_of
from harness.model import Fault
from harness.nightly.judging import Judged, Terms, judged, next_record
from harness.nightly.record import Record
from harness.nightly.summary import MOST, headline, render
from tests.ledger.ledger_samples import CARD, ENTRY, MINE, OTHER, SEEN, TODAY, finding, ledger, report

CLEAN = report()
LAST = Record(parts={"dsml": scope_of(CLEAN, SEEN), "qwen": scope_of(CLEAN, SEEN)})
BOTH = {"dsml": CLEAN, "qwen": structs.replace(CLEAN, dialect="qwen")}


def page(night: Judged) -> str:
    return render(night).decode()


def test_a_whole_night_without_a_bug_passes() -> None:
    night = judged(BOTH, ledger(), LAST, TODAY)
    assert (night.status, night.lost) == (0, ())
    assert "passes: nothing new" in headline(night)


def test_the_first_night_is_held_to_nothing() -> None:
    assert judged(BOTH, ledger(), Record(), TODAY).status == 0


def test_a_new_bug_fails_the_night_and_stands_first_on_its_page() -> None:
    night = judged({**BOTH, "dsml": report(CARD)}, ledger(), LAST, TODAY)
    assert night.status == 1
    told = page(night)
    assert told.index("## 1 new bug") < told.index(CARD.command) < told.index("## Parts")
    assert CARD.fingerprint in told
    assert f"### {', '.join(CARD.findings)}: {CARD.title}" in told
    assert "- part: dsml\n" in told


def test_a_known_bug_does_not() -> None:
    night = judged({**BOTH, "dsml": report(CARD)}, ledger(ENTRY), LAST, TODAY)
    assert night.status == 0
    assert "new bug" not in page(night)
    assert f"known: {CARD.fingerprint}" in page(night)


def test_what_a_parser_no_longer_does_wrong_fails_it_and_is_told() -> None:
    night = judged(BOTH, ledger(ENTRY), LAST, TODAY)
    assert night.status == 1
    assert "## What else does not pass\n\n- dsml: newly passing" in page(night)


@pytest.mark.parametrize(
    ("less", "told"),
    [
        (structs.replace(CLEAN, targets=CLEAN.targets[:1]), "dsml: target go"),
        (structs.replace(CLEAN, oracles=("split",)), "dsml: oracle truth"),
        (
            structs.replace(CLEAN, stats=Stats(cases=1_000, judged={"split": 900})),
            "dsml: oracle truth, which had nothing to judge",
        ),
        (structs.replace(CLEAN, options={}), "dsml: fixture a"),
        (None, "dsml: the whole report"),
    ],
    ids=["target", "oracle", "silent oracle", "fixtures", "report"],
)
def test_a_night_that_lost_something_is_no_pass_whatever_it_found(less: object, told: str) -> None:
    for qwen in (BOTH["qwen"], structs.replace(report(CARD), dialect="qwen")):
        reports = {"dsml": less, "qwen": qwen} if less else {"qwen": qwen}
        night = judged(reports, ledger(), LAST, TODAY)
        assert night.status == 2
        assert told in night.lost
        assert f"- {told}" in page(night)
        assert next_record(night, LAST, TODAY) is None


def test_a_bug_of_a_night_that_lost_something_still_stands_first() -> None:
    night = judged({"dsml": report(CARD)}, ledger(), LAST, TODAY)
    told = page(night)
    assert night.status == 2
    assert told.index("## 1 new bug") < told.index("## Not whole, or less than the last night")


def test_fewer_accepts_that_less_is_looked_at_and_the_next_night_is_held_to_it() -> None:
    less = {"dsml": structs.replace(CLEAN, targets=CLEAN.targets[:1])}
    night = judged(less, ledger(), LAST, TODAY, Terms(fewer=True))
    assert night.status == 0
    kept = next_record(night, LAST, TODAY, fewer=True)
    assert kept is not None
    assert {name: scope.targets for name, scope in kept.parts.items()} == {"dsml": (MINE,)}


@pytest.mark.parametrize("result", ["failure", "cancelled", "skipped"])
def test_a_job_that_did_not_succeed_is_no_pass_even_with_fewer(result: str) -> None:
    night = judged(BOTH, ledger(), LAST, TODAY, Terms(jobs={"shard": "success", "go": result}, fewer=True))
    assert (night.status, night.lost) == (2, (f"job go: {result}",))


def test_a_part_that_is_expected_must_be_there_in_the_first_night_too() -> None:
    for fewer in (False, True):
        night = judged(BOTH, ledger(), Record(), TODAY, Terms(expected=("dsml", "atheris"), fewer=fewer))
        assert (night.status, night.lost) == (2, ("atheris: the whole report",))


def test_a_night_without_what_the_last_one_left_is_no_pass() -> None:
    night = judged(BOTH, ledger(), Record(), TODAY, Terms(begun=False, fewer=True))
    assert (night.status, night.lost) == (2, ("what the last night left: its record, and the corpus",))


def test_a_night_without_any_report_is_no_pass() -> None:
    assert judged({}, ledger(), Record(), TODAY).status == 2


def test_the_scope_that_is_in_the_ledger_counts_too() -> None:
    scope = Scope(SEEN, "0.1.0", 1_000, (MINE, "go", "node"), ("split",))
    night = judged(BOTH, ledger(scope={"dsml": scope}), LAST, TODAY)
    assert night.lost == ("dsml: target node",)


def test_a_night_with_faults_of_its_own_is_no_pass_and_says_so() -> None:
    fault = Fault("adapter", "go", "it went away", "", "")
    broken = structs.replace(
        CLEAN, faults=(fault,), status=2, targets=(CLEAN.targets[0], TargetFacts("go", "unavailable"))
    )
    night = judged({**BOTH, "dsml": broken}, ledger(), Record(), TODAY)
    assert night.status == 2
    assert "- dsml: adapter go: it went away" in page(night)
    assert next_record(night, Record(), TODAY) is None


def test_an_interrupted_night_is_not_what_the_next_one_is_held_to() -> None:
    night = judged(
        {**BOTH, "dsml": structs.replace(CLEAN, state="interrupted", status=130)}, ledger(), LAST, TODAY
    )
    assert night.status == 130
    assert next_record(night, LAST, TODAY) is None


def test_a_night_with_new_bugs_is_what_the_next_one_is_held_to() -> None:
    kept = next_record(judged({"dsml": report(CARD)}, ledger(), Record(), TODAY), Record(), TODAY)
    assert kept is not None
    assert kept.parts["dsml"].targets == (MINE, "go")


def test_an_older_night_that_is_run_again_does_not_put_the_record_back() -> None:
    later = structs.replace(LAST.parts["dsml"], date=SEEN + dt.timedelta(days=1))
    last = Record(parts={"dsml": later})
    kept = next_record(judged({"dsml": CLEAN}, ledger(), last, TODAY), last, TODAY)
    assert kept == last


def test_many_bugs_and_many_losses_fit_on_a_page() -> None:
    many = [
        structs.replace(CARD, fingerprint=f"{number:012x}", findings=(f"F{number + 1}",))
        for number in range(MOST + 5)
    ]
    none = structs.replace(report(*many), options={})
    scope = structs.replace(LAST.parts["dsml"], fixtures=tuple(f"f{number}" for number in range(500)))
    night = judged({"dsml": none}, ledger(), Record(parts={"dsml": scope}), TODAY)
    told = page(night)
    assert told.count(CARD.command) == MOST
    assert f"{many[-1].fingerprint} {CARD.title}" in told
    assert "- and 480 more" in told


def test_a_finding_on_no_card_is_told() -> None:
    loose = structs.replace(CLEAN, findings=(finding("F1", OTHER),), status=1)
    night = judged({"dsml": loose}, ledger(), Record(), TODAY)
    assert night.status == 1
    assert "the finding F1 is on no card" in page(night)
