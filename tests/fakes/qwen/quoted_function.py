"""The start tag of a function between backticks becomes a call, at the end of the text.

Stands for qwen38-dgx-29 (a documented function header becomes a phantom call). Found by `fabrication`: call
extra.
"""

import re

from tests.fakes.qwen.right import Event, LateStream, RightParser

QUOTED = re.compile(r"`(?:<tool_call>)?<function=(\w+)>")


class Stream(LateStream):
    def change(self, events: list[Event]) -> list[Event]:
        text = "\n".join(event["text"] for event in events if "text" in event)
        return [*events, *[{"call": {"name": name, "input": {}}} for name in QUOTED.findall(text)]]


class Parser(RightParser):
    stream_class = Stream
