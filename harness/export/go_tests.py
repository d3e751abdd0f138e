"""Tests for ``go test``: one file an exported thing, formatted as gofmt does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.export import layout, literal, told
from harness.export.check import SECONDS
from harness.export.exported import Format

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.export.exported import Exported
    from harness.export.layout import Names, Part

SEAM = "toolcall_seam_test.go"
_NAMES = layout.Names("text", "tools", "chunks", "due")


def write(these: Sequence[Exported]) -> dict[str, bytes]:
    """Write the seam, the checks, and a file for each."""
    files = layout.support(SEAM, "toolcall_checks_test.go")
    for one in these:
        # What comes last before _test may be read as the name of a system: so it is always our word.
        files[f"{one.name}_toolcall_test.go"] = _file(one).encode("ascii")
    return files


def _file(one: Exported) -> str:
    parts = layout.parts(one)
    said = told.lines(one, [part.check for part in parts], SEAM)
    lines = ["package toolcall", "", *[f"// {line}".rstrip() for line in said], ""]
    body = [line for part in parts for line in ("", *_test(one, part))]
    packages = ["testing"]
    if any("strings.Split(" in line for line in body):
        packages = ["strings", "testing"]
    if len(packages) > 1:
        lines += ["import (", *[f'\t"{package}"' for package in packages], ")"]
    else:
        lines += [f'import "{packages[0]}"']
    return "\n".join([*lines, *body]) + "\n"


def _test(one: Exported, part: Part) -> list[str]:
    inner = [*_data(part), *_body(part)]
    if part.check.apart:
        inner = [f"if toolcallApart(t, {SECONDS}) {{", "\treturn", "}", *inner]
    return [
        f"func TestToolcall_{one.name}{part.suffix}(t *testing.T) {{",
        *[line if raw else f"\t{line}" for line, raw in _marked(inner)],
        "}",
    ]


def _marked(lines: Sequence[str]) -> list[tuple[str, bool]]:
    """Split lines that hold a raw literal, whose further lines may not be indented."""
    found: list[tuple[str, bool]] = []
    for line in lines:
        first, *others = line.split("\n")
        found += [(first, False), *[(other, True) for other in others]]
    return found


def _ways(part: Part, names: Names) -> list[tuple[bool, str]]:
    whole, characters = f"[]string{{{names.text}}}", f'strings.Split({names.text}, "")'
    return list(layout.ways(part, names, whole, characters))


def _data(part: Part) -> list[str]:
    names = _NAMES
    lines = [f"{names.text} := {literal.go(part.check.text)}"]
    if len(part.cut) == 1:
        lines += [f"{names.chunks} := []string{{", *_chunks(part.cut[0], "\t"), "}"]
    elif part.cut:
        lines += [f"{names.chunks} := [][]string{{"]
        for chunks in part.cut:
            lines += ["\t{", *_chunks(chunks, "\t\t"), "\t},"]
        lines += ["}"]
    lines += [f"{names.tools} := `{part.tools}`"]
    if part.check.due is not None:
        lines += [f"{names.due} := `{literal.raw_json(part.check.due)}`"]
    return lines


def _chunks(chunks: Sequence[str], indent: str) -> list[str]:
    return [f"{indent}{literal.go(chunk)}," for chunk in chunks]


def _body(part: Part) -> list[str]:
    asked = [
        f"toolcall{'Streamed' if streamed else 'Parsed'}(t, {fed}, {_NAMES.tools})"
        for streamed, fed in _ways(part, _NAMES)
    ]
    demand = "toolcall" + "".join(word.title() for word in part.check.demand.split("_"))
    if layout.is_alike(part.check):
        return [f"first := {asked[0]}", *[f"{demand}(t, first, {way})" for way in asked[1:]]]
    more = "".join(f", {name}" for name in layout.taken(part.check, _NAMES))
    return [f"{demand}(t, {way}{more})" for way in asked]


FORMAT = Format(
    name="go",
    about="tests for go test",
    write=write,
    refuses=layout.refuses,
    kept=(SEAM,),
)
