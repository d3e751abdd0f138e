"""Texts of exported files are read back to the very same text in each language, whatever is in them."""

from __future__ import annotations

import ast
import json
import subprocess
from typing import TYPE_CHECKING

import pytest
from exported_runs import MEAN, environment, tool
from hypothesis import given
from hypothesis import strategies as st

from harness.export import literal

if TYPE_CHECKING:
    from pathlib import Path

_GO_PROGRAM = """package main

import (
	"encoding/json"
	"fmt"
)

var texts = []string{
%s}

var written = `%s`

func main() {
	var read []string
	if err := json.Unmarshal([]byte(written), &read); err != nil {
		panic(err)
	}
	for _, list := range [][]string{texts, read} {
		for _, text := range list {
			fmt.Printf("%%x.\\n", text)
		}
	}
}
"""

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40) | st.sampled_from(MEAN)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)


@given(text=texts)
def test_python_reads_a_text_back(text: str) -> None:
    written = literal.python(text)
    assert ast.literal_eval(written) == text
    assert written.isascii()
    assert written.isprintable()


@given(value=st.lists(values, max_size=4))
def test_python_reads_json_back_out_of_a_raw_literal(value: object) -> None:
    written = literal.raw_json(value)
    assert json.loads(ast.literal_eval(f'r"""{written}"""')) == value
    assert "`" not in written
    assert "${" not in written
    assert written.replace("\n", "").isprintable()
    assert written.isascii()


def test_what_nests_deep_is_on_one_line_and_read_back() -> None:
    value: object = "x"
    for _ in range(200):
        value = [value]
    written = literal.raw_json(value)
    assert "\n" not in written
    assert json.loads(written) == value


@pytest.fixture(scope="module")
def drawn() -> list[str]:
    found: list[str] = [*MEAN]

    @given(text=texts)
    def draw(text: str) -> None:
        found.append(text)

    draw()
    return found


@pytest.mark.full
def test_node_reads_texts_and_json_back(drawn: list[str], tmp_path: Path) -> None:
    texts = ",\n".join(map(literal.javascript, drawn))
    program = tmp_path / "texts.mjs"
    program.write_text(
        f"const texts = [{texts}];\nconst json = JSON.parse(String.raw`{literal.raw_json(drawn)}`);\n"
        "const units = (text) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));\n"
        "console.log(JSON.stringify([texts.map(units), json.map(units)]));\n",
        "ascii",
    )
    done = subprocess.run([tool("node"), program], capture_output=True, text=True, check=True)
    units = [list(memoryview(text.encode("utf-16-le")).cast("H")) for text in drawn]
    assert json.loads(done.stdout) == [units, units]


@pytest.mark.full
def test_go_reads_texts_and_json_back(drawn: list[str], tmp_path: Path) -> None:
    texts = "".join(f"\t{literal.go(text)},\n" for text in drawn)
    program = tmp_path / "texts.go"
    program.write_text(_GO_PROGRAM % (texts, literal.raw_json(drawn)), "ascii")
    done = subprocess.run(
        [tool("go"), "run", program], env=environment(), capture_output=True, text=True, check=True
    )
    points = [f"{text.encode().hex()}." for text in drawn]
    assert done.stdout.split() == [*points, *points]


def test_go_has_no_lone_surrogates() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        literal.go("\ud800")
