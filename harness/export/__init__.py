"""Findings and fixtures in the forms of others: tests for their runners, drafts of issues, data.

``exported`` is what there is to write. Each format is a pure function of it to files; the table here is all
that the command line knows. Nothing is run: what a test asserts comes out of the report or the fixture.
"""

from __future__ import annotations

from harness.exchange import writing
from harness.export import go_tests, issue, node_tests, pytest_tests
from harness.export.exported import Exported, Format

_ALL: tuple[Format, ...] = (
    pytest_tests.FORMAT,
    go_tests.FORMAT,
    node_tests.FORMAT,
    issue.FORMAT,
    Format(
        "canitoolcall",
        "rows for canitoolcall",
        writing.canitoolcall_rows,
        writing.canitoolcall_refuses,
        leaves_out=writing.canitoolcall_leaves_out,
    ),
    Format(
        "compat",
        "pairs of files: a text, and its calls",
        writing.compat_pairs,
        writing.compat_refuses,
        leaves_out=writing.compat_leaves_out,
    ),
)

FORMATS = {form.name: form for form in _ALL}

__all__ = ["FORMATS", "Exported", "Format"]
