"""Tests for pytest: one file an exported thing, formatted as ruff and black do it without settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.export import layout, literal, told
from harness.export.check import SECONDS
from harness.export.exported import Format

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.export.exported import Exported
    from harness.export.layout import Names, Part

SEAM = "toolcall_seam.py"
_NAMES = layout.Names("TEXT", "TOOLS", "CHUNKS", "DUE")


def write(these: Sequence[Exported]) -> dict[str, bytes]:
    """Write the seam, the checks, and a file for each."""
    files = layout.support(SEAM, "toolcall_checks.py")
    for one in these:
        files[f"test_toolcall_{one.name}.py"] = _file(one).encode("ascii")
    return files


def _file(one: Exported) -> str:
    parts = layout.parts(one)
    lines = [f"# {line}".rstrip() for line in told.lines(one, [part.check for part in parts], SEAM)]
    apart = any(part.check.apart for part in parts)
    json = any(part.check.due is not None or part.check.tools for part in parts)
    checks = sorted({part.check.demand for part in parts} | ({"run_apart"} if apart else set()))
    modes = {streamed for part in parts for streamed, _ in _ways(part, _NAMES)}
    seam = [name for name, mode in (("parse", False), ("stream", True)) if mode in modes]
    lines += ["", *(["import json", ""] if json else [])]
    lines += [f"from toolcall_checks import {', '.join(checks)}"]
    lines += [f"from toolcall_seam import {', '.join(seam)}"]
    for part in parts:
        lines += ["", *_data(part)]
    for part in parts:
        body = [f"    {line}" for line in _body(part)]
        test = [f"def test_toolcall_{one.name}{part.suffix}() -> None:"]
        if part.check.apart:
            lines += ["", "", *test, f"    run_apart(__file__, {SECONDS})"]
            lines += ["", "", 'if __name__ == "__main__":', *body]
        else:
            lines += ["", "", *test, *body]
    return "\n".join(lines) + "\n"


def _ways(part: Part, names: Names) -> list[tuple[bool, str]]:
    return list(layout.ways(part, names, f"[{names.text}]", f"list({names.text})"))


def _data(part: Part) -> list[str]:
    names = _NAMES.numbered(part.number)
    lines = [f"{names.text} = {literal.python(part.check.text)}"]
    if len(part.cut) == 1:
        lines += [f"{names.chunks} = [", *_chunks(part.cut[0], "    "), "]"]
    elif part.cut:
        lines += [f"{names.chunks} = ["]
        for chunks in part.cut:
            lines += ["    [", *_chunks(chunks, "        "), "    ],"]
        lines += ["]"]
    lines += [_json(names.tools, part.tools) if part.check.tools else f"{names.tools} = []"]
    if part.check.due is not None:
        lines += [_json(names.due, literal.raw_json(part.check.due))]
    return lines


def _chunks(chunks: Sequence[str], indent: str) -> list[str]:
    return [f"{indent}{literal.python(chunk)}," for chunk in chunks]


def _json(name: str, text: str) -> str:
    return f'{name} = json.loads(r"""{text}""")'


def _body(part: Part) -> list[str]:
    names = _NAMES.numbered(part.number)
    asked = [
        f"{'stream' if streamed else 'parse'}({fed}, {names.tools})" for streamed, fed in _ways(part, names)
    ]
    demand = part.check.demand
    if layout.is_alike(part.check):
        return [f"first = {asked[0]}", *[f"{demand}(first, {way})" for way in asked[1:]]]
    more = "".join(f", {name}" for name in layout.taken(part.check, names))
    return [f"{demand}({way}{more})" for way in asked]


FORMAT = Format(
    name="pytest",
    about="tests for pytest",
    write=write,
    refuses=layout.refuses,
    kept=(SEAM,),
)
