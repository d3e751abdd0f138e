"""The first SIGINT or SIGTERM ends what a verb does; what was found by then is told all the same."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_ENDING = (signal.SIGINT, signal.SIGTERM)


def interrupt_once() -> None:
    """Let the first of the signals raise ``KeyboardInterrupt``; later ones do nothing."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        ignore()
        raise KeyboardInterrupt

    for number in _ENDING:
        signal.signal(number, interrupt)


def ignore() -> None:
    """Let nothing interrupt the writing of reports."""
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def interrupted_once() -> Iterator[None]:
    """Be interrupted once at most within a block; behind it all is as before."""
    before = {number: signal.getsignal(number) for number in _ENDING}
    interrupt_once()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
