"""What is exported as rows of canitoolcall and as compat pairs, and what these have no place for.

Pure functions of what ``harness.export`` hands over; the table of formats there names them.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from harness.dialects import by_name
from harness.exchange import compat
from harness.exchange.canitoolcall import FAMILIES, offered
from harness.exchange.placing import place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.export.exported import Exported
    from harness.model import Call, Event

_VERSION = "0.1"  # of the format of canitoolcall
_MODELS = {"qwen3-xml": ["Qwen/Qwen3.8-27B"]}
"""A model of each family that writes its format: a row names one."""

_NOWHERE = "https://toolcall-harness.invalid/"
"""Where a row comes from that is of no public report. The format wants an address; this one can't exist."""

_REPORT = re.compile(r"([\w.-]+/[\w.-]+)#(\d+)")
_TAGS = (("no-call", 0), ("single-call", 1), ("parallel-calls", 2))


def canitoolcall_rows(things: Sequence[Exported]) -> dict[str, bytes]:
    """Write a file of rows for each family."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for one in things:
        family = _family(one)
        rows.setdefault(family, []).append(_row(one, family))
    return {
        f"{family}.jsonl": "".join(json.dumps(row) + "\n" for row in written).encode("ascii")
        for family, written in rows.items()
    }


def canitoolcall_refuses(one: Exported) -> str:
    """Say why there is no row of it."""
    if not _family(one):
        return f"canitoolcall has no family that is the dialect {one.case.dialect}"
    return _unknown(one)


def canitoolcall_leaves_out(one: Exported) -> tuple[str, ...]:
    """Name what a row has no place for."""
    due = one.due or ()
    back = place(one.case.text, by_name(one.case.dialect), _text(due), _calls(due))
    order = isinstance(back, str) or back.events != due
    return (*_never(one), *(["the order of text, reasoning and calls"] if order else []))


def compat_pairs(things: Sequence[Exported]) -> dict[str, bytes]:
    """Write two files for each."""
    files = {}
    for one in things:
        calls = _calls(one.due or ())
        given = {"text": one.case.text, "tool_names": [tool.name for tool in one.case.tools]}
        result = {
            "calls": [{"name": call.name, "input": call.input} for call in calls],
            "sawToolCallSyntax": by_name(one.case.dialect).saw_tool_syntax(one.case.text, calls),
            "rejectedByPolicy": False,
            "rejectedToolNames": [],
        }
        files[f"{one.name}.json"] = _pretty(given)
        files[f"{one.name}{compat.ENDING}.json"] = _pretty(result)
    return files


def compat_refuses(one: Exported) -> str:
    """Say why there is no pair of it."""
    if one.case.dialect != compat.DIALECT:
        return f"compat pairs are of the dialect {compat.DIALECT}"
    return _unknown(one)


def compat_leaves_out(one: Exported) -> tuple[str, ...]:
    """Name what a pair has no place for."""
    told = [*_never(one)]
    if any(tool.parameters or tool.description for tool in one.case.tools):
        told.append("the parameters and descriptions of tools")
    if _calls(one.due or ()):
        told.append("the visible text, and where in it the calls stand")
    if any(event.reasoning is not UNSET for event in one.due or ()):
        told.append("reasoning")
    return tuple(told)


def _row(one: Exported, family: str) -> dict[str, Any]:
    due = one.due or ()
    calls = _calls(due)
    found = _REPORT.fullmatch(one.report)
    thought = "".join(event.reasoning for event in due if event.reasoning is not UNSET)
    provenance = {
        "kind": "bug_report" if found else "engine_test",
        "source_url": f"https://github.com/{found[1]}/issues/{found[2]}"
        if found
        else f"{_NOWHERE}{one.name}",
        "revision": f"toolcall-harness {one.harness}",
        "license": "Apache-2.0",
    }
    return {
        "id": f"{family}/{one.name.replace('_', '-')}",
        "family": family,
        "models": _MODELS[family],
        "spec_version": _VERSION,
        "provenance": provenance,
        "tools": [offered(tool) for tool in one.case.tools],
        "raw_output": one.case.text,
        "expected": {
            "content": _text(due) or None,
            "reasoning_content": thought or None,
            "tool_calls": [{"name": call.name, "arguments": call.input} for call in calls],
        },
        "tags": [next(tag for tag, count in reversed(_TAGS) if len(calls) >= count)],
        "notes": " ".join(words for words in (one.title, one.note) if words),
    }


def _never(one: Exported) -> list[str]:
    """Name what neither format has a place for."""
    told = []
    each = tuple(range(1, len(one.case.text)))
    if set(one.case.chunkings) - {(), each}:
        told.append("the cuts")
    if one.policies:
        told.append(
            f"the policies under which it is due ({', '.join(f'{a}={b}' for a, b in one.policies.items())})"
        )
    if len(one.case.answers) > 1:
        told.append("what is due under other policies")
    return told


def _family(one: Exported) -> str:
    return next((family for family, dialect in FAMILIES.items() if dialect == one.case.dialect), "")


def _unknown(one: Exported) -> str:
    if one.due is None:
        return "its right answer is not known"
    if any(not call.name for call in _calls(one.due)):
        return "a call has an empty name"
    return ""


def _text(events: Sequence[Event]) -> str:
    return "".join(event.text for event in events if event.text is not UNSET)


def _calls(events: Sequence[Event]) -> list[Call]:
    return [event.call for event in events if event.call is not UNSET]


def _pretty(value: Any) -> bytes:
    return (json.dumps(value, indent=2) + "\n").encode("ascii")
