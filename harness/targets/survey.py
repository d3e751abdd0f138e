"""What can run here: each target with its toolchain, what it says of itself, and its self-check."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from harness.errors import HarnessError, TargetUnavailable
from harness.published import golden as known
from harness.published.registry import PUBLISHED
from harness.targets import golden, toolchain
from harness.targets.golden import Check
from harness.targets.target import Target

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.targets.limits import Limits


class Surveyed(Struct, frozen=True):
    """One target, as found."""

    name: str  # as given
    # "faulty": it runs, but its adapter does not do what the protocol asks.
    state: Literal["available", "faulty", "unavailable"]
    message: str = ""  # why it is not available
    hint: str = ""
    stderr: str = ""  # the end of the adapter's standard error, where it is not available
    toolchain: str = ""  # "this Python", "PATH", "package" or "an environment of its own"
    toolchain_version: str = ""
    reported_name: str = ""
    version: str = ""
    language: str = ""
    library_version: str = ""
    dialects: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    cuts: str = ""
    policies: dict[str, dict[str, str]] = {}  # declared, by dialect
    settable: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()


class Offer(Struct, frozen=True):
    """One published parser: installed, or to be had with ``targets install``."""

    name: str
    package: str
    version: str
    installed: bool


class Survey(Struct, frozen=True):
    """All targets that were asked for: what ``targets --json`` prints."""

    schema: int  # 1
    harness: str  # its version
    targets: tuple[Surveyed, ...]
    published: tuple[Offer, ...] = ()

    @property
    def complete(self) -> bool:
        """Tell that all can run, and that their adapters do what the protocol asks."""
        return all(target.state == "available" for target in self.targets)


def survey(names: Sequence[str], dialect: str | None, limits: Limits) -> Iterator[Surveyed]:
    """Look at each target; ``dialect`` None means all that it reads. Raises ``TargetUnknown``."""
    targets = [Target(name, limits) for name in names]  # all names first: a typing error costs no time
    for target in targets:
        try:
            yield _look(target, dialect)
        except HarnessError as error:
            stderr = error.stderr if isinstance(error, TargetUnavailable) else ""
            yield Surveyed(target.name, "unavailable", error.message, error.hint, stderr)


def _look(target: Target, dialect: str | None) -> Surveyed:
    kind, version = _toolchain(target)
    session = target.start()
    hello = target.greet(session)
    if dialect is not None and dialect not in hello.dialects:
        session.kill()
        raise HarnessError(
            f"it does not read the dialect {dialect}", hint=f"it reads: {', '.join(hello.dialects)}"
        )
    checks = (
        *(known.check(session) if target.spec.kind == "published" else ()),
        *golden.check(session, hello.dialects if dialect is None else (dialect,)),
    )
    return Surveyed(
        name=target.name,
        state="available" if all(check.passed for check in checks) else "faulty",
        toolchain=kind,
        toolchain_version=version,
        reported_name=hello.name,
        version=hello.version,
        language=hello.language,
        library_version=hello.library_version,
        dialects=hello.dialects,
        modes=hello.modes,
        cuts=hello.cuts,
        policies=hello.policies,
        settable=hello.settable,
        checks=checks,
    )


def _toolchain(target: Target) -> tuple[str, str]:
    if target.spec.kind in {"cmd", "http"}:
        return "", ""
    if target.spec.kind == "published":
        parser = PUBLISHED[target.name]
        return "an environment of its own", f"{parser.package} {parser.version}"
    needs = {"go": toolchain.GO, "node": toolchain.NODE}
    if target.name in needs:
        found = toolchain.find(needs[target.name])
        return found.kind, found.version
    return "this Python", platform.python_version()
