"""The expressions of workflows, ``${{ … }}``: as much of the language as ours use, and an error for the rest.

Values are those of JSON. What the language does to them is done alike: ``a && b`` and ``a || b`` give one of
their operands, nothing is the empty text, and texts are compared without regard to case.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_TOKEN = re.compile(
    r"\s*(?:(?P<text>'(?:[^']|'')*')|(?P<number>-?\d+(?:\.\d+)?)|(?P<sign>\|\||&&|==|!=|!|\(|\))"
    r"|(?P<name>[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*))"
)
_HOLE = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)
_WORDS = {"true": True, "false": False, "null": None}

OPEN = frozenset({"env", "vars", "inputs", "outputs"})
"""Contexts that may lack a member: it is empty then, as on the service. Elsewhere that is a misspelt name."""


class Misspelt(Exception):
    """An expression that means nothing here."""


def filled(text: str, contexts: Mapping[str, Any], functions: Mapping[str, Callable[[], Any]]) -> str:
    """Put values into the holes of a text."""
    return _HOLE.sub(lambda hole: shown(value(hole[1], contexts, functions)), text)


def shown(found: Any) -> str:
    """Write a value as text."""
    if found is None:
        return ""
    if isinstance(found, bool):
        return str(found).lower()
    if isinstance(found, dict | list):
        raise Misspelt("a whole context can't be written as text")
    return str(found)


def holds(condition: Any, contexts: Mapping[str, Any], functions: Mapping[str, Callable[[], Any]]) -> bool:
    """Judge an ``if``. One that asks for no status asks for success, too."""
    text = shown(condition)
    hole = _HOLE.fullmatch(text.strip())
    text = hole[1] if hole else text
    if not re.search(r"\b(?:success|failure|always|cancelled)\(", text):
        return bool(functions["success"]()) and bool(value(text, contexts, functions))
    return bool(value(text, contexts, functions))


def value(text: str, contexts: Mapping[str, Any], functions: Mapping[str, Callable[[], Any]]) -> Any:
    """Evaluate one expression. Raises ``Misspelt``."""
    reader = _Reader(text, contexts, functions)
    found = reader.either()
    if reader.tokens:
        raise Misspelt(f"{text.strip()!r}: not understood from {reader.tokens[0][1]!r} on")
    return found


class _Reader:
    def __init__(
        self, text: str, contexts: Mapping[str, Any], functions: Mapping[str, Callable[[], Any]]
    ) -> None:
        self.text, self.contexts, self.functions = text.strip(), contexts, functions
        self.tokens: list[tuple[str, str]] = []
        at = 0
        while at < len(self.text):
            found = _TOKEN.match(self.text, at)
            if found is None or found.lastgroup is None:
                raise Misspelt(f"{self.text!r}: not understood from {self.text[at:]!r} on")
            self.tokens.append((found.lastgroup, found[found.lastgroup]))
            at = found.end()

    def either(self) -> Any:
        found = self.both()
        while self._take("||"):
            other = self.both()
            found = found or other
        return found

    def both(self) -> Any:
        found = self.equal()
        while self._take("&&"):
            other = self.equal()
            found = found and other
        return found

    def equal(self) -> Any:
        found = self.single()
        for sign in ("==", "!="):
            if self._take(sign):
                one, other = (shown(side).lower() for side in (found, self.single()))
                return (one == other) is (sign == "==")
        return found

    def single(self) -> Any:
        if not self.tokens:
            raise Misspelt(f"{self.text!r}: ends too early")
        kind, word = self.tokens.pop(0)
        if word == "!":
            return not self.single()
        if word == "(":
            found = self.either()
            self._expect(")")
            return found
        if kind == "text":
            return word[1:-1].replace("''", "'")
        if kind == "number":
            return float(word) if "." in word else int(word)
        if kind != "name":
            raise Misspelt(f"{self.text!r}: {word!r} stands where a value is due")
        if self._take("("):
            return self._called(word)
        return _WORDS[word] if word in _WORDS else self._named(word)

    def _called(self, word: str) -> Any:
        self._expect(")")
        if word not in self.functions:
            raise Misspelt(f"{self.text!r}: there is no function {word}() here")
        return self.functions[word]()

    def _named(self, word: str) -> Any:
        found: Any = self.contexts
        above = ""
        for name in word.split("."):
            if not isinstance(found, dict) or (name not in found and above not in OPEN):
                raise Misspelt(f"{self.text!r}: there is no {word} here")
            found, above = found.get(name), name
        return found

    def _take(self, sign: str) -> bool:
        if self.tokens and self.tokens[0] == ("sign", sign):
            self.tokens.pop(0)
            return True
        return False

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            raise Misspelt(f"{self.text!r}: {sign!r} is missing")
