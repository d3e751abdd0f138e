"""A conversation up to one assistant turn, and the messages that a template gets of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from harness.model import Call, Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

Message = dict[str, Any]


class Conversation(Struct, frozen=True):
    """What goes into the template. The turn is the last message; all before it is its context."""

    before: tuple[Message, ...]
    text: str
    calls: tuple[Call, ...]
    tools: tuple[Tool, ...] = ()
    # Other members of the turn's message, such as reasoning_content.
    more: dict[str, Any] = {}

    def messages(self) -> list[Message]:
        """Give the messages, the turn included."""
        return [*self.before, turn(self.text, self.calls, self.more)]

    def declared(self) -> list[dict[str, Any]] | None:
        """Give the tools in the form of the API; None where there are none, as transformers does."""
        return [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters,
                },
            }
            for tool in self.tools
        ] or None

    def said(self) -> dict[str, Any]:
        """Give it as JSON that ``--conversations`` reads."""
        return {"messages": self.messages(), "tools": self.declared() or []}

    @property
    def size(self) -> int:
        """How large it is: bytes of JSON."""
        return len(msgspec.json.encode([self.before, self.text, self.calls, self.tools, self.more]))


def turn(text: str, calls: Sequence[Call], more: dict[str, Any]) -> Message:
    """Write an assistant turn. Arguments are a mapping: that is what templates ask for."""
    message: Message = {"role": "assistant", **more, "content": text}
    if calls:
        message["tool_calls"] = [
            # Some templates want an id, of nine letters and digits.
            {
                "type": "function",
                "id": f"call{number:05}",
                "function": {"name": call.name, "arguments": call.input},
            }
            for number, call in enumerate(calls, 1)
        ]
    return message
