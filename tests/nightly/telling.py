"""What the local run of a workflow says, at once: the commands that it starts write to the same place."""

from __future__ import annotations

import sys


def tell(text: str) -> None:
    """Write a line."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
