"""Visible text leaves by whole lines: what stands behind the last line end waits.

Stands for no report of its own: a filter that was made for log files.
Found by `holdback`: plain text held back.
"""

from tests.fakes.right import DsmlStream, Event, RightInBatch


class Stream(DsmlStream):
    line = ""

    def feed(self, chunk: str) -> list[Event]:
        events: list[Event] = []
        for event in super().feed(chunk):
            if "text" in event:
                ready, end, rest = (self.line + event["text"]).rpartition("\n")
                self.line = rest
                events += [{"text": ready + end}] if end else []
            else:
                events += [*self.release(), event]
        return events

    def finish(self) -> list[Event]:
        return [*self.release(), *super().finish()]

    def release(self) -> list[Event]:
        text, self.line = self.line, ""
        return [{"text": text}] if text else []


class Parser(RightInBatch):
    stream_class = Stream
