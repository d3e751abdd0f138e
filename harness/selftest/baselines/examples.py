"""The fixed examples: some ten texts a dialect, of what suites of parsers look at (``examples.toml``)."""

from __future__ import annotations

import functools
import tomllib
from importlib import resources
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from harness.model import Tool

if TYPE_CHECKING:
    from collections.abc import Mapping


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A text that somebody would write into a test."""

    name: str
    text: str


class Examples(Struct, frozen=True, forbid_unknown_fields=True):
    """Those of a dialect, with the tools that are declared for all of them."""

    tools: tuple[Tool, ...]
    example: tuple[Example, ...]


@functools.cache
def examples() -> Mapping[str, Examples]:
    """Read them, by dialect."""
    content = resources.files(__package__).joinpath("examples.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(content), dict[str, Examples])
