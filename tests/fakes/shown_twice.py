"""The markup of a block in the canonical style goes out as text, and then its calls come, too.

Stands for inferencer-295 (the XML is shown as content and afterwards there is the structured call as well).
Found by `leak`: markup in the text.
"""

from tests.fakes.right import Capture, DsmlStream, Event, RightParser


class Stream(DsmlStream):
    def read_block(self, text: str, capture: Capture) -> list[Event]:
        events = super().read_block(text, capture)
        return [{"text": text}, *events] if "call" in events[0] and text[1] != "|" else events


class Parser(RightParser):
    stream_class = Stream
