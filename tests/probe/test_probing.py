"""Probing finds what the references declare, and of parsers with one other answer just that one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from harness.dialects import DIALECTS
from harness.dialects.policies import ANSWERS
from harness.errors import UsageError
from harness.oracles.difference import reading_of
from harness.probe import drawn, written
from harness.probe.form import FORMS, form
from harness.probe.probing import probe
from harness.probe.verdict import MIXED, SPLIT, UNCLEAR, UNSEEN
from harness.targets.target import Target
from tests.probe.fakes import answering

if TYPE_CHECKING:
    from harness.probe.ask import Ask
    from harness.probe.probing import Table

DECLARED = answering.Adapter.policies
HIDDEN = {"markers": UNSEEN}
UNDECLARED = {"python": {"numbers": "exact"}, "go": {"numbers": "exact"}, "node": {"numbers": "double"}}
OTHERS = {
    "RepairsNothing": ("missing_opener", "text"),
    "LiveFences": ("fences", "live"),
    "DropsOpenCalls": ("truncated", "drop"),
    "DropsJunk": ("junk_in_block", "drop"),
    "KnownTools": ("unknown_tools", "drop"),
    "LiteralEntities": ("entities", "literal"),
    "HtmlEntities": ("entities", "html"),
    "JsonScalars": ("scalars", "json"),
    "TextScalars": ("scalars", "text"),
    "JsonStructure": ("structure", "json"),
    "LastDuplicate": ("duplicates", "last"),
    "FirstDuplicate": ("duplicates", "first"),
    "TrimsText": ("space_around_calls", "trim"),
    "EndsWithCalls": ("text_after_call", "drop"),
    "RoutedReasoning": ("reasoning", "route"),
    "Deltas": ("emission", "deltas"),
    "TwoMinds": ("entities", SPLIT),
    "SomeEntities": ("entities", MIXED),
}


def tables(target: str) -> list[Table]:
    with Target(target) as opened:
        return [probe(opened, dialect) for dialect in opened.hello.dialects]


def fake(name: str) -> Table:
    (table,) = tables(f"py:tests.probe.fakes.answering:{name}")
    return table


def found(table: Table) -> dict[str, str]:
    return {answer.policy: answer.found for answer in table.answers}


def every_ask() -> list[Ask]:
    return [
        ask for name, dialect in DIALECTS.items() for ask in (*written.asks(form(name)), *drawn.asks(dialect))
    ]


@pytest.mark.parametrize("target", UNDECLARED)
def test_a_reference_gives_what_it_declares_in_every_dialect(target: str) -> None:
    made = tables(target)
    assert [table.dialect for table in made] == list(DIALECTS)
    for table in made:
        declared = {answer.policy: answer.declared for answer in table.answers if answer.declared}
        assert set(ANSWERS) - set(declared) == {"numbers"}
        assert found(table) == {**declared, **UNDECLARED[target], **HIDDEN}
        assert not table.broken
        assert all(answer.texts and not answer.note for answer in table.answers if answer.policy != "markers")


@pytest.mark.parametrize("name", OTHERS)
def test_a_parser_with_one_other_answer_is_found_to_give_that_and_no_other(name: str) -> None:
    table = fake(name)
    policy, value = OTHERS[name]
    right = {**DECLARED[table.dialect], "numbers": "exact", **HIDDEN}
    assert found(table) == {**right, policy: value}
    (broken,) = table.broken
    assert (broken.policy, broken.found) == (policy, value)
    assert broken.texts


def test_a_parser_that_gives_nothing_has_no_answers() -> None:
    table = fake("Silent")
    kinds = found(table)
    assert set(kinds.values()) <= {UNCLEAR, UNSEEN, "drop"}  # of what is dropped, nothing is what is left
    assert kinds["entities"] == kinds["emission"] == UNCLEAR


def test_every_policy_but_two_has_three_written_texts_in_every_dialect() -> None:
    for dialect in DIALECTS:
        asks = written.asks(form(dialect))
        for policy in ANSWERS.keys() - {"emission", "markers"}:
            texts = {ask.text for ask in asks if ask.policy == policy}
            assert len(texts) >= 3, (dialect, policy)


def test_every_answer_to_a_policy_is_told_from_every_other_by_written_texts() -> None:
    for dialect in DIALECTS:
        for policy in ANSWERS.keys() - {"emission", "markers"}:
            asks = [ask for ask in written.asks(form(dialect)) if ask.policy == policy]
            for value in ANSWERS[policy]:
                shows = [
                    ask.shown_by(reading_of(events))
                    for ask in asks
                    for told, events in ask.answers
                    if told == value
                ]
                assert shows, (dialect, policy, value)
                excluded = {
                    other
                    for ask in asks
                    for told, events in ask.answers
                    if told == value
                    for other in ask.values - ask.shown_by(reading_of(events))
                }
                assert excluded == set(ANSWERS[policy]) - {value}, (dialect, policy, value)


def test_the_generator_gives_texts_for_most_policies_and_always_the_same() -> None:
    for name, dialect in DIALECTS.items():
        asks = drawn.asks(dialect)
        assert asks == drawn.asks(dialect)
        assert {"missing_opener", "entities", "scalars", "structure", "duplicates"} <= {
            ask.policy for ask in asks
        }, name
        assert all(len(ask.text) < 250 for ask in asks)


def test_a_text_tells_two_answers_apart_and_is_well_formed_in_its_dialect() -> None:
    for ask in every_ask():
        assert ask.values <= set(ANSWERS[ask.policy])
        assert any(ask.shown_by(reading_of(events)) != ask.values for _, events in ask.answers), ask.text


def test_a_dialect_without_texts_is_refused() -> None:
    assert set(FORMS) == set(DIALECTS)
    with pytest.raises(UsageError, match="can't be probed yet"):
        form("other")
