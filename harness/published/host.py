"""The child that hosts an adapter of a published parser: ``python -I host.py KIT ADAPTER``.

A script with the standard library only, run by the Python of the parser's environment. It loads kit and
adapter by their paths, so neither can hide a package of the environment, and serves the adapter's
``Parser``, which is made with ``whole_call``. What an import prints or raises shows up on standard error:
the kit takes standard output first.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType
    from typing import NoReturn


@functools.cache
def load(name: str, path: str) -> ModuleType:
    """Import a module by its path, under a name of ours."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} can't be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def whole_call(name: str, arguments: str) -> dict[str, Any]:
    """Make a call of a name and the JSON text of its arguments, as servers give them to a client.

    What a client can't read as a JSON object stays text: that is the parser's doing, and a finding.
    """
    try:
        value = json.loads(arguments, parse_constant=_no_json)
    except (ValueError, RecursionError):
        value = None
    return {"name": name, **({"input": value} if isinstance(value, dict) else {"arguments_raw": arguments})}


def _no_json(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def main() -> None:
    """Serve."""
    kit_path, adapter_path = sys.argv[1:]

    def parser() -> Any:
        return load(f"adapter_of_{Path(adapter_path).stem}", adapter_path).Parser(whole_call)

    load("toolcall_kit", kit_path).serve(parser)
    # At once: taking down the thousands of classes of some packages takes longer than a target has to go.
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
