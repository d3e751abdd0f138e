"""The child that hosts a ``py:`` target: ``python host.py KIT MODULE:ATTRIBUTE``.

A script with the standard library only, started by its path. It finds the target as the interpreter
itself would in the current folder, and lets the kit serve it. What goes wrong before that (no such
module, no such attribute, a factory that raises) ends it before hello, with the exception as the
last line on standard error.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

PATH = "TOOLCALL_HARNESS_PATH"
"""Name of a variable with more folders of modules: they come behind the current one."""


@functools.cache
def find(target: str) -> Any:
    """Import the module and give the attribute, which may have dots."""
    module, _, path = target.partition(":")
    found = importlib.import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    return found


def main() -> None:
    """Serve."""
    kit_path, target = sys.argv[1:]
    sys.path[0] = str(Path.cwd())  # in the place of the folder of this script
    spec = importlib.util.spec_from_file_location("toolcall_kit", kit_path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{kit_path} can't be loaded")
    kit = importlib.util.module_from_spec(spec)
    sys.modules["toolcall_kit"] = kit
    spec.loader.exec_module(kit)
    # A test runner may find modules where the interpreter alone would not look. Not sooner: what stands there
    # must not take the place of what the kit is made of.
    told = os.environ.get(PATH, "").split(os.pathsep)
    sys.path[1:1] = [entry for entry in told if entry and entry not in sys.path]
    # The kit takes the standard output away before it calls: what an import prints does no harm.
    kit.serve(lambda: find(target)())  # noqa: PLW0108 - found only when the kit calls


if __name__ == "__main__":
    main()
