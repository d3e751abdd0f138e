"""``truncation``, ``locality``, ``atomicity`` and ``drift``, with parsers in this process."""

from __future__ import annotations

import importlib
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, structs

from harness.dialects import by_name
from harness.generate import case_at
from harness.model import Answer, Call, Case, Event, Outcome
from harness.oracles import atomicity, drift, locality, truncation
from harness.oracles.difference import calls_difference, reading_of
from harness.oracles.groups import groups_of, known_answer
from harness.oracles.spellings import spellings
from tests.fakes import right
from tests.oracles.build import call, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from harness.model import Violation

FOUR = (truncation, locality, atomicity, drift)
ONE = '<tool_calls><invoke name="a"><parameter name="b">x</parameter></invoke></tool_calls>'
TWO = '<tool_calls><invoke name="c"><parameter name="d">y</parameter></invoke></tool_calls>'
BETWEEN = "\nand then\n"
every_dialect = pytest.mark.parametrize("dialect", ["dsml", "qwen"])

two_blocks = Case(
    "name",
    "dsml",
    f"So: {ONE}{BETWEEN}{TWO}",
    ((),),
    knowledge="known",
    answers=(Answer((text("So: "), call("a", b="x"), text(BETWEEN), call("c", d="y"))),),
)


def stance_of(dialect: str, **other: str) -> dict[str, str]:
    return {**right.Adapter.policies[dialect], **other}


def outcome(parser: Any, case: Case) -> Outcome:
    tools = [{"name": tool.name, "parameters": tool.parameters} for tool in case.tools]
    stream = parser.stream(dialect=case.dialect, tools=tools, policies=None)
    events: list[Event] = []
    for event in [*stream.feed(case.text), *stream.finish()]:
        if "text" in event and events and isinstance(events[-1].text, str):
            events[-1] = text(events[-1].text + event["text"])
        elif "text" in event:
            events.append(text(event["text"]))
        else:
            events.append(Event(call=Call(event["call"]["name"], event["call"]["input"])))
    reading = reading_of(tuple(events))
    return Outcome("result", batch=reading, streams=(reading,))


def judged(oracle: ModuleType, parser: Any, case: Case, **other: str) -> Violation | None:
    asked = {"one": tuple([outcome(parser, ask.case) for ask in oracle.ORACLE.asks(case)])}
    stances = {"one": stance_of(case.dialect, **other)}
    found: Violation | None = oracle.ORACLE.judge_asked(case, asked, {"one": outcome(parser, case)}, stances)
    return found


def parser_of(name: str) -> Any:
    return importlib.import_module(f"tests.fakes.{name}").Parser()


def cases(dialect: str, many: int) -> Iterator[Case]:
    return (case_at(11, index, dialect) for index in range(many))


# ---------------------------------------------------------------- where calls stand


@every_dialect
def test_what_stands_outside_the_groups_is_the_visible_text_and_the_calls_are_all_there(dialect: str) -> None:
    found = 0
    for case in cases(dialect, 400):
        groups, answer = groups_of(case), known_answer(case)
        if not groups or answer is None:
            continue
        found += 1
        edges = [0, *[at for group in groups for at in (group.start, group.end)], len(case.text)]
        outside = "".join(case.text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))
        want = reading_of(answer.events)
        assert outside == want.text
        assert tuple([each for group in groups for each in group.calls]) == want.calls
        assert [group.behind for group in groups][-1] == len(want.calls)
    assert found > 100


def test_where_a_block_ends_is_not_guessed() -> None:
    # The value holds just what stands between the blocks.
    value = f"<![CDATA[</tool_calls>{BETWEEN}<tool_calls>]]>"
    written = two_blocks.text.replace(">x<", f">{value}<")
    assert groups_of(structs.replace(two_blocks, text=written)) == ()
    assert groups_of(structs.replace(two_blocks, answers=(), knowledge="underived")) == ()


# ---------------------------------------------------------------- right and wrong parsers


