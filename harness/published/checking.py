"""The whole self-check of a published parser's adapter, for who wants to rely on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.errors import TargetUnavailable
from harness.targets.limits import Limits
from harness.targets.survey import survey

if TYPE_CHECKING:
    from harness.targets.golden import Check


def self_check(name: str) -> tuple[Check, ...]:
    """Try an adapter on the protocol and on its golden texts; any may have failed.

    Raises ``TargetUnavailable`` where it can't be started, ``TargetUnknown`` where nobody has that name.
    """
    (found,) = survey([name], None, Limits())
    if found.state == "unavailable":
        raise TargetUnavailable(name, found.message, hint=found.hint, stderr=found.stderr)
    return found.checks
