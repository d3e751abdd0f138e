"""What the baselines try, and how it is judged: by the harness's own oracles, with false alarms left out."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.engines.inside import Inside
from harness.errors import HarnessError
from harness.generate.chunkings.places import TOKEN
from harness.generate.source import Stream
from harness.model import Ask, Call, Case, Violation
from harness.oracles import ORACLES
from harness.selftest.baselines import fixed
from harness.selftest.baselines.decoding import decoded
from harness.selftest.baselines.examples import examples
from harness.selftest.baselines.judging import SHAPE, Found, Judge
from harness.selftest.baselines.raw_bytes import LOG, PARSES, left_behind
from harness.selftest.baselines.record import FLAKY, METHODS, MODULES, derived_seed
from harness.selftest.baselines.search import Over, Search, searched
from harness.selftest.parses import of_case
from harness.targets import Limits
from harness.zoo.bug import zoo

if TYPE_CHECKING:
    from pathlib import Path

    from harness.selftest.baselines.record import Method, Try

CUT_OPENER = "py:tests.fakes.cut_opener:Parser"
CLEAN = "py:tests.fakes.clean:Parser"
LOST = Violation("text", (CLEAN,), "text lost", "nothing was")

texts = st.text(max_size=40)


def by_examples(target: str, *, cap: int = 10_000) -> Try:
    """Search a parser by the first of the methods with examples."""
    given_ones = examples()["dsml"]
    judge = Judge(target, "dsml", given_ones.tools)
    return searched(
        "examples-characters",
        "a-bug",
        judge,
        cap,
        lambda search: fixed.go(search, fixed.characters, given_ones, 1),
    )


# ---------------------------------------------------------------- what is tried


def test_every_method_has_a_module_and_a_sentence() -> None:
    assert list(METHODS) == list(MODULES)
    assert set(fixed.WAYS) == {method for method, module in MODULES.items() if module == "fixed"}


@pytest.mark.parametrize(
    ("dialect", "in_a_fence", "types"),
    [("dsml", 0, {str, list, dict}), ("qwen", 1, {int, bool, float, list, dict, type(None)})],
)
def test_the_examples_are_what_their_names_say(dialect: str, in_a_fence: int, types: set[type]) -> None:
    given_ones = examples()[dialect]
    names = [example.name for example in given_ones.example]
    assert len(names) == len(set(names)) >= 10
    calls = {}
    with Judge("python", dialect, given_ones.tools) as judge:
        for example in given_ones.example:
            (answer,) = judge.case(example.name, example.text, ((),)).answers
            calls[example.name] = [event.call for event in answer.events if isinstance(event.call, Call)]
    several = {"no call": 0, "malformed": 0, "fence": in_a_fence, "two calls": 2}
    assert {name: len(each) for name, each in calls.items()} == {name: several.get(name, 1) for name in names}
    assert {type(value) for call in calls["types"] for value in call.input.values()} == types


@given(texts, st.integers(0, 99))
def test_a_random_split_has_pieces_of_one_to_eight_characters(text: str, seed: int) -> None:
    splits = fixed.random_splits(text, Stream(seed))
    assert len(splits) == 50
    for cuts in splits:
        pieces = [b - a for a, b in pairwise((0, *cuts, len(text)))]
        assert all(1 <= piece <= 8 for piece in pieces) or not text


@given(texts, st.integers(0, 99))
def test_two_chunks_are_every_single_cut_and_groups_of_tokens(text: str, seed: int) -> None:
    ways = fixed.two_chunks(text, Stream(seed))
    single, groupings = ways[: max(0, len(text) - 1)], ways[max(0, len(text) - 1) :]
    assert single == [(cut,) for cut in range(1, len(text))]
    borders = [found.start() for found in TOKEN.finditer(text)]
    assert len(groupings) == 100
    assert all(set(cuts) <= set(borders[1:]) and list(cuts) == sorted(set(cuts)) for cuts in groupings)


def test_the_groups_of_tokens_are_of_many_sizes() -> None:
    text = "word " * 60
    sizes = {len(cuts) for cuts in fixed.two_chunks(text, Stream(1))[len(text) - 1 :]}
    assert min(sizes) < 20
    assert max(sizes) > 50


@given(st.binary(max_size=60))
def test_bytes_are_a_text_that_can_be_sent_and_cuts_in_it(data: bytes) -> None:
    text, cuts = decoded(data)
    text.encode()
    assert list(cuts) == sorted(cuts)
    assert all(0 <= cut <= len(text) for cut in cuts)


@given(texts, st.lists(st.integers(0, 255), max_size=7))
def test_every_text_can_be_written_in_bytes_with_up_to_seven_cuts(text: str, places: list[int]) -> None:
    made, cuts = decoded(text.encode() + bytes(places) + bytes([len(places)]))
    assert made == text
    assert len(cuts) == len(places)


@given(st.integers(0, 2**40), st.sampled_from(list(METHODS)), st.text(max_size=9))
def test_a_seed_is_one_that_libfuzzer_does_not_take_for_random(seed: int, method: Method, bug: str) -> None:
    assert 0 < derived_seed(seed, method, bug) < 2**31


# ---------------------------------------------------------------- how it is judged


def test_a_bug_is_found_at_the_very_parse_that_shows_it() -> None:
    """The first example has no call; of the second, only single characters are read wrongly."""
    found = by_examples(CUT_OPENER)
    assert (found.found, found.parses, found.oracle, found.kind) == (True, 3 + 3, "split", "call missing")
    assert found.text == examples()["dsml"].example[1].text


def test_a_right_parser_is_never_found_and_all_its_parses_are_counted() -> None:
    missed = by_examples(CLEAN)
    given_ones = examples()["dsml"].example
    plain = 3 * len(given_ones)
    with Judge("python", "dsml", examples()["dsml"].tools) as judge:
        cases = [
            judge.case(example.name, example.text, ((), *fixed.characters(example.text, Stream(1))))
            for example in given_ones
        ]
    assert (missed.found, missed.flaky) == (False, 0)
    assert missed.parses == plain + sum(of_case(case, SHAPE) for case in cases)


def test_no_oracle_asks_for_runs_in_the_first_round() -> None:
    case = Case(fixed.UNASKED, "dsml", "x", chunkings=((), ()))
    assert [oracle.id for oracle in ORACLES.values() if oracle.wants(case)] == []


def test_what_is_found_after_the_last_parse_that_is_allowed_is_not_found() -> None:
    assert by_examples(CUT_OPENER, cap=6).found
    missed = by_examples(CUT_OPENER, cap=5)
    assert (missed.found, missed.parses) == (False, 5)


def test_a_complaint_that_the_clean_parser_gives_cause_for_counts_for_nothing() -> None:
    judge = Judge(CUT_OPENER, "dsml", ())
    assert judge.confirmed(Case("a", "dsml", "x"), [LOST], {("text", "text lost")}) is None
    assert (judge.false_alarms, judge.flaky) == (1, 0)


def test_a_complaint_that_a_fresh_child_does_not_repeat_counts_for_nothing() -> None:
    with Judge(CLEAN, "dsml", ()) as judge:
        assert judge.confirmed(judge.case("a", "x", ((),)), [LOST], set()) is None
        assert (judge.false_alarms, judge.flaky) == (0, 1)


def test_a_bug_whose_traces_no_fresh_child_shows_is_given_up() -> None:
    judge = Judge(CLEAN, "dsml", ())
    judge.flaky = FLAKY + 1
    with pytest.raises(Over):
        Search(judge, 100).look(Case("a", "dsml", "x"))


def test_the_parser_inside_is_judged_as_outside() -> None:
    """In a process of its own: what is loaded there can't be put away again."""
    program = """
import contextlib
from harness.selftest.baselines.examples import examples
from harness.selftest.baselines.inside import InsideJudge
from harness.selftest.baselines.judging import Judge, keys
from harness.zoo.bug import zoo
bug = zoo()["cdata-end-tag"]
text = bug.head.witness.text
tools = examples()["dsml"].tools
with InsideJudge(bug, tools, lambda _names: contextlib.nullcontext()) as inside, \\
        Judge(bug.target, "dsml", tools) as outside:
    for name, text in [("named", text), ("0:0", text), ("right", "<tool_calls>"), ("0:1", "")]:
        case = inside.case(name, text, ((), (3,)))
        assert keys(inside.complaints(case)[1]) == keys(outside.complaints(case)[1])
        print(bool(inside.complaints(case)[1]), inside.complaints(case)[0] == outside.complaints(case)[0])
"""
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.split("\n")[:4] == ["True True", "True True", "False True", "False True"], done.stderr


