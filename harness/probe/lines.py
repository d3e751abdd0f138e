"""A table of answers as lines of text, for any terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from harness.report.glyphs import literal, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.probe.probing import Table
    from harness.probe.verdict import Answer, Evidence

# Tone and words; the tones are "head", "kept", "broken" and "row".
Line = tuple[str, str]

BY_SCHEMA = frozenset({"scalars", "structure"})
"""Policies whose texts say nothing without the schema that is declared for the value."""

_INDENT = " " * 4
_NOTE = 400  # code points of a note


def table_lines(target: str, table: Table) -> Iterator[Line]:
    """Write a table: for each policy what is declared, what was found, and the texts that show it."""
    yield "head", f"{printable(target)} reads {table.dialect}"
    policies = max(len(answer.policy) for answer in table.answers)
    declared = max(len(answer.declared or "-") for answer in table.answers)
    yield "head", f"  {'policy':<{policies}}  {'declared':<{max(declared, 8)}}  found"
    for answer in table.answers:
        words = f"  {answer.policy:<{policies}}  {answer.declared or '-':<{max(declared, 8)}}  {answer.found}"
        broken = answer.kept is False
        yield ("broken", f"{words}  (declared otherwise)") if broken else ("kept", words)
        for evidence in answer.texts:
            yield "row", f"{_INDENT}{_shown(answer, evidence)}"
        if answer.note:
            yield "row", f"{_INDENT}{printable(answer.note, limit=_NOTE)}"


def _shown(answer: Answer, evidence: Evidence) -> str:
    text = literal(evidence.text)
    if answer.policy not in BY_SCHEMA:
        return text
    properties = {
        key: schema
        for tool in evidence.tools
        for key, schema in tool.parameters.get("properties", {}).items()
        if key in evidence.text
    }
    return f"{text} with {printable(json.dumps(properties), limit=_NOTE)}"


def silence(tables: Sequence[Table]) -> str:
    """Say in one sentence how many texts ended without an answer, and how the first did."""
    ended = [table for table in tables if table.silent]
    if not ended:
        return ""
    count = sum(table.silent for table in ended)
    texts = "text ended without an answer" if count == 1 else "texts ended without an answer, the first"
    return f"{count} {texts}: {printable(ended[0].end, limit=_NOTE)}"


def summary(broken: int, declared: int) -> str:
    """Say in one sentence whether declarations are kept."""
    if not declared:
        return "nothing is declared that a text could show"
    if not broken:
        return f"all {declared} declared answers that a text shows are kept"
    return (
        f"{broken} of {declared} declared answers that a text shows {'is' if broken == 1 else 'are'} not kept"
    )
