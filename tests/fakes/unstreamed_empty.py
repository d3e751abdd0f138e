"""The deltas of a call leave out values that are empty; the call at the end of the stream has them.

Stands for no report of its own: a library that gives deltas and then the whole call makes each of them in a
place of its own.
Found by `final`: value differs.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tests.fakes.right import DEFAULT, DsmlStream, Policies, ReferenceParser, Result, RightParser


class Stream(DsmlStream):
    """A stream of deltas that states its calls at its end."""

    def __init__(self, policies: Policies = DEFAULT) -> None:
        super().__init__(policies)
        self.final_calls: list[Any] = []

    def feed(self, chunk: str) -> list[Any]:
        return [self.fragment(event) for event in super().feed(chunk)]

    def finish(self) -> list[Any]:
        return [self.fragment(event) for event in super().finish()]

    def fragment(self, event: Any) -> Any:
        if "call" not in event:
            return event
        call = event["call"]
        self.final_calls.append(call)
        filled = {key: value for key, value in call["input"].items() if value != ""}
        place = len(self.final_calls) - 1
        return {"delta": {"index": place, "name": call["name"], "arguments": json.dumps(filled)}}


class Parser(RightParser):
    stream_class = Stream

    def parse(
        self,
        text: str,
        *,
        dialect: str,
        tools: Sequence[object] = (),
        policies: Mapping[str, str] | None = None,
    ) -> Result:
        return ReferenceParser().parse(text, dialect=dialect, tools=tools, policies=policies)
