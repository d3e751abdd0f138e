"""The spelling of the dialect: openers, tags, opaque sections, and their unfinished beginnings.

Every pattern folds ASCII case only (flag ``A``): without it Python lets U+017F match ``s`` and U+212A match
``k``, which SEMANTICS C2 forbids. Repetitions are possessive or cannot overlap, so no pattern backtracks
over more than it read.
"""

import re
from typing import Final, NamedTuple

WRAPPER: Final = "tool_calls"
INVOKE: Final = "invoke"
PARAMETER: Final = "parameter"

_FLAGS = re.ASCII | re.IGNORECASE
_AFTER_NAME = r"(?=[ \t\n\r>/])"
_STYLE = r"(?:\|DSML\|)?"

WRAPPER_OPENER: Final = re.compile(rf"<{_STYLE}tool_calls{_AFTER_NAME}", _FLAGS)
"""What starts a capture when bare invokes are text (SEMANTICS D2)."""

ANY_OPENER: Final = re.compile(rf"<{_STYLE}(?:tool_calls|invoke){_AFTER_NAME}", _FLAGS)
"""What starts a capture under `repair` (SEMANTICS D2, D7)."""

_REST_OF_TAG = r"""[^"'>]*+(?:"[^"]*+"[^"'>]*+|'[^']*+'[^"'>]*+)*+>"""


def _piece(rest: str) -> re.Pattern[str]:
    """Match the beginning of a tag, with the rest if that is there and wanted, or of an opaque section."""
    names = "|".join(rf"({name}){_AFTER_NAME}({rest})?" for name in (WRAPPER, INVOKE, PARAMETER))
    return re.compile(rf"<(?:(/)?(\|DSML\|)?(?:{names})|(!\[CDATA\[)|(!--))", _FLAGS)


PIECE: Final = _piece(_REST_OF_TAG)
"""A tag or the beginning of one or of an opaque section, inside a capture (SEMANTICS D3 to D5)."""

PIECE_BEGINNING: Final = _piece("(?!)")
"""The same, but never a whole tag: for tags that may have to be given up before they end (SEMANTICS D7 c)."""

# The last group that matched tells what was found: a name (odd) or a whole tag (even), or an opener of these.
NAME_OF_GROUP: Final = ("", "", "", WRAPPER, WRAPPER, INVOKE, INVOKE, PARAMETER, PARAMETER)
CDATA_GROUP: Final = 9
COMMENT_GROUP: Final = 10

AFTER_BARE_INVOKE: Final = re.compile(
    rf"\{{|<{_STYLE}parameter{_AFTER_NAME}|</{_STYLE}invoke{_AFTER_NAME}",
    _FLAGS,
)
"""What may follow the start tag of an invoke in a bare capture (SEMANTICS D7 a)."""

BETWEEN_BARE_INVOKES: Final = re.compile(
    rf"<(?:{_STYLE}invoke|/?{_STYLE}tool_calls){_AFTER_NAME}|<!--",
    _FLAGS,
)
"""What may stand between the invokes of a bare capture (SEMANTICS D7 b)."""

MENTION: Final = re.compile(rf"<{_STYLE}tool_calls", _FLAGS)
"""What makes `saw_tool_syntax` true, wherever it stands (SEMANTICS D14)."""


class Tag(NamedTuple):
    """One tag that the walk of a capture met. Positions count from the start of the capture.

    A named tuple, since captures make one for every tag and a frozen dataclass takes three times as long.
    """

    name: str  # WRAPPER, INVOKE or PARAMETER
    is_end: bool  # an end tag
    is_dsml: bool  # spelled with |DSML|
    is_empty: bool  # ends in "/>"
    start: int  # where its "<" stands
    end: int  # after its ">"

    def attributes(self) -> int:
        """Give the position where the name of a start tag ends."""
        return self.start + len("<") + (len("|DSML|") if self.is_dsml else 0) + len(self.name)


def beginnings(*spellings: str) -> frozenset[str]:
    """Give every text that may still grow into one of the spellings, the spellings themselves included.

    A spelling is written in lower case. Whole names count: what a name is depends on the character after it.
    """
    return frozenset(text[:length] for text in spellings for length in range(1, len(text) + 1))


def _both_styles(*tags: str) -> tuple[str, ...]:
    """Spell each of ``<name`` and ``</name`` in both styles."""
    dsml = (re.sub("[a-z]", r"|dsml|\g<0>", tag, count=1) for tag in tags)
    return (*tags, *dsml)


NOTHING: Final[frozenset[str]] = frozenset()
WRAPPER_BEGINNINGS: Final = beginnings(*_both_styles("<tool_calls"))
OPENER_BEGINNINGS: Final = beginnings(*_both_styles("<tool_calls", "<invoke"))
PIECE_BEGINNINGS: Final = beginnings(
    *_both_styles("<tool_calls", "<invoke", "<parameter", "</tool_calls", "</invoke", "</parameter"),
    "<![cdata[",
    "<!--",
)
AFTER_BARE_INVOKE_BEGINNINGS: Final = beginnings(*_both_styles("<parameter", "</invoke"))
BETWEEN_BARE_INVOKES_BEGINNINGS: Final = beginnings(
    *_both_styles("<invoke", "<tool_calls", "</tool_calls"),
    "<!--",
)

LONGEST_BEGINNING: Final = len("</|dsml|tool_calls")


def unfinished(data: str, pos: int, known: frozenset[str]) -> int:
    """Tell where an undecided beginning at the end of the data starts, or the length of the data.

    Only the last ``<`` matters: no beginning holds a second one. A ``<`` at the very end begins anything.
    """
    size = len(data)
    if data.endswith("<", pos):
        return size - 1
    start = data.rfind("<", max(pos, size - LONGEST_BEGINNING))
    if start < 0:
        return size
    rest = data[start:]
    return start if rest.isascii() and rest.lower() in known else size
