"""JSON as RFC 8259 has it, and nothing more (SEMANTICS C4).

The standard decoder does the work. What it takes and the rule does not (NaN, numbers beyond a double, lone
surrogates, any depth) is refused here: by hooks where the decoder has one, by a look at the text where it has
none. A surrogate is sought in the text and not in the value, because a member that a later equal key
overwrites counts too.
"""

import json
import math
import re
from typing import Final, NoReturn, TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

MAX_DEPTH: Final = 256
"""Deepest nesting that is still JSON; ``[]`` has depth 1."""

_SAFE_DIGITS: Final = 308
"""An integer of so many characters or fewer fits a double."""

_BRACKET_OR_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
"""A string without its end counts, so that none is read again from each quote in it."""

_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F])|\\.",
    re.DOTALL,
)


class NotJsonError(ValueError):
    """The text is not JSON by SEMANTICS C4."""


def loads(text: str) -> Json:
    """Give the value that a JSON text stands for, or raise NotJsonError.

    Integers stay exact. Depth is counted before decoding, so that a hostile text costs one quick pass and
    never reaches the recursion of the decoder.
    """
    if text.count("[") + text.count("{") > MAX_DEPTH and _is_too_deep(text):
        message = "nested too deeply"
        raise NotJsonError(message)
    if _SURROGATE_ESCAPE.search(text) and _has_lone_surrogate(text):
        message = "an escaped lone surrogate"
        raise NotJsonError(message)
    try:
        value: Json = _DECODER.decode(text)
    except NotJsonError:
        raise
    except ValueError as error:
        raise NotJsonError(str(error)) from None
    return value


def _is_too_deep(text: str) -> bool:
    depth = 0
    for match in _BRACKET_OR_STRING.finditer(text):
        piece = match[0]
        if piece in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif piece in "]}":
            depth -= 1
    return False


def _has_lone_surrogate(text: str) -> bool:
    return any(match[1] for match in _ESCAPE.finditer(text))


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        message = "a number beyond a double"
        raise NotJsonError(message)
    return value


def _integer(digits: str) -> int:
    if len(digits) > _SAFE_DIGITS:
        _finite(digits)
    return int(digits)


def _refuse(constant: str) -> NoReturn:
    message = f"{constant} is no JSON value"
    raise NotJsonError(message)


_DECODER = json.JSONDecoder(parse_float=_finite, parse_int=_integer, parse_constant=_refuse)
