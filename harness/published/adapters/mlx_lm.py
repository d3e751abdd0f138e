"""The tool parser of mlx-lm for the Qwen form, on the pieces that its server cuts out of the text.

The package's own ``__init__`` loads mlx, which runs on Apple's machines only, so the subpackage is
imported without it. The server finds ``<tool_call>`` and ``</tool_call>`` with a state machine that needs
mlx too. What it does with a whole text is done here: the text between is a call, also one that the end cuts
off; a piece on which the parser raises ``ValueError`` is dropped. There is no stream: the parser has none.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_PACKAGE = "mlx_lm"
_MODULE = "qwen3_coder"


def _without_init() -> Any:
    """Import the parser's module without running the ``__init__`` of the package around it."""
    places = [Path(folder) / _PACKAGE for folder in sys.path]
    package = ModuleType(_PACKAGE)
    package.__path__ = [str(place) for place in places if place.is_dir()]
    sys.modules[_PACKAGE] = package
    return import_module(f"{_PACKAGE}.tool_parsers.{_MODULE}")


_PARSER = _without_init()


class Parser:
    """The parser under test."""

    name = f"mlx-lm {_MODULE}"
    version = library_version = version("mlx-lm")
    language = "python"
    dialects = ("qwen",)
    # What ``probe`` found in both modes, of how values are written and calls are sent. The rest is left open.
    policies: ClassVar = {
        "qwen": {
            "unknown_tools": "forward",
            "entities": "literal",
            "scalars": "schema",
            "structure": "schema",
            "duplicates": "last",
            "reasoning": "ignore",
        }
    }

    def __init__(self, whole_call: Callable[[str, str], dict[str, Any]]) -> None:
        """Take what makes a call of its JSON text."""
        self._whole_call = whole_call

    def parse(self, text: str, *, dialect: str, tools: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
        """Do what the server does with a whole text, whether tools are declared or not."""
        del dialect
        declared = [{"type": "function", "function": dict(tool)} for tool in tools] or None
        pieces, shown = _cut(text)
        calls: list[dict[str, Any]] = []
        for piece in pieces:
            try:
                parsed = _PARSER.parse_tool_call(piece, declared)
            except ValueError:  # so does the server: it warns, and goes on
                continue
            for call in parsed if isinstance(parsed, list) else [parsed]:
                arguments = json.dumps(call["arguments"], ensure_ascii=False)
                calls.append(self._whole_call(call["name"], arguments))
        return {"calls": calls, "text": shown}


def _cut(text: str) -> tuple[list[str], str]:
    """Give what stands between the tags, a piece each, and the text around."""
    pieces: list[str] = []
    shown = ""
    while True:
        before, opener, rest = text.partition(_PARSER.tool_call_start)
        shown += before
        if not opener:
            return pieces, shown
        piece, closer, text = rest.partition(_PARSER.tool_call_end)
        if closer or piece:
            pieces.append(piece)
