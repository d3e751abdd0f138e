"""Python targets: the kit that serves an object over the protocol, and the child that hosts one.

The kit is one file, ``reference/python/toolcall_kit.py``, which an adapter can also copy: references
do not import the harness (DESIGN, layout). So the harness loads it by its path, as data, and there is
one source of it.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.targets.bundled import KITS, references
from harness.targets.names import Command

if TYPE_CHECKING:
    from collections.abc import Callable


def kit_path() -> Path:
    """Give the place of the Python kit."""
    return references() / KITS["python"]


def serve(factory: Callable[[], Any]) -> None:
    """Serve the object that ``factory`` gives over the protocol until the end of input.

    This one line makes a Python program an adapter (PROTOCOL, Python targets).
    """
    spec = importlib.util.spec_from_file_location("toolcall_kit", kit_path())
    if spec is None or spec.loader is None:
        raise ImportError(f"{kit_path()} can't be loaded")
    kit = importlib.util.module_from_spec(spec)
    sys.modules.setdefault("toolcall_kit", kit)
    spec.loader.exec_module(kit)
    kit.serve(factory)


def host_command(target: str) -> Command:
    """Say how to start the child that hosts ``module:attribute``.

    The host is started by its path, not with ``-m``: the user's folder comes first on the path of
    modules, and a package that is called ``harness`` there must be the user's.
    """
    host = Path(__file__).with_name("host.py")
    return Command((sys.executable, str(host), str(kit_path()), target))
