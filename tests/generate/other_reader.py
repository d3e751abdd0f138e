"""The Python reference as a second opinion: its parser, and values made comparable."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "reference" / "python"


@cache
def reference() -> Any:
    """Load the parser from where the project keeps it: it is no part of the package."""
    sys.path.insert(0, str(FOLDER))
    try:
        from toolcall_reference.parser import ReferenceParser  # noqa: PLC0415 - on the path only now
    finally:
        sys.path.remove(str(FOLDER))
    return ReferenceParser()


def strict(value: Any) -> Any:
    """Make values comparable: truth values are no numbers, all numbers are doubles."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return (type(value).__name__, value)
    if isinstance(value, int | float):
        return ("number", float(value))
    if isinstance(value, dict):
        return {key: strict(member) for key, member in value.items()}
    return [strict(item) for item in value]
