from __future__ import annotations

import json
from typing import TYPE_CHECKING

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_samples import SPLIT

from harness.errors import ReportError
from harness.model import Case
from harness.report.casefile import case_schema, load_case, save_case

if TYPE_CHECKING:
    from pathlib import Path


def test_a_saved_case_comes_back_with_all_its_facts(tmp_path: Path) -> None:
    path = save_case(tmp_path, "F1", SPLIT.raw)
    assert path == tmp_path / "cases" / "F1.json"
    assert load_case(path) == SPLIT.raw
    jsonschema.validate(json.loads(path.read_bytes()), case_schema())


@given(text=st.text(st.characters(exclude_categories=())))
def test_any_text_survives(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    case = Case("a", "dsml", text, ((), (0, len(text))))
    # Two halves of a pair that stand apart are one character in JSON: no parser is fed such a text.
    if text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass") == text:
        assert load_case(save_case(tmp_path_factory.mktemp("case"), "x", case)) == case


def test_names_that_no_file_can_have_stay_apart_and_inside(tmp_path: Path) -> None:
    names = ["7:104", "7/104", "7-104", "../../x", "", ".", "ж", "\ud800", "x" * 300]
    paths = [save_case(tmp_path, name, SPLIT.raw) for name in names]
    assert len(set(paths)) == len(names)
    assert {path.parent for path in paths} == {tmp_path / "cases"}


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ({"schema": 9}, "schema 9"),
        ({"case": {"id": "a"}}, "missing required field"),
        ({"case": {"id": "a", "dialect": "dsml", "text": "ab", "chunkings": [[], [2, 1]]}}, "chunking 1"),
        ({"case": {"id": "a", "dialect": "dsml", "text": "ab", "chunkings": [[3]]}}, "chunking 0"),
        ({"case": {"id": "a", "dialect": "dsml", "text": "ab", "chunkings": [[-1]]}}, "chunking 0"),
    ],
)
def test_a_case_that_cannot_be_run_is_refused(damage: dict[str, object], says: str, tmp_path: Path) -> None:
    path = save_case(tmp_path, "a", SPLIT.raw)
    path.write_text(json.dumps(json.loads(path.read_text()) | damage))
    with pytest.raises(ReportError, match=says):
        load_case(path)


def test_a_report_is_not_taken_for_a_case(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text('{"schema": 1, "findings": []}')
    with pytest.raises(ReportError, match="not a saved case"):
        load_case(path)


def test_half_a_file_is_never_left_behind(tmp_path: Path) -> None:
    save_case(tmp_path, "a", SPLIT.raw)
    save_case(tmp_path, "a", SPLIT.case)
    assert [path.name for path in (tmp_path / "cases").iterdir()] == ["a.json"]
