"""How what a name stands for is started: found on the disk, or built there."""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import TYPE_CHECKING

from harness.errors import TargetUnknown
from harness.published import environments
from harness.targets import bundled, kit
from harness.targets.names import Command

if TYPE_CHECKING:
    from harness.targets.names import Spec


def command(spec: Spec) -> Command:
    """Say how to start a target. Raises ``ToolchainMissing`` or ``TargetUnavailable``."""
    if spec.kind == "bundled":
        return bundled.command(spec.rest)
    if spec.kind == "published":
        return environments.command(spec.rest)
    if spec.kind == "zoo":
        return _planted(spec.rest)
    if spec.kind == "py":
        return kit.host_command(spec.rest)
    return Command(spec.argv)


def _planted(name: str) -> Command:
    # The zoo is for whoever asks for it, and stands above this: a campaign on other targets does not read it.
    bugs = import_module("harness.zoo.bug").zoo()
    if name not in bugs:
        near = difflib.get_close_matches(name, bugs, n=1)
        hint = f"did you mean zoo:{near[0]}?" if near else "toolcall-harness selftest --list shows them"
        raise TargetUnknown(f"there is no planted bug {name!r}", hint=hint)
    found: Command = import_module("harness.zoo.planting").command(bugs[name])
    return found
