"""Reaching a parser: over the protocol, in a child process; the bundled ones are built on the way.

Everything another part needs is here: ``resolve`` a name, put ``Target``s into a ``Crew``, give it
cases, take outcomes. Names are loaded on first use, because ``python -m harness.targets.toolchain``
must run where nothing but Python is installed, and a Python adapter should start fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from harness.targets.batch import Batch
    from harness.targets.crew import Crew
    from harness.targets.kit import serve
    from harness.targets.limits import Limits
    from harness.targets.names import Spec, resolve
    from harness.targets.target import Target

__all__ = ["Batch", "Crew", "Limits", "Spec", "Target", "resolve", "serve"]

_HOMES = {
    "Batch": "batch",
    "Crew": "crew",
    "Limits": "limits",
    "Spec": "names",
    "Target": "target",
    "resolve": "names",
    "serve": "kit",
}


def __getattr__(name: str) -> Any:
    """Load one of the public names from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
