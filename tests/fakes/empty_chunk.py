"""An empty chunk that comes while the beginning of an opener is held back makes it forget the opener.

Stands for no report of its own: servers do send deltas without text. Found by `finish`: empty
chunk changes the answer.
"""

from tests.fakes.right import Capture, DsmlStream, Event, RightParser


class Stream(DsmlStream):
    forgot = False
    missed: Capture | None = None

    def feed(self, chunk: str) -> list[Event]:
        if not chunk:
            self.forgot = self._capture is None and bool(self._held)
            return []
        events = super().feed(chunk)
        self.forgot = self.forgot and bool(self._held)
        return events

    def open_capture(self, data: str, pos: int) -> Capture:
        capture = super().open_capture(data, pos)
        if self.forgot and pos == 0:
            self.missed = capture
        return capture

    def read_block(self, text: str, capture: Capture) -> list[Event]:
        return [{"text": text}] if capture is self.missed else super().read_block(text, capture)


class Parser(RightParser):
    stream_class = Stream
