"""A text in which one block follows another on the next line raises an exception at its end.

Stands for llamacpp-22878 (the last parse of two adjacent calls fails). Found by `crash`: exception.
"""

from tests.fakes.qwen.right import Event, LateStream, RightParser


class Stream(LateStream):
    def change(self, events: list[Event]) -> list[Event]:
        for one, two, three in zip(events, events[1:], events[2:], strict=False):
            if "call" in one and two.get("text") == "\n" and "call" in three:
                message = "the text does not match the expected format"
                raise ValueError(message)
        return events


class Parser(RightParser):
    stream_class = Stream
