"""Adapters that parse nothing: the cheapest children there are, so that what is measured is the harness.

One in Node and one in Go, as in the measurements that the goals come from; the Python one among the wrong
adapters takes longer than what it is asked by.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

from harness.dialects import DIALECTS
from harness.targets.toolchain import GO, NODE, find

HERE = Path(__file__).parent / "echo"
DIALECT = "dsml"

HOLDING = ("crash", "split", "parity", "agreement")
"""The oracles that compare answers: an echo satisfies them. What is right plays no part in them."""


class Echoes:
    """Target names of the echoes, once the Go one is built into ``folder``."""

    def __init__(self, folder: Path) -> None:
        """Build. Raises ``ToolchainMissing``, or ``CalledProcessError`` with what the compiler says."""
        program = folder / "echo-go"
        offline = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
        subprocess.run(
            [find(GO).path, "build", "-o", program, HERE / "echo.go"],
            check=True,
            env={**os.environ, **offline},
        )
        # With all policies declared, targets are compared on all texts.
        policies = json.dumps({DIALECT: dict(DIALECTS[DIALECT].policies)})
        self._go = (str(program), policies)
        self._node = (find(NODE).path, str(HERE / "echo.mjs"), policies)

    def go(self, *options: str) -> str:
        """Name the Go one."""
        return f"cmd:{shlex.join((*self._go, *options))}"

    def node(self, *options: str) -> str:
        """Name the Node one."""
        return f"cmd:{shlex.join((*self._node, *options))}"

    def some(self, count: int) -> tuple[str, ...]:
        """Name one, two or three: Node and Go, and Go again."""
        return (self.node(), self.go(), self.go("again"))[:count]
