"""``findings.jsonl``: the findings of a campaign as they come, a JSON object a line, as in ``report.json``.

A finding that is kept once more has another line with its id: the last line of an id is the one that counts.
So a flaky first case gives way to a firm one. At the end each finding that changed has a last line, with the
number of cases that it counted by then. A line has the schema of a finding in ``report.json``, without the
moment: equal campaigns give equal bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.errors import ReportError
from harness.events import Ended, Reported
from harness.report import atomic, jsontext

if TYPE_CHECKING:
    from pathlib import Path

    from harness.events import CampaignEvent
    from harness.model import Finding

NAME = "findings.jsonl"
"""Name of the file, in the folder of a campaign."""


class FindingLines:
    """The listener that writes the file. Made when the folder is there, and it begins the file anew.

    That loses nothing of a campaign that goes on: all of its findings are told once more.
    """

    def __init__(self, folder: Path) -> None:
        """Make the file. Raises ``ReportError``."""
        self._path = folder / NAME
        self._last: dict[str, Finding] = {}
        self._write([], "wb")

    def __call__(self, event: CampaignEvent) -> None:
        """Write what is new. Raises ``ReportError`` where that fails."""
        match event:
            case Reported(finding):
                self._write([finding])
            case Ended(report):
                self._write([one for one in report.findings if one != self._last.get(one.id)])

    def _write(self, findings: list[Finding], mode: str = "ab") -> None:
        try:
            with self._path.open(mode) as file:
                file.write(b"".join(map(line, findings)))
        except OSError as error:
            raise ReportError(
                f"{self._path}: can't be written: {error.strerror or error}", hint=atomic.HINT
            ) from error
        self._last.update((one.id, one) for one in findings)


def line(finding: Finding) -> bytes:
    """Write a finding as one line of ASCII."""
    return jsontext.flat(jsontext.builtins(finding)).encode("ascii")
