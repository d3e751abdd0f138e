"""A parser under test: cases in, outcomes out, and what to do when its adapter fails.

Who is to blame is decided here, by PROTOCOL's last table. An adapter that breaks the protocol is
started again once. A child that hung, died or grew too big leaves a batch of which nobody knows the
guilty case; the cases run again alone (``isolation``), and what fails alone is the parser's doing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, Self

from harness.dialects.policies import misspelt
from harness.errors import TargetUnavailable
from harness.events import TargetFacts
from harness.model import Case, Fault, Outcome, Policies
from harness.targets.batch import Batch
from harness.targets.isolation import isolate, verdict
from harness.targets.limits import Limits
from harness.targets.names import Command, Spec, resolve
from harness.targets.session import Answer, Broke, Died, Refused, Session
from harness.targets.timing import Timing, timing
from harness.targets.wire import Malformed, read_time

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from harness.targets.wire import Hello

THEIRS = "this is the adapter's fault, not the parser's"
NO_SERVER = "is the server up, at this address, with an engine that repeats the prompt? See docs/http.md"


class Target:
    """One named target with its child, which is replaced as often as needed."""

    def __init__(
        self,
        name: str | Spec,
        limits: Limits | None = None,
        *,
        configured: Mapping[str, Policies] | None = None,
        report: Callable[[Fault], object] = lambda fault: fault,
    ) -> None:
        """Understand the name. Nothing is started yet. ``report`` hears of each fault, too.

        ``configured`` are answers to policies, by dialect, that stand above those that the adapter declares.
        """
        self.spec = resolve(name) if isinstance(name, str) else name
        self.name = self.spec.name
        self.limits = limits or Limits()
        self.faults: list[Fault] = []
        self._configured = dict(configured or {})
        self._report = report
        self._command: Command | None = None
        self._session: Session | None = None
        self._hello: Hello | None = None
        self._stale = False
        self._restarts = self.limits.restarts
        self._unexplained = 0
        # It hung alone within the shorter limit: confirming and shrinking that need not wait longer.
        # (Not before: a parser that loads something at its first text may take its time.)
        self._hung = False
        self._lost: TargetUnavailable | None = None
        self._flight: tuple[Batch, dict[str, str]] | None = None

    # ------------------------------------------------------------ life

    def __enter__(self) -> Self:
        """Open it."""
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def open(self) -> None:
        """Start the adapter and read its hello. Raises ``TargetUnavailable`` or ``ToolchainMissing``."""
        self.begin()
        self.ready()

    def begin(self) -> None:
        """Start a child if there is none, without waiting for it."""
        if self._lost:
            raise self._lost
        if self._stale:
            self._drop()
        if self._session is None:
            self._session = self.start()

    def ready(self) -> None:
        """Wait for the hello of a child that was begun."""
        if self._session is None:
            self.begin()
        if self._session is not None and self._session.hello is None:
            self._hello = self.greet(self._session)

    def fresh(self) -> None:
        """Let the next run have a new child. This is no restart: nothing was wrong."""
        self._stale = True

    def dismiss(self) -> None:
        """Give the adapter the end of input, without waiting for it to go."""
        if self._session is not None:
            self._session.dismiss()

    def close(self, grace: float | None = None) -> None:
        """End the adapter; it has ``grace`` seconds to go by itself (default: the limit)."""
        if self._session is not None:
            self._session.close(grace)
            self._session = None
        self._flight = None

    def _drop(self) -> None:
        self._stale = False
        if self._session is not None:
            self._session.kill()
            self._session = None

    # ------------------------------------------------------------ what it says of itself

    @property
    def hello(self) -> Hello:
        """Give its hello."""
        if self._hello is None:
            raise RuntimeError(f"{self.name} was not opened")
        return self._hello

    @property
    def modes(self) -> tuple[str, ...]:
        """Say what it can do: batch, stream."""
        return tuple(mode for mode in ("batch", "stream") if mode in self.hello.modes)

    @property
    def settable(self) -> tuple[str, ...]:
        """Name the policies that a run may set."""
        return self.hello.settable

    def declared(self, dialect: str) -> dict[str, str]:
        """Give the policies that are declared for a dialect: by it, and above that in its configuration."""
        return {**self.hello.policies.get(dialect, {}), **self._configured.get(dialect, {})}

    def facts(self, dialect: str) -> TargetFacts:
        """Sum up for a report. It works for a target that is gone, too."""
        if self._hello is None:
            return TargetFacts(self.name, "unavailable")
        return TargetFacts(
            name=self.name,
            state="unavailable" if self._lost else "available",
            reported_name=self.hello.name,
            version=self.hello.version,
            language=self.hello.language,
            library_version=self.hello.library_version,
            modes=self.modes,
            cuts=self.hello.cuts,
            policies=self.declared(dialect),
            warnings=tuple(misspelt(self.declared(dialect))),
            settable=self.settable,
        )

    # ------------------------------------------------------------ running

    def run(self, cases: Sequence[Case] | Batch, policies: Policies | None = None) -> list[Outcome]:
        """Submit and collect."""
        self.submit(cases, policies)
        return self.collect()

    def submit(self, cases: Sequence[Case] | Batch, policies: Policies | None = None) -> None:
        """Send cases of one dialect, at least one, and return at once (after a start, if one is due)."""
        if self._flight is not None:
            raise RuntimeError(f"{self.name} has cases that were not collected")
        batch = cases if isinstance(cases, Batch) else Batch(cases)
        self.begin()
        self.ready()
        self._flight = (batch, dict(policies or {}))
        self._send()

    def _send(self) -> None:
        if self._session is not None and self._flight is not None:
            batch, policies = self._flight
            seconds = self.limits.alone if self._alone and self._hung else self.limits.run
            self._session.submit(batch, policies, seconds)

    @property
    def _alone(self) -> bool:
        """One case on a child that did nothing before: what fails here needs no further trial."""
        session, flight = self._session, self._flight
        return (
            session is not None and flight is not None and not session.answers and len(flight[0].cases) == 1
        )

    @property
    def waiting(self) -> Session | None:
        """Give the session whose answer is outstanding: what a crew waits for."""
        return self._session if self._flight is not None else None

    @property
    def answered(self) -> bool:
        """Tell that a line is there, so that ``collect`` will nearly always not have to wait."""
        return self._session is not None and self._session.child.line is not None

    def collect(self) -> list[Outcome]:
        """Wait for the outcomes, one for each case, in order. Raises ``TargetUnavailable``."""
        if self._lost:
            raise self._lost
        if self._session is None or self._flight is None:
            raise RuntimeError(f"{self.name} was given no cases")
        batch, policies = self._flight
        try:
            made = self._session.results()
        except Broke as broke:
            self.broken(self._session, broke)
            self._session = self.started()
            self._send()
            return self.collect()
        except Refused as refused:
            self.lose(self._session, f"it refuses the request: {refused}")
        except Died as died:
            alone = self._alone
            self._drop()
            if alone:
                made = [verdict(died)]
            else:
                made, self._session = isolate(self, batch, policies)
                self._explain(died, made)
        self._flight = None
        self._hung = self._hung or any(outcome.kind == "hang" for outcome in made)
        return made

    # ------------------------------------------------------------ blame

    def start(self) -> Session:
        """Start a child, or lose the target."""
        if self._command is None:
            try:
                self._command = self.spec.command()
            except TargetUnavailable as missing:
                self.lose(None, missing.message, hint=missing.hint)
        try:
            return Session(self._command, self.limits)
        except OSError as error:
            why = f"it can't be started: {error.strerror}: {self._command.argv[0]}"
            self.lose(None, why, hint="is the command right, from this folder?")

    def greet(self, session: Session) -> Hello:
        """Wait for a child's hello, or lose the target: no restart for one that can't say who it is."""
        try:
            return session.greet()
        except (Broke, Refused) as error:
            self.lose(session, str(error))
        except Died as died:
            how, *words = died.detail.splitlines()
            if died.kind == "crash":
                last = f": {words[-1].strip()}" if words else ""
                if self.spec.kind == "http":
                    self.lose(session, words[-1] if words else how, hint=NO_SERVER)
                python = "; are the module and the attribute right, from this folder?"
                hint = THEIRS + (python if self.spec.kind == "py" else "")
                self.lose(session, f"it ended before it said hello ({how}){last}", hint=hint)
            hint = NO_SERVER if self.spec.kind == "http" else THEIRS
            self.lose(session, f"it did not say hello ({how})", hint=hint)

    def ask(self, request: Mapping[str, Any], read: Callable[[bytes], Answer]) -> Answer:
        """Send any request, and wait for its answer. Raises what a session raises: nobody is blamed for it.

        After that, the next run has a new child.
        """
        self.begin()
        self.ready()
        if self._session is None:
            raise RuntimeError(f"{self.name} was not opened")
        try:
            return self._session.ask(request, read)
        except (Broke, Died, Refused, Malformed):
            self._stale = True
            raise

    def time(self, request: Mapping[str, Any]) -> Timing:
        """Ask for CPU times (PROTOCOL ``time``, whose members the request has, but for ``op`` and ``seq``).

        The limit for the answer is that of a run, without what is added for the text: who asks chooses
        texts that are short enough. An adapter that breaks the protocol is started again once, as for a
        run. Raises ``TargetUnavailable``.
        """
        if self.spec.kind == "http":  # what the child uses is not what the server's parser uses
            return Timing("unsupported", detail="the parser runs in a server, whose time nobody tells")
        try:
            return timing(self.ask({"op": "time", **request}, read_time))
        except Died as died:
            return Timing(died.kind, detail=died.detail)
        except Refused as refused:
            return Timing("unsupported", detail=str(refused))
        except (Broke, Malformed) as error:
            broke = error if isinstance(error, Broke) else Broke(f"its answer is {error}")
            self._stale = True
            if self._session is not None:
                self.broken(self._session, broke)
            return self.time(request)

    def started(self) -> Session:
        """Start a child and wait for its hello."""
        session = self.start()
        self.greet(session)
        return session

    def broken(self, session: Session, broke: Broke) -> None:
        """Report a breach of the protocol; the first one costs a restart, the next one the target."""
        if self._restarts <= 0:
            self.lose(session, f"{broke}; it was restarted before")
        self._restarts -= 1
        self._fault(f"{broke}; restarted", session.stderr())
        session.kill()

    def lose(self, session: Session | None, message: str, *, hint: str = THEIRS) -> NoReturn:
        """Give the target up: report why and raise it, now and at every later use."""
        stderr = ""
        if session is not None:
            stderr = session.stderr()
            session.kill()
        self._session = self._flight = None
        self._fault(message, stderr)
        self._lost = TargetUnavailable(self.name, message, hint=hint, stderr=stderr)
        raise self._lost

    def _explain(self, died: Died, made: list[Outcome]) -> None:
        """Call it a fault if a batch failed and none of its cases is guilty; there may not be many."""
        if any(outcome.kind != "result" for outcome in made):
            return
        self._unexplained += 1
        what = died.detail.splitlines()[0]
        self._fault(
            f"a batch of {len(made)} cases ended with a {died.kind} ({what}); alone, none does", died.detail
        )
        if self._unexplained > self.limits.faults:
            self.lose(self._session, f"more than {self.limits.faults} batches failed and no case is guilty")

    def _fault(self, message: str, stderr: str) -> None:
        self.faults.append(Fault("adapter", self.name, message, THEIRS, stderr))
        self._report(self.faults[-1])
