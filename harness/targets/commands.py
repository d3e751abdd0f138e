"""How what a name stands for is started: found on the disk, or built there."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    if spec.kind == "py":
        return kit.host_command(spec.rest)
    return Command(spec.argv)
