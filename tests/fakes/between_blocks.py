"""Text between two blocks is lost.

Stands for vllm-40861 (among other things, text between calls is dropped). Found by `text`: text lost.
"""

from tests.fakes.right import DsmlStream, Event, RightParser


class Stream(DsmlStream):
    called = False
    after = ""  # the text since the last call

    def feed(self, chunk: str) -> list[Event]:
        out: list[Event] = []
        for event in super().feed(chunk):
            if "call" in event:
                self.called, self.after = True, ""
                out.append(event)
            elif self.called:
                self.after += event["text"]
            else:
                out.append(event)
        return out

    def flush(self) -> str:
        after, self.after = self.after, ""
        return after + super().flush()


class Parser(RightParser):
    stream_class = Stream
