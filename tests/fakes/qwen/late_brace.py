"""The brace that ends the arguments of a call is sent with what follows the call, at the latest at the end.

Stands for no report of its own.
Found by `flush`: complete call waits for the end.
"""

from collections.abc import Iterator
from typing import Any

from tests.fakes.qwen.right import InDeltas, QwenStream, RightInBatch


class Stream(InDeltas, QwenStream):
    owed: Any = None

    def parts(self, event: Any) -> list[Any]:
        return [*self.release(), *super().parts(event)]

    def finish(self) -> list[Any]:
        return [*self.release(), *super().finish()]

    def fragments(self, index: int, name: str, arguments: str) -> Iterator[dict[str, Any]]:
        yield {"index": index, "name": name, "arguments": arguments[:-1]}
        self.owed = {"delta": {"index": index, "arguments": arguments[-1:]}}

    def release(self) -> list[Any]:
        owed, self.owed = self.owed, None
        return [owed] if owed else []


class Parser(RightInBatch):
    stream_class = Stream
