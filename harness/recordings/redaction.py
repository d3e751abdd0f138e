"""Put other letters and digits into the values of calls, and keep what fails.

Length and shape stay, place by place: upper and lower case, digits, punctuation, white space, escapes,
references and markup. So the cuts still fit, and most failures do not notice. A failure that hangs on the
letters themselves is not kept, and then nothing is shown.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from functools import cache
from html.entities import html5
from typing import TYPE_CHECKING, TypeVar

from msgspec import structs

from harness.dialects import by_name
from harness.errors import UsageError
from harness.recordings.shapes import Shapes
from harness.recordings.values import markup, spans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from harness.model import Case

ATTEMPTS = 5
"""How many replacements are tried until one keeps the failure."""

T = TypeVar("T")

_LITERALS = frozenset({"true", "false", "null", "True", "False", "None", "NaN", "Infinity"})
_REWRITTEN = (
    r"(?P<escape>\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[\\\"/bfnrt])"
    r"|(?P<reference>&(?:\#[0-9]{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);)"
    r"|(?P<number>(?<![\w.])(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.]))"
    r"|(?P<word>[^\W_]+)"
)
_PART = re.compile(r'"(?:\\.|[^"\\])*+"?|[{}\[\]]|[^"{}\[\]]+', re.DOTALL)
_KEY = re.compile(r"\s*:")
_JSON = re.compile(r'\s*(?:<!\[(?i:CDATA)\[)?\s*[{\["]')
_NAME = r"""\bname\s*=\s*(?:"[^"<>]*"|'[^'<>]*')"""
# Of a tag that stays whole: its name attribute, and the attributes that say what a value is.
_KEPT = re.compile(
    r"""\bname\s*[=:]+\s*(?:"[^"<>]*"|'[^'<>]*'|[\w.-]+)|\bstring\s*=\s*(?:"(?:true|false)"|'(?:true|false)')"""
    r"""|\b(?:name|string)(?=\s*=)"""
)
_WORD = re.compile(r"[^\W_]+")
_ARGUMENTS = frozenset({'"input"', '"parameters"', '"arguments"'})
_ATTRIBUTES = (
    r"""(?:\s*[=:]+\s*["']?[\w.-]*["']?|(?:\s+[\w:-]+\s*[=:]\s*(?:"[^"<>]*"|'[^'<>]*'|[\w.-]+))*)\s*/?>"""
)


def redacted(text: str, dialect: str, attempt: int = 0) -> str:
    """Replace the letters and digits of all values. The same text and attempt give the same."""
    digest = hashlib.sha256(f"{attempt}:{text}".encode("utf-8", "surrogatepass")).hexdigest()
    redaction = _Redaction(Shapes(digest), dialect)
    pieces, at = [], 0
    for start, end, kind in spans(text, dialect):
        part = text[start:end]
        if kind == "tag":
            other = redaction.tag(part)
        elif kind in {"body", "envelope"}:
            other = redaction.body(part, envelope=kind == "envelope")
        else:
            other = redaction.value(part, kind)
        pieces += [text[at:start], other]
        at = end
    return "".join([*pieces, text[at:]])


def redacted_case(case: Case, attempt: int = 0) -> Case:
    """Redact the text of a case. Nothing is known of its answer then."""
    text = redacted(case.text, case.dialect, attempt)
    return structs.replace(
        case,
        id="redacted",
        text=text,
        knowledge="underived",
        answers=(),
        relies_on=tuple(by_name(case.dialect).policies),
        features=(),
    )


def keeping(case: Case, shows: Callable[[Case], T | None], what: str) -> tuple[Case, T]:
    """Find a redaction of a case that still ``shows`` something; give it, and what was shown.

    Raises ``UsageError`` that names ``what`` is lost where none does.
    """
    for attempt in range(ATTEMPTS):
        other = redacted_case(case, attempt)
        shown = shows(other)
        if shown is not None:
            return other, shown
    raise UsageError(
        f"no redaction keeps the failure ({what}), so nothing is shown",
        hint="it hangs on the very letters of a value, or on a known answer, which no other text has",
    )


