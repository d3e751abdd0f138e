"""How long and how much: what the harness grants an adapter before it steps in (PROTOCOL, last table)."""

from __future__ import annotations

from msgspec import Struct

MIB = 1 << 20


class Limits(Struct, frozen=True):
    """The numbers of PROTOCOL's table "What the harness does about a bad adapter"."""

    hello: float = 20.0  # seconds from start to the answer to hello
    run: float = 10.0  # seconds for a run, before what is added for the text (--time-limit)
    alone: float = 2.0  # the same for one case that runs alone on a fresh child
    per_code_point: float = 40e-6  # seconds added for each code point fed, over all parses
    time: float = 120.0  # seconds for a time request
    answer: int = 64 * MIB  # bytes of one answer
    memory: int = 1024 * MIB  # bytes resident over the process group; 0: no limit (--memory-limit)
    stderr: int = 64 * 1024  # bytes kept of standard error
    restarts: int = 1  # how often an adapter that broke the protocol is started again
    faults: int = 20  # batches that failed without a guilty case; one more makes it unavailable
    goodbye: float = 1.0  # seconds from the end of input to the kill, when a target is closed
    last_words: float = 0.5  # seconds from the end of output to the kill, to learn how it ended
