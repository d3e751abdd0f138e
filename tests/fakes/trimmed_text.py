"""White space before a call is taken off the visible text, though `space_around_calls` is declared exact.

Stands for vllm-49412 (text next to a call is stripped). Found by `text`: text lost.
"""

from tests.fakes.right import DsmlStream, Event, RightParser


class Stream(DsmlStream):
    space = ""  # white space at the end of the text so far, held back until it is known what follows

    def feed(self, chunk: str) -> list[Event]:
        out: list[Event] = []
        for event in super().feed(chunk):
            if "call" in event:
                self.space = ""
                out.append(event)
                continue
            text = self.space + event["text"]
            kept = text.rstrip()
            self.space = text[len(kept) :]
            if kept:
                out.append({"text": kept})
        return out

    def flush(self) -> str:
        space, self.space = self.space, ""
        return space + super().flush()


class Parser(RightParser):
    stream_class = Stream
