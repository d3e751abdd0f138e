"""Parsers that fail at cuts which can be named, and do nothing else."""

from __future__ import annotations

import os
from typing import Any, ClassVar

Events = list[dict[str, Any]]


class Stream:
    """Gives each chunk back; ``wrong`` says which chunks, all of them so far, are too many."""

    def __init__(self) -> None:
        self.fed: list[str] = []

    def wrong(self) -> bool:
        return False

    def feed(self, chunk: str) -> Events:
        self.fed.append(chunk)
        return [{"text": "!" if self.wrong() else chunk}]

    def finish(self) -> Events:
        return []


class Right:
    """Every text is visible text."""

    dialects = ("dsml", "qwen")
    policies: ClassVar[dict[str, dict[str, str]]] = {}
    stream_class: type[Stream] = Stream

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> dict[str, Any]:
        del dialect, tools
        return {"events": [{"text": text}]}

    def stream(self, *, dialect: str, tools: Any = ()) -> Stream:
        del dialect, tools
        return self.stream_class()


class _OneCut(Stream):
    def wrong(self) -> bool:
        return self.fed[-1] == "/b>"  # a chunk that is the rest of a tag, and ends the text


class OneCut(Right):
    """Fails where one cut comes behind the ``<`` of the last tag."""

    stream_class = _OneCut


class _TwoCuts(Stream):
    def wrong(self) -> bool:
        return self.fed[-1] == "/b"


class TwoCuts(Right):
    """Fails where two cuts lie in one tag, and no single one does."""

    stream_class = _TwoCuts


class _ThreeCuts(Stream):
    def wrong(self) -> bool:
        return [len(chunk) for chunk in self.fed[-3:]] == [1, 1, 1]


class ThreeCuts(Right):
    """Fails at the third chunk of one character in a row, behind what came first."""

    stream_class = _ThreeCuts


class _Dies(Stream):
    def feed(self, chunk: str) -> Events:
        if chunk == "/b>":
            os._exit(3)
        return super().feed(chunk)


class Dies(Right):
    """Takes its process along where one cut comes behind the ``<`` of the last tag."""

    stream_class = _Dies


class Batch(Right):
    """Its batch gives something else than its stream."""

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> dict[str, Any]:
        return super().parse(text.upper(), dialect=dialect, tools=tools)


class Unpromised(OneCut):
    """Promises to read special tokens whole only, and fails in an ordinary one."""

    cuts = "special-whole"


class NoStream:
    """Reads whole texts only."""

    dialects = ("dsml",)

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> dict[str, Any]:
        return Right().parse(text, dialect=dialect, tools=tools)
