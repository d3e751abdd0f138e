"""One child that speaks the protocol: from hello to its end. Nothing is decided here about blame.

Three things can come instead of an answer, each an exception that stays inside ``harness.targets``:
``Broke`` (the adapter broke the protocol), ``Died`` (it hung, died or grew too big: nobody knows yet
whose fault that is), ``Refused`` (it says that the request can't be served).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeVar

from msgspec import UNSET

from harness.targets import wire
from harness.targets.batch import Batch, Shape
from harness.targets.child import Child
from harness.targets.folding import outcomes
from harness.targets.waiting import wait

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from harness.model import Outcome
    from harness.targets.limits import Limits
    from harness.targets.names import Command


LAST_LINES = 8  # of standard error, in the detail of a death
SHOWN = 80  # characters of a stray line


class Broke(Exception):
    """The adapter broke the protocol."""


class Died(Exception):
    """The child hung, died, or grew too big."""

    def __init__(self, kind: Literal["crash", "hang", "memory"], detail: str) -> None:
        """Keep the kind of end and what there is to say of it."""
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


class Refused(Exception):
    """The adapter answered that it can't serve the request."""


Answer = TypeVar("Answer", wire.RunAnswer[Any], wire.TimeAnswer)


class Session:
    """A started adapter and the one request that is outstanding."""

    def __init__(self, command: Command, limits: Limits) -> None:
        """Start the child and send hello. Raises ``OSError`` where it can't be started."""
        self.limits = limits
        self.child = Child(command, limits)
        self.overdue = False
        self.too_big = False
        self.weighed = time.monotonic()
        self.answers = 0  # runs answered: with none, the child is as good as fresh
        self._seq = 0
        self.hello: wire.Hello | None = None
        self.shape = Shape(batch=False, stream=False)
        self._batch: Batch | None = None
        self.limit = limits.hello
        self._ask(wire.write_hello(self._seq))

    # ------------------------------------------------------------ asking

    def greet(self) -> wire.Hello:
        """Wait for the answer to hello and check it. Raises ``Broke``, ``Died`` or ``Refused``."""
        line = self._answer()
        try:
            envelope = wire.read_envelope(line)
            if envelope.error:
                raise Refused(f"it refuses hello: {envelope.error.message}")
            if envelope.protocol not in (wire.PROTOCOL, UNSET):
                raise Broke(f"it speaks protocol {envelope.protocol}, the harness speaks {wire.PROTOCOL}")
            self.hello = wire.read_hello(line)
        except wire.Malformed as error:
            raise Broke(f"its answer to hello is {error}: {_short(line)}") from error
        self._check_seq(self.hello.seq)
        self.shape = Shape.of(self.hello)
        if not (self.shape.batch or self.shape.stream):
            raise Broke(f"its modes are {list(self.hello.modes)}, with neither batch nor stream")
        return self.hello

    def submit(self, batch: Batch, policies: Mapping[str, str], seconds: float) -> None:
        """Send a run. ``seconds`` is its time limit before what is added for the text."""
        self._batch = batch
        self.limit = seconds + self.limits.per_code_point * batch.fed(self.shape)
        self._seq += 1
        head, end = wire.write_run(self._seq, batch.dialect, policies)
        self._ask(head, batch.written(self.shape), end)

    def results(self) -> list[Outcome]:
        """Wait for the answer to the run, if it is not there yet, and read it."""
        if self._batch is None:
            raise RuntimeError("no run is outstanding")
        line = self._answer()
        # What follows the number may be what another target said before.
        head = b'{"seq":%d,' % self._seq
        said = line[len(head) :] if line.startswith(head) else b""
        made = self._batch.heard(self.shape, said) if said else None
        if made is None:
            made = self._read(self._batch, line)
            if said:
                self._batch.hear(self.shape, said, made)
        self.answers += 1
        self._batch = None
        return made

    def _read(self, batch: Batch, line: bytes) -> list[Outcome]:
        try:
            answer = wire.read_run(line, full=batch.full)
            self._check_seq(answer.seq)
            if answer.error:
                raise Refused(answer.error.message)
            if answer.results is UNSET:
                raise Broke("its answer has neither results nor error")
            return outcomes(batch.asks, self.shape, answer.results, batch.tokenizer)
        except wire.Malformed as error:
            raise Broke(f"its answer is {error}: {_short(line)}") from error

    def ask(self, request: Mapping[str, Any], read: Callable[[bytes], Answer]) -> Answer:
        """Send any request, without its seq, and wait for its answer. The self-check does so."""
        self._seq += 1
        self.limit = self.limits.run
        self._ask(wire.write_any(self._seq, request))
        answer = read(self._answer())
        self._check_seq(answer.seq)
        return answer

    # ------------------------------------------------------------ answers

    @property
    def settled(self) -> bool:
        """Tell that the answer is there, or that none will come."""
        return self.child.done or self.overdue or self.too_big

    def judge_memory(self, held: int) -> None:
        """Hold the resident bytes of the child, or of its group, against the limit."""
        if 0 < self.limits.memory < held:
            self.too_big = True

    def _ask(self, *parts: bytes) -> None:
        self.overdue = self.too_big = False
        self.child.send(*parts)

    def _check_seq(self, seq: int) -> None:
        if seq != self._seq:
            raise Broke(f"it answered request {self._seq} with seq {seq}")

    def _answer(self) -> bytes:
        """Give the line that came, or raise what came instead of it."""
        if not self.settled:
            for _ in wait([self]):
                pass
        if self.too_big:
            raise Died("memory", self._tell(f"it held more than {self.limits.memory >> 20} MiB"))
        if self.child.extra:
            self._blame_extra()
        if self.child.too_long:
            raise Broke(f"its answer is longer than {self.limits.answer >> 20} MiB")
        line = self.child.take()
        if line is not None:
            return line
        if self.child.ended:
            raise Died("crash", self._tell(self.child.end(self.limits.last_words)))
        raise Died("hang", self._tell(f"no answer within {self.limit:.1f} s"))

    def _blame_extra(self) -> NoReturn:
        line = self.child.take()
        if line is None:
            raise Broke(f"it wrote what nothing asked for: {_short(self.child.extra)}")
        try:
            wire.read_envelope(line)
        except wire.Malformed as error:
            raise Broke(f"its answer is {error}: {_short(line)}") from error
        raise Broke(f"it wrote two lines for one request, the second is {_short(self.child.extra)}")

    # ------------------------------------------------------------ ending

    def stderr(self) -> str:
        """Give the end of what it wrote to standard error."""
        return self.child.said

    def _tell(self, what: str) -> str:
        tail = self.stderr().rstrip().splitlines()[-LAST_LINES:]
        return "\n".join([what, *tail])

    def dismiss(self) -> None:
        """Give it the end of input."""
        self.child.finish()

    def kill(self) -> None:
        """End it at once."""
        self.child.end(0.0)

    def close(self, grace: float | None = None) -> str:
        """Let it end by itself within ``grace`` seconds (default: the limit), and say how it did."""
        return self.child.end(self.limits.goodbye if grace is None else grace)


def _short(line: bytes) -> str:
    text = line.decode("utf-8", "replace").strip()
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "…")
