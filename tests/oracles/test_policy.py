"""The oracle ``policy``: declarations that are not the default, kept or not."""

from __future__ import annotations

from msgspec import structs

from harness.model import Answer, Case, Event, Outcome
from harness.oracles import finish, policy
from harness.oracles.difference import reading_of
from tests.oracles.build import ALL, call, case, gave, text

OPEN = "a <tool_calls> b"
WORDS = structs.replace(
    case(OPEN),
    knowledge="unspecified",
    answers=(
        Answer((text(OPEN),), {"truncated": "text", "entities": "xml"}),
        Answer((text("a "),), {"truncated": "drop", "entities": "xml"}),
        Answer((text("a "), call("x")), {"truncated": "recover", "entities": "xml"}),
    ),
)


def stance(truncated: str, **more: str) -> dict[str, str]:
    return {**ALL, "entities": "xml", "truncated": truncated, **more}


def kind_of(outcome: Outcome, declared: dict[str, str], words: Case = WORDS) -> str | None:
    found = policy.judge(words, {"one": outcome}, {"one": declared})
    return found.kind if found else None


def test_each_declared_answer_that_is_given_is_kept() -> None:
    for answer in WORDS.answers:
        assert kind_of(gave(*answer.events), stance(answer.assumes["truncated"])) is None


def test_another_answer_than_the_declared_one_is_told_with_both_values_and_the_mode() -> None:
    found = policy.judge(WORDS, {"one": gave(text(OPEN))}, {"one": stance("drop")})
    assert found is not None
    assert (found.oracle, found.kind) == ("policy", "declared answer not kept")
    assert "batch: truncated is declared as drop, done is text" in found.message
    late = gave(text("a "), streams=dict.fromkeys(range(3), reading_of((text("a "), call("x")))))
    found = policy.judge(WORDS, {"one": late}, {"one": stance("drop")})
    assert found is not None
    assert "stream: truncated is declared as drop, done is recover" in found.message


def test_a_default_that_is_not_kept_is_a_matter_of_calls_and_text() -> None:
    assert kind_of(gave(text("a ")), stance("text")) is None


def test_what_is_nobodys_answer_or_hangs_on_more_is_not_judged() -> None:
    assert kind_of(gave(text("b")), stance("drop")) is None
    assert kind_of(gave(text(OPEN)), stance("drop", entities="html")) is None
    assert kind_of(gave(text(OPEN)), {**ALL, "truncated": "drop"}) is None
    known = structs.replace(WORDS, knowledge="known", answers=WORDS.answers[:1])
    assert kind_of(gave(text("a ")), stance("drop"), known) is None
    assert not policy.ORACLE.applies(known, {"one": gave()}, {"one": stance("drop")})
    assert not policy.ORACLE.applies(WORDS, {"one": gave()}, {"one": stance("text")})
    assert policy.ORACLE.applies(WORDS, {"one": gave()}, {"one": stance("drop")})


def test_white_space_beside_calls_is_compared_as_it_is_declared() -> None:
    spaced: tuple[Event, ...] = (text("a"), call("x"))
    assert kind_of(gave(*spaced), stance("drop", space_around_calls="trim")) is not None
    assert kind_of(gave(*spaced), stance("drop")) is None


def test_a_stream_that_drops_what_it_declares_to_recover_holds_nothing_back() -> None:
    words = structs.replace(
        WORDS,
        answers=(
            *WORDS.answers[:2],
            Answer((text("a <tool_calls>"),), {"truncated": "recover", "entities": "xml"}),
        ),
    )
    outcome = gave(text("a "))
    assert kind_of(outcome, stance("recover"), words) is not None
    assert finish.judge(words, {"one": outcome}, {"one": stance("recover")}) is None
