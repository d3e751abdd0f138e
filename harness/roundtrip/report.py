"""What ``roundtrip`` reports: one record, printed for people by ``lines`` and for machines as JSON."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from harness.model import Shown
from harness.report import jsontext

INTERRUPTED = "interrupted"

SCHEMA = 1
"""Version of the format. Goes up when a reader of the old one would misread the new one."""


class Refusals(Struct, frozen=True):
    """Conversations that the template refused with the same words."""

    message: str
    line: int  # of the template; 0: not known
    count: int


class Lost(Struct, frozen=True):
    """One place of one conversation that did not come back."""

    conversation: int  # its number, from 0
    whose: Literal["template", "parser"]
    kind: str
    path: str  # "text", "calls[0].name", "calls[0].input['city']"
    due: str  # as a Python literal
    got: str
    target: str  # the parser; of a template's loss the one whose answer showed it, or empty


class Finding(Struct, frozen=True):
    """One kind of loss, with the smallest conversation that shows it."""

    id: str
    whose: Literal["template", "parser"]
    kind: str
    target: str
    path: str
    due: str
    got: str
    how: str  # how the parser was fed: "batch", "whole", "3 chunks"
    why: str  # how it was decided whose loss it is
    count: int  # conversations that show it
    confirmed: int  # of three runs on fresh parsers
    shrink: str  # how it ended; INTERRUPTED: not confirmed three times, or not small
    conversation: dict[str, Any]  # as --conversations reads it
    turn: str  # as rendered, cut out
    shown: tuple[Shown, ...]  # what each target made of it
    command: str


class Report(Struct, frozen=True):
    """A whole run."""

    schema: int
    harness: str
    template: str
    sha256: str
    dialect: str
    targets: tuple[str, ...]
    seed: int | None  # None where the conversations were given
    state: Literal["finished", "interrupted"]
    conversations: int  # that were judged, or that the template refused
    turns: int  # turns that were rendered and parsed
    unsure: int  # of them, those that could not be cut exactly: their text was not compared
    parses: int
    refused: tuple[Refusals, ...]
    undecidable: dict[str, int]  # conversations by the reason why nothing is expected
    losses: dict[str, dict[str, int]]  # places lost, by whose loss and kind
    lost: tuple[Lost, ...]
    findings: tuple[Finding, ...]
    faults: tuple[str, ...]
    status: int


def render(report: Report) -> bytes:
    """Write the JSON of a report."""
    return jsontext.pretty(jsontext.builtins(report)).encode("ascii")


def schema() -> dict[str, Any]:
    """Give the JSON Schema of a report, made from the records."""
    (reference,), definitions = msgspec.json.schema_components([Report], ref_template="#/$defs/{name}")
    definitions["Report"]["properties"]["schema"] = {"const": SCHEMA}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "toolcall-harness round trip",
        **reference,
        "$defs": definitions,
    }
