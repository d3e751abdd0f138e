"""The wrapper of an older format raises an exception at the end of the text.

Stands for ollama-16383 (a model drifts to `function_invocation`, and gets an error for it). Found by `crash`:
exception.
"""

from tests.fakes.qwen.right import Event, LateStream, RightParser


class Stream(LateStream):
    def change(self, events: list[Event]) -> list[Event]:
        for event in events:
            if "<function_invocation>" in event.get("text", ""):
                message = "element <function_invocation> closed by </parameter>"
                raise ValueError(message)
        return events


class Parser(RightParser):
    stream_class = Stream
