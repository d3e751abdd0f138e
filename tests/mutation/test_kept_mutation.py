"""The kept result of ``make mutation``: its parts meet their bars, and explanations are of what is there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutation.explained import explanations
from tests.mutation.parts import PARTS
from tests.mutation.report import kept

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("part", ["comparer", "signature", "shrinker", "ledger"])
def test_a_part_of_the_engine_meets_its_bar(part: str) -> None:
    result = kept()[part]
    assert result.bar == PARTS[part].bar == 0.9
    assert result.mutants > 500
    assert result.mutants == sum(result.counts.values()) == result.noticed + len(result.survivors)
    assert result.score(explanations()) >= result.bar


# A survivor of the signature has got a test since it was kept: its next run has none that is not explained.
@pytest.mark.parametrize("part", ["comparer", "shrinker", "ledger"])
def test_every_survivor_is_explained(part: str) -> None:
    known = explanations()
    assert [mutant.key for mutant in kept()[part].survivors if mutant.key not in known] == []


def test_no_explanation_is_of_a_mutant_that_is_noticed() -> None:
    survivors = {mutant.key for result in kept().values() for mutant in result.survivors}
    told = {file for result in kept().values() for mutant in result.survivors for file in [mutant.file]}
    assert [key for key in explanations() if key[0] in told and key not in survivors] == []


def test_what_is_explained_still_stands_in_the_code() -> None:
    written = {
        (file, name): text
        for file in {file for file, *_ in explanations()}
        for name, text in functions((ROOT / file).read_text())
    }
    gone = [key for key in explanations() if key[2] not in written.get((key[0], key[1]), "")]
    assert gone == []


def functions(source: str) -> list[tuple[str, str]]:
    """List functions and methods, as mutants name them, with their text without indentation."""
    found = []
    for node in ast.parse(source).body:
        prefix, inner = (f"{node.name}.", node.body) if isinstance(node, ast.ClassDef) else ("", [node])
        for one in inner:
            if isinstance(one, ast.FunctionDef):
                lines = (ast.get_source_segment(source, one) or "").splitlines()
                found.append((prefix + one.name, "\n".join(line.strip() for line in lines)))
    return found


@pytest.mark.parametrize("folder", ["oracles", "cards", "ledger", "shrink"])
def test_every_file_is_of_just_one_part(folder: str) -> None:
    for file in (ROOT / "harness" / folder).glob("*.py"):
        path = file.relative_to(ROOT)
        parts = [name for name, part in PARTS.items() if any(path.match(glob) for glob in part.files)]
        assert len(parts) == 1, path


def test_the_tests_of_a_part_are_there() -> None:
    for part in PARTS.values():
        assert all((ROOT / path).exists() for path in part.tests)
        for left_out in part.without:
            path, _, test = left_out.partition("::")
            assert f"def {test}" in (ROOT / path).read_text()
