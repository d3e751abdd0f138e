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
        ({"schema": 1, "targets": {"go": {"dsmll": {"fences": "live"}}}}, "go: There is no dialect 'dsmll'"),
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


@pytest.mark.parametrize(
    ("names", "hint"),
    [(("py:a:C", "x"), "did you mean py:a:B?"), (("node",), "it has answers of py:a:B, go")],
)
def test_a_file_that_says_nothing_of_any_target_is_refused_with_the_names_in_it(
    tmp_path: Path, names: tuple[str, ...], hint: str
) -> None:
    path = tmp_path / "p.json"
    policyfile.write(path, "py:a:B", [table("dsml", entities="html")])
    policyfile.write(path, "go", [table("dsml")])
    with pytest.raises(UsageError, match="says nothing of") as raised:
        policyfile.chosen(path, names)
    assert raised.value.hint == hint
    assert policyfile.chosen(path, (*names, "go")) == policyfile.read(path)


def test_an_unknown_dialect_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text('{"schema": 1, "targets": {"go": {"xml": {}}}}', "utf-8")
    with pytest.raises(UsageError) as raised:
        policyfile.read(path)
    assert raised.value.hint == "Known dialects: dsml, qwen."


def test_a_file_of_answers_can_be_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to("p.json")
    policyfile.write(link, "go", [table("dsml", entities="html")])
    policyfile.write(link, "node", [table("dsml", entities="xml")])
    assert link.is_symlink()
    assert policyfile.read(tmp_path / "p.json").keys() == {"go", "node"}


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="can't be read"):
        policyfile.read(tmp_path / "none.json")
