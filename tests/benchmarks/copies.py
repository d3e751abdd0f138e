"""Python references in this process: the clean one, and copies of it with a bug of the zoo, side by side.

To import this module makes the package of the clean one importable.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from harness.targets import bundled
from harness.zoo.bug import zoo
from harness.zoo.planting import planted

if TYPE_CHECKING:
    from pathlib import Path

PACKAGE = "toolcall_reference"
HOME = bundled.references() / "python"

if str(HOME) not in sys.path:
    sys.path.append(str(HOME))


class Planted(Struct, frozen=True):
    """A wrong parser, and the class of bugs that it stands for."""

    name: str  # of the class
    parser: Any  # an object with ``parse`` and ``stream``, as the kit describes it


def from_zoo(name: str, bug: str) -> Planted:
    """Load the parser of a bug of the zoo. Raises ``TargetUnavailable`` where it can't be planted."""
    return Planted(name, _apart(planted(zoo()[bug])))


def clean() -> Any:
    """Load the clean parser."""
    return importlib.import_module(f"{PACKAGE}.parser").ReferenceParser()


def _apart(home: Path) -> Any:
    """Import the package of a folder beside those that are there, which stay what they are."""
    others = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == PACKAGE}
    for name in others:
        del sys.modules[name]
    sys.path.insert(0, str(home))
    importlib.invalidate_caches()
    try:
        parser = importlib.import_module(f"{PACKAGE}.parser").ReferenceParser()
    finally:
        sys.path.remove(str(home))
        for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
            del sys.modules[name]
        sys.modules.update(others)
    return parser
