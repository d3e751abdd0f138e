"""Calls that end what a chunk decides wait for the next chunk, or for the end of the text.

Stands for no report of its own: the loop over what is complete leaves the last one for the next turn.
Found by `flush`: complete call waits for the end.
"""

from tests.fakes.right import DsmlStream, Event, RightInBatch


class Stream(DsmlStream):
    waiting: Event | None = None

    def feed(self, chunk: str) -> list[Event]:
        events = [*self.release(), *super().feed(chunk)]
        if events and "call" in events[-1]:
            self.waiting = events.pop()
        return events

    def finish(self) -> list[Event]:
        return [*self.release(), *super().finish()]

    def release(self) -> list[Event]:
        event, self.waiting = self.waiting, None
        return [event] if event else []


class Parser(RightInBatch):
    stream_class = Stream
