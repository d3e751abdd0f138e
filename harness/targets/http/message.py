"""From the objects of the OpenAI API to events of the protocol, with the rules of openai-python.

That client joins the deltas of a stream by the place that ``index`` names in the list so far. Strings are
joined, names too. An index past the end of the list adds to it, wherever it points: what a server numbers
wrongly, its users see wrongly.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from harness.targets.http.link import Failed, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]


def choice(answer: Any) -> Json | None:
    """Give the choice of a completion or of a chunk; None for a chunk without one, as that of the usage."""
    if not isinstance(answer, dict):
        raise Failed(f"the answer is {_named(answer)}, no object")
    if answer.get("error"):
        raise Failed(f"the answer is an error: {json.dumps(answer['error'])}")
    choices = answer.get("choices")
    if not isinstance(choices, list) or not all(isinstance(one, dict) for one in choices):
        raise Failed("the answer has no list of choices")
    return next((one for one in choices if one.get("index", 0) == 0), None)


def check_end(made: Json) -> bool:
    """Tell that the choice says how it ended. Raises ``Unavailable`` where the server cut it short."""
    if made.get("finish_reason") == "length":
        raise Unavailable(
            "the server cut an answer short (finish_reason is length): raise its limit of tokens"
        )
    return made.get("finish_reason") is not None


def whole(made: Json) -> Json:
    """Give the batch entry of a ``message``."""
    message = _object(made.get("message"), "message")
    said: Json = {"calls": [], "text": _string(message.get("content"), "content")}
    if reasoning := _reasoning(message):
        said["reasoning"] = reasoning
    for call in _list(message.get("tool_calls")):
        function = _object(_object(call, "call").get("function"), "function")
        arguments = _string(function.get("arguments"), "arguments")
        said["calls"].append({"name": _string(function.get("name"), "name"), **_read(arguments)})
    return said


class Assembly:
    """The deltas of one stream, put together."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self._events: list[Json] = []
        self._calls: list[Json] = []  # as openai-python has them, in its order

    def add(self, delta: Json) -> None:
        """Take the next ``delta``. Raises ``Failed`` where openai-python would raise."""
        for kind, said in (
            ("reasoning", _reasoning(delta)),
            ("text", _string(delta.get("content"), "content")),
        ):
            if said:
                self._events.append({kind: said})
        entries = _list(delta.get("tool_calls"))
        if not self._calls:  # the first list is taken as it is
            self._calls = [self._new(entry) for entry in entries]
            return
        for entry in entries:
            place = _object(entry, "call").get("index")
            if not isinstance(place, int):
                raise Failed(f"a delta of a call has the index {place!r}")
            if -len(self._calls) <= place < len(self._calls):
                _accumulate(self._calls[place], entry)
            else:
                self._calls.insert(place, self._new(entry))

    def _new(self, entry: Any) -> Json:
        made: Json = {"function": {}}
        _accumulate(made, _object(entry, "call"))
        self._events.append(made)
        return made

    def events(self) -> Iterator[Json]:
        """Give all events in order, each call at the place of its first delta, in one delta of its own."""
        places = {id(call): place for place, call in enumerate(self._calls)}
        for event in self._events:
            if id(event) not in places:
                yield event
                continue
            function = event["function"]
            members = {key: function[key] for key in ("name", "arguments") if function.get(key) is not None}
            yield {"delta": {"index": places[id(event)], **members}}


def _accumulate(so_far: Json, entry: Json) -> None:
    function = so_far["function"]
    for key, value in _object(entry.get("function") or {}, "function").items():
        if function.get(key) is None:
            function[key] = value
        elif isinstance(value, str) and isinstance(function[key], str):
            function[key] += value


def _read(arguments: str) -> Json:
    """Read arguments as the kit reads those of a stream: what is no JSON object stays as it is."""
    try:
        value = json.loads(arguments or "{}")
        json.dumps(value, allow_nan=False)
    except (ValueError, RecursionError):
        value = None
    return {"input": value} if isinstance(value, dict) else {"arguments_raw": arguments}


def _reasoning(said: Json) -> str:
    """Read the channel of reasoning, which has two names; where a server gives both, they say the same."""
    return _string(said.get("reasoning_content"), "reasoning_content") or _string(
        said.get("reasoning"), "reasoning"
    )


def _string(value: Any, what: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Failed(f"the {what} is {_named(value)}, no string")
    return value


def _object(value: Any, what: str) -> Json:
    if not isinstance(value, dict):
        raise Failed(f"the {what} is {_named(value)}, no object")
    return value


def _list(value: Any) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise Failed(f"tool_calls is {_named(value)}, no list")
    return value


def _named(value: Any) -> str:
    return f"{json.dumps(value)[:80]} ({type(value).__name__})"
