"""A text that stops right before the `>` of a block's end tag has the block's call reported.

It does so where that is the second call of the text, and has one argument.

Stands for vllm-47137 (what is cut within a closer is taken for complete). Found by `truncation`: open call
reported.
"""

import copy

from tests.fakes.right import DEFAULT, DsmlStream, Event, Policies, RightParser

ENDS = ("</tool_calls", "</|dsml|tool_calls")


class Stream(DsmlStream):
    def __init__(self, policies: Policies = DEFAULT) -> None:
        super().__init__(policies)
        self.calls = 0

    def feed(self, chunk: str) -> list[Event]:
        events = super().feed(chunk)
        self.calls += sum("call" in event for event in events)
        return events

    def finish(self) -> list[Event]:
        if self.calls == 1 and self._capture is not None and self._held.lower() in ENDS:
            events = copy.deepcopy(self).advance(self._held + ">")
            if len(events) == 1 and "call" in events[0] and len(events[0]["call"]["input"]) == 1:
                self._capture, self._held = None, ""
                return events
        return super().finish()


class Parser(RightParser):
    stream_class = Stream
