"""Cases on their way to several targets and back: written once for all targets of one shape.

Three targets get the same cases, and writing them is the larger half of what sending costs. So a
``Batch`` keeps what it wrote for each ``Shape``, that is for what a target can be asked. For the same
reason it keeps what was read: where two targets say the same, byte for byte, it is read once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET, Struct

from harness.fairness.promise import Cuts, promised
from harness.model import Ask
from harness.targets.wire import WireCase, WireTool, write_cases

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.model import Case, Chunking, Outcome
    from harness.targets.wire import Hello


class Shape(Struct, frozen=True):
    """What a target can be asked (PROTOCOL, hello: modes and cuts)."""

    batch: bool
    stream: bool
    cuts: Cuts = "any"  # where a stream may be cut; what is not promised is not fed

    @classmethod
    def of(cls, hello: Hello) -> Shape:
        """Read it off what an adapter said of itself."""
        return cls("batch" in hello.modes, "stream" in hello.modes, hello.cuts)

    def fed(self, case: Case, tokenizer: str | None = None) -> tuple[bool, ...]:
        """Tell of each chunking of a case whether such a target is fed it."""
        if not self.stream:
            return (False,) * len(case.chunkings)
        return promised(self.cuts, case.text, case.chunkings, case.dialect, tokenizer)

    def asked(self, case: Case, tokenizer: str | None = None) -> tuple[Chunking, ...]:
        """Pick the chunkings that such a target is fed, in their order."""
        if self.stream and self.cuts == "any":
            return case.chunkings
        fed = self.fed(case, tokenizer)
        return tuple([chunking for chunking, may in zip(case.chunkings, fed, strict=True) if may])

    def parses(self, case: Case, tokenizer: str | None = None) -> int:
        """Tell how often a case is parsed: once for each chunking fed, and once for the batch."""
        return len(self.asked(case, tokenizer)) + self.batch

    def wants_batch(self, ask: Ask) -> bool:
        """Tell whether the batch is asked for: of a target without streams it always is."""
        return self.batch and (ask.batch or not self.stream)


class Batch:
    """Some cases of one dialect, and what was written of them."""

    def __init__(
        self, cases: Sequence[Case | Ask], *, finish_twice: bool = False, tokenizer: str | None = None
    ) -> None:
        """Take cases, or what oracles ask, at least one, all of one dialect: a run has one dialect.

        ``finish_twice`` lets every stream be finished a second time (PROTOCOL, ``run``). ``tokenizer`` is the
        vocabulary at whose borders targets are fed that promise those only.
        """
        self.asks = tuple([case if isinstance(case, Ask) else Ask(case) for case in cases])
        self.cases = tuple([ask.case for ask in self.asks])
        self.full = any(ask.detail == "full" for ask in self.asks)
        self.finish_twice = finish_twice
        self.tokenizer = tokenizer
        self.dialect = self.cases[0].dialect
        if {case.dialect for case in self.cases} != {self.dialect}:
            raise ValueError("the cases of a batch must have one dialect")
        self._written: dict[Shape, bytes] = {}
        self._fed: dict[Shape, int] = {}
        self._heard: list[tuple[Shape, bytes, list[Outcome]]] = []

    def written(self, shape: Shape) -> bytes:
        """Give the cases as the JSON array of a run."""
        if shape not in self._written:
            self._written[shape] = write_cases(tuple([self._wire(ask, shape) for ask in self.asks]))
        return self._written[shape]

    def heard(self, shape: Shape, said: bytes) -> list[Outcome] | None:
        """Give what was made of the same bytes before, if another target of this shape said them."""
        for other, before, made in self._heard:
            if other == shape and before == said:
                return list(made)
        return None

    def hear(self, shape: Shape, said: bytes, made: list[Outcome]) -> None:
        """Keep what was made of what a target of this shape said."""
        self._heard.append((shape, said, list(made)))

    def fed(self, shape: Shape) -> int:
        """Count the code points fed over all parses: time limits grow with it."""
        if shape not in self._fed:
            self._fed[shape] = sum(
                [
                    len(ask.case.text)
                    * (shape.parses(ask.case, self.tokenizer) + (ask.abandon_after is not None))
                    for ask in self.asks
                ]
            )
        return self._fed[shape]

    def singly(self) -> Iterator[Batch]:
        """Give a batch for each case alone, asked in the same way."""
        for ask in self.asks:
            yield Batch([ask], finish_twice=self.finish_twice, tokenizer=self.tokenizer)

    def _wire(self, ask: Ask, shape: Shape) -> WireCase:
        case = ask.case
        return WireCase(
            case.id,
            case.text,
            tuple([WireTool(tool.name, tool.parameters, tool.description) for tool in case.tools]),
            shape.wants_batch(ask),
            shape.asked(case, self.tokenizer),
            detail=ask.detail,
            reuse=ask.reuse,
            abandon_after=UNSET if ask.abandon_after is None else ask.abandon_after,
            interleave=ask.interleave,
            finish_twice=self.finish_twice,
        )