@every_dialect
@pytest.mark.parametrize("oracle", FOUR, ids=lambda oracle: oracle.ORACLE.id)
def test_nothing_is_said_of_a_right_parser(oracle: ModuleType, dialect: str) -> None:
    parser, asked = right.ReferenceParser(), 0
    for case in cases(dialect, 25 if oracle is truncation else 60):
        asked += len(oracle.ORACLE.asks(case))
        assert judged(oracle, parser, case) is None, case
    assert asked > 40


@pytest.mark.parametrize(
    ("oracle", "fake", "dialect", "many"),
    [
        (truncation, "almost_closed", "dsml", 90),
        (truncation, "qwen.almost_ended", "qwen", 90),
        (locality, "lasting_error", "dsml", 60),
        (locality, "qwen.lasting_damage", "qwen", 60),
        (atomicity, "hollow_call", "dsml", 60),
        (atomicity, "qwen.hollow_function", "qwen", 60),
        (drift, "other_key", "dsml", 200),
        (drift, "qwen.half_colon", "qwen", 200),
    ],
)
def test_each_finds_its_fakes(oracle: ModuleType, fake: str, dialect: str, many: int) -> None:
    parser = parser_of(fake)
    found = next(filter(None, (judged(oracle, parser, case) for case in cases(dialect, many))), None)
    assert found is not None
    assert found.oracle == oracle.ORACLE.id


# ---------------------------------------------------------------- truncation


def prefixes(*, complete: int, shown: bool = True, ahead: int = 0) -> tuple[Outcome, ...]:
    """Answer all prefixes of ``two_blocks``: with so many calls at most, each so many characters early."""
    events = two_blocks.answers[0].events
    answers = []
    for length in truncation.places(two_blocks):
        ended = [group for group in groups_of(two_blocks) if group.end <= length + ahead]
        at = min(length, ended[-1].end) if ended else 0
        rest = two_blocks.text[at:length]
        rest = rest if shown else rest.partition("<")[0]
        calls = [event for event in events[: 2 * len(ended)] if event.text is UNSET][:complete]
        texts = [event for event in events[: 2 * len(ended)] if event.text is not UNSET]
        pairs = [each for pair in zip_longest(texts, calls) for each in pair if each is not None]
        reading = reading_of((*pairs, text(rest)) if rest else tuple(pairs))
        answers.append(Outcome("result", batch=reading, streams=(reading,)))
    return tuple(answers)


def of_prefixes(answers: tuple[Outcome, ...], **other: str) -> tuple[str, str] | None:
    whole = reading_of(two_blocks.answers[0].events)
    outcomes = {"one": Outcome("result", batch=whole, streams=(whole,))}
    found = truncation.judge_asked(
        two_blocks, {"one": answers}, outcomes, {"one": stance_of("dsml", **other)}
    )
    return (found.oracle, found.kind) if found else None


def test_complete_calls_are_due_and_open_ones_are_not() -> None:
    assert of_prefixes(prefixes(complete=2)) is None
    assert of_prefixes(prefixes(complete=0)) == ("truncation", truncation.MISSING)
    assert of_prefixes(prefixes(complete=2, ahead=1)) == ("truncation", truncation.EARLY)


def test_a_parser_that_recovers_is_held_to_the_complete_calls_alone() -> None:
    assert of_prefixes(prefixes(complete=2, ahead=1), truncated="recover") is None
    assert of_prefixes(prefixes(complete=0), truncated="recover") == ("truncation", truncation.MISSING)


def test_an_open_block_is_shown_as_it_is_declared() -> None:
    dropped, shown = prefixes(complete=2, shown=False), prefixes(complete=2)
    assert of_prefixes(dropped) == ("finish", "held back at the end")
    assert of_prefixes(shown, truncated="drop") == ("policy", truncation.UNKEPT)


def test_what_dies_on_a_prefix_is_told_in_the_name_of_crash() -> None:
    answers = (Outcome("crash", detail="gone"), *prefixes(complete=2)[1:])
    assert of_prefixes(answers) == ("crash", "crash")


