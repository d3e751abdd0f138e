"""Making a conversation small that shows a loss: the choices first, then the conversation itself.

The first shrinker is that of campaigns (``harness.shrink``) and needs the choices a conversation was drawn
from. The second deletes and shortens any conversation, one from a file too, as long as the same loss is left:
the same side, the same kind, for a parser the same target. What is taken is always smaller, so it ends.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from msgspec import structs

from harness.generate.source import Recording, Replay
from harness.model import Call, Case, Tool, Violation
from harness.roundtrip.drawing import draw
from harness.roundtrip.renderer import Refused
from harness.shrink import Budget, Choices
from harness.shrink.choices import shrink_choices

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.roundtrip.conversation import Conversation
    from harness.roundtrip.trip import Back, Ready, Trip
    from harness.roundtrip.verdict import Loss

_CALLS, _AT_ONCE = 3_000, 32
_SECONDS, _SECONDS_OF_ENDS = (
    300.0,
    60.0,
)  # the second where each run may cost a child, or its whole time limit
_PLAIN = "a"


class Shrinking:
    """One shrink: what it begins with, and the smallest so far."""

    def __init__(self, trip: Trip, start: Back, loss: Loss) -> None:
        """Begin with a conversation that shows the loss."""
        self._trip = trip
        self._loss = loss
        # The engine asks about cases; what they are cases of stands here, by their ids.
        self._known: dict[str, Ready] = {start.ready.case.id: start.ready}
        self._numbers = itertools.count()
        # One at a time where each of them may cost a child.
        ends = loss.kind.startswith("no answer: ")
        self._budget = Budget(
            self._ask,
            calls=_CALLS,
            seconds=_SECONDS_OF_ENDS if ends else _SECONDS,
            at_once=1 if ends else _AT_ONCE,
        )
        self.best = start.ready

    def run(self, choices: Choices | None) -> tuple[Ready, str]:
        """Make it small; give what is left and how the shrink ended."""
        if choices is not None:
            found = (self.best.case, self._violation(self._loss))
            _, case, _ = shrink_choices(choices, found, self._redrawn, self._budget)
            if self._known[case.id].conversation.size <= self.best.conversation.size:
                self.best = self._known[case.id]
        while not self._budget.exhausted() and self._improve():
            pass
        return self.best, self._budget.verdict()

    def _improve(self) -> bool:
        """Take the first smaller conversation that shows the loss still."""
        found = self._budget.first(self._smaller())
        if found is None:
            return False
        self.best = self._known[found[1].id]
        self._known = {self.best.case.id: self.best}
        return True

    def _smaller(self) -> Iterator[Case]:
        rank = _rank(self.best.conversation)
        for candidate in smaller(self.best.conversation):
            if _rank(candidate) < rank:
                case = self._case(candidate)
                if case is not None:
                    yield case

    def _redrawn(self, choices: Choices) -> tuple[Case, Choices]:
        source = Recording(Replay(choices))
        conversation = draw(source)
        case = self._case(conversation)
        # One that the template refuses is asked about, too, and shows nothing.
        return case or Case("refused", self.best.case.dialect, ""), tuple(source.choices)

    def _case(self, conversation: Conversation) -> Case | None:
        ready = self._trip.there(conversation, f"smaller:{next(self._numbers)}")
        if isinstance(ready, Refused):
            return None
        self._known[ready.case.id] = ready
        return ready.case

    def _ask(self, cases: Sequence[Case]) -> list[Violation | None]:
        asked = [self._known[case.id] for case in cases if case.id in self._known]
        found = {back.ready.case.id: self._same(back) for back in self._trip.back(asked)}
        return [found.get(case.id) for case in cases]

    def _same(self, back: Back) -> Violation | None:
        same = next((loss for loss in back.losses if loss.signature == self._loss.signature), None)
        return None if same is None else self._violation(same)

    def _violation(self, loss: Loss) -> Violation:
        return Violation("roundtrip", (loss.target,), loss.kind, loss.why)


def _rank(conversation: Conversation) -> tuple[int, int]:
    """Size first; then how many characters of the turn are not as plain as can be."""
    return conversation.size, _unplain([conversation.text, [call.input for call in conversation.calls]])


def _unplain(value: Any) -> int:
    if isinstance(value, str):
        return len(value) - value.count(_PLAIN)
    if isinstance(value, dict):
        return sum(_unplain(key) + _unplain(member) for key, member in value.items())
    return sum(map(_unplain, value)) if isinstance(value, list) else 0


def smaller(conversation: Conversation) -> Iterator[Conversation]:
    """Give simpler conversations, the largest steps first."""

    def but(**changes: Any) -> Conversation:
        return structs.replace(conversation, **changes)

    calls, tools, before = conversation.calls, conversation.tools, conversation.before
    yield from (but(calls=calls[:i] + calls[i + 1 :]) for i in range(len(calls)))
    yield from (but(text=text) for text in _strings(conversation.text))
    if tools:
        yield but(tools=())
    yield from (but(tools=tools[:i] + tools[i + 1 :]) for i in range(len(tools)))
    last_user = next((m for m in reversed(before) if m["role"] == "user"), None)
    yield but(before=({"role": "user", "content": _PLAIN},), more={})
    if last_user is not None:
        yield but(before=(last_user,))
    yield from (but(before=before[:i] + before[i + 1 :]) for i in range(len(before)))
    yield from (but(more={}) for _ in conversation.more)
    for i, call in enumerate(calls):
        for name in filter(None, _strings(call.name)):
            renamed = tuple(
                structs.replace(tool, name=name) if tool.name == call.name else tool for tool in tools
            )
            yield but(calls=(*calls[:i], Call(name, call.input), *calls[i + 1 :]), tools=renamed)
        for arguments in _objects(call.input):
            yield but(calls=(*calls[:i], Call(call.name, arguments), *calls[i + 1 :]))
        for old, new, arguments in _rekeyed(call.input):
            renamed = tuple(_rekey(tool, old, new) if tool.name == call.name else tool for tool in tools)
            yield but(calls=(*calls[:i], Call(call.name, arguments), *calls[i + 1 :]), tools=renamed)
    for i, tool in enumerate(tools):
        yield from (but(tools=(*tools[:i], less, *tools[i + 1 :])) for less in _plainer(tool))


def _plainer(tool: Tool) -> Iterator[Tool]:
    yield structs.replace(tool, description="")
    yield structs.replace(tool, parameters={})
    for parameters in _objects(tool.parameters):
        yield structs.replace(tool, parameters=parameters)


def _rekeyed(arguments: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for old in arguments:
        for new in _strings(old):
            if new and new not in arguments:
                yield old, new, {new if key == old else key: value for key, value in arguments.items()}


def _rekey(tool: Tool, old: str, new: str) -> Tool:
    properties = tool.parameters.get("properties")
    if not isinstance(properties, dict):
        return tool
    renamed = {new if key == old else key: schema for key, schema in properties.items()}
    return structs.replace(tool, parameters={**tool.parameters, "properties": renamed})


def _objects(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for key in value:
        yield {k: v for k, v in value.items() if k != key}
    for key, member in value.items():
        yield from ({**value, key: less} for less in _values(member))


def _values(value: Any) -> Iterator[Any]:
    if isinstance(value, str):
        yield from _strings(value)
    elif isinstance(value, dict):
        yield from value.values()
        yield from _objects(value)
    elif isinstance(value, list):
        yield from value
        yield from (value[:i] + value[i + 1 :] for i in range(len(value)))
        for i, item in enumerate(value):
            yield from ([*value[:i], less, *value[i + 1 :]] for less in _values(item))
    elif isinstance(value, int | float) and not isinstance(value, bool) and value not in {0, 1}:
        yield 0
        yield 1


def _strings(text: str) -> Iterator[str]:
    """Give shorter texts: none, one letter, without runs; then plainer ones."""
    if not text:
        return
    yield ""
    yield _PLAIN
    size = len(text) // 2
    while size:
        yield from (text[:at] + text[at + size :] for at in range(0, len(text), size))
        size //= 2
    yield from (text[:i] + _PLAIN + text[i + 1 :] for i, letter in enumerate(text) if letter != _PLAIN)
