"""Parsers that can be had in this process: which targets they are, and how they get here.

The bundled ``python``, a planted Python bug (``zoo:NAME``), and ``py:module:attribute``. All of them answer
through the kit, as in a child of their own; only the pipe is missing.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.errors import UsageError
from harness.targets import bundled, host, kit
from harness.targets.names import resolve
from harness.zoo.bug import zoo
from harness.zoo.planting import planted

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from harness.targets.names import Spec

    Answer = Callable[[bytes], str]

PACKAGE = "toolcall_reference"
"""The package of the Python reference, planted or not."""

_HINT = "a Python parser: python, py:module:attribute, or zoo:NAME of a bug that is planted in Python"


def loadable(name: str) -> Spec:
    """Understand the name of a target that a process can have inside.

    Raises ``UsageError`` where it is none, and ``TargetUnknown``.
    """
    spec = resolve(name)
    if spec.kind == "zoo" and spec.rest not in zoo():
        spec.command()  # says so, and which name is near
    inside = (
        spec.kind == "py"
        or name == "python"
        or (spec.kind == "zoo" and zoo()[spec.rest].language == "python")
    )
    if not inside:
        raise UsageError(f"{name} can't be loaded into a fuzzing process", hint=f"it takes {_HINT}")
    return spec


def packages(spec: Spec) -> tuple[str, ...]:
    """Name the package whose coverage tells: the reference's, or the one of the named module."""
    return (spec.rest.partition(":")[0].partition(".")[0],) if spec.kind == "py" else (PACKAGE,)


def load(spec: Spec, watched: AbstractContextManager[object]) -> Answer:
    """Load a parser for good, its modules while they are ``watched``, and give what answers requests.

    Raises ``TargetUnavailable`` where it can't be planted, and what importing it raises.
    """
    path = kit.kit_path()
    home = path.parent
    if spec.kind == "zoo":
        home = planted(zoo()[spec.rest])
        path = home / bundled.KITS["python"].rpartition("/")[2]
    # The planted reference and the user's module each come first, as in a child.
    sys.path.insert(0, str(Path.cwd()) if spec.kind == "py" else str(home))
    told = os.environ.get(host.PATH, "").split(os.pathsep)
    sys.path[1:1] = [entry for entry in told if entry and entry not in sys.path]
    serving = _kit(path)
    with watched:
        if spec.kind == "py":
            parser = host.find(spec.rest)
        else:
            importlib.import_module(PACKAGE)
            parser = importlib.import_module("adapter").Adapter
        answer: Answer = serving["_Adapter"](parser).answer
    return answer


def _kit(path: Path) -> dict[str, Any]:
    """Load the kit from its file, under the name by which an adapter may import it."""
    spec = importlib.util.spec_from_file_location("toolcall_kit", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} can't be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules["toolcall_kit"] = module
    spec.loader.exec_module(module)
    return vars(module)
