"""The end tag of reasoning is eaten where no start tag of it was written before and something comes behind
it.

Stands for vllm-51679 (without a reasoning parser, the tool parser consumes the closer of reasoning).
Found by `text`: text lost.
"""

from tests.fakes.qwen.right import Event, LateStream, RightParser


class Stream(LateStream):
    def change(self, events: list[Event]) -> list[Event]:
        for event in events:
            if "text" not in event:
                continue
            front, tag, behind = event["text"].partition("</think>")
            if "<think>" in front:
                break
            if tag and (behind.strip() or event is not events[-1]):
                event["text"] = front + behind
                break
        return events


class Parser(RightParser):
    stream_class = Stream
