"""It takes the first call of the batch and leaves the others."""

import runpy
from pathlib import Path
from typing import Any

Right: Any = runpy.run_path(str(Path(__file__).with_name("right.py")))["Parser"]


class Parser(Right):
    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> Any:
        given = dict(super().parse(text, dialect=dialect, tools=tools))
        given["calls"] = given["calls"][:1]
        return given
