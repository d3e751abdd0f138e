"""A `<` before a blank is dropped from the visible text.

Stands for ollama-12380 (a `<` without a name after it is not what was expected). Found by `text`: text lost.
"""

import re

from tests.fakes.right import DsmlStream, Event, RightParser

LONE = re.compile(r"<(?=[ \t\r\n])")


class Stream(DsmlStream):
    bracket = ""  # at the end of the text so far: what follows decides

    def feed(self, chunk: str) -> list[Event]:
        return self.without(super().feed(chunk))

    def finish(self) -> list[Event]:
        events = self.without(super().finish())
        bracket, self.bracket = self.bracket, ""
        return [*events, {"text": bracket}] if bracket else events

    def without(self, events: list[Event]) -> list[Event]:
        out: list[Event] = []
        for event in events:
            text = self.bracket + event.get("text", "")
            self.bracket = "<" if "text" in event and text.endswith("<") else ""
            out.append({"text": LONE.sub("", text.removesuffix(self.bracket))})
            if "call" in event:
                out.append(event)
        return [event for event in out if event.get("text") != ""]


class Parser(RightParser):
    stream_class = Stream
