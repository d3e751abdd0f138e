"""The file of answers: what is written is read again, and what means nothing is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from harness.errors import UsageError
from harness.probe import policyfile
from harness.probe.probing import Table
from harness.probe.verdict import MIXED, UNCLEAR, Answer

if TYPE_CHECKING:
    from pathlib import Path


def table(dialect: str, **found: str) -> Table:
    return Table(dialect, tuple([Answer(policy, None, value) for policy, value in found.items()]))


def test_answers_are_written_beside_those_of_others_and_only_where_they_are_values(tmp_path: Path) -> None:
    path = tmp_path / "new" / "policies.json"
    one = table("dsml", entities="html", fences=MIXED, scalars=UNCLEAR)
    assert policyfile.write(path, "py:a:B", [one]) == 1
    assert policyfile.write(path, "cmd:./b", [table("dsml", entities="xml")]) == 1
    assert policyfile.write(path, "py:a:B", [table("qwen", fences="live", duplicates="last")]) == 2
    assert policyfile.read(path) == {
        "py:a:B": {"dsml": {"entities": "html"}, "qwen": {"fences": "live", "duplicates": "last"}},
        "cmd:./b": {"dsml": {"entities": "xml"}},
    }
    policyfile.write(path, "py:a:B", [table("dsml", fences="inert")])
    assert policyfile.read(path)["py:a:B"]["dsml"] == {"fences": "inert"}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", "is no file of policies"),
        ("[]", "is no file of policies"),
        ({"schema": 1}, "is no file of policies"),
        ({"schema": 2, "targets": {}}, "this version reads 1"),
        ({"schema": 1, "targets": {"go": {"dsml": {"fence": "live"}}}}, "did you mean 'fences'"),
        ({"schema": 1, "targets": {"go": {"dsml": {"fences": "alive"}}}}, "no answer to fences"),
    ],
)
def test_what_is_no_such_file_is_refused_and_never_overwritten(
    tmp_path: Path, content: Any, told: str
) -> None:
    path = tmp_path / "p.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    before = path.read_bytes()
    with pytest.raises(UsageError, match=told):
        policyfile.read(path)
    with pytest.raises(UsageError, match=told):
        policyfile.write(path, "go", [table("dsml", entities="xml")])
    assert path.read_bytes() == before


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="can't be read"):
        policyfile.read(tmp_path / "none.json")
