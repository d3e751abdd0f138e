"""The text in what an OpenAI-compatible server streamed: one chunk object after the other goes in.

What holds no text is passed over where it is harmless and told where somebody could miss it. What would make
another text of it is an error: calls that the server has already taken out, two streams in one file.
"""

from __future__ import annotations

from typing import Any

from harness.errors import UsageError

_SHOWN = 200  # characters of what a server said about its error
_PARSED = ("tool_calls", "function_call")
_REASONING = ("reasoning_content", "reasoning")
_ONE = "keep the lines of one stream in the file"


class Deltas:
    """What was read so far of one stream."""

    def __init__(self, *, quotes: bool = True) -> None:
        """Begin with nothing. Without ``quotes`` no message repeats what the server said about an error."""
        self._quotes = quotes
        self.chunks: list[str] = []
        self._ids: dict[str, tuple[int, str]] = {}  # how often each was seen, and where first
        self._done = False
        self._half = ""  # the first half of a surrogate pair, which the next chunk completes
        self._failed = ""
        self._reasoning = 0
        self._others: set[int] = set()
        self._events: dict[str, int] = {}  # named ones that hold no chunk
        self._more: list[str] = []

    def done(self) -> None:
        """Take the end, ``[DONE]``."""
        self._done = True

    def take(self, chunk: Any, place: str, *, name: str = "") -> None:
        """Take one chunk object that stands at ``place``, of an event that may have a name.

        Raises ``UsageError``.
        """
        if not isinstance(chunk, dict):
            raise UsageError(f"{place} is JSON, but no chunk of a stream: it is no object")
        if chunk.get("error") or chunk.get("object") == "error":
            self._fail(chunk, place)
            return
        choices = chunk.get("choices")
        if not isinstance(choices, list):
            if name and name != "message":
                self._events[name] = self._events.get(name, 0) + 1
                return
            raise UsageError(
                f"{place} is JSON, but no chunk of a stream: it has no list choices",
                hint="chunks of chat completions and of completions are read, and no others",
            )
        if self._done:
            raise UsageError(f"{place}: a second stream begins behind the end of the first", hint=_ONE)
        self._count(chunk.get("id"), place)
        for number, choice in enumerate(choices):
            if not isinstance(choice, dict):
                raise UsageError(f"{place}: choice {number} is no object")
            index = choice.get("index", number)
            if index == 0:
                self._choice(choice, place)
            elif isinstance(index, int):
                self._others.add(index)

    def note(self, told: str) -> None:
        """Remember something that the user has to know."""
        self._more.append(told)

    def end(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Give the chunks, and what was left out. Raises ``UsageError`` where there is no text at all."""
        if len(self._ids) > 1 and any(count > 1 for count, _ in self._ids.values()):
            first, second = list(self._ids)[:2]
            place = self._ids[second][1]
            raise UsageError(f"{place}: another stream ({second!r}) begins in that of {first!r}", hint=_ONE)
        if self._half:
            raise UsageError("the text ends with half of a surrogate pair, which is no character")
        notes = list(self._more)
        if self._others:
            listed = ", ".join(str(index) for index in sorted(self._others))
            notes.append(f"only choice 0 is read; left out: {listed}")
        if self._reasoning:
            notes.append(f"reasoning that the server took apart is left out, {self._reasoning} deltas of it")
        notes += [f"{count} events named {name!r} hold no chunk" for name, count in self._events.items()]
        if not any(self.chunks):
            why = f": {self._failed}" if self._failed else ""
            raise UsageError(f"the stream holds no text{why}", hint="; ".join(notes))
        if self._failed:
            notes.append(f"{self._failed}. What came before it is read.")
        return tuple(self.chunks), tuple(notes)

    def _count(self, name: Any, place: str) -> None:
        if isinstance(name, str) and name:
            count, first = self._ids.get(name, (0, place))
            self._ids[name] = (count + 1, first)

    def _fail(self, chunk: dict[str, Any], place: str) -> None:
        error = chunk.get("error") or chunk
        told = error.get("message") if isinstance(error, dict) else error
        said = f": {str(told)[:_SHOWN]}" if self._quotes else ""
        self._failed = self._failed or f"{place}: the server sent an error{said}"

    def _choice(self, choice: dict[str, Any], place: str) -> None:
        if isinstance(choice.get("message"), dict):
            raise UsageError(
                f"{place} is a whole answer, no stream", hint="give its text with --file, or record a stream"
            )
        delta = choice.get("delta")
        if not isinstance(delta, dict):
            self.text(choice.get("text"), place)
            return
        if any(delta.get(member) for member in _PARSED):
            raise UsageError(
                f"{place} holds a call that the server has taken out of the text: its parser was at work",
                hint="record without the server's tool parser, so that it sends what the model wrote",
            )
        if any(delta.get(member) for member in _REASONING):
            self._reasoning += 1
        content = delta.get("content")
        # Who announces the role was not fed to anybody: no chunk, and no empty one either.
        if content != "" or "role" not in delta:
            self.text(content, place)

    def text(self, content: Any, place: str) -> None:
        """Take the content of one chunk, a text or null. Raises ``UsageError``."""
        if content is None:
            return
        if not isinstance(content, str):
            raise UsageError(f"{place}: the content is no text")
        if not content:
            self.chunks.append("")
            return
        content = self._half + content
        self._half = content[-1] if "\ud800" <= content[-1] <= "\udbff" else ""
        whole = content[: len(content) - len(self._half)]
        try:
            self.chunks.append(whole.encode("utf-16-le", "surrogatepass").decode("utf-16-le"))
        except UnicodeDecodeError as error:
            raise UsageError(f"{place}: it holds a lone surrogate, which is no character") from error
