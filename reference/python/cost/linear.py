# ruff: noqa: INP001  a script that is started by its path
"""Time is linear for hostile texts, however they are cut: SEMANTICS C6.

A program and no test, since a busy machine can make it fail: `make cost`, or this file with parts of the
names of the shapes that are wanted. It prints a table and ends with status 1 if a growth or a time is above
its limit.
"""

import gc
import json
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from toolcall_reference import ReferenceParser

SHAPES: Final = Path(__file__).resolve().parents[2] / "cost"
"""The folder of the files of shapes, one a dialect."""
PARSER: Final = ReferenceParser()

SHORT: Final = 128 * 1024
"""Characters of the shorter text; the longer one has twice as many."""
LONG: Final = 1024 * 1024
"""Characters of the text that is timed once, one character a chunk."""
BATCHES: Final = 3
"""Of runs, for one sample; fewer if a run takes long."""
LEAST: Final = 0.02
"""CPU seconds that the runs of one batch sum up to, at least."""
MOST_GROWTH: Final = 2.3
MOST_SECONDS: Final = 20.0
"""For the long text, in CPU time."""


@dataclass(frozen=True)
class Shape:
    """A family of texts; `shapes.json` says what the members mean."""

    name: str
    unit: str | list[str | tuple[str, int]]
    before: str = ""
    after: str = ""
    run: str = ""
    around: tuple[str, str, int] = ("", "", 0)
    both: bool = False

    def text(self, size: int) -> str:
        """Give a text of about so many characters."""
        parts = [self.unit] if isinstance(self.unit, str) else self.unit
        unit = "".join(part if isinstance(part, str) else part[0] * part[1] for part in parts)
        opener, closer, levels = self.around
        before = self.before + opener * levels
        after = closer * levels + self.after
        return before + "".join(self._units(unit, size - len(before) - len(after))) + after

    def _units(self, unit: str, room: int) -> Iterator[str]:
        if not self.run:
            yield unit * max(1, room // len(unit))
            return
        for times in count(1):
            room -= len(self.run) * times + len(unit)
            if room < 0:
                return
            yield self.run * times + unit


@dataclass(frozen=True)
class Reading:
    """How a text is read: what the table calls it, and the options of the parser."""

    label: str
    options: dict[str, Any]

    def seconds(self, chunks: Sequence[str], runs: int = 1) -> float:
        """Give the CPU time of streaming the chunks so many times."""
        gc.collect()
        start = process_time()
        for _ in range(runs):
            stream = PARSER.stream(**self.options)
            for chunk in chunks:
                stream.feed(chunk)
            stream.finish()
        return process_time() - start


REPAIR, TEXT = (
    Reading(answer, {"dialect": "dsml", "policies": {"missing_opener": answer}})
    for answer in ("repair", "text")
)


@dataclass(frozen=True)
class Growth:
    """Medians of the CPU times for n and 2n characters, in seconds."""

    short: float
    long: float

    @property
    def ratio(self) -> float:
        """How much longer the text of twice the length takes."""
        return self.long / self.short


def cut(text: str, size: int) -> list[str]:
    """Cut a text in chunks of so many characters; 0 leaves it whole."""
    return [text[at : at + size] for at in range(0, len(text), size)] if size else [text]


def growth(shape: Shape, reading: Reading, size: int, samples: int = 5, length: int = SHORT) -> Growth:
    """Time a text and one twice as long in turn, so that a busy machine slows both alike."""
    short, long = (cut(shape.text(many), size) for many in (length, 2 * length))
    once = reading.seconds(short)
    runs = math.ceil(LEAST / once)
    batches = math.ceil(BATCHES * LEAST / max(LEAST, once))
    sums = []
    for _ in range(samples):
        pairs = [(reading.seconds(short, runs), reading.seconds(long, runs)) for _ in range(batches)]
        sums.append([sum(times) / (runs * batches) for times in zip(*pairs, strict=True)])
    return Growth(*map(median, zip(*sums, strict=True)))


def judged(shape: Shape, reading: Reading, size: int) -> Growth:
    """Measure; what grows too much is measured once more before it counts, with texts four times as long.

    Memory has steps, at which a text of twice the length costs more once: a block that the allocator asks the
    system for, what no longer fits a cache. Growth that is the parser's is there at every length.
    """
    grown = growth(shape, reading, size)
    return grown if grown.ratio <= MOST_GROWTH else growth(shape, reading, size, 9, 4 * SHORT)


def rows(shape: Shape, reading: Reading) -> Iterator[tuple[str, bool]]:
    """Give the lines of the table for one shape, and whether each is within the limits."""
    for size, cutting in ((0, "whole"), (16, "16"), (1, "1")):
        grown = judged(shape, reading, size)
        line = f"{shape.name:<36} {reading.label:<6} {cutting:>5}"
        line = f"{line} {1000 * grown.short:9.2f} {1000 * grown.long:9.2f} {grown.ratio:6.2f}"
        passed = grown.ratio <= MOST_GROWTH
        if size == 1:
            taken = reading.seconds(cut(shape.text(LONG), size))
            line = f"{line} {taken:7.2f}"
            passed = passed and taken <= MOST_SECONDS
        yield line, passed


def cases() -> Iterator[tuple[Shape, Reading]]:
    """Give the shapes of both dialects, each with the ways in which it is read."""
    for members in json.loads((SHAPES / "shapes.json").read_text())["shapes"]:
        shape = Shape(**members)
        yield shape, REPAIR
        if shape.both:
            yield shape, TEXT
    qwen = json.loads((SHAPES / "qwen.json").read_text())
    reading = Reading("qwen", {"dialect": "qwen", "tools": qwen["tools"]})
    for members in qwen["shapes"]:
        yield Shape(**members), reading


def main(wanted: Sequence[str]) -> int:
    """Print the table of the wanted shapes, of all if none is named; give the exit status.

    `qwen` names all shapes of that dialect.
    """
    failed = []
    say = sys.stdout.write
    head = f"{'CPU ms at 128 and 256 KiB':<36} {'policy':<6} {'chunk':>5} {'n':>9} {'2n':>9}"
    say(f"{head}  ratio  s, 1 MiB\n")
    for shape, reading in cases():
        if wanted and not any(part == reading.label or part in shape.name for part in wanted):
            continue
        for line, passed in rows(shape, reading):
            say(line + ("\n" if passed else "  too much\n"))
            sys.stdout.flush()
            failed += [] if passed else [line]
    say(f"{len(failed)} above the limits: growth {MOST_GROWTH}, {MOST_SECONDS:.0f} s for 1 MiB\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
