"""Events: what a stream gives, and the calls in them."""

from typing import TypeAlias, TypedDict, final

from toolcall_reference.strict_json import Json


class Call(TypedDict):
    """One tool call."""

    name: str
    input: dict[str, Json]


@final
class TextEvent(TypedDict):
    """Visible text."""

    text: str


@final
class CallEvent(TypedDict):
    """A complete call."""

    call: Call


Event: TypeAlias = TextEvent | CallEvent
