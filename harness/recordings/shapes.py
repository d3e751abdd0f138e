"""Other letters and digits of the same shape: what is put in the place of those that nobody may see.

A letter becomes another one of its general category that takes as many bytes of UTF-8 (and so as many UTF-16
units), a digit another digit. Equal words become equal words: what pairs in a text (an element's tags, equal
keys) still pairs. Words are drawn by a digest, so that one secret gives the same everywhere in one text, and
something else in every other text.
"""

from __future__ import annotations

import functools
import hashlib
import string
import unicodedata

_RANGES = {2: range(0x80, 0x800), 3: range(0x800, 0x10000), 4: range(0x10000, 0x30000)}
_POOLS = {"Lu": string.ascii_uppercase, "Ll": string.ascii_lowercase, "Nd": string.digits}


class Shapes:
    """Draws for one text. The same text and attempt give the same."""

    def __init__(self, digest: str) -> None:
        """Draw by ``digest``, which should be one of the whole text."""
        self._digest = digest
        self._words: dict[str, str] = {}

    def word(self, word: str) -> str:
        """Replace every letter and digit of a word."""
        other = self._words.get(word)
        if other is None:
            draw = self._draw(word)
            other = self._words[word] = "".join([draw.choice(_others(char)) for char in word])
        return other

    def number(self, number: str) -> str:
        """Replace the digits of a JSON number. It stays one: no zero comes in front, no exponent is huge."""
        draw = self._draw(number)
        mantissa, mark, exponent = number.partition("e" if "e" in number else "E")
        whole, point, fraction = mantissa.partition(".")
        lead = self._digit(whole[0], "123456789", draw)
        rest = "".join([draw.choice(_others(digit)) for digit in whole[1:] + fraction])
        sign = exponent[:1] if exponent[:1] in {"+", "-"} else ""
        size = exponent[len(sign) :]
        power = "".join([draw.choice(_others(digit)) for digit in size])
        if len(size) > 2:  # the greatest double is below 1e309
            power = self._digit(size[0], "12", draw) + power[1:]
        cut = len(whole) - 1
        return f"{lead}{rest[:cut]}{point}{rest[cut:]}{mark}{sign}{power}"

    def escape(self, letter: str) -> str:
        """Replace the letter of an escape, as in a line end, by that of another."""
        return self._draw(letter).choice("bfnrt".replace(letter, ""))

    def char(self, char: str, write: str) -> str:
        """Replace a character that is written as a number: ``write`` formats one as long as it was."""
        others = _others(char)
        start = others.index(self._draw(char).choice(others))
        others = others[start:] + others[:start]
        length = len(write % ord(char))
        return next((other for other in others if len(write % ord(other)) == length), char)

    @staticmethod
    def _digit(digit: str, choices: str, draw: _Draw) -> str:
        return draw.choice(choices.replace(digit, ""))

    def _draw(self, word: str) -> _Draw:
        return _Draw(f"{self._digest}:{word}", len(word))


class _Draw:
    """Choices by a digest: as many as a word has characters, and some more."""

    def __init__(self, seed: str, length: int) -> None:
        self._bytes = iter(hashlib.shake_256(seed.encode("utf-8", "surrogatepass")).digest(4 * (length + 2)))

    def choice(self, pool: str) -> str:
        number = 0
        for _, byte in zip(range(4), self._bytes, strict=False):
            number = number << 8 | byte
        return pool[number % len(pool)]


@functools.cache
def _others(char: str) -> str:
    """Give all that may stand for a character: its pool without it, or itself where there is no other."""
    kind = unicodedata.category(char), len(char.encode())
    return next(
        (others for loose in (False, True) if (others := _pool(*kind, loose=loose).replace(char, ""))), char
    )


@functools.cache
def _pool(category: str, size: int, *, loose: bool) -> str:
    """Collect the characters of a category that take so many bytes.

    If not ``loose``, without those that fold, compose or change in length when a parser looks at them: a
    redaction must not bring in what was not there.
    """
    if size == 1:
        return _POOLS.get(category, "")
    chars = map(chr, _RANGES[size])
    return "".join(
        [char for char in chars if unicodedata.category(char) == category and (loose or _plain(char))]
    )


def _plain(char: str) -> bool:
    return (
        unicodedata.normalize("NFKC", char) == char
        and unicodedata.normalize("NFD", char) == char
        and all(
            len(form) == 1 and not form.isascii() for form in (char.lower(), char.upper(), char.casefold())
        )
    )