@given(st.integers(0, 2**20), st.sampled_from(["dsml", "qwen"]))
def test_prefixes_stop_within_the_text_and_beside_its_closers(index: int, dialect: str) -> None:
    case = case_at(2, index, dialect)
    places = truncation.places(case)
    assert all(0 < place < len(case.text) for place in places)
    assert list(places) == sorted(set(places))
    assert len(places) <= 24
    closers = list(by_name(dialect).grammar.closer.finditer(case.text))
    if closers and len(closers) <= 6 and len(case.text) > 25:
        assert {closer.end() - 1 for closer in closers} <= set(places)


# ---------------------------------------------------------------- damage


@every_dialect
def test_damage_stays_in_its_block_and_is_one_character(dialect: str) -> None:
    for case in cases(dialect, 60):
        groups = groups_of(case)
        for damaged in locality.damages(case):
            group = groups[damaged.group]
            assert len(damaged.text) == len(case.text) - 1
            assert damaged.text.startswith(case.text[: group.start])
            assert damaged.text.endswith(case.text[group.end :])


def test_texts_beside_the_damage_may_not_change() -> None:
    reference = right.ReferenceParser()
    asked = [outcome(reference, ask.case) for ask in locality.ORACLE.asks(two_blocks)]
    outcomes = {"one": outcome(reference, two_blocks)}

    def found(change: Callable[[str], str], **other: str) -> str | None:
        answers = tuple([changed(each, change) for each in asked])
        stances = {"one": stance_of("dsml", **other)}
        complaint = locality.ORACLE.judge_asked(two_blocks, {"one": answers}, outcomes, stances)
        return complaint.kind if complaint else None

    assert found(lambda words: words) is None
    assert found(lambda words: words.replace("So: ", "")) == locality.TEXT
    assert found(lambda words: words.replace("and then", "and")) == locality.TEXT
    assert found(str.strip) == locality.TEXT
    assert found(str.strip, space_around_calls="trim") is None
    assert found(lambda words: words.replace("So: ", ""), text_after_call="drop") is None


def changed(given: Outcome, change: Callable[[str], str]) -> Outcome:
    """Change the texts of an answer."""
    events = given.batch.events if given.batch else None
    kept = [text(change(event.text)) if isinstance(event.text, str) else event for event in events or ()]
    reading = reading_of(tuple(kept))
    return Outcome("result", batch=reading, streams=(reading,))


def test_fewer_arguments_are_no_complaint_where_junk_is_declared_to_be_dropped() -> None:
    block = ONE.replace("</invoke>", '<parameter name="d">y</parameter></invoke>')
    case = structs.replace(two_blocks, text=block, answers=(Answer((call("a", b="x", d="y"),)),))
    reference = right.ReferenceParser()
    assert judged(atomicity, reference, case) is None
    found = judged(atomicity, reference, case, junk_in_block="reject")
    assert found is not None
    assert found.kind == atomicity.FEWER


# ---------------------------------------------------------------- spellings

strings = st.text(st.sampled_from("ab<&>]\"'`~ \n{[\u3000\u00e9"), max_size=8) | st.just("|DSML|")
names = st.text(st.sampled_from("ab-_.<&\"' "), min_size=1, max_size=6).filter(
    lambda name: name == name.strip()
)
values = st.recursive(
    strings, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(strings, inner, max_size=2)
)


@given(st.lists(st.tuples(names, st.dictionaries(names, values, max_size=3)), min_size=1, max_size=3))
def test_equal_spellings_give_the_calls_and_drifts_give_them_or_all_of_the_text(drawn: list[Any]) -> None:
    calls = tuple([Call(name, arguments) for name, arguments in drawn])
    texts = all(isinstance(value, str) for each in calls for value in each.input.values())
    for dialect in ("dsml", "qwen"):
        for spelling in spellings(dialect, calls):
            case = Case("name", dialect, spelling.text)
            reading = outcome(right.ReferenceParser(), case).batch
            assert reading is not None
            if spelling.equal and (dialect == "dsml" or texts):
                assert calls_difference(calls, reading.calls) is None, spelling
            elif not spelling.equal:
                assert (reading.calls, reading.text) == ((), spelling.text), spelling
