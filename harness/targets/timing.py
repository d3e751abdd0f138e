"""What came of a request for CPU times (PROTOCOL ``time``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import UNSET, Struct

from harness.targets.session import Broke, Refused

if TYPE_CHECKING:
    from harness.targets.wire import TimeAnswer


class Timing(Struct, frozen=True):
    """CPU times, or what came instead of them."""

    # "unsupported": by this adapter, or in this mode. Some kits answer so where the parser throws, too.
    kind: Literal["times", "unsupported", "error", "hang", "crash", "memory"]
    cpu_ns: tuple[int, ...] = ()
    detail: str = ""  # of all but times: what was said


def timing(answer: TimeAnswer) -> Timing:
    """Read an answer. Raises ``Refused``, or ``Broke`` where it says neither times nor why there are none."""
    if answer.error is not UNSET:
        if answer.error.kind == "request":
            raise Refused(answer.error.message)
        return Timing("error", detail=f"{answer.error.kind}: {answer.error.message}")
    if answer.unsupported is True:
        return Timing("unsupported")
    if answer.cpu_ns is UNSET or not answer.cpu_ns:
        raise Broke("its answer has neither cpu_ns nor unsupported")
    return Timing("times", answer.cpu_ns)
