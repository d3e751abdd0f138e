"""Several targets on the same cases at once: their children work in parallel.

A target that becomes unavailable is dropped with its fault, and the rest goes on.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Self

from harness.errors import HarnessError, TargetUnavailable, UsageError
from harness.model import Case, Fault, Outcome
from harness.targets.batch import Batch
from harness.targets.target import Target
from harness.targets.waiting import wait

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from harness.model import Policies
    from harness.targets.limits import Limits


class Crew:
    """Targets by name, in the order in which they were asked for."""

    def __init__(
        self,
        names: Sequence[str],
        *,
        limits: Limits | None = None,
        configured: Mapping[str, Mapping[str, Policies]] | None = None,
    ) -> None:
        """Understand the names. Raises ``TargetUnknown``; nothing is started yet.

        ``configured`` are answers to policies, by target and dialect, above those that adapters declare.
        """
        twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
        if twice is not None:
            raise UsageError(f"the target {twice!r} is named twice")
        # Of all targets, of dropped ones too, in the order in which they happened.
        self.faults: list[Fault] = []
        known = configured or {}
        self._all = [
            Target(name, limits, configured=known.get(name), report=self.faults.append) for name in names
        ]
        self.targets = {target.name: target for target in self._all}  # those that are up
        self._flown: list[Target] = []

    def __enter__(self) -> Self:
        """Open all."""
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        """Close all."""
        self.close()

    def open(self, *, tolerate: bool = False) -> None:
        """Start all and read their hellos.

        The first target that can't be used raises ``TargetUnavailable`` or ``ToolchainMissing`` after
        the others were closed; with ``tolerate`` it is dropped with its fault.
        """
        try:
            self._each(self._all, Target.begin, tolerate=tolerate)
            self._each(self._all, Target.ready, tolerate=tolerate)
        except HarnessError:
            self.close()
            raise

    def submit(
        self,
        cases: Sequence[Case] | Batch,
        policies: Mapping[str, Policies] | None = None,
        *,
        only: Collection[str] | None = None,
    ) -> None:
        """Send the cases to all, or to ``only`` some, and return at once.

        ``policies`` are by the name of the target.
        """
        batch = cases if isinstance(cases, Batch) else Batch(cases)
        chosen = policies or {}
        self._flown = [target for target in self._all if only is None or target.name in only]
        self._each(self._flown, Target.begin, tolerate=True)
        self._each(self._flown, lambda target: target.submit(batch, chosen.get(target.name)), tolerate=True)

    def collect(self) -> dict[str, list[Outcome]]:
        """Wait for all. The outcomes of each target that is still up, in the order of the cases.

        An answer is read as soon as it is there, while others still work. What takes longer, running
        the cases of a failed batch alone, comes when no other child waits for the harness.
        """
        made: dict[str, list[Outcome]] = {}
        late = []
        flown = {target.waiting: target for target in self._flown if target.waiting}
        for session in wait([session for session in flown if session]):
            target = flown[session]
            if target.answered:
                self._collect(target, made)
            else:
                late.append(target)
        for target in late:
            self._collect(target, made)
        self._flown = []
        return {name: made[name] for name in self.targets if name in made}

    def run(
        self,
        cases: Sequence[Case] | Batch,
        policies: Mapping[str, Policies] | None = None,
        *,
        only: Collection[str] | None = None,
    ) -> dict[str, list[Outcome]]:
        """Submit and collect."""
        self.submit(cases, policies, only=only)
        return self.collect()

    def fresh(self) -> None:
        """Let the next run of every target have a new child."""
        for target in self.targets.values():
            target.fresh()

    def close(self) -> None:
        """End all adapters. They get the end of input together, and one time to go for all of them."""
        for target in self._all:
            target.dismiss()
        ends = time.monotonic() + max(target.limits.goodbye for target in self._all)
        for target in self._all:
            target.close(max(0.0, ends - time.monotonic()))

    def _collect(self, target: Target, made: dict[str, list[Outcome]]) -> None:
        try:
            made[target.name] = target.collect()
        except TargetUnavailable:
            del self.targets[target.name]

    def _each(self, targets: Sequence[Target], do: Callable[[Target], None], *, tolerate: bool) -> None:
        for target in targets:
            if target.name not in self.targets:
                continue
            try:
                do(target)
            except HarnessError as error:
                if not tolerate:
                    raise
                del self.targets[target.name]
                if not isinstance(error, TargetUnavailable):
                    self.faults.append(Fault("harness", target.name, error.message, error.hint))
