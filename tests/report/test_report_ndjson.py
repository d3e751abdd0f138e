"""Events as lines: each is whole at once, is what the schema says, and progress is not told too often."""

from __future__ import annotations

import datetime as dt
import itertools
import json
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from harness.errors import ReportError
from harness.events import Ended, Opening, Progress, Stats
from harness.report.ndjson import EVERY, NAME, EventLines, events_schema, line
from tests.report.report_samples import CARDED, FAILED, events

if TYPE_CHECKING:
    from pathlib import Path

MOMENT = dt.datetime(2026, 11, 30, 4, 5, 6, 789_000, tzinfo=dt.UTC)
VALIDATOR = jsonschema.Draft202012Validator(events_schema())
EVENTS = [Opening(("go",), ("go",)), *events(CARDED), *events(FAILED)]


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(one) for one in (folder / NAME).read_text("ascii").splitlines()]


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(events_schema())


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_each_event_is_one_line_that_fits_the_schema(event: Any) -> None:
    written = line(event, MOMENT)
    assert written.count(b"\n") == 1
    told = json.loads(written)
    VALIDATOR.validate(told)
    assert told["at"] == "2026-11-30T04:05:06.789+00:00"
    assert told["kind"] == type(event).__name__.lower()


def test_the_schema_takes_no_event_under_another_kind() -> None:
    told = json.loads(line(EVENTS[0], MOMENT))
    for spoiled in ({**told, "kind": "ended"}, {**told, "schema": 2}, {**told, "targets": None}):
        assert not VALIDATOR.is_valid(spoiled)
    del told["kind"]
    assert not VALIDATOR.is_valid(told)


def test_what_no_json_has_a_word_for_is_written_all_the_same() -> None:
    told = line(Progress(Stats(), float("inf"), 0), MOMENT)
    assert json.loads(told, parse_constant=pytest.fail)["seconds"] == "inf"


def test_a_line_is_there_as_soon_as_its_event_is(tmp_path: Path) -> None:
    listener = EventLines(tmp_path, clock=itertools.count().__next__)
    for number, event in enumerate([one for one in EVENTS if not isinstance(one, Ended)], 1):
        listener(event)
        assert len(lines(tmp_path)) == number


def test_progress_is_told_once_a_second_at_most(tmp_path: Path) -> None:
    now = 100.0
    listener = EventLines(tmp_path, clock=lambda: now)
    for number in range(40):
        now = 100.0 + number * EVERY / 8
        listener(Progress(Stats(cases=number), 0.0, 0))
    told = [one["stats"]["cases"] for one in lines(tmp_path)]
    assert told == [0, 8, 16, 24, 32]
    listener(EVENTS[-1])
    assert lines(tmp_path)[-1]["kind"] == "ended"


def test_another_campaign_begins_the_file_anew(tmp_path: Path) -> None:
    EventLines(tmp_path)(EVENTS[-1])
    EventLines(tmp_path)(EVENTS[-1])
    assert len(lines(tmp_path)) == 1


def test_a_resumed_campaign_goes_on_behind_the_last_whole_line(tmp_path: Path) -> None:
    EventLines(tmp_path)(EVENTS[-1])
    with (tmp_path / NAME).open("ab") as file:
        file.write(b'{"kind": "pro')
    EventLines(tmp_path, resumed=True)(EVENTS[-1])
    assert [one["kind"] for one in lines(tmp_path)] == ["ended", "ended"]


def test_a_file_that_cannot_be_written_is_one_error(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with pytest.raises(ReportError, match=NAME):
        EventLines(tmp_path)
