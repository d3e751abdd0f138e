"""From a `<` on, visible text is held until a `>` comes: it may be a tag.

Stands for no report of its own: a comparison in prose stops the text for long.
Found by `holdback`: plain text held back.
"""

from tests.fakes.qwen.right import Event, QwenStream, RightInBatch


class Stream(QwenStream):
    held = ""

    def feed(self, chunk: str) -> list[Event]:
        events: list[Event] = []
        for event in super().feed(chunk):
            if "text" not in event:
                events += [*self.release(), event]
                continue
            text = self.held + event["text"]
            start = text.rfind("<")
            cut = start if start >= 0 and ">" not in text[start:] else len(text)
            self.held = text[cut:]
            events += [{"text": text[:cut]}] if cut else []
        return events

    def finish(self) -> list[Event]:
        return [*self.release(), *super().finish()]

    def release(self) -> list[Event]:
        text, self.held = self.held, ""
        return [{"text": text}] if text else []


class Parser(RightInBatch):
    stream_class = Stream
