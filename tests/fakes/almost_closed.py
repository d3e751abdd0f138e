"""A text that stops right before the `>` of a block's end tag has the block's calls reported.

It does so where the block has two calls or more, and another call came before.

Stands for vllm-47137 (what is cut within a closer is taken for complete). Found by `truncation`: open call
reported.
"""

import copy

from tests.fakes.right import DEFAULT, DsmlStream, Event, Policies, RightParser

ENDS = ("</tool_calls", "</|dsml|tool_calls")


class Stream(DsmlStream):
    def __init__(self, policies: Policies = DEFAULT) -> None:
        super().__init__(policies)
        self.has_called = False

    def feed(self, chunk: str) -> list[Event]:
        events = super().feed(chunk)
        self.has_called = self.has_called or any("call" in event for event in events)
        return events

    def finish(self) -> list[Event]:
        if self.has_called and self._capture is not None and self._held.lower() in ENDS:
            events = copy.deepcopy(self).advance(self._held + ">")
            if sum("call" in event for event in events) > 1:
                self._capture, self._held = None, ""
                return events
        return super().finish()


class Parser(RightParser):
    stream_class = Stream
