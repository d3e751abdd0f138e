"""Text that was held back at a chunk border is shown twice.

Stands for vllm-51697 (what was already streamed is sent again). Found by `split`: text added.
"""

from tests.fakes.right import DsmlStream, Event, RightParser


class Stream(DsmlStream):
    def feed(self, chunk: str) -> list[Event]:
        held = self._held if self._capture is None else ""
        events = super().feed(chunk)
        still_held = self._capture is None and self._held.startswith(held)
        return [{"text": held}, *events] if held and not still_held else events


class Parser(RightParser):
    stream_class = Stream
