"""The stream gives an empty string for the input of a call without parameters. Batch gives an empty object.

Stands for trtllm-19228 (such a call ends with arguments '' in streaming and {} in batch). Found by `crash`:
value.
"""

from tests.fakes.qwen.right import Capture, Event, QwenStream, RightInBatch


class Stream(QwenStream):
    def read_block(self, capture: Capture) -> list[Event]:
        events = super().read_block(capture)
        for event in events:
            if "call" in event and not event["call"]["input"]:
                event["call"]["input"] = ""  # that is the fault
        return events


class Parser(RightInBatch):
    stream_class = Stream
