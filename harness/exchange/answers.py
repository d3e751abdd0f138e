"""Answers of others as expectations: in order, and under the answers to policies that they hang on.

What others write down is what *their* parser is to give. Where the project has a policy for a question
(SEMANTICS section 3), their answer to it is put into ``when``: a parser that declares another one is not held
to theirs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import UNSET

from harness.dialects import by_name
from harness.dialects.qwen.grammar import ENDS_VALUE
from harness.exchange.placing import Placed, place
from harness.fixtures.fixture import Expectation
from harness.fixtures.promotion import joined
from harness.model import Event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.model import Call, Tool

_VALUE = re.compile(r"<parameter=[^>\n]+>")
_ENTITY = re.compile(r"&(?:#x?[0-9a-f]+|[a-z]+);", re.IGNORECASE)
_THOUGHT = re.compile(r"\s*<think>(.*?)</think>", re.DOTALL)


def due(
    source: tuple[str, str, Sequence[Tool]],
    visible: str,
    calls: Sequence[Call],
    *,
    reasoning: str | None = "",
    cut: bool = False,
) -> tuple[Expectation, ...] | str:
    """Make the expectations of one answer, or say in a phrase why its order is not known.

    ``source`` is dialect, text and tools. ``reasoning`` is what the others give as reasoning: they take it
    out of the text, and here it is text (policy ``reasoning`` *ignore*); ``None`` where they drop it
    without a word. Of a text that was ``cut`` off, a call that is still open may be dropped (``truncated``
    *drop*).
    """
    dialect, text, _ = source
    grammar = by_name(dialect)
    told = ""
    heads = [text]
    if cut:
        heads += [text[: found.start()] for found in grammar.grammar.opens.finditer(text)]
    for head in heads:
        for shown, thought in _shown(head, visible, reasoning):
            made = place(head, grammar, shown, calls)
            if isinstance(made, Placed):
                when = relied(source, made, calls) | ({"reasoning": "ignore"} if thought else {})
                when |= {"truncated": "drop"} if head is not text else {}
                return _both(source, made.events, when)
            told = told or made
    if not visible.strip() and calls and not reasoning:
        # All of the text is taken for calls, in tags that are none here.
        return (expectation(source, tuple(Event(call=call) for call in calls), relied(source, None, calls)),)
    return told


def expectation(
    source: tuple[str, str, Sequence[Tool]], events: Sequence[Event], when: dict[str, str]
) -> Expectation:
    """Make an expectation; the flag follows from the text and the calls (D14, Q12)."""
    dialect, text, _ = source
    calls = [event.call for event in events if event.call is not UNSET]
    saw = by_name(dialect).saw_tool_syntax(text, calls)
    return Expectation(dict(sorted(when.items())), joined(events), saw)


def relied(
    source: tuple[str, str, Sequence[Tool]], made: Placed | None, calls: Sequence[Call]
) -> dict[str, str]:
    """Say which answers to policies stand in an answer of others.

    Values that are no strings have their types from a schema in ``qwen``, and in ``dsml`` too, where by the
    page a scalar is a string. A block of ``qwen`` whose last value nothing ends (Q5) is open to the end of
    the text: who makes a call of it recovers one that was cut off.
    """
    dialect, text, tools = source
    values = [value for call in calls for value in call.input.values()]
    when = {}
    if any(value is None or isinstance(value, bool | int | float) for value in values):
        when["scalars"] = "schema"
    if dialect == "qwen" and any(isinstance(value, dict | list) for value in values):
        when["structure"] = "schema"
    if dialect == "qwen" and any(isinstance(value, str) and _ENTITY.search(value) for value in values):
        when["entities"] = "literal"
    if tools and {call.name for call in calls} - {tool.name for tool in tools}:
        when["unknown_tools"] = "forward"
    if made and made.bare:
        when["missing_opener"] = "repair"
    if made and dialect == "qwen" and any(_stays_open(text, *span) for span in made.spans):
        when["truncated"] = "recover"
    if made and made.behind:
        when["text_after_call"] = "keep"
    return when


def _stays_open(text: str, start: int, end: int) -> bool:
    begun = [found.end() for found in _VALUE.finditer(text, start, end)]
    return bool(begun) and ENDS_VALUE.search(text, begun[-1]) is None


def _shown(text: str, visible: str, reasoning: str | None) -> list[tuple[str, bool]]:
    """Give the texts that may be visible where reasoning is text, and whether there is reasoning in them."""
    thought = reasoning or ""
    shown = [] if thought else [(visible, False)]
    if reasoning is None:
        found = _THOUGHT.match(text)
        return [*shown, (f"{found[0]}{visible}", True)] if found else shown
    if "</think>" in text or thought:
        shown += [
            (f"<think>{thought}</think>{visible}", True),
            (f"{thought}</think>{visible}", True),
            (f"{thought}{visible}", True),
        ]
    return shown


def _both(
    source: tuple[str, str, Sequence[Tool]], events: tuple[Event, ...], when: dict[str, str]
) -> tuple[Expectation, ...]:
    """Add what is due where reasoning has a channel of its own, if the text opens and closes it."""
    first = events[0].text if events else UNSET
    found = _THOUGHT.match(first) if isinstance(first, str) and when.get("reasoning") == "ignore" else None
    if found is None or found[0].lstrip() != found[0] or not isinstance(first, str):
        return (expectation(source, events, when),)
    routed = [Event(reasoning=found[1]), Event(text=first[found.end() :]), *events[1:]]
    return (
        expectation(source, events, when),
        expectation(source, routed, when | {"reasoning": "route"}),
    )
