"""A block that follows another directly, or after white space, gives its arguments to the call before it.

It does so where all arguments of that call are text.

Stands for sglang-34925 (a second call donates its parameters to the first and disappears). Found by
`truth`: call missing.
"""

from tests.fakes.right import DEFAULT, CallEvent, Capture, DsmlStream, Event, Policies, RightParser


class Stream(DsmlStream):
    emission = "end"  # a call waits for what follows it

    def __init__(self, policies: Policies = DEFAULT) -> None:
        super().__init__(policies)
        self.firsts: list[Event] = []  # what each block began with
        self.held: list[Event] = []  # the last call, and the white space after it

    def read_block(self, text: str, capture: Capture) -> list[Event]:
        events = super().read_block(text, capture)
        self.firsts.append(events[0])
        return events

    def feed(self, chunk: str) -> list[Event]:
        out: list[Event] = []
        for event in super().feed(chunk):
            call = self.held[0] if self.held else None
            if call and "text" in event and event["text"].isspace():
                self.held.append(event)
            elif call and "call" in call and "call" in event and self.joins(call, event):
                call["call"]["input"].update(event["call"]["input"])
                self.held = [call]
            elif "call" in event:
                out += self.held
                self.held = [event]
            else:
                out += [*self.held, event]
                self.held = []
        return out

    def joins(self, call: CallEvent, event: CallEvent) -> bool:
        began = any(event is first for first in self.firsts)
        return began and all(isinstance(value, str) for value in call["call"]["input"].values())

    def finish(self) -> list[Event]:
        held, self.held = self.held, []
        return held + super().finish()


class Parser(RightParser):
    stream_class = Stream
