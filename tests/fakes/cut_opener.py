"""An opener that a chunk border cuts is missed: its whole block is shown as text.

Stands for exo-2233 (markers are looked for in single chunks). Found by `split`: call missing.
"""

from tests.fakes.right import Capture, DsmlStream, Event, RightParser


class Stream(DsmlStream):
    missed: Capture | None = None

    def open_capture(self, data: str, pos: int) -> Capture:
        capture = super().open_capture(data, pos)
        # What was held back stands at the front of the data: an opener there began in an earlier chunk.
        if self._held and pos == 0:
            self.missed = capture
        return capture

    def read_block(self, text: str, capture: Capture) -> list[Event]:
        return [{"text": text}] if capture is self.missed else super().read_block(text, capture)


class Parser(RightParser):
    stream_class = Stream
