"""The file of explanations: why no test notices the mutants that survive."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.mutation.mutant import Explanation, Key

FILE = Path(__file__).with_name("explained.toml")


def explanations(path: Path = FILE) -> dict[Key, Explanation]:
    """Read the explanations by what they explain. An entry may speak of several mutants of the same lines."""
    told: dict[Key, Explanation] = {}
    for entry in tomllib.loads(path.read_text()).get("mutant", []):
        becomes = entry["becomes"]
        for text in [becomes] if isinstance(becomes, str) else becomes:
            key = (entry["file"], entry["function"], entry["was"].strip(), text.strip())
            if key in told:
                raise ValueError(f"explained twice: {key}")
            told[key] = Explanation(entry["kind"], entry["why"])
    return told
