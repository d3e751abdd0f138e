"""Writing calls the plain way: what an encoder for ``dsml`` does, with no choices left.

Every value goes in whole: a string in CDATA unless it can stand as it is, an object or a list of
anything as JSON. What cannot be written so that it comes out again is refused: a number, a truth value
or null as a whole value (scalars are text, V5), and a name that is trimmed away (D10, D11).
"""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any

from harness.dialects.dsml.grammar import PREFIXES
from harness.dialects.white_space import WHITE
from harness.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.model import Call

BY_NAME = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def render(calls: Sequence[Call], style: str = "canonical") -> str:
    """Write one block with ``calls`` in a style, so that a right parser gives exactly them."""
    if style not in PREFIXES:
        raise UsageError(f"There is no style '{style}'.", hint=f"Known styles: {', '.join(PREFIXES)}.")
    p = PREFIXES[style]
    body = "".join(
        f'<{p}invoke name="{attribute(call.name)}">\n'
        + "".join(
            f'<{p}parameter name="{attribute(key)}">{written(value)}</{p}parameter>\n'
            for key, value in call.input.items()
        )
        + f"</{p}invoke>\n"
        for call in calls
    )
    return f"<{p}tool_calls>\n{body}</{p}tool_calls>"


def attribute(name: str) -> str:
    """Write a name for double quotes."""
    if name != name.strip(WHITE) or not name:
        raise UsageError(f"The name {name!r} cannot be written in dsml: names are trimmed and not empty.")
    return name.translate(BY_NAME)


def written(value: Any) -> str:
    """Write a value so that V1-V6 give it back."""
    if isinstance(value, str):
        plain = value == value.strip(WHITE) and value[:1] not in ("{", "[")
        if plain and "<" not in value and "&" not in value:
            return value
        return f"<![CDATA[{value.replace(']]>', ']]]]><![CDATA[>')}]]>"
    if isinstance(value, dict | list):
        return dumps(value, ensure_ascii=False).replace("<", "\\u003c").replace("&", "\\u0026")
    raise UsageError(f"The value {value!r} cannot be written in dsml: scalars are text there.")
