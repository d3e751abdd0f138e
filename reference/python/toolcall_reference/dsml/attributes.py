"""The attributes of a start tag (SEMANTICS D10)."""

import re

_ATTRIBUTE = re.compile(
    r"""(?<![A-Za-z0-9_:-])([A-Za-z0-9_:-]++)[ \t\n\r]*+=[ \t\n\r]*+(?:"([^"]*+)"|'([^']*+)')""",
)


def name_in(text: str, start: int, end: int) -> str | None:
    """Give the value of the last attribute `name` between two positions, as it is written, if there is one.

    Other attributes are read too, as their values may hold what looks like a `name`.
    """
    value = None
    for match in _ATTRIBUTE.finditer(text, start, end):
        if match[1].lower() == "name":
            value = match[match.lastindex or 0]
    return value
