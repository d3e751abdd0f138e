"""Findings and fixtures in the forms of others: tests for their runners, drafts of issues, data.

``exported`` is what there is to write. Each format is a pure function of it to files; the table here is all
that the command line knows. Nothing is run: what a test asserts comes out of the report or the fixture.
"""

from __future__ import annotations

from harness.export.exported import Exported, Format

FORMATS: dict[str, Format] = {
    form.name: form
    for form in (
        # one line a format
    )
}

__all__ = ["FORMATS", "Exported", "Format"]
