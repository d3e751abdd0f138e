"""In the stream, calls behind the end of reasoning are shown as text.

Stands for vllm-mlx-163 (with a reasoning parser on, the stream never reaches the tool parser). Batch is
right. Found by `parity`: call missing.
"""

from tests.fakes.qwen.right import Capture, Event, QwenStream, RightInBatch


class Stream(QwenStream):
    shown = ""  # visible text, up to the last chunk
    passed = ""  # and of this one

    def feed(self, chunk: str) -> list[Event]:
        events = super().feed(chunk)
        self.shown += "".join(event["text"] for event in events if "text" in event)
        self.passed = ""
        return events

    def find_opener(self, data: str, pos: int) -> tuple[int, bool]:
        at, found = super().find_opener(data, pos)
        self.passed += data[pos:at]
        return at, found

    def give_up(self, capture: Capture) -> list[Event]:
        self.passed += capture.text()
        return super().give_up(capture)

    def read_block(self, capture: Capture) -> list[Event]:
        thought = "</think>" in self.shown + self.passed
        return [{"text": capture.text()}] if thought else super().read_block(capture)


class Parser(RightInBatch):
    stream_class = Stream
