"""JSON text of values that msgspec's own encoder refuses.

A parser may return a lone surrogate. That is a finding, and it must survive the way to the disk and
back, so texts are written by the standard library with every character beyond ASCII escaped. Values
may also be nested nearly as deep as the decoder allowed, and a report nests them some levels deeper;
the interpreter is given room for that while it writes.
"""

from __future__ import annotations

import contextlib
import json
import math
import sys
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

R = TypeVar("R")

_ROOM = 4_000
"""Frames allowed while a value is written: several times what any decoder lets in."""


@contextlib.contextmanager
def _room() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _ROOM))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def builtins(record: Any, *, enc_hook: Callable[[Any], Any] | None = None) -> Any:
    """Turn records into dictionaries and lists, members in the order in which they are declared."""
    with _room():
        return msgspec.to_builtins(record, enc_hook=enc_hook)


def scalar_values(value: Any) -> Any:
    """Give the value back if all its texts are sequences of Unicode scalar values, as texts sent must be.

    Raises ``ValueError``.
    """
    try:
        compact(value).encode()
    except UnicodeEncodeError:
        raise ValueError("it holds a lone surrogate, which is no character") from None
    return value


def compact(value: Any) -> str:
    """One line, for people: characters beyond ASCII stay as they are."""
    with _room():
        return json.dumps(value, ensure_ascii=False)


def line(record: Any, *, enc_hook: Callable[[Any], Any] | None = None) -> str:
    """Write a record in one line of ASCII, for ``read_line``; lone surrogates and NaN come through."""
    value = builtins(record, enc_hook=enc_hook)
    with _room():
        return json.dumps(value, separators=(",", ":"))


def read_line(text: str, kind: type[R], *, dec_hook: Callable[[type, Any], Any] | None = None) -> R:
    """Read such a line back. Raises ``ValueError`` for what is no such record."""
    with _room():
        try:
            return msgspec.convert(json.loads(text), kind, dec_hook=dec_hook)
        except msgspec.ValidationError as error:
            raise ValueError(str(error)) from error


def pretty(value: Any) -> str:
    """Indented lines of ASCII, with a newline at the end: the same bytes for the same value."""
    with _room():
        return json.dumps(_finite(value), indent=2) + "\n"


def flat(value: Any) -> str:
    """Write what ``pretty`` writes in one line, with a newline at its end alone."""
    with _room():
        return json.dumps(_finite(value), separators=(",", ": ")) + "\n"


def _finite(value: Any) -> Any:
    """Write NaN and infinities as texts: JSON has no word for them, and a report must be JSON."""
    if isinstance(value, dict):
        return {key: _finite(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(member) for member in value]
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    return value
