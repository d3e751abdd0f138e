"""Streams that somebody recorded, and texts that somebody may not show.

``recording`` tells the forms apart and reads them, ``sse`` splits a stream of server-sent events, ``deltas``
takes the text out of what a server sent. ``redaction`` puts other letters into the values of calls:
``values`` finds them by the markup of the dialect, ``shapes`` finds letters of the same shape.
"""

from __future__ import annotations

from harness.recordings.recording import Recording, read_recording

__all__ = ["Recording", "read_recording"]
