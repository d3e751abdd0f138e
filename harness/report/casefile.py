"""One case in a file of its own: all that is needed to run it again without the generator.

A raw failing case goes to the disk before anything else is done with it, so this is written the way
that loses least: a new file beside the old one, then a rename.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

import msgspec

from harness.errors import ReportError
from harness.model import Case
from harness.report import jsontext
from harness.report.atomic import write
from harness.report.record import read_document
from harness.report.sound import case_faults

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = 1
"""Version of the format of a saved case."""

CASES = "cases"
"""Name of the folder with the cases, in the folder of a campaign."""

_SAFE = re.compile(r"[^A-Za-z0-9._-]+")


class CaseFile(msgspec.Struct, frozen=True):
    """What a saved case looks like on disk."""

    schema: int
    case: Case


def save_case(folder: Path, name: str, case: Case) -> Path:
    """Write a case to ``cases/<name>.json`` in the folder and say where it is.

    A name that no file can have is changed, and gets a digest of what it was: two names never meet.
    """
    safe = _SAFE.sub("-", name).lstrip(".-")[:80]
    if safe != name:
        digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        safe = f"{safe}-{digest}" if safe else digest
    path = folder / CASES / f"{safe}.json"
    write_case(path, case)
    return path


def write_case(path: Path, case: Case) -> None:
    """Write a case to a file of any name."""
    write(path, content(case))


def content(case: Case) -> bytes:
    """Give the bytes of the file of a case."""
    return jsontext.pretty(jsontext.builtins(CaseFile(SCHEMA, case))).encode("ascii")


def load_case(path: Path) -> Case:
    """Read a saved case, and refuse one that could not be run as it is meant."""
    document = read_document(path, what="a saved case")
    found = document.get("schema")
    if "case" not in document:
        raise ReportError(
            f'{path}: not a saved case: it has no member "case"',
            hint='a report is read by other verbs; saved cases are in the folder "cases" beside it',
        )
    if found != SCHEMA:
        raise ReportError(f"{path}: a case of schema {found!r}; this harness reads schema {SCHEMA}")
    try:
        case = msgspec.convert(jsontext.scalar_values(document), CaseFile).case
    except (msgspec.ValidationError, ValueError) as error:
        raise ReportError(f"{path}: not a saved case: {error}") from error
    for told, hint in case_faults(case):
        raise ReportError(f"{path}: {told}", hint=hint)
    return case


def case_schema() -> dict[str, Any]:
    """Give the JSON Schema of a saved case, made from the structs."""
    (reference,), definitions = msgspec.json.schema_components([CaseFile], ref_template="#/$defs/{name}")
    definitions["CaseFile"]["properties"]["schema"] = {"const": SCHEMA}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "toolcall-harness saved case",
        **reference,
        "$defs": definitions,
    }
