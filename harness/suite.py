"""The class form of the pytest plugin: a base for a class in a test module. Importing it loads nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


class ToolCallParserSuite:
    """Derive from it in a test module and name a parser; pytest collects one item an oracle and a fixture.

    What is left at None is taken from the ini file. A relative path starts at the folder of the module.
    """

    target: ClassVar[str] = ""  # as on the command line: "py:my.module:Parser", "cmd:node adapter.mjs"
    dialect: ClassVar[str | None] = None
    cases: ClassVar[int | None] = None
    seed: ClassVar[int | None] = None
    # A file of answers to policies, as ``toolcall-harness probe --write`` makes it.
    policies: ClassVar[str | Path | None] = None
    # A ledger of known faults (docs/ledger.md): what it accepts is a known failure.
    ledger: ClassVar[str | Path | None] = None
    # Files and folders of fixtures; "own" are those of the harness. An empty list: none.
    fixtures: ClassVar[Sequence[str | Path] | None] = None
    # Known failures: the name of an item, and why it fails. One that passes is a failure.
    xfails: ClassVar[Mapping[str, str]] = {}