class _Redaction:
    """How the parts of one text are rewritten."""

    def __init__(self, shapes: Shapes, dialect: str) -> None:
        self._shapes = shapes
        self._dialect = dialect

    def value(self, part: str, kind: str = "value") -> str:
        """Rewrite a value, a piece of one, or the tail of a tag."""
        json_ = _JSON.match(part) is not None
        tokens = _tokens(self._dialect, tail=kind == "tail")
        return tokens.sub(lambda found: self._token(found, json_=json_), part)

    def body(self, part: str, *, envelope: bool) -> str:
        """Rewrite a JSON body. The names of arguments stay, in an ``envelope`` also that of its tool."""
        tokens = _tokens(self._dialect, tail=False)
        out: list[str] = []
        depth, key = 0, ""
        for found in _PART.finditer(part):
            piece = found[0]
            depth += (piece == "{") - (piece == "}")
            named = depth == 1 or (depth == 2 and key in _ARGUMENTS)
            if named and piece.startswith('"') and _KEY.match(part, found.end()):
                key = piece if depth == 1 else key
            elif not (envelope and depth == 1 and key == '"name"' and piece.startswith('"')):
                piece = tokens.sub(lambda token: self._token(token, json_=True), piece)
            out.append(piece)
        return "".join(out)

    def tag(self, part: str) -> str:
        """Rewrite what a tag says beside its name: the element, a name right behind it, the attribute name.

        A value that only looks like a tag may hold anything there, and models write values as attributes.
        """
        head = _head(self._dialect).match(part)
        if head is None:
            return part
        out, at = [head[0]], head.end()
        for kept in _KEPT.finditer(part, at):
            out += [self._words(part[at : kept.start()]), kept[0]]
            at = kept.end()
        return "".join([*out, self._words(part[at:])])

    def _words(self, part: str) -> str:
        return _WORD.sub(lambda found: self._shapes.word(found[0]), part)

    def _token(self, found: re.Match[str], *, json_: bool) -> str:
        token = found[0]
        match found.lastgroup:
            case "whole":
                return self.tag(token)
            case "escape":
                return self._escape(token, json_=json_)
            case "reference":
                return self._reference(token)
            case "number":
                return self._shapes.number(token)
            case "word" if not (token in _LITERALS and _stands_alone(found)):
                return self._shapes.word(token)
        return token

    def _escape(self, token: str, *, json_: bool) -> str:
        if token[1] == "u":
            char = json.loads(f'"{token}"')
            if not char.isalnum():
                return token
            return self._written(char, token)
        # In a text that is no JSON it may as well be two characters, and then the second is a letter.
        letter = token[1] in "bfnrt" and not json_
        return f"\\{self._shapes.escape(token[1])}" if letter else token

    def _written(self, char: str, token: str) -> str:
        """Write another letter as an escape of JSON, with hex digits of the same case."""
        other = self._shapes.char(char, "%d" if ord(char) < 1 << 16 else "%06x")
        written = "".join([f"\\u{unit:04x}" for unit in _units(other)])
        return written if token == token.lower() else written.upper().replace("\\U", "\\u")

    def _reference(self, token: str) -> str:
        if token[1] != "#":
            return token if token[1:] in html5 else f"&{self._shapes.word(token[1:-1])};"
        char = html.unescape(token)
        if len(char) != 1 or not char.isalnum():
            return token
        mark = token[2] if token[2] in "xX" else ""
        write = f"%0{len(token) - 3 - len(mark)}{mark or 'd'}"
        return f"&#{mark}{write % ord(self._shapes.char(char, write))};"


def _units(char: str) -> list[int]:
    data = char.encode("utf-16-be")
    return [int.from_bytes(data[at : at + 2]) for at in range(0, len(data), 2)]


def _stands_alone(found: re.Match[str]) -> bool:
    """Tell a literal from a word: nothing stands around it but the punctuation of JSON, or markup."""
    text, before, behind = found.string, found.start() - 1, found.end()
    while before >= 0 and text[before].isspace():
        before -= 1
    while behind < len(text) and text[behind].isspace():
        behind += 1
    return (before < 0 or text[before] in "[{,:>-") and (behind == len(text) or text[behind] in ",]}<")


@cache
def _tokens(dialect: str, *, tail: bool) -> re.Pattern[str]:
    """Make the pattern of what is rewritten, and of what stays whole before it."""
    whole = [markup(dialect).whole, _nearly(dialect)]
    if tail:
        whole.append(_NAME)
    return re.compile(f"(?P<whole>{'|'.join(whole)})|{_REWRITTEN}")


def _nearly(dialect: str) -> str:
    """Write the pattern of tags as models misspell them: to some parsers they are tags, too."""
    return f"{_begins(dialect)}{_ATTRIBUTES}"


@cache
def _head(dialect: str) -> re.Pattern[str]:
    """Make the pattern of how a tag begins: its element, and a name that follows at once."""
    return re.compile(rf"""(?i:{_begins(dialect)})(?:[=:]+\s*["']?[\w.-]*["']?)?""")


def _begins(dialect: str) -> str:
    grammar = by_name(dialect).grammar
    wrong = [re.sub(r"[^\w -]", "", each) for _, spellings in grammar.spellings for each in spellings]
    names = {grammar.wrapper, grammar.call, grammar.parameter, grammar.single, *grammar.aliases, *wrong}
    markers = {grammar.marker, *grammar.wrong_markers} - {""}
    marker = f"(?:{_any(markers)})?" if markers else ""
    return rf"<[\s\\/]*{marker}\s*(?:{_any(name.strip() for name in names)})"


def _any(words: Iterable[str]) -> str:
    return "|".join(
        re.escape(word) for word in sorted(set(words) - {""}, key=lambda word: (-len(word), word))
    )
