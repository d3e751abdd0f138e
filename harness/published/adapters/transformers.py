"""The ``ResponseParser`` of transformers with its template for Qwen 3.5, as ``transformers serve`` uses it.

The template stands in a module that needs torch, so it is read from that module's source, not imported.
Like the server: the prefix is the beginning of an assistant's turn, arguments travel as JSON text, calls come
whole when their region closes, and what can't be finished at the end of a stream is dropped.
"""

from __future__ import annotations

import ast
import json
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

_PARSING = import_module("transformers.utils.chat_parsing")
_MODEL = "qwen3_5"
_PREFIX = "<|im_start|>assistant\n"
_REASONING = "reasoning_content"


def _template() -> dict[str, Any]:
    """Read the fallback template of the server for this model from its source."""
    package = find_spec("transformers")
    if package is None or package.origin is None:
        raise ImportError("there is no transformers")
    source = Path(package.origin).with_name("cli") / "serving" / "utils.py"
    for node in ast.parse(source.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_RESPONSE_TEMPLATE_FALLBACKS":
            templates: dict[tuple[str, ...], dict[str, Any]] = ast.literal_eval(node.value)
            return next(template for models, template in templates.items() if _MODEL in models)
    raise ImportError(f"{source} has no templates")


_TEMPLATE = _template()


def _declared(tools: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]] | None:
    return [{"type": "function", "function": dict(tool)} for tool in tools] or None


class Parser:
    """The parser under test."""

    name = f"transformers serve {_MODEL}"
    version = library_version = version("transformers")
    language = "python"
    dialects = ("qwen",)
    cuts = "any"
    # What ``probe`` found in both modes, of how values are written and calls are sent. The rest is left open.
    policies: ClassVar = {
        "qwen": {
            "unknown_tools": "forward",
            "entities": "literal",
            "scalars": "schema",
            "structure": "schema",
            "duplicates": "last",
            "reasoning": "route",
            "emission": "whole",
        }
    }

    def __init__(self, whole_call: Callable[[str, str], dict[str, Any]]) -> None:
        """Take what makes a call of its JSON text."""
        self._whole_call = whole_call

    def parse(self, text: str, *, dialect: str, tools: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
        """Do what the server does with a whole text."""
        del dialect
        message = _PARSING.parse_response(text, _TEMPLATE, prefix=_PREFIX, tools=_declared(tools))
        calls = [self._whole_call(*_normal(value)) for value in message.get("tool_calls") or []]
        return {"calls": calls, "text": message.get("content", ""), "reasoning": message.get(_REASONING)}

    def stream(self, *, dialect: str, tools: Sequence[Mapping[str, Any]] = ()) -> _Stream:
        """Begin a stream."""
        del dialect
        parser = _PARSING.ResponseParser(_TEMPLATE, prefix=_PREFIX, tools=_declared(tools))
        return _Stream(parser, self._whole_call)


class _Stream:
    def __init__(self, parser: Any, whole_call: Callable[[str, str], dict[str, Any]]) -> None:
        self._parser = parser
        self._whole_call = whole_call
        self._held = self._events(parser.initial_events)

    def feed(self, chunk: str) -> list[dict[str, Any]]:
        held, self._held = self._held, []
        return [*held, *self._events(self._parser.feed(chunk))]

    def finish(self) -> list[dict[str, Any]]:
        try:
            _, last = self._parser.finalize()
        except (ValueError, RuntimeError):  # so does the server: the tail is dropped
            return []
        return self._events(last)

    def _events(self, given: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = []
        for event in given:
            kind, field = event["type"], event.get("field")
            if kind == "region_chunk" and not event.get("dirty") and event.get("text"):
                if field in {"content", _REASONING}:
                    events.append({"text" if field == "content" else "reasoning": event["text"]})
            elif kind == "region_close" and field == "tool_calls":
                events.append({"call": self._whole_call(*_normal(event["value"]))})
        return events


def _normal(value: Mapping[str, Any]) -> tuple[str, str]:
    """Give name and arguments of a call; the arguments as JSON text."""
    function = value["function"]
    arguments = function["arguments"]
    return function["name"], arguments if isinstance(arguments, str) else json.dumps(arguments)
