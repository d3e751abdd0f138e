"""Cutting the assistant's turn out of a rendering, whatever the template writes around it.

Nothing is known of the template's tags. The same conversation is rendered with a word in place of the
turn's text that occurs nowhere else: what stands before the word is the head of a turn (role, empty
reasoning), and what stands after it is the end. A generation prompt is of no use for that: many templates
write another one than they write for turns that are over.

A rendering that does not begin or end like that is cut where it parts from the head, back to the last tag
or white space, and keeps what stands at its end. Such a cut is not *sure*: the text in it is not compared.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, structs

from harness.errors import UsageError
from harness.model import Call
from harness.roundtrip.renderer import Refused

if TYPE_CHECKING:
    from harness.roundtrip.conversation import Conversation
    from harness.roundtrip.renderer import Renderer

_WORD = "qjxtextword"  # no template has anything to do with it
_NAME = "qjxcallname"
_BORDER = re.compile(r"[\s>\]]")


class Frame(Struct, frozen=True):
    """What the template writes around the text of a turn."""

    head: str
    tail: str
    # What it writes between text and a call; None where it drops the text, or writes it behind the call.
    gap: str | None


class Turn(Struct, frozen=True):
    """What the model would have written, as far as it can be told."""

    text: str
    sure: bool  # it is cut exactly
    gap: str | None  # of the frame

    def begins(self, text: str, *, calls: bool) -> bool | None:
        """Tell whether this text is written in front, exactly. None where nobody can tell."""
        if not self.sure or (calls and text and self.gap is None):
            return None
        if not calls:
            return self.text == text
        return self.text.startswith(text + (self.gap or "")) if text else True


class Cutter:
    """Cuts turns out of what one template renders."""

    def __init__(self, renderer: Renderer) -> None:
        """Keep the renderer; frames are learned as they are needed."""
        self._renderer = renderer
        self._known: dict[bytes, Frame | Refused] = {}

    def turn(self, conversation: Conversation) -> Turn | Refused:
        """Render a conversation and cut out its last turn.

        Raises ``UsageError`` where the template shows no text of turns: then nothing can be told apart.
        """
        rendered = self._render(conversation)
        if isinstance(rendered, Refused):
            return rendered
        frame = self._frame(conversation)
        if isinstance(frame, Refused):
            return frame
        return cut(rendered, frame)

    def spot(self, conversation: Conversation, number: int, key: str) -> str | None:
        """Say what the template wrote for an argument that is a text. None where that can't be seen.

        The same turn is rendered with another word for the argument; what stands around the word there
        stands around the argument here.
        """
        call = conversation.calls[number]
        marked = Call(call.name, {**call.input, key: _WORD})
        calls = (*conversation.calls[:number], marked, *conversation.calls[number + 1 :])
        here, there = self._render(conversation), self._render(structs.replace(conversation, calls=calls))
        if isinstance(here, Refused) or isinstance(there, Refused) or there.count(_WORD) != 1:
            return None
        head, _, tail = there.partition(_WORD)
        if len(here) < len(head) + len(tail) or not (here.startswith(head) and here.endswith(tail)):
            return None
        return here[len(head) : len(here) - len(tail)]

    def _render(self, conversation: Conversation) -> str | Refused:
        return self._renderer.render(conversation.messages(), conversation.declared())

    def _frame(self, conversation: Conversation) -> Frame | Refused:
        """Learn the frame of a context. It depends on all that stands before, declared tools included."""
        key = msgspec.json.encode([conversation.before, conversation.tools, conversation.more])
        if key not in self._known:
            if len(self._known) > 1_000:
                self._known.clear()
            self._known[key] = self._learned(conversation)
        return self._known[key]

    def _learned(self, conversation: Conversation) -> Frame | Refused:
        plain = structs.replace(conversation, text=_WORD, calls=())
        alone = self._render(plain)
        if isinstance(alone, Refused):
            return alone
        if alone.count(_WORD) != 1:
            raise UsageError(
                f"{self._renderer.template.name}: it writes the text of an assistant turn "
                f"{alone.count(_WORD)} times, so the turn can't be cut out",
                hint="a turn is a message with role assistant and a text as content",
            )
        head, _, tail = alone.partition(_WORD)
        both = self._render(structs.replace(plain, calls=(Call(_NAME, {}),)))
        return Frame(head, tail, None if isinstance(both, Refused) else _gap(both))


def _gap(rendered: str) -> str | None:
    """Find the white space that a template puts between the text and the first call."""
    before, word, after = rendered.partition(_WORD)
    if not word or _NAME in before or _NAME not in after:
        return None
    return after[: len(after) - len(after.lstrip())]


def cut(rendered: str, frame: Frame) -> Turn:
    """Cut a turn out of a rendering."""
    start, sure = len(frame.head), True
    if not rendered.startswith(frame.head):
        pairs = enumerate(zip(rendered, frame.head, strict=False))
        start = next((i for i, (a, b) in pairs if a != b), min(len(rendered), len(frame.head)))
        sure = False
        while start and not _BORDER.match(rendered[start - 1]):
            start -= 1
    # White space behind the text may stand between text and calls, if there are any.
    tail = frame.tail if rendered.endswith(frame.tail) else frame.tail.lstrip()
    end = len(rendered) - len(tail)
    if end < start or not rendered.endswith(tail):
        end, sure = len(rendered), False
    return Turn(rendered[start:end], sure, frame.gap)
