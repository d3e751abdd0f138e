"""The life of a campaign, and what can end it: every exception here is one step of this story.

1. The command line is read. An unknown option is click's to refuse; a value that makes no sense
   (an unknown dialect, a broken chunk list, a policy that nobody has) raises ``UsageError``.
2. Targets are resolved. A name that means nothing, or a toolchain that is missing, raises
   ``TargetUnknown`` or ``ToolchainMissing``.
3. Each target's adapter is started and asked ``hello``. Silence, death or another protocol raises
   ``TargetUnavailable``; its message says whose fault it is and shows the end of standard error.
4. Cases run. What a parser does (throw, die, hang, answer wrongly) is an outcome, never an exception.
   What an adapter does against the protocol stays inside ``harness.targets``: it is reported and
   restarted once, then it becomes ``TargetUnavailable`` and the others go on without it.
5. Reports are written. A folder that can't be written raises ``ReportError``.

All of them are ``HarnessError``: the command line prints the message and the hint, never a stack
trace, and ends with status 2. A stack trace therefore always means a fault of the harness itself.
"""

from __future__ import annotations


class HarnessError(Exception):
    """Something that stops what was asked for. Status 2."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        """Keep a one-sentence message and, where there is one, what the user can do."""
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(HarnessError):
    """Step 1: what was asked for makes no sense."""


class TargetUnknown(HarnessError):
    """Step 2: a target's name means nothing here."""


class ToolchainMissing(HarnessError):
    """Step 2: no Go or Node that could build or run a bundled reference."""


class TargetUnavailable(HarnessError):
    """Steps 3 and 4: an adapter can't be used, or not any longer."""

    def __init__(self, target: str, message: str, *, hint: str = "", stderr: str = "") -> None:
        """Keep whose adapter it is and the end of what it wrote to standard error."""
        super().__init__(message, hint=hint)
        self.target = target
        self.stderr = stderr


class ReportError(HarnessError):
    """Step 5: a report can't be written."""
