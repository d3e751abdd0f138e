"""``events.ndjson``: the events of a campaign as they happen, a JSON object a line, for who watches it.

Each line has the kind of the event, the moment (UTC), and the members of the struct in ``harness.events``. A
line is in the file when its event is over, so that a reader that follows it waits for nothing. Progress comes
after each batch and is told once a second at most; the last event has the sums anyway.
"""

from __future__ import annotations

import datetime as dt
import time
from typing import TYPE_CHECKING, Any

import msgspec

from harness.errors import ReportError
from harness.events import Ended, Faulted, Opening, Progress, Reported, Started, Suspected
from harness.report import atomic, jsontext

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from harness.events import CampaignEvent

NAME = "events.ndjson"
"""Name of the file, in the folder of a campaign."""

SCHEMA = 1
"""Version of the format, in each line. Goes up when a reader of the old one would misread the new one."""

EVERY = 1.0  # seconds between two lines of progress

_KINDS: dict[type[CampaignEvent], str] = {
    Opening: "opening",
    Started: "started",
    Progress: "progress",
    Suspected: "suspected",
    Reported: "reported",
    Faulted: "faulted",
    Ended: "ended",
}


class EventLines:
    """The listener that writes the file. Made when the folder is there, and it begins the file anew.

    The file is opened for each line: there are few, and a campaign that breaks off leaves nothing open.
    """

    def __init__(
        self, folder: Path, *, resumed: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Make the file. ``resumed``: go on behind the lines of the campaign that was killed.

        A last line that was torn is taken away. Raises ``ReportError``.
        """
        self._path, self._clock = folder / NAME, clock
        self._last: float | None = None
        try:
            with self._path.open("ab+" if resumed else "wb+") as file:
                file.seek(0)
                file.truncate(file.read().rfind(b"\n") + 1)
        except OSError as error:
            raise self._unwritten(error) from error

    def __call__(self, event: CampaignEvent) -> None:
        """Write a line. Raises ``ReportError`` where that fails."""
        if isinstance(event, Progress):
            now = self._clock()
            if self._last is not None and now - self._last < EVERY:
                return
            self._last = now
        try:
            with self._path.open("ab") as file:
                file.write(line(event, dt.datetime.now(dt.UTC)))
        except OSError as error:
            raise self._unwritten(error) from error

    def _unwritten(self, error: OSError) -> ReportError:
        return ReportError(f"{self._path}: can't be written: {error.strerror or error}", hint=atomic.HINT)


def line(event: CampaignEvent, moment: dt.datetime) -> bytes:
    """Write one event as one line of ASCII."""
    head = {"kind": _KINDS[type(event)], "at": moment.isoformat(timespec="milliseconds"), "schema": SCHEMA}
    return jsontext.flat({**head, **jsontext.builtins(event)}).encode("ascii")


def events_schema() -> dict[str, Any]:
    """Give the JSON Schema of a line, made from the structs."""
    references, definitions = msgspec.json.schema_components(list(_KINDS), ref_template="#/$defs/{name}")
    for struct, kind in _KINDS.items():
        definition = definitions[struct.__name__]
        moment = {"type": "string", "format": "date-time"}
        head = {"kind": {"const": kind}, "at": moment, "schema": {"const": SCHEMA}}
        definition["properties"] = {**head, **definition["properties"]}
        definition["required"] = [*head, *definition["required"]]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "toolcall-harness events: one line",
        "oneOf": list(references),
        "$defs": definitions,
    }
