"""Where the values of calls stand in a text, by the markup of its dialect.

No parser is asked: each would miss what it reads otherwise than others do. What is given is rather too much
than too little. From a parameter's start tag to its end tag all is a value, to the end of the text where it
has none; what stands elsewhere in a call is taken for the rest of a value that was read too short.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from harness.dialects import by_name
from harness.dialects.dsml.grammar import NAME
from harness.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Span(NamedTuple):
    """A part of a text that holds values."""

    start: int
    end: int
    # "value"; "body", a JSON object with arguments in it; "envelope", one with the name of its tool, too;
    # "tag", one that says more than its name; "tail", what follows a `>` in a tag's quotes.
    kind: str


class Markup(NamedTuple):
    """What tells values from the rest in one dialect."""

    # How a tag begins, or an opaque section. Its groups: ``slash`` and ``name``, or ``opaque``.
    head: re.Pattern[str]
    # Where a tag ends at the first ``>``, and where it ends by the rules; None where it is none.
    ends: Callable[[str, re.Match[str]], tuple[int, int] | None]
    # Inside calls: how sections begin in which tags are none, in lower case, and how they end.
    opaque: Mapping[str, str]
    # How a value ends; None where start and end tags are counted.
    closes: re.Pattern[str] | None
    # What stays whole in values: tags, and the marks of sections.
    whole: str


_QUOTED = re.compile(r"""(?:[^"'>]++|"[^"]*+"|'[^']*+')*+>""")
_JSON = re.compile(r"\s*[{\[]")
_DECODER = json.JSONDecoder()


def _quoted(text: str, head: re.Match[str]) -> tuple[int, int]:
    """End a tag of ``dsml`` (SEMANTICS D5); at its first ``>``, as others do, if its quotes never close."""
    naive = text.find(">", head.end()) + 1 or len(text)
    found = _QUOTED.match(text, head.end())
    return naive, found.end() if found else naive


def _named(_text: str, head: re.Match[str]) -> tuple[int, int] | None:
    """End a tag of ``qwen`` (SEMANTICS Q4). Without its ``>`` a value begins behind the ``=``."""
    slash, name, rest, closed = head.group("slash", "name", "rest", "closed")
    if slash or name == "tool_call":
        return (head.end(), head.end()) if closed and rest is None else None
    if rest is None:
        return None
    end = head.end() if closed else head.start("rest") + 1
    return end, end


_FLAGS = re.ASCII | re.IGNORECASE
MARKUP = {
    "dsml": Markup(
        head=re.compile(rf"(?P<opaque><!\[CDATA\[|<!--)|<(?P<slash>/?){NAME}(?=[ \t\r\n/>]|\Z)", _FLAGS),
        ends=_quoted,
        opaque={"<![cdata[": "]]>", "<!--": "-->"},
        closes=None,
        whole=r"</?(?i:(?:\|DSML\|)?(?:tool_calls|invoke|parameter))(?:[ \t\r\n/][^<>]*)?(?:>|\Z)"
        r"|<!\[(?i:CDATA)\[|\]\]>|<!--|-->",
    ),
    "qwen": Markup(
        head=re.compile(
            r"(?P<opaque>(?!))|<(?P<slash>/?)(?P<name>tool_call|function|parameter)(?P<rest>=[^<>\n]*)?(?P<closed>>)?"
        ),
        ends=_named,
        opaque={},
        closes=re.compile(r"</parameter>(?=\s*(?:<parameter=|</function>))"),
        whole=r"</?(?:tool_call|function|parameter)(?:=[^<>\n]*)?>",
    ),
}


def markup(dialect: str) -> Markup:
    """Find the markup of a dialect. Raises ``UsageError`` where values can't be found yet."""
    found = MARKUP.get(dialect)
    if found is None:
        raise UsageError(f"values of the dialect {dialect} can't be found yet, so nothing can be redacted")
    return found


def spans(text: str, dialect: str) -> list[Span]:
    """Give the parts that hold values, in their order. They do not overlap."""
    scan = _Scan(text, markup(dialect), dialect)
    scan.run()
    return [span for span in scan.found if span.start < span.end]


class _Tag(NamedTuple):
    name: str
    slash: bool
    start: int
    naive: int
    end: int
    empty: bool


class _Scan:
    """One walk over a text."""

    def __init__(self, text: str, form: Markup, dialect: str) -> None:
        self.found: list[Span] = []
        self._text = text
        self._form = form
        self._grammar = by_name(dialect).grammar
        self._start: int | None = None  # of the part that the walk is in
        self._body = ""  # the element of whose JSON body that is
        self._calls = 0  # how many are open
        self._depth = 0  # parameters that are open in each other

    def run(self) -> None:
        """Walk to the end."""
        at = 0
        while (tag := self._next(at)) is not None:
            at = self._in_value(tag) if self._depth else self._outside(tag)
        self._close(len(self._text))

    def _next(self, at: int) -> _Tag | None:
        text, form = self._text, self._form
        while (found := form.head.search(text, at)) is not None:
            at = found.end()
            if found["opaque"]:
                if self._start is not None:
                    end = text.find(form.opaque[found["opaque"].lower()], at)
                    at = end if end >= 0 else len(text)
                continue
            ends = form.ends(text, found)
            if ends is not None:
                empty = text.endswith("/>", found.start(), ends[1])
                return _Tag(found["name"].lower(), bool(found["slash"]), found.start(), *ends, empty)
        return None

    def _in_value(self, tag: _Tag) -> int:
        """Count the tags of parameters. All others are part of the value."""
        if tag.name == self._grammar.parameter:
            self._depth += -1 if tag.slash else 0 if tag.empty else 1
            if not self._depth:
                self._close(tag.start)
                self._tag(tag)
                self._open_rest(tag.naive)
        return tag.end

    def _outside(self, tag: _Tag) -> int:
        self._close(tag.start)
        self._tag(tag)
        grammar = self._grammar
        if tag.naive < tag.end:
            self.found.append(Span(tag.naive, tag.end, "tail"))
        if tag.name == grammar.wrapper:
            self._calls = 0
            return tag.end if tag.slash else self._open_body(tag)
        if tag.name == grammar.call:
            self._calls = max(0, self._calls - 1) if tag.slash else self._calls + 1
            self._open_rest(tag.end)
            return tag.end if tag.slash else self._open_body(tag)
        if tag.slash:
            self._open_rest(tag.end)
        elif self._form.closes is not None:
            return self._to_closer(self._form.closes, tag.end)
        else:
            self._depth = 1
            self._start = tag.end
        return tag.end

    def _tag(self, tag: _Tag) -> None:
        """Look at the attributes, where the dialect has any."""
        if self._form.closes is None:
            self.found.append(Span(tag.start, tag.naive, "tag"))

    def _to_closer(self, closes: re.Pattern[str], start: int) -> int:
        found = closes.search(self._text, start)
        end, behind = found.span() if found else (len(self._text),) * 2
        self.found.append(Span(start, end, "value"))
        self._open_rest(behind)
        return behind

    def _open_body(self, tag: _Tag) -> int:
        """Open a JSON body if there is one, and give where tags are looked for again: not in its strings."""
        found = _JSON.match(self._text, tag.end)
        if found is None:
            return tag.end
        self._start, self._body = tag.end, tag.name
        try:
            return _DECODER.raw_decode(self._text, found.end() - 1)[1]
        except (ValueError, RecursionError):
            return tag.end

    def _open_rest(self, at: int) -> None:
        self._start = at if self._calls else None

    def _close(self, at: int) -> None:
        if self._start is not None:
            kind = "envelope" if self._body == self._grammar.wrapper else "body" if self._body else "value"
            self.found.append(Span(self._start, at, kind))
        self._start, self._body = None, ""


__all__ = ["Markup", "Span", "markup", "spans"]
