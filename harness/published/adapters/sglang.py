"""SGLang's detector for the Qwen form, as its OpenAI server calls it.

The package ``llm-router-utils`` carries SGLang's parsers without the engine. Like ``serving_chat``: without
declared tools the text is passed through; in batch a text without the marker is, and so is one on which the
detector raises; at the end of a stream the detector is flushed, and what the last call still lacks is sent.
"""

from __future__ import annotations

import json
from contextlib import suppress
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

_PARSERS = import_module("llm_router_utils.sglang.srt.function_call.function_call_parser")
_PROTOCOL = import_module("llm_router_utils.sglang.srt.entrypoints.openai.protocol")
_DETECTOR = "qwen3_coder"


def _parser(tools: Iterable[Mapping[str, Any]]) -> Any:
    declared = [_PROTOCOL.Tool(type="function", function=dict(tool)) for tool in tools]
    return _PARSERS.FunctionCallParser(declared, _DETECTOR)


class Parser:
    """The parser under test."""

    name = f"sglang {_DETECTOR}"
    version = library_version = version("llm-router-utils")
    language = "python"
    dialects = ("qwen",)
    # A server feeds it detokenised text: the tags that are one token come whole.
    cuts = "special-whole"
    # What ``probe`` found in both modes, of how values are written and calls are sent. The rest is left open.
    policies: ClassVar = {
        "qwen": {
            "entities": "literal",
            "scalars": "schema",
            "structure": "schema",
            "duplicates": "last",
            "reasoning": "ignore",
            "emission": "deltas",
        }
    }

    def __init__(self, whole_call: Callable[[str, str], dict[str, Any]]) -> None:
        """Take what makes a call of its JSON text."""
        self._whole_call = whole_call

    def parse(self, text: str, *, dialect: str, tools: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
        """Do what the server does with a whole text."""
        del dialect
        nothing = {"calls": [], "text": text}
        parser = _parser(tools)
        if not parser.has_tool_call(text):
            return nothing
        with suppress(Exception):  # so does the server: it logs the error and shows the text
            shown, items = parser.parse_non_stream(text)
            return {"calls": [self._whole_call(item.name, item.parameters) for item in items], "text": shown}
        return nothing

    def stream(self, *, dialect: str, tools: Sequence[Mapping[str, Any]] = ()) -> _Stream:
        """Begin a stream."""
        del dialect
        return _Stream(_parser(tools))


class _Stream:
    def __init__(self, parser: Any) -> None:
        self._parser = parser
        self._finished = False

    def feed(self, chunk: str) -> list[dict[str, Any]]:
        return _events(*self._parser.parse_stream_chunk(chunk))

    def finish(self) -> list[dict[str, Any]]:
        if self._finished:  # the server does this once
            return []
        self._finished = True
        return [*_events(*self._parser.parse_stream_end()), *self._rest()]

    def _rest(self) -> list[dict[str, Any]]:
        """Give what the last call's arguments lack, if what was sent is the beginning of them."""
        calls = getattr(self._parser.detector, "prev_tool_call_arr", None) or []
        streamed = getattr(self._parser.detector, "streamed_args_for_tool", None) or []
        if not calls or len(calls) > len(streamed):
            return []
        index = len(calls) - 1
        due = calls[index].get("arguments", {})
        due = due if isinstance(due, str) else json.dumps(due, ensure_ascii=False)
        sent = streamed[index]
        if not due.startswith(sent) or due == sent:
            return []
        return [{"delta": {"index": index, "arguments": due[len(sent) :]}}]


def _events(text: str | None, items: Iterable[Any]) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = [{"text": text}] if text else []
    return shown + [{"delta": _delta(item)} for item in items]


def _delta(item: Any) -> dict[str, Any]:
    return {"index": item.tool_index, "name": item.name or None, "arguments": item.parameters}
