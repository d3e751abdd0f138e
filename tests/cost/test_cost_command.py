"""The verb ``cost``, on adapters whose times are computed: no clock decides anything here."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import jsonschema
import pytest

from harness.cli import main
from harness.cost import measuring

ADAPTER = Path(__file__).resolve().parents[1] / "adapters" / "times.py"
ANGLES = ("--shape", "angle brackets", "--shape", "plain text")


def target(*rule: str) -> str:
    return f"cmd:{shlex.join([sys.executable, str(ADAPTER), *rule])}"


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def ran(*words: str) -> Done:
    """Run the command line in this process: it is started often here. Its adapters are processes."""
    buffers = (BytesIO(), BytesIO())
    out, err = (TextIOWrapper(buffer, encoding="utf-8", write_through=True) for buffer in buffers)
    with (
        patch.object(sys, "argv", ["toolcall-harness", "cost", *words]),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    told = [bytes(buffer.getvalue()).decode("utf-8") for buffer in buffers]
    return Done(int(ended.value.code or 0), *told)


def measured(*words: str) -> tuple[int, dict[str, Any]]:
    done = ran(*words, "--json")
    return done.returncode, json.loads(done.stdout)


@pytest.mark.parametrize("rule", ["plain", "logarithm", "step"])
def test_what_is_as_good_as_linear_ends_with_0(rule: str) -> None:
    status, report = measured("-t", target(rule), *ANGLES)
    assert status == 0
    (one,) = report["targets"]
    assert one["findings"] == []
    assert {row["feed"] for row in one["rows"]} == {"whole", "batch", "16", "1"}
    assert {row["verdict"] for row in one["rows"]} <= {"linear", "unclear"}


def test_a_square_is_found_in_all_feeds_made_small_and_shown_again_by_its_command(tmp_path: Path) -> None:
    out = tmp_path / "out"
    status, report = measured(
        "-t", target("square", "<"), "--shape", "angle brackets in a value", "--out", str(out)
    )
    assert status == 1
    (finding,) = report["targets"][0]["findings"]
    assert finding["kind"] == "superlinear"
    assert finding["shape"]["unit"] == "<"
    assert not finding["shape"].get("before")
    assert sorted(finding["feeds"]) == ["1", "16", "batch", "whole"]
    assert finding["row"]["fit"]["low"] > 1.9
    assert json.loads((out / "cost.json").read_text("utf-8")) == report
    page = (out / "cost.html").read_text("utf-8")
    assert "<svg" in page
    assert "<script" not in page
    again = ran(*shlex.split(finding["command"])[2:])
    assert again.returncode == 1
    assert "to the power 2.00" in again.stdout
    assert "repeated  '<'" in again.stdout


def test_only_the_batch_or_only_small_chunks_may_be_what_costs() -> None:
    _, report = measured("-t", target("batch", "<"), "--shape", "angle brackets")
    assert report["targets"][0]["findings"][0]["feeds"] == ["batch"]
    _, report = measured("-t", target("chunks", "<"), "--shape", "angle brackets")
    assert report["targets"][0]["findings"][0]["feed"] == "1"
    assert "whole" not in report["targets"][0]["findings"][0]["feeds"]


def test_where_plain_text_costs_too_much_no_other_shape_is_measured() -> None:
    done = ran("-t", target("square"), "--feed", "whole")
    assert done.returncode == 1
    assert "no more shapes were measured, since plain text costs too much already" in done.stdout
    assert done.stdout.count("oracle    cost: ") == 1


def test_three_findings_of_one_way_of_feeding_are_enough() -> None:
    shapes = ("angle brackets", "brackets in", "broken end tags", "beginnings of openers")
    _, report = measured("-t", target("batch", "<"), *[w for s in shapes for w in ("--shape", s)])
    (one,) = report["targets"]
    bad = [row for row in one["rows"] if row["verdict"] == "superlinear"]
    assert {row["feed"] for row in bad} == {"batch"}
    assert len(bad) == 3
    assert one["left_out"] > 0


def test_a_hang_is_a_finding() -> None:
    words = ("--shape", "angle brackets", "--time-limit", "1s", "--feed", "whole")
    done = ran("-t", target("hangs", "<"), *words)
    assert done.returncode == 1
    assert "gave no answer in time on a text of" in done.stdout


def test_a_death_is_a_finding() -> None:
    done = ran("-t", target("dies", "<"), "--shape", "angle brackets", "--feed", "whole")
    assert done.returncode == 1
    assert "died on a text of" in done.stdout


def test_a_text_that_the_parser_throws_at_has_no_time_and_is_no_finding() -> None:
    status, report = measured("-t", target("throws", "<"), *ANGLES)
    assert status == 0
    verdicts = {row["shape"]["name"]: row["verdict"] for row in report["targets"][0]["rows"]}
    assert verdicts == {"plain text": "linear", "angle brackets": "error"}


@pytest.mark.parametrize("rule", ["unsupported", "refuses"])
def test_an_adapter_that_tells_no_times_ends_with_2(rule: str) -> None:
    done = ran("-t", target(rule))
    assert done.returncode == 2
    assert "unsupported: " in done.stdout
    assert "1 target without times" in done.stdout


def test_an_adapter_that_breaks_the_protocol_ends_with_2() -> None:
    done = ran("-t", target("nonsense"), "--shape", "plain text")
    assert done.returncode == 2
    assert "it was restarted before" in done.stderr


def test_a_server_tells_no_times() -> None:
    done = ran("-t", "http://127.0.0.1:9/v1", "--shape", "plain text")
    assert done.returncode == 2


def test_one_target_that_can_not_be_measured_outweighs_the_findings_of_another() -> None:
    words = ("--shape", "plain text", "--feed", "whole")
    status, report = measured("-t", target("unsupported"), "-t", target("square"), *words)
    assert status == 2
    assert [one["state"] for one in report["targets"]] == ["unsupported", "measured"]
    assert len(report["targets"][1]["findings"]) == 1


def test_what_was_measured_before_an_interruption_is_told_and_ends_with_130(tmp_path: Path) -> None:
    done = iter([measuring.measure, None])

    def interrupted(*of: Any) -> measuring.Measured:
        whole = next(done)
        if whole is None:
            raise KeyboardInterrupt
        return whole(*of)

    with patch("harness.cost.scan.measure", interrupted):
        status, report = measured("-t", target("plain"), "-t", "go", *ANGLES, "--out", str(tmp_path))
    assert status == 130
    assert report["state"] == "interrupted"
    (one,) = report["targets"]
    assert len(one["rows"]) == 1
    assert json.loads((tmp_path / "cost.json").read_text("utf-8")) == report


def test_what_its_time_was_too_short_for_is_counted() -> None:
    status, report = measured("-t", target("plain"), "--time", "1s", "--feed", "whole")
    assert status == 0
    (one,) = report["targets"]
    if one["state"] == "out of time":
        assert one["left_out"] + len(one["rows"]) == report["shapes"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-t", "nobody"), "nobody"),
        (("--shape", "no such thing"), "no shape has"),
        (("--shape", "{}"), "this is no shape"),
        (
            ("-t", "py:tests.fakes.cost.rescanned_buffer:Parser", "-d", "qwen"),
            "does not read the dialect qwen",
        ),
    ],
)
def test_mistakes_end_with_2(words: tuple[str, ...], told: str) -> None:
    done = ran(*words)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_the_report_is_of_the_schema_that_is_printed() -> None:
    schema = json.loads(ran("--schema").stdout)
    status, report = measured("-t", target("square", "<"), *ANGLES, "--feed", "whole")
    assert status == 1
    jsonschema.validate(report, schema)


def test_the_shapes_are_listed() -> None:
    lines = ran("--shapes", "-d", "qwen").stdout.splitlines()
    assert lines[0] == 'plain text  {"unit": "some words of text. "}'
    assert len(lines) > 60
