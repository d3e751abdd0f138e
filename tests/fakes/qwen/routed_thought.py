"""Reasoning between its tags goes to a channel of its own, though it is declared to be ignored.

Found by `reasoning`: ignored reasoning is routed.
"""

import re
from typing import Any

from tests.fakes.qwen.right import Event, LateStream, RoutingParser

THOUGHT = re.compile(r"(?s)<think>(.+?)</think>(?=\s*\w)")


class Stream(LateStream):
    def change(self, events: list[Event]) -> list[Event]:
        changed: list[Any] = []
        for event in events:
            found = THOUGHT.search(event.get("text", ""))
            if not found or "text" not in event:
                changed.append(event)
                continue
            text = event["text"]
            parts = [("text", text[: found.start()]), ("reasoning", found[1]), ("text", text[found.end() :])]
            changed += [{name: part} for name, part in parts if part]
        return changed


class Parser(RoutingParser):
    stream_class = Stream
