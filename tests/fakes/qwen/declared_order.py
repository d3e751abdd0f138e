"""A first call whose parameters come in another order than they are declared in makes its block text.

Stands for llamacpp-27363 (parameters out of order make an answer without calls, in silence).
Found by `truth`: call missing.
"""

from collections.abc import Sequence
from typing import Any

from tests.fakes.qwen.right import Capture, Event, QwenStream, RightParser


class Stream(QwenStream):
    def __init__(self, tools: Sequence[Any] = ()) -> None:
        super().__init__(tools)
        schemas = {tool["name"]: tool.get("parameters") or {} for tool in tools}
        self.orders = {name: list(schema.get("properties", ())) for name, schema in schemas.items()}
        self.first = True

    def read_block(self, capture: Capture) -> list[Event]:
        function, first = capture.functions[0], self.first
        self.first = False
        order = self.orders.get(function.name, [])
        keys = dict.fromkeys(given.key for given in function.parameters)  # where each stands first
        places = [order.index(key) for key in keys if key in order]
        if first and places != sorted(places):
            return [{"text": capture.text()}]
        return super().read_block(capture)


class Parser(RightParser):
    stream_class = Stream
