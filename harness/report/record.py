"""``report.json``: the whole campaign for machines, and the way back.

The structs in ``harness.events`` are the only source of the format; the schema is made from them.
What the harness itself filled into dictionaries is sorted by key, so that the bytes do not depend on
who counted first. What stands inside findings keeps its order: the order in which a parser gave the
arguments is evidence.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

from harness.errors import ReportError
from harness.events import Report
from harness.report import jsontext
from harness.report.sound import report_faults

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = 1
"""Version of the format. Goes up when a reader of the old one would misread the new one."""

_KEEP_ORDER = frozenset({"findings", "classes", "cards"})


def render(report: Report) -> bytes:
    """Write the bytes of ``report.json``."""
    members = jsontext.builtins(report)
    settled = {name: value if name in _KEEP_ORDER else _sorted(value) for name, value in members.items()}
    # Every struct of a target lists its members in one order; only what they hold is sorted.
    settled["targets"] = [
        {name: _sorted(value) for name, value in target.items()} for target in members["targets"]
    ]
    settled["timing"] = members["timing"]
    settled["faults"] = members["faults"]
    return jsontext.pretty(settled).encode("ascii")


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return [_sorted(member) for member in value]
    return value


def report_schema() -> dict[str, Any]:
    """Give the JSON Schema of ``report.json``, made from the structs."""
    (reference,), definitions = msgspec.json.schema_components([Report], ref_template="#/$defs/{name}")
    definitions["Report"]["properties"]["schema"] = {"const": SCHEMA}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "toolcall-harness report",
        **reference,
        "$defs": definitions,
    }


def read(path: Path) -> Report:
    """Read a ``report.json`` back. Anything that is not a whole report of this version is an error.

    A truncated file must never be read as a short success.
    """
    document = read_document(path, what="a report")
    found = document.get("schema")
    if found != SCHEMA:
        raise ReportError(
            f"{path}: a report of schema {found!r}; this harness reads schema {SCHEMA}",
            hint='read it with the version of toolcall-harness that wrote it (member "harness")',
        )
    try:
        report = msgspec.convert(document, Report)
    except msgspec.ValidationError as error:
        raise ReportError(f"{path}: not a report: {error}") from error
    for told in report_faults(report):
        raise ReportError(f"{path}: not a report: {told}")
    return report


def read_document(path: Path, *, what: str) -> dict[str, Any]:
    """Read a JSON object from a file, with an error that says what is wrong with the file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ReportError(f"{path}: can't be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ReportError(f"{path}: not UTF-8, so not {what}") from error
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        ends = not text[error.pos :].strip()
        state = "ends too early" if ends else f"no JSON at line {error.lineno}, column {error.colno}"
        raise ReportError(f"{path}: {state}, so not {what}", hint="was the writer stopped?") from error
    except RecursionError as error:
        raise ReportError(f"{path}: nested too deep to be {what}") from error
    except ValueError as error:  # a number of thousands of digits
        raise ReportError(f"{path}: can't be read as {what}: {error}") from error
    if not isinstance(document, dict):
        raise ReportError(f"{path}: {what} is a JSON object; this is none")
    return document
