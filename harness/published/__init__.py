"""Published parsers: packages of others, each in an environment of its own, put under test as they are.

A parser is an entry in ``registry``; ``installing`` makes its environment under the user's cache folder,
``environments`` finds it and says how to start the adapter in it, and ``golden`` holds the adapter against
answers that are known. The harness needs none of these packages, and imports none. Names are loaded on
first use, since every name of a target is held against the registry.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from harness.published.checking import self_check

__all__ = ["self_check"]


def __getattr__(name: str) -> Any:
    """Load one of the public names from its module."""
    if name != "self_check":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.checking").self_check
