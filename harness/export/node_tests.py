"""Tests for ``node:test``: one module an exported thing, formatted as prettier does it without settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.export import layout, literal, told
from harness.export.check import SECONDS
from harness.export.exported import Format

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.export.exported import Exported
    from harness.export.layout import Names, Part

SEAM = "toolcall_seam.mjs"
_NAMES = layout.Names("text", "tools", "chunks", "due")
_WIDTH = 80


def write(these: Sequence[Exported]) -> dict[str, bytes]:
    """Write the seam, the checks, and a file for each."""
    files = layout.support(SEAM, "toolcall_checks.mjs")
    for one in these:
        files[f"toolcall_{one.name}.test.mjs"] = _file(one).encode("ascii")
    return files


def _file(one: Exported) -> str:
    parts = layout.parts(one)
    lines = [f"// {line}".rstrip() for line in told.lines(one, [part.check for part in parts], SEAM)]
    apart = any(part.check.apart for part in parts)
    checks = sorted({_camel(part.check.demand) for part in parts} | ({"runApart"} if apart else set()))
    modes = {streamed for part in parts for streamed, _ in _ways(part, _NAMES)}
    seam = [name for name, mode in (("parse", False), ("stream", True)) if mode in modes]
    lines += ["", 'import test from "node:test";']
    lines += [f'import {{ {", ".join(checks)} }} from "./toolcall_checks.mjs";']
    lines += [f'import {{ {", ".join(seam)} }} from "./{SEAM}";']
    for part in parts:
        lines += ["", *_data(part)]
    for part in parts:
        name = literal.javascript(f"toolcall {one.name}{part.suffix}")
        body = [f"  {line}" for line in _body(part)]
        if part.check.apart:
            lines += ["", 'if (process.argv[2] === "apart") {', *body, "} else {"]
            lines += [f"  test({name}, () => {{", f"    runApart(import.meta.url, {SECONDS});", "  });", "}"]
        else:
            lines += ["", f"test({name}, async () => {{", *body, "});"]
    return "\n".join(lines) + "\n"


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(other.title() for other in others)


def _ways(part: Part, names: Names) -> list[tuple[bool, str]]:
    return list(layout.ways(part, names, f"[{names.text}]", f"[...{names.text}]"))


def _data(part: Part) -> list[str]:
    names = _NAMES.numbered(part.number)
    lines = _assigned(names.text, literal.javascript(part.check.text))
    if len(part.cut) == 1:
        lines += _array(f"const {names.chunks} = ", part.cut[0], ";", "")
    elif part.cut:
        lines += [f"const {names.chunks} = ["]
        for chunks in part.cut:
            lines += _array("", chunks, ",", "  ")
        lines += ["];"]
    lines += [_json(names.tools, part.tools) if part.check.tools else f"const {names.tools} = [];"]
    if part.check.due is not None:
        lines += [_json(names.due, literal.raw_json(part.check.due))]
    return lines


def _assigned(name: str, value: str) -> list[str]:
    line = f"const {name} = {value};"
    return [line] if len(line) <= _WIDTH else [f"const {name} =", f"  {value};"]


def _array(before: str, members: Sequence[str], end: str, indent: str) -> list[str]:
    """Write an array of texts, on one line if it fits there."""
    written = [literal.javascript(member) for member in members]
    line = f"{indent}{before}[{', '.join(written)}]{end}"
    if len(line) <= _WIDTH:
        return [line]
    return [f"{indent}{before}[", *[f"{indent}  {each}," for each in written], f"{indent}]{end}"]


def _json(name: str, text: str) -> str:
    return f"const {name} = JSON.parse(String.raw`{text}`);"


def _body(part: Part) -> list[str]:
    names = _NAMES.numbered(part.number)
    asked = [
        f"await {'stream' if streamed else 'parse'}({fed}, {names.tools})"
        for streamed, fed in _ways(part, names)
    ]
    demand = _camel(part.check.demand)
    if layout.is_alike(part.check):
        return [f"const first = {asked[0]};", *[f"{demand}(first, {way});" for way in asked[1:]]]
    more = "".join(f", {name}" for name in layout.taken(part.check, names))
    return [f"{demand}({way}{more});" for way in asked]


FORMAT = Format(
    name="node",
    about="tests for node:test",
    write=write,
    refuses=layout.refuses,
    kept=(SEAM,),
)
