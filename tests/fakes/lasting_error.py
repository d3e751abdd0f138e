"""After a block in which `parameter` is written one letter short in a tag, no block is read any more.

Stands for vllm-47901 (an error in one call is remembered for ever). Found by `locality`: another call
changed.
"""

import re

from tests.fakes.right import DEFAULT, Capture, DsmlStream, Event, Policies, RightParser

WHOLE = "parameter"
SHORT = sorted({WHOLE[:at] + WHOLE[at + 1 :] for at in range(len(WHOLE))})
NEAR = re.compile(rf"</?(?:\|DSML\|)?(?:{'|'.join(SHORT)})[\s>]", re.ASCII | re.IGNORECASE)


class Stream(DsmlStream):
    def __init__(self, policies: Policies = DEFAULT) -> None:
        super().__init__(policies)
        self.is_broken = False

    def read_block(self, text: str, capture: Capture) -> list[Event]:
        if self.is_broken:
            return [{"text": text}]
        self.is_broken = NEAR.search(text) is not None
        return super().read_block(text, capture)


class Parser(RightParser):
    stream_class = Stream
