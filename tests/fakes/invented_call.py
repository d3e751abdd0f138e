"""The mere mention of an invoke tag in prose becomes a call without arguments, at the end of the text.

Stands for glm-free-api-35 (calls without any envelope are recovered out of examples in prose). Found by
`fabrication`: call extra.
"""

from tests.fakes.right import DEFAULT, Capture, DsmlStream, Event, Policies, RightParser


class Stream(DsmlStream):
    def __init__(self, policies: Policies = DEFAULT) -> None:
        super().__init__(policies)
        self.mentions: list[Capture] = []  # without a wrapper, and no block so far

    def open_capture(self, data: str, pos: int) -> Capture:
        capture = super().open_capture(data, pos)
        if capture.is_bare:
            self.mentions.append(capture)
        return capture

    def read_block(self, text: str, capture: Capture) -> list[Event]:
        self.mentions = [mention for mention in self.mentions if mention is not capture]
        return super().read_block(text, capture)

    def finish(self) -> list[Event]:
        events = super().finish()
        for capture in self.mentions:
            name = self.reader.read_name(capture.text(), capture.tags[0]) if capture.tags else None
            if name:
                events.append({"call": {"name": name, "input": {}}})
        self.mentions = []
        return events


class Parser(RightParser):
    stream_class = Stream
