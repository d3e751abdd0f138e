"""A block longer than its buffer is shown as text. The buffer holds 128 characters.

Stands for vllm-37184 (a hard limit on the tool section, there 8 KB). Found by `truth`: call missing.
"""

from tests.fakes.right import Capture, DsmlStream, Event, RightParser

LONGEST = 128


class Stream(DsmlStream):
    def read_block(self, text: str, capture: Capture) -> list[Event]:
        return [{"text": text}] if len(text) > LONGEST else super().read_block(text, capture)


class Parser(RightParser):
    stream_class = Stream
