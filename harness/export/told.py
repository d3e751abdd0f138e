"""What a test says of itself: where it comes from, what is wrong, what it demands, how to see it again.

The lines are comments in every language. They are ASCII, since reports quote whatever a parser gave.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from harness.export import literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.export.check import Check
    from harness.export.exported import Exported

_WIDTH = 78
_LABEL = "  {:<10}"


def lines(one: Exported, checks: Sequence[Check], seam: str) -> list[str]:
    """Give the lines; the first two are the same for every test, so that none can be read as a directive."""
    said = [literal.plain(f"A regression test, exported by toolcall-harness {one.harness}."), ""]
    said += _wrapped(one.title)
    said += [""]
    for label, words in _facts(one):
        said += _wrapped(words, _LABEL.format(label))
    for check in checks:
        for sentence in check.why:
            said += _wrapped(sentence, _LABEL.format("demanded"))
    if one.command:
        # Never broken: it is there to be copied.
        said += ["", "See it again with", f"  {literal.plain(one.command)}"]
    return [*said, "", f"{seam} is to be filled in: it asks your parser."]


def _facts(one: Exported) -> Iterator[tuple[str, str]]:
    yield "from", one.origin
    yield "dialect", one.case.dialect
    if one.oracle:
        yield "oracle", f"{one.oracle}: {one.claim}" if one.claim else one.oracle
        if one.message != one.title:
            yield "here", one.message
    for target in one.targets:
        version = f" {target.version}" if target.version else ""
        library = f", library {target.library_version}" if target.library_version else ""
        yield "found in", f"{target.name} ({target.reported_name}{version}{library})"
    if one.bug_class:
        yield "class", one.bug_class
    if one.cuts:
        yield "cuts", one.cuts
    if one.policies and one.due is not None:
        hangs = {"space_around_calls", *one.case.relies_on}.union(
            *[each.assumes for each in one.case.answers]
        )
        chosen = sorted(one.policies.items() & {(name, one.policies.get(name)) for name in hangs})
        settings = ", ".join(f"{name}={value}" for name, value in chosen)
        yield "policies", f"what is right is so where parsers answer {settings}"
    if one.note:
        yield "note", one.note


def _wrapped(words: str, label: str = "") -> list[str]:
    inner = " " * len(label)
    return textwrap.wrap(
        literal.plain(words),
        _WIDTH,
        initial_indent=label,
        subsequent_indent=inner,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [label.rstrip()]
