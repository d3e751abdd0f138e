"""A stream of server-sent events as bytes, plainly or in every odd way that the standard allows.

Odd: line ends of all three kinds, comments that keep alive, fields that nobody asked for, data over several
lines, no blank after the colon, a byte order mark, and pieces that end anywhere, within a character too. The
same objects and seed give the same pieces.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DONE = "[DONE]"
_NOISE = (
    ": keep-alive",
    ":",
    "event: message",
    "id: 7",
    "retry: 3000",
    "event:",
    "unknown: field",
    "data_: x",
)


class Dice(random.Random):
    """What is odd is drawn from these."""


def pieces(events: Iterable[dict[str, Any] | str], seed: int | None = None) -> Iterator[bytes]:
    """Give what is written to the network, piece by piece. Without a seed: an event a piece."""
    if seed is None:
        for event in events:
            yield f"data: {event if isinstance(event, str) else json.dumps(event)}\n\n".encode()
        return
    dice = Dice(seed)
    held = b"\xef\xbb\xbf" if dice.random() < 0.5 else b""
    for event in events:
        held += _odd(event, dice)
        while len(held) > 200 or (held and dice.random() < 0.6):
            size = dice.randint(1, min(len(held), dice.choice((3, 40, 200))))
            yield held[:size]
            held = held[size:]
    if held:
        yield held


def _odd(event: dict[str, Any] | str, dice: Dice) -> bytes:
    """Write one event. All its lines end alike: a CR before an LF would be one end, not two."""
    end = dice.choice(("\n", "\r\n", "\r"))
    lines = []
    if dice.random() < 0.2:
        lines += [": keep-alive", ""]
    if dice.random() < 0.2:
        lines.append(dice.choice(_NOISE))
    space = dice.choice((" ", ""))
    if isinstance(event, str):
        lines.append(f"data:{space}{event}")
    else:
        text = json.dumps(event, ensure_ascii=dice.random() < 0.5, indent=0 if dice.random() < 0.2 else None)
        lines += [f"data:{space}{line}" for line in text.split("\n")]
    if dice.random() < 0.1:
        lines.append(dice.choice(_NOISE))
    return "".join(f"{line}{end}" for line in [*lines, ""]).encode("utf-8", "surrogatepass")
