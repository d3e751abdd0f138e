"""The shapes of a dialect: written by hand, made of its vocabulary, and of generated documents.

Those by hand are shared with the cost programs of the references. Of the vocabulary each piece is repeated
in plain text and in a value that never ends; what the places look like is cut out of a call that the dialect
writes itself.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from harness.cost.shape import Shape, read
from harness.dialects import by_name
from harness.errors import UsageError
from harness.generate import case_at
from harness.model import Call, Tool
from harness.report.glyphs import literal
from harness.targets.bundled import references

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PLAIN = Shape("plain text", "some words of text. ")
"""Measured first: whose time grows here grows everywhere."""

DOCUMENTS = 6
_LONGEST_DOCUMENT = 1_200  # code points: enough repetitions must fit into a text that is measured
_WANTED = 24  # documents looked at, at most
_FILES = {"dsml": "shapes.json", "qwen": "qwen.json"}
_PIECES = (" ", "\n", "&amp;", "&#", "`", "~~~\n", "{", "[", '"', "\\", "\U0001f600")
_VALUE = "VALUE"


def family(dialect: str, seed: int) -> tuple[Shape, ...]:
    """Give all shapes: plain text first, then the others in an order that hangs on the seed.

    Where the time is too short for all, other seeds come to others. The documents hang on it, too.
    """
    found = [*by_hand(dialect), *of_vocabulary(dialect), *of_documents(dialect, seed)]
    seen = {(PLAIN.before, PLAIN.unit, PLAIN.after, PLAIN.run)}
    different = []
    for shape in found:
        key = (shape.before, shape.unit, shape.after, shape.run)
        if key not in seen:
            seen.add(key)
            different.append(shape)
    different.sort(key=lambda shape: hashlib.sha256(f"{seed} {shape.words()}".encode()).digest())
    return (PLAIN, *different)


def tools_for(dialect: str) -> tuple[Tool, ...]:
    """Give the tools that a dialect's shapes are read with: types are typed where they are declared."""
    return msgspec.convert(_file(dialect).get("tools", []), tuple[Tool, ...])


def by_hand(dialect: str) -> Iterator[Shape]:
    """Give the shapes that are shared with the references."""
    for members in _file(dialect).get("shapes", []):
        yield read(members)


def _file(dialect: str) -> dict[str, list[dict[str, object]]]:
    if dialect not in _FILES:
        return {}
    data: dict[str, list[dict[str, object]]] = json.loads(
        (references() / "cost" / _FILES[dialect]).read_text(encoding="utf-8")
    )
    return data


def of_vocabulary(dialect: str) -> Iterator[Shape]:
    """Repeat each piece of markup in plain text and in a value that never ends, some in one that does."""
    spoken = by_name(dialect)
    for style in spoken.styles:
        whole = spoken.render((Call("f", {"s": _VALUE}),), style)
        before, _, after = whole.partition(_VALUE)
        yield Shape(f"calls, {style}", whole + "\n")
        for token in dict.fromkeys((*spoken.tokens, *_PIECES)):
            told = literal(token)
            if style == spoken.styles[0]:
                yield Shape(f"{told} in plain text", token)
                yield Shape(f"{told} in an open value", token, before)
            if token in _PIECES:
                yield Shape(f"{told} in a value, {style}", token, before, after)


def of_documents(dialect: str, seed: int) -> Iterator[Shape]:
    """Repeat generated documents, each with the tools that it declares."""
    cases = (case_at(seed, index, dialect) for index in range(_WANTED))
    fitting = [case for case in cases if 0 < len(case.text) <= _LONGEST_DOCUMENT][:DOCUMENTS]
    for case in fitting:
        yield Shape(f"document {case.id}", case.text, tools=case.tools)


def chosen(shapes: Sequence[Shape], words: Sequence[str]) -> tuple[Shape, ...]:
    """Take the shapes that the words name: by the name or else a part of it, or written out as JSON.

    Raises ``UsageError`` for a word that names none.
    """
    if not words:
        return tuple(shapes)
    found: dict[str, Shape] = {}
    for word in words:
        if word.lstrip().startswith("{"):
            try:
                shape = read(json.loads(word))
            except ValueError as error:
                raise UsageError(f"--shape: {error}") from error
            named = structs.replace(shape, name=shape.name or "as given")
            found[word] = named
            continue
        matching = {shape.name: shape for shape in shapes if word == shape.name}
        matching = matching or {shape.name: shape for shape in shapes if word in shape.name}
        if not matching:
            raise UsageError(f"no shape has {word!r} in its name", hint="see them with --shapes")
        found |= matching
    return tuple(found.values())
