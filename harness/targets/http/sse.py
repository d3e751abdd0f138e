"""Server-sent events: the data of each, out of bytes that may be cut anywhere (HTML standard, 9.2)."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LINE_END = re.compile(r"\r\n|\r|\n")


def data(pieces: Iterable[bytes]) -> Iterator[str]:
    """Give the data of each event. One that no blank line ends is none. Raises ``UnicodeDecodeError``."""
    held: list[str] = []
    for line in _lines(pieces):
        if not line:
            if held:
                yield "\n".join(held)
            held = []
            continue
        name, _, value = line.partition(":")
        if name == "data":
            held.append(value.removeprefix(" "))


def _lines(pieces: Iterable[bytes]) -> Iterator[str]:
    """Give whole lines. Only the new piece is searched, so that this stays linear."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    begun: list[str] = []
    after_return = False
    for piece in pieces:
        text = decoder.decode(piece)
        if after_return and text:
            text = text.removeprefix("\n")
            after_return = False
        after_return = after_return or text.endswith("\r")
        *ended, rest = _LINE_END.split(text)
        for line in ended:
            yield "".join([*begun, line])
            begun = []
        begun.append(rest)
    decoder.decode(b"", final=True)
