"""The parts of the goals that no clock plays a part in: bars, the table, how executions are counted."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from chunking_plan import counted, per_parse, sixteen
from copies import clean
from finding import Search, peer, splits
from goal import Goal, markdown
from planted import Judge, mid_chunk, shown, twenty

from harness.generate import case_at
from harness.model import Case

TEXT = '<tool_calls><invoke name="f"></invoke></tool_calls> end'


@pytest.mark.parametrize(
    ("bar", "measured", "unit", "verdict"),
    [
        (2, 2.0, "x", "met"),
        (2, 1.99, "x", "MISSED"),
        (20, 19, "of 20", "MISSED"),
        (25, 25.0, "% of it", "met"),
        (25, 25.1, "% of it", "MISSED"),
        (2, float("nan"), "x", "MISSED"),
        (2, float("nan"), "s", "MISSED"),
        (None, 0.0, "x", ""),
    ],
)
def test_a_ratio_must_reach_its_bar_and_all_else_must_stay_below(
    bar: float | None, measured: float, unit: str, verdict: str
) -> None:
    goal = Goal("name", bar, measured, unit)
    assert goal.verdict == verdict
    assert goal.met is (verdict != "MISSED")


def test_the_table_has_a_row_for_each_bar_and_the_rest_stands_below() -> None:
    told = markdown([Goal("one", 2, 1.0, was="3"), Goal("  part of it", None, 1_234.0, "s", digits=0)])
    assert told.splitlines()[2:] == [
        "| one | ≥ 2 \N{MULTIPLICATION SIGN} | 3 | 1.0 \N{MULTIPLICATION SIGN} | **missed** |",
        "",
        "Beside them, without a bar:",
        "",
        "- one:",
        "  - part of it: 1,234 s",
    ]


class Late:
    """A parser that is wrong in streams that begin with a short chunk, and nowhere else."""

    def __init__(self) -> None:
        self._clean = clean()

    def parse(self, text: str, **of: object) -> object:
        return self._clean.parse(text, **of)

    def stream(self, **of: object) -> object:
        right = self._clean.stream(**of)
        return SimpleNamespace(
            feed=lambda chunk: [{"text": "?"}] if len(chunk) < 3 else right.feed(chunk), finish=right.finish
        )


def test_executions_are_streams_and_parses_are_these_and_the_batch() -> None:
    search = Search([SimpleNamespace(name="late", parser=Late())], Judge())
    search.give(Case("1", "dsml", TEXT, ((), (4,), (5,))))
    assert not search.done
    search.give(Case("2", "dsml", TEXT, ((), (1,), (5,))))
    found = search.found["late"]
    assert (found.cases, found.executions, found.parses) == (2, 3 + 2, 4 + 3)
    assert search.done
    assert search.spent == found


def test_a_bug_that_batch_shows_takes_one_execution() -> None:
    wrong = SimpleNamespace(parse=lambda _, **__: {"calls": [], "text": ""})
    search = Search([SimpleNamespace(name="batch", parser=wrong)], Judge())
    search.give(Case("1", "dsml", TEXT, ((), (4,))))
    assert (search.found["batch"].executions, search.found["batch"].parses) == (1, 1)


def test_twenty_classes_and_the_clean_parser_is_none_of_them() -> None:
    assert len({bug.name for bug in twenty()}) == 20
    cases = [case_at(3, index, "dsml") for index in range(20)]
    judge = Judge()
    assert not any(shown(judge._clean, case, judge.truth(case.text)) for case in cases)


def test_what_needs_a_chunk_that_begins_before_is_not_shown_character_by_character() -> None:
    text = (
        'One <tool_calls><invoke name="f"><parameter name="x">a &amp; b</parameter>'
        '<parameter name="y"><![CDATA[a ]] b]]></parameter></invoke></tool_calls> two'
    )
    judge = Judge()
    every, pairs = tuple(range(1, len(text))), tuple((cut,) for cut in range(1, len(text)))
    for bug in mid_chunk():
        assert not shown(bug.parser, Case("1", "dsml", text, (every,)), judge.truth(text))
        assert shown(bug.parser, Case("1", "dsml", text, pairs), judge.truth(text)), bug.name


def test_documents_are_counted_once_however_many_chunkings_show_the_bug() -> None:
    cases = [case_at(3, index, "dsml") for index in range(8)]
    always = SimpleNamespace(name="always", parser=SimpleNamespace())  # has no stream, which counts as wrong
    assert counted([always], cases) == ([8], [8])


def test_hits_a_parse_are_a_geometric_mean() -> None:
    assert per_parse([4, 4], 1, 8) == pytest.approx(0.5)
    assert per_parse([4, 4], 5, 8) == pytest.approx(0.1)
    assert per_parse([0, 4], 1, 8) < per_parse([1, 3], 1, 8)


def test_chunkings_of_examples_are_what_they_are_called_and_the_same_each_time() -> None:
    assert splits("whole", TEXT, 1) == ((),)
    assert [len(cuts) for cuts in splits("characters", TEXT, 1)] == [len(TEXT) - 1]
    assert len(splits("splits", TEXT, 1)) == 50
    assert splits("splits", TEXT, 1) == splits("splits", TEXT, 1) != splits("splits", TEXT, 2)
    case = case_at(3, 1, "dsml")
    assert len(sixteen(case)) == 16
    assert sixteen(case) == sixteen(case)


def test_fixed_examples_that_are_fed_whole_show_some_bugs_and_not_those_of_chunks() -> None:
    found = peer("whole", 1, twenty(), Judge()).found
    assert "tail in the same chunk dropped" in found
    assert "end of CDATA split" not in found
