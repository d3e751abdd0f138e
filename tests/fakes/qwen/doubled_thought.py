"""Long reasoning comes out in a channel of its own, as is declared, and in the visible text, too.

Found by `reasoning`: in two channels.
"""

import re
from typing import Any, ClassVar

from tests.fakes.qwen.right import Event, LateStream, RoutingParser
from tests.fakes.right import Adapter

THOUGHT = re.compile(r"(?s)<think>(.*?)(?:</think>|\Z)")
LONG = 12


class Stream(LateStream):
    def change(self, events: list[Event]) -> list[Event]:
        changed: list[Any] = []
        for event in events:
            if "text" not in event:
                changed.append(event)
                continue
            text, at = event["text"], 0
            for found in THOUGHT.finditer(text):
                changed += [{"text": text[at : found.start()]}, {"reasoning": found[1]}]
                if len(found[1]) > LONG:
                    changed.append({"text": found[1]})
                at = found.end()
            changed.append({"text": text[at:]})
        return [event for event in changed if "call" in event or any(event.values())]


class Parser(RoutingParser):
    policies: ClassVar = {"qwen": {**Adapter.policies["qwen"], "reasoning": "route"}}
    stream_class = Stream
