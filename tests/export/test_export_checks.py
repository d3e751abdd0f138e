"""What exported tests check is the same in all three languages, row by row."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from exported_runs import environment, tool

from harness.export import FORMATS
from harness.export.check import ALIKE, OF_TEXT, Check, demand

if TYPE_CHECKING:
    from pathlib import Path

A: dict[str, Any] = {"name": "a", "input": {"b": "x"}}
B: dict[str, Any] = {"name": "b", "input": {}}


def said(calls: list[Any], text: str = "", **more: Any) -> dict[str, Any]:
    return {"calls": calls, "text": text, **more}


def value(it: Any) -> dict[str, Any]:
    return said([{"name": "a", "input": {"v": it}}])


def typed(*types: str) -> dict[str, Any]:
    return {"call": 0, "key": "v", "types": list(types)}


# Demand, answers, what is due or the text, and whether it is met.
ROWS: list[tuple[str, list[dict[str, Any]], Any, bool]] = [
    ("expect", [said([A], "t")], said([A], "t"), True),
    ("expect", [said([A], "t")], said([A], "u"), False),
    ("expect", [said([A], "t")], said([B], "t"), False),
    ("expect", [said([A, B])], said([B, A]), False),
    ("expect", [said([])], said([A]), False),
    ("expect", [said([])], said([]), True),
    ("expect", [said([A], "t")], {"text": "t"}, True),
    ("expect", [said([A], "t", reasoning="r")], {"reasoning": ""}, False),
    ("expect", [said([A], "t")], {"reasoning": ""}, True),
    ("expect", [said([A], " t ")], {"text": "t", "exact": False}, True),
    ("expect", [said([A], " t")], {"text": "t"}, False),
    ("expect", [said([A], "tu", pieces=["t", "u"])], said([A], "tu", pieces=["t", "u"]), True),
    ("expect", [said([A], "tu", pieces=["tu", ""])], said([A], "tu", pieces=["t", "u"]), False),
    ("expect", [said([A], "tu")], said([A], "tu", pieces=["t", "u"]), True),
    ("expect", [said([A], "tu")], said([A], "tu", pieces=["t", "u"], placed=True), False),
    ("expect", [said([A], "t u", pieces=["t ", "u"])], said([A], "tu", pieces=["t", "u"], exact=False), True),
    (
        "expect",
        [said([A], " tu", pieces=[" t", "u"])],
        said([A], "tu", pieces=["t", "u"], exact=False),
        False,
    ),
    ("expect", [said([A], "tu", pieces=["tu"])], said([A]), False),
    ("expect", [value(1)], value(1.0), True),
    ("expect", [value(it=True)], value(1), False),
    ("expect", [value(1)], value(it=True), False),
    ("expect", [value("1")], value(1), False),
    ("expect", [value(None)], value(it=False), False),
    ("expect", [value(9007199254740993)], value(9007199254740992), True),
    ("expect", [value(9007199254740994)], value(9007199254740992), False),
    ("expect", [value({"x": 1, "y": [2]})], value({"y": [2], "x": 1}), True),
    ("expect", [value({"x": 1})], value({"x": 1, "y": 2}), False),
    ("expect", [value({"__proto__": 1})], value({"__proto__": 1}), True),
    ("expect", [value({"__proto__": 1})], value({}), False),
    ("expect", [value([])], value({}), False),
    ("expect", [value([])], value(None), False),
    ("expect", [value([1, 2])], value([1]), False),
    ("expect", [said([{"name": "a", "input": "x"}])], said([]), False),
    ("expect_alike", [said([A], "t"), said([A], "t", pieces=["t", ""])], None, True),
    ("expect_alike", [said([A], "t"), said([], "t")], None, False),
    ("expect_alike", [said([A], "t"), said([A], "u")], None, False),
    ("expect_alike", [said([], "t"), said([], "t", reasoning="r")], None, False),
    ("expect_alike", [said([A], "t", pieces=["t", ""]), said([A], "t", pieces=["", "t"])], None, False),
    ("expect_alike_placed", [said([], "t"), said([], "t")], None, False),
    ("expect_alike_placed", [said([], "t", pieces=["t"]), said([], "t", pieces=["t"])], None, True),
    ("expect_conserved", [said([], "in")], "in", True),
    ("expect_conserved", [said([], "i")], "in", False),
    ("expect_conserved", [said([A], "ad", pieces=["a", "d"])], "abcd", True),
    ("expect_conserved", [said([A], "ac", pieces=["a", "c"])], "abcd", False),
    ("expect_conserved", [said([A], "bd", pieces=["b", "d"])], "abcd", False),
    ("expect_conserved", [said([A, B], "acd", pieces=["a", "c", "d"])], "abcd", True),
    ("expect_conserved", [said([A, B], "axd", pieces=["a", "x", "d"])], "abcd", False),
    ("expect_conserved", [said([A, B], "cc", pieces=["", "c", "c"])], "abc", False),
    ("expect_conserved", [said([A], "é😀", pieces=["é", "😀"])], "éx😀", True),
    ("expect_conserved", [said([A], "ad")], "abcd", False),
    ("expect_type", [value(1)], typed("integer"), True),
    ("expect_type", [value(1.5)], typed("integer", "string"), False),
    ("expect_type", [value(1.5)], typed("number"), True),
    ("expect_type", [value(it=True)], typed("number", "integer"), False),
    ("expect_type", [value(it=True)], typed("boolean"), True),
    ("expect_type", [value(None)], typed("object", "string"), False),
    ("expect_type", [value(None)], typed("null"), True),
    ("expect_type", [value([])], typed("object"), False),
    ("expect_type", [value([])], typed("array"), True),
    ("expect_type", [value({})], typed("object"), True),
    ("expect_type", [said([A])], typed("string"), False),
    ("expect_type", [said([])], typed("string"), False),
    ("expect_one_place", [said([], "x", reasoning="y")], "<think>y</think>x", True),
    ("expect_one_place", [said([], "xy", reasoning="y")], "<>y</>x", False),
    ("expect_one_place", [said([], "", reasoning="yx")], "xy", False),
    ("expect_around", [said([A, B])], {"before": [A], "behind": [B]}, True),
    ("expect_around", [said([A, A, B])], {"before": [A], "behind": [B]}, True),
    ("expect_around", [said([A])], {"before": [A], "behind": [A]}, False),
    ("expect_around", [said([B, B])], {"before": [A], "behind": [B]}, False),
    ("expect_arguments", [said([A])], [["a", ["b"]]], True),
    ("expect_arguments", [said([])], [["a", ["b"]]], True),
    ("expect_arguments", [said([{"name": "a", "input": {}}])], [["a", ["b"]]], False),
    ("expect_arguments", [said([{"name": "a", "input": {}}])], [["a", ["b"]], ["a", []]], True),
    ("expect_arguments", [said([B])], [["a", ["b"]]], True),
    ("expect_all_or_none", [said([A])], {"calls": [A], "text": "in"}, True),
    ("expect_all_or_none", [said([], "in")], {"calls": [A], "text": "in"}, True),
    ("expect_all_or_none", [said([], "i")], {"calls": [A], "text": "in"}, False),
    ("expect_all_or_none", [said([], "i")], {"calls": [A]}, True),
    ("expect_all_or_none", [said([B], "in")], {"calls": [A], "text": "in"}, False),
    ("expect_answer", [said([A], "x")], None, True),
    ("expect_answer", [said([{"name": "a", "input": []}])], None, False),
]

MET = [met for *_, met in ROWS]


def test_in_python() -> None:
    outcomes = []
    for name, answers, due, _ in ROWS:
        check = Check(due if name in OF_TEXT else "", (), name, None if name in OF_TEXT else due)
        try:
            demand(check, answers)
        except AssertionError:
            outcomes.append(False)
        else:
            outcomes.append(True)
    assert outcomes == MET


def test_in_node(tmp_path: Path) -> None:
    (tmp_path / "toolcall_checks.mjs").write_bytes(FORMATS["node"].write([])["toolcall_checks.mjs"])
    (tmp_path / "rows.json").write_text(json.dumps(ROWS))
    program = tmp_path / "rows.mjs"
    program.write_text(
        "import { readFileSync } from 'node:fs';\n"
        "import * as checks from './toolcall_checks.mjs';\n"
        "const rows = JSON.parse(readFileSync('rows.json'));\n"
        f"const alike = {json.dumps(ALIKE)};\n"
        "const met = rows.map(([name, answers, due]) => {\n"
        "  const check = checks[name.replace(/_(\\w)/g, (_, letter) => letter.toUpperCase())];\n"
        "  try {\n"
        "    check(...answers, ...(alike.includes(name) || due === null ? [] : [due]));\n"
        "    return true;\n"
        "  } catch (error) {\n"
        "    if (error.code !== 'ERR_ASSERTION') throw error;\n"
        "    return false;\n"
        "  }\n"
        "});\n"
        "console.log(JSON.stringify(met));\n"
    )
    done = subprocess.run([tool("node"), program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == MET


def test_in_go(tmp_path: Path) -> None:
    for name, data in FORMATS["go"].write([]).items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "go.mod").write_text("module rows\n\ngo 1.22\n")
    tests = [_go_test(number, *row[:3]) for number, row in enumerate(ROWS)]
    (tmp_path / "rows_test.go").write_text(
        'package toolcall\n\nimport (\n\t"encoding/json"\n\t"testing"\n)\n\n' + "\n".join(tests), "utf-8"
    )
    command = [tool("go"), "test", "-count=1", "-vet=off", "-v", "."]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
    )
    found = re.findall(r"^--- (PASS|FAIL): TestRow(\d+) ", done.stdout, re.MULTILINE)
    outcomes = {int(number): how == "PASS" for how, number in found}
    assert [outcomes.get(number) for number in range(len(ROWS))] == MET, done.stdout + done.stderr


def _go_test(number: int, name: str, answers: list[dict[str, Any]], due: Any) -> str:
    given = "".join(f", {_go_answer(answer)}" for answer in answers)
    if name not in ALIKE and due is not None:
        given += f", {json.dumps(due if isinstance(due, str) else json.dumps(due), ensure_ascii=False)}"
    check = "toolcall" + "".join(word.title() for word in name.split("_"))
    return f"func TestRow{number}(t *testing.T) {{ {check}(t{given}) }}\n"


def _go_answer(answer: dict[str, Any]) -> str:
    calls = "".join(
        f"{{{json.dumps(call['name'])}, json.RawMessage({json.dumps(json.dumps(call['input']))})}}, "
        for call in answer["calls"]
    )
    pieces = "".join(f"{json.dumps(piece, ensure_ascii=False)}, " for piece in answer.get("pieces", []))
    more = f", Pieces: []string{{{pieces}}}" if "pieces" in answer else ""
    text = json.dumps(answer["text"], ensure_ascii=False)
    reasoning = json.dumps(answer.get("reasoning", ""))
    return f"toolcallAnswer{{Calls: []toolcallCall{{{calls}}}, Text: {text}, Reasoning: {reasoning}{more}}}"


def test_every_check_of_the_support_files_has_rows_that_meet_it_and_rows_that_do_not() -> None:
    source = FORMATS["pytest"].write([])["toolcall_checks.py"].decode()
    names = set(re.findall(r"^def (expect\w*)\(", source, re.MULTILINE))
    for met in (True, False):
        assert {name for name, _, _, outcome in ROWS if outcome is met} == names


@pytest.mark.parametrize(
    ("form", "file"), [("go", "toolcall_checks_test.go"), ("node", "toolcall_checks.mjs")]
)
def test_the_other_languages_have_the_same_checks(form: str, file: str) -> None:
    source = FORMATS[form].write([])[file].decode().lower()
    for name in {name for name, *_ in ROWS}:
        assert re.search(rf"^(export function |func toolcall){name.replace('_', '')}\(", source, re.MULTILINE)
