"""CDATA sections (SEMANTICS V2, V3)."""

import re
from typing import Final

OPENER: Final = re.compile(r"<!\[CDATA\[", re.ASCII | re.IGNORECASE)
CLOSER: Final = "]]>"


def read_run(text: str, pos: int) -> tuple[str, int]:
    """Read the sections that stand here with nothing between; give their joined contents and where they end.

    They end where they begin if there is no complete section here. An unfinished one is never searched twice:
    a caller whose run does not end where it should gives the structure up.
    """
    contents = []
    while opener := OPENER.match(text, pos):
        start = opener.end()
        end = text.find(CLOSER, start)
        if end < 0:
            break
        contents.append(text[start:end])
        pos = end + len(CLOSER)
    return "".join(contents), pos


def read_whole(body: str) -> str | None:
    """Give the contents of a trimmed body that is nothing but sections (SEMANTICS V2), else None."""
    contents, end = read_run(body, 0)
    return contents if end == len(body) else None


def strip_outer(body: str) -> str | None:
    """Take the first opener and the last closer off a body that has both (SEMANTICS V3), else None."""
    opener = OPENER.match(body)
    if opener is None or not body.endswith(CLOSER):
        return None
    return body[opener.end() : -len(CLOSER)]
