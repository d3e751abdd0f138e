"""The kept result: ``mutation.json`` for programs and ``mutation.md`` for people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tests.mutation.mutant import Result

if TYPE_CHECKING:
    from tests.mutation.mutant import Known

FOLDER = Path(__file__).resolve().parents[2] / "reports" / "selftest"
NAME = "mutation.json"


def kept(folder: Path = FOLDER) -> dict[str, Result]:
    """Read the kept results by part; none where there is no file."""
    path = folder / NAME
    if not path.exists():
        return {}
    told = msgspec.json.decode(path.read_bytes())["parts"]
    return {name: msgspec.convert(part, Result, strict=False) for name, part in told.items()}


def write(results: dict[str, Result], known: Known, folder: Path = FOLDER) -> str:
    """Write both files; give the table."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = {
        name: {
            **msgspec.to_builtins(result),
            "raw": round(result.raw, 4),
            "equivalent": result.explained(known),
            "score": round(result.score(known), 4),
        }
        for name, result in results.items()
    }
    told = msgspec.json.format(msgspec.json.encode({"parts": parts}), indent=1)
    (folder / NAME).write_bytes(told + b"\n")
    table = _table(results, known)
    (folder / "mutation.md").write_text(f"{_HEAD}\n{table}")
    return table


_HEAD = """# Mutation testing of the engine

Each mutant is one small change of the code. It is noticed if a test fails or runs without end. *Raw* is the
share of all mutants that are noticed, *score* that of those that are not equivalent: that change anything
promised. What survives is explained in `tests/mutation/explained.toml`. How to run and read this stands in
`docs/mutation.md`.
"""


def _table(results: dict[str, Result], known: Known) -> str:
    rows = [
        "| part | all | killed | timeout | survived | no tests | equivalent | raw | score | bar | CPU s |",
        "|---|" + 10 * "--:|",
    ]
    for name, result in results.items():
        counts = [result.counts.get(status, 0) for status in ("killed", "timeout", "survived", "no tests")]
        bar = f"{result.bar:.0%}" if result.bar is not None else ""
        cells = [
            name,
            result.mutants,
            *counts,
            result.explained(known),
            f"{result.raw:.1%}",
            f"{result.score(known):.1%}",
            bar,
            f"{result.cpu_seconds:.0f}",
        ]
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join([*rows, ""])
