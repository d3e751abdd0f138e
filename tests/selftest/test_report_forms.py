"""The two forms of a result: valid, the same bytes but for the times, and the misses where one sees them."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import jsonschema
from msgspec import structs
from selftest_samples import bug, result, score, trial

from harness.selftest import markdown, parts, scoring
from harness.selftest.score import Baseline, BugScore, Mutants, Selftest, render, schema

CLEAN = (trial("clean:dsml", 1, 90, "missed"), trial("clean:qwen", 1, 90, "false"))
SAMPLE = result(score("easy", 10, 20), score("rare", 5_000, missed=1), score("odd", 700, 900), clean=CLEAN)


def timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: timeless(member) for key, member in value.items() if key != "timing"}
    return [timeless(one) for one in value] if isinstance(value, list) else value


def slower(sample: Selftest) -> Selftest:
    def of(bug_score: BugScore) -> BugScore:
        trials = [
            structs.replace(one, timing=structs.replace(one.timing, search=9.0)) for one in bug_score.trials
        ]
        return scoring.bug_score(bug(bug_score.name), bug_score.digest, trials)

    timing = structs.replace(sample.timing, cpu_seconds=99.0, started="later")
    return structs.replace(sample, bugs=tuple(map(of, sample.bugs)), timing=timing)


def section(page: str, title: str) -> str:
    return page.split(f"\n## {title}", 1)[1].split("\n## ", 1)[0]


def test_the_json_is_valid_and_has_the_names_that_others_read() -> None:
    document = json.loads(render(SAMPLE))
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.validate(document, schema())
    assert [(row["name"], row["found"]) for row in document["bugs"]] == [("easy", 2), ("rare", 1), ("odd", 2)]
    assert document["totals"]["false_findings"] == 1


def test_the_parts_that_were_not_asked_for_are_null_and_those_that_were_are_valid() -> None:
    assert json.loads(render(SAMPLE))["baselines"] is None
    both = structs.replace(
        SAMPLE, baselines=(Baseline("m", "It guesses.", 9),), mutants=Mutants(1, 1, 1, 1, 0, 0)
    )
    jsonschema.validate(json.loads(render(both)), schema())


def test_only_times_differ_between_two_runs() -> None:
    again = slower(SAMPLE)
    one, two = json.loads(render(SAMPLE)), json.loads(render(again))
    assert one != two
    assert timeless(one) == timeless(two)
    first, second = markdown.render(SAMPLE), markdown.render(again)
    assert first != second
    assert first.split("## CPU seconds")[0] == second.split("## CPU seconds")[0]


def test_misses_come_before_the_table_and_the_hardest_bug_is_its_first() -> None:
    page = markdown.render(SAMPLE)
    assert page.index("## Not found in every repeat") < page.index("## All bugs")
    assert "`rare`" in section(page, "Not found in every repeat")
    assert "missed after 9,000 parses" in section(page, "Not found in every repeat")
    rows = [line.split("`")[1] for line in section(page, "All bugs").splitlines() if line.startswith("| `")]
    assert rows == ["rare", "odd", "easy"]


def test_a_score_without_misses_says_so() -> None:
    assert section(markdown.render(result(score("a", 1))), "Not found in every repeat").strip() == "None."


def test_lost_bugs_and_false_findings_are_shown_with_their_command() -> None:
    page = markdown.render(structs.replace(SAMPLE, lost=("rare",)))
    assert "result before this one: `rare`" in page
    told = section(page, "Findings that should not be there")
    assert "confirmed 3 of 3 times" in told
    assert "toolcall-harness check -t go 'a | b'" in told


def test_text_of_a_head_cannot_end_a_cell() -> None:
    rows = [line for line in markdown.render(SAMPLE).splitlines() if "It is" in line]
    assert rows
    assert all("It is \\| wrong." in row for row in rows)


def test_numbers_of_the_headline_are_those_of_the_totals() -> None:
    line = markdown.headline(SAMPLE)
    assert line.startswith("2 of 3 planted bugs found in every one of 2 repeats (66.7 %), 700 parses")
    assert line.endswith("1 false finding")


def test_a_line_while_it_runs_names_what_was_found() -> None:
    assert markdown.bug_line(score("easy", 10, 20)).split() == [
        "easy",
        "2/2",
        "median",
        "10",
        "parses",
        "truth",
    ]
    assert "0/1" in markdown.bug_line(score("none", missed=1))
    assert markdown.bug_line(score("none", missed=1)).endswith("not found")


def test_the_other_part_is_there_to_be_asked() -> None:
    part = parts.baselines()
    assert inspect.signature(part.measure).bind((), seed=1, jobs=1, out=Path(), tell=print)
    assert part.section(())[0].startswith("## ")