def test_a_parser_that_does_not_come_back_is_a_hang_inside_too() -> None:
    def answer(_line: bytes) -> str:
        while True:
            pass

    (outcome,) = Inside(answer, Limits(run=0.05)).run([Ask(Case("a", "dsml", "x"))])
    assert outcome.kind == "hang"


def test_a_hang_that_the_kit_takes_for_an_exception_is_a_hang() -> None:
    def answer(_line: bytes) -> str:
        with contextlib.suppress(BaseException):  # the kit takes it for something that the parser raised
            while True:
                pass
        return '{"seq":1,"results":[]}'

    (outcome,) = Inside(answer, Limits(run=0.05)).run([Ask(Case("a", "dsml", "x"))])
    assert outcome.kind == "hang"


def test_what_was_found_keeps_its_case_and_its_parses() -> None:
    found = Found(Case("a", "dsml", "x"), LOST, 7)
    assert (found.case.text, found.violation.kind, found.parses) == ("x", "text lost", 7)


def test_a_text_that_ended_atheris_is_looked_at_from_outside(tmp_path: Path) -> None:
    bug = zoo()["cdata-end-tag"]
    (tmp_path / LOG).write_text("some words\nout of memory\n")
    (tmp_path / PARSES).write_bytes(b"123")
    (tmp_path / "oom-0").write_bytes(bug.head.witness.text.encode() + b"\0")
    found = left_behind("atheris-bytes", bug, tmp_path, 71)
    assert (found.found, found.parses, found.oracle) == (True, 123, "truth")
    assert found.note == "Atheris ended with status 71: out of memory"


def test_atheris_that_fails_on_an_innocent_text_is_no_miss(tmp_path: Path) -> None:
    bug = zoo()["cdata-end-tag"]
    (tmp_path / LOG).write_text("")
    (tmp_path / PARSES).write_bytes(b"")
    with pytest.raises(HarnessError, match="status 77: it said nothing"):
        left_behind("atheris-bytes", bug, tmp_path, 77)
    (tmp_path / "crash-0").write_bytes(b"hello\0")
    with pytest.raises(HarnessError, match="status 77"):
        left_behind("atheris-bytes", bug, tmp_path, 77)
    (tmp_path / "crash-0").rename(tmp_path / "oom-0")
    assert not left_behind("atheris-bytes", bug, tmp_path, 71).found
