from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonschema
import msgspec
import pytest
from report_samples import CLEAN, FAILED, INTERRUPTED, REPORT, SPLIT

from harness.errors import ReportError
from harness.events import Report
from harness.model import Call, Reading, Shown
from harness.report.record import read, render, report_schema

if TYPE_CHECKING:
    from pathlib import Path

ALL = pytest.mark.parametrize("report", [REPORT, CLEAN, FAILED, INTERRUPTED], ids=lambda report: report.state)


@ALL
def test_our_own_output_validates_against_our_schema(report: Report) -> None:
    schema = report_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(render(report)), schema)


def test_the_schema_refuses_another_version_and_missing_members() -> None:
    document = json.loads(render(REPORT))
    for damage in ({"schema": 2}, {"state": "fine"}, {"findings": [{}]}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(document | damage, report_schema())
    del document["faults"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, report_schema())


@ALL
def test_a_report_is_read_back_as_it_was(report: Report, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_bytes(render(report))
    assert read(path) == report


def test_nul_controls_and_lone_surrogates_survive(tmp_path: Path) -> None:
    odd = "\x00\x1b\ud800.\udfff\u2028\U0001f600"
    shown = (Shown("a", "batch", Reading(calls=(Call(odd, {odd: [odd]}),), text=odd)),)
    report = msgspec.structs.replace(REPORT, findings=(msgspec.structs.replace(SPLIT, shown=shown),))
    path = tmp_path / "report.json"
    path.write_bytes(render(report))
    assert read(path).findings[0].shown == shown
    assert path.read_bytes().isascii()


def test_values_as_deep_as_a_decoder_allows_are_written() -> None:
    value: Any = 1
    for _ in range(900):
        value = [value]
    shown = (Shown("a", "batch", Reading(calls=(Call("a", {"x": value}),))),)
    report = msgspec.structs.replace(REPORT, findings=(msgspec.structs.replace(SPLIT, shown=shown),))
    assert render(report).count(b"[") > 900


def test_numbers_that_json_cannot_carry_do_not_lose_the_report() -> None:
    document = json.loads(render(msgspec.structs.replace(REPORT, options={"x": float("nan")})))
    assert document["options"] == {"x": "nan"}


def test_the_same_report_is_the_same_bytes_whoever_counted_first() -> None:
    stats = msgspec.structs.replace(REPORT.stats, judged=dict(reversed(REPORT.stats.judged.items())))
    turned = msgspec.structs.replace(
        REPORT,
        stats=stats,
        options=dict(reversed(REPORT.options.items())),
        shares=dict(sorted(REPORT.shares.items())),
    )
    assert render(turned) == render(REPORT)


def test_the_file_is_indented_in_declared_order_and_ends_with_a_newline() -> None:
    data = render(REPORT)
    assert data.endswith(b"\n}\n")
    assert list(json.loads(data)) == list(Report.__struct_fields__)
    assert b'\n  "schema": 1,' in data


def test_only_timing_differs_between_two_runs() -> None:
    later = msgspec.structs.replace(REPORT, timing=msgspec.structs.replace(REPORT.timing, seconds=99.0))
    one, other = json.loads(render(REPORT)), json.loads(render(later))
    assert {name for name in one if one[name] != other[name]} == {"timing"}


def test_every_truncation_is_refused(tmp_path: Path) -> None:
    data = render(REPORT)
    path = tmp_path / "report.json"
    for length in [*range(0, len(data) - 2, 997), len(data) - 2]:
        path.write_bytes(data[:length])
        with pytest.raises(ReportError):
            read(path)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "ends too early"),
        (b'{"schema": 1', "ends too early"),
        (b"nonsense", "line 1, column 1"),
        (b"[]", "object"),
        (b"\xff\xfe", "UTF-8"),
        (b'{"schema": 2}', "schema 2"),
        (b"{}", "schema None"),
        (b'{"schema": 1}', "missing required field"),
        (b"[" * 100_000, "nested too deep"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(content: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_bytes(content)
    with pytest.raises(ReportError, match=says) as caught:
        read(path)
    assert str(path) in caught.value.message


def test_a_missing_file_is_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="can't be read"):
        read(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("member", "value", "says"),
    [
        (("status",), 256, "no campaign ends with status 256"),  # a shell would see 0
        (("status",), -1, "no campaign ends with status -1"),
        (("harness",), "1\nimport os", "is no version of a harness"),
        (("harness",), "coding: utf-7 +AAo-import os", "is no version of a harness"),
        (("gate",), {"before": 512, "rows": [], "lost": [], "notes": []}, "status 512"),
        (("options", "policies"), ["fences"], "its options: "),
        (("options", "time_limit"), "10s", "its options: "),
        (("options", "time_limit"), -1, "its options: "),
        (("options", "memory_limit"), "1G", "its options: "),
        (("findings", 0, "oracle"), "../../x", "an oracle can't have the name"),
        (("findings", 0, "oracle"), "x():\n    pass\ndef y", "an oracle can't have the name"),
        (("findings", 0, "targets"), [], "it names no targets"),
        (("findings", 0, "case", "text"), "\ud800", "lone surrogate"),
        (("findings", 0, "case", "chunkings"), [[5, 2]], "chunking 0 does not fit"),
        (("findings", 0, "raw", "chunkings"), [[], [10**30]], "chunking 1 does not fit"),
    ],
)
def test_what_no_campaign_writes_is_no_report(
    member: tuple[str | int, ...], value: object, says: str, tmp_path: Path
) -> None:
    document = json.loads(render(REPORT))
    inner = document
    for name in member[:-1]:
        inner = inner[name]
    inner[member[-1]] = value
    path = tmp_path / "report.json"
    path.write_text(json.dumps(document))
    with pytest.raises(ReportError, match="not a report: ") as caught:
        read(path)
    assert says in caught.value.message
