"""How mutants are told apart, counted and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.mutation.explained import explanations
from tests.mutation.mutant import Explanation, Mutant, Result, changed_lines, function_of
from tests.mutation.report import kept, write

if TYPE_CHECKING:
    from pathlib import Path

DIFF = """\
--- harness/x.py
+++ harness/x.py
@@ -1,3 +1,3 @@
 def f(a):
-    if a > 1 and \\
-            a < 3:
+    if a >= 1 and \\
+            a < 3:
         return a
"""
SURVIVOR = Mutant("harness/x.py", "f", "a > 1", "a >= 1", "survived")
OTHER = Mutant("harness/x.py", "C.g", "return a", "return None", "no tests")
RESULT = Result(
    "x", 0.9, 20, {"killed": 17, "timeout": 1, "survived": 1, "no tests": 1}, (SURVIVOR, OTHER), 1.5, {}
)


def test_a_mutant_is_known_by_its_function_and_the_lines_that_it_changes() -> None:
    assert changed_lines(DIFF) == ("if a > 1 and \\\na < 3:", "if a >= 1 and \\\na < 3:")
    assert function_of("harness.x.x_some_name__mutmut_12") == "some_name"
    assert function_of("harness.x.xǁClassǁ_method__mutmut_1") == "Class._method"


@pytest.mark.parametrize(
    ("kinds", "score", "short"),
    [
        ((), 18 / 20, True),
        (("equivalent",), 18 / 19, True),  # the other one is not explained
        (("equivalent", "equivalent"), 1.0, False),
        (("equivalent", "accepted"), 18 / 19, False),
        (("accepted", "accepted"), 18 / 20, False),
    ],
)
def test_only_what_is_equivalent_counts_as_explained(
    kinds: tuple[str, ...], score: float, *, short: bool
) -> None:
    known = {
        mutant.key: Explanation(kind, "why") for mutant, kind in zip((SURVIVOR, OTHER), kinds, strict=False)
    }
    assert RESULT.score(known) == pytest.approx(score)
    assert RESULT.raw == pytest.approx(0.9)
    assert RESULT.short_of_bar(known) is short


def test_a_part_without_a_bar_is_never_short_of_it() -> None:
    assert not Result("x", None, 2, {"survived": 2}, (SURVIVOR, OTHER), 0.0, {}).short_of_bar({})
    assert Result("x", 0.9, 20, {"killed": 17, "survived": 3}, (), 0.0, {}).short_of_bar({})


def test_what_is_kept_is_read_back_and_told_in_a_table(tmp_path: Path) -> None:
    assert kept(tmp_path) == {}
    known = {SURVIVOR.key: Explanation("equivalent", "why")}
    table = write({"x": RESULT}, known, tmp_path)
    assert kept(tmp_path) == {"x": RESULT}
    assert "| x | 20 | 17 | 1 | 1 | 1 | 1 | 90.0% | 94.7% | 90% | 2 |" in table
    assert table in (tmp_path / "mutation.md").read_text()


def test_one_entry_may_explain_several_mutants_and_none_is_explained_twice(tmp_path: Path) -> None:
    entry = '[[mutant]]\nfile="f"\nfunction="g"\nwas="a"\nbecomes=["b", "c"]\nkind="equivalent"\nwhy="w"\n'
    path = tmp_path / "explained.toml"
    path.write_text(entry)
    assert explanations(path) == {
        ("f", "g", "a", "b"): Explanation("equivalent", "w"),
        ("f", "g", "a", "c"): Explanation("equivalent", "w"),
    }
    path.write_text(entry + entry.replace('["b", "c"]', '"c"'))
    with pytest.raises(ValueError, match="explained twice"):
        explanations(path)
