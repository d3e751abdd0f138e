"""Other ways of writing given calls: equal ones, and the drifts of models that touch every tag alike.

An *equal* spelling means the same by the rules. A *drift* (bugs README, malformed outputs) leaves no tag of
the format as it was, or changes what means nothing: so a right parser gives the same calls, or none and all
of the text. Drifts of a single tag are not here, since the rules may read what is left.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from harness.dialects import by_name
from harness.dialects.white_space import WHITE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.model import Call


BARE = frozenset({"wrapper's name", "no opener", "no wrapper"})
"""Drifts that leave no opener of the format in the text."""

# A name that means the same without its quotes, and is no element of the format.
_PLAIN_NAME = re.compile(r"(?!(?:tool_calls|invoke|parameter)\Z)[\w.:-]+", re.IGNORECASE)

_DEEPEST = 32  # levels of values that are written anew


class Spelling(Struct, frozen=True):
    """A text that holds given calls, or holds nothing."""

    what: str
    text: str
    equal: bool  # the calls must come out; else none of them will do, too


def spellings(dialect: str, calls: Sequence[Call]) -> list[Spelling]:
    """Write the calls in all ways that are safe for their strings; nothing where they can't be written."""
    if not calls or not all(isinstance(call.input, dict) and _is_flat(call.input) for call in calls):
        return []
    if dialect == "qwen":
        return list(_qwen(calls)) if _is_safe(calls, "<>") else []
    if not all(_is_name(name) for call in calls for name in (call.name, *call.input)):
        return []
    plain = all(_PLAIN_NAME.fullmatch(name) for call in calls for name in (call.name, *call.input))
    return [*_equal(calls), *(_drifted(calls) if plain and _is_safe(calls, "<>&`~") else ())]


def _is_safe(calls: Sequence[Call], marks: str) -> bool:
    """Tell whether no string holds any of these, so that nothing in it means anything where it is text."""
    written = json.dumps([[call.name, call.input] for call in calls], ensure_ascii=False)
    return not any(mark in written for mark in marks)


def _is_flat(value: Any, deepest: int = _DEEPEST) -> bool:
    """Tell whether a value nests so little that any way of writing it stays within the limits (C4, V4)."""
    if not isinstance(value, dict | list):
        return True
    members = value.values() if isinstance(value, dict) else value
    return deepest > 0 and all(_is_flat(member, deepest - 1) for member in members)


def _is_name(name: str) -> bool:
    return bool(name) and name == name.strip(WHITE)


# ---------------------------------------------------------------- dsml: equal ways


def _equal(calls: Sequence[Call]) -> Iterator[Spelling]:
    """Write them in both styles, in capitals, with other quotes and attributes, CDATA, entities, JSON."""
    texts = all(isinstance(value, str | dict | list) for call in calls for value in call.input.values())
    if texts:
        yield Spelling("canonical, CDATA", _block(calls, _CDATA), equal=True)
        yield Spelling("DSML, entities", _block(calls, _ENTITIES), equal=True)
        yield Spelling("capitals, other attributes", _block(calls, _CAPITALS), equal=True)
        yield Spelling("DSML, single quotes", _block(calls, _SINGLE), equal=True)
    yield Spelling("JSON", _block(calls, _JSON), equal=True)


class _Way(Struct, frozen=True):
    wrapper: str
    call: str
    parameter: str
    attribute: str  # ``@`` is the name
    gap: str
    value: str  # how strings are written: "cdata", "entities"; or "json": the whole body


_CDATA = _Way("tool_calls", "invoke", "parameter", ' name="@"', "\n", "cdata")
_ENTITIES = _Way("|DSML|tool_calls", "|DSML|invoke", "|DSML|parameter", ' name="@"', "", "entities")
_CAPITALS = _Way("TOOL_CALLS", "Invoke", "PARAMETER", ' id="1"\n NAME = "@" string=\'true\'', " ", "cdata")
_SINGLE = _Way("|dsml|tool_calls", "|DSML|invoke", "|DSML|Parameter", "\tname='@'", "\r\n", "cdata")
_JSON = _Way("tool_calls", "invoke", "parameter", ' name="@"', "\n", "json")

_BY_NAME = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"})


def _block(calls: Sequence[Call], way: _Way) -> str:
    out = [f"<{way.wrapper}>", way.gap]
    for call in calls:
        out += (f"<{way.call}{_named(way, call.name)}>", way.gap)
        if way.value == "json":
            out.append(_json({"input": call.input}))
        else:
            for key, value in call.input.items():
                start = f"<{way.parameter}{_named(way, key)}>"
                out += (start, _value(way, value), f"</{way.parameter}>", way.gap)
        out += (f"</{way.call}>", way.gap)
    out.append(f"</{way.wrapper}>")
    return "".join(out)


def _named(way: _Way, name: str) -> str:
    return way.attribute.replace("@", name.translate(_BY_NAME))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c").replace("&", "\\u0026")


def _value(way: _Way, value: Any) -> str:
    if not isinstance(value, str):
        return _json(value)
    trimmed = value == value.strip(WHITE) and value[:1] not in ("{", "[")
    if way.value == "entities" and trimmed:
        return value.translate(_BY_NAME)
    return f"<![CDATA[{value.replace(']]>', ']]]]><![CDATA[>')}]]>"


# ---------------------------------------------------------------- dsml: drifts of all tags


def _drifted(calls: Sequence[Call]) -> Iterator[Spelling]:
    if not all(isinstance(value, str | dict | list) for call in calls for value in call.input.values()):
        return
    dialect = by_name("dsml")
    grammar = dialect.grammar
    plain, marked = (dialect.render(calls, style) for style in dialect.styles)
    if "<![" in plain:
        return
    yield Spelling("no markers", _tags(marked, "<{slash}{name}{rest}>"), equal=True)
    yield Spelling("repeated closers", plain + "\n</invoke>\n</tool_calls>" * 12, equal=True)
    yield Spelling("flags", _tags(plain, "<{slash}{name}{rest}{flag}>"), equal=True)
    for wrong in grammar.wrong_markers[:6]:
        yield Spelling("bars", _tags(marked, f"<{{slash}}{wrong}{{name}}{{rest}}>"), equal=False)
    for alias in grammar.aliases[:4]:
        yield Spelling("wrapper's name", plain.replace(grammar.wrapper + ">", alias + ">"), equal=False)
    yield Spelling("namespace", _tags(plain, "<{slash}antml:{name}{rest}>"), equal=False)
    yield Spelling("brackets", _tags(plain, "\uff1c{slash}{name}{rest}\uff1e"), equal=False)
    yield Spelling("lines", _tags(plain, "<\n{slash}\n{name}{rest}\n>"), equal=False)
    yield Spelling("fused", _tags(marked, "<{slash}DSML{name}{rest}>"), equal=False)
    yield Spelling("quotes", _tags(plain, "<{slash}{name}{curly}>"), equal=False)
    yield Spelling("no quotes", _tags(plain, "<{slash}{name}{bare}>"), equal=False)
    yield Spelling("key", _tags(plain, "<{slash}{name}{other}>"), equal=False)
    yield Spelling("name as element", _elements(calls), equal=False)
    yield Spelling("envelope", _enveloped(calls), equal=False)


def _tags(text: str, form: str) -> str:
    """Write all tags in another form."""

    def change(tag: re.Match[str]) -> str:
        rest = tag["rest"]
        inside = rest.partition('"')[2].rpartition('"')[0]
        return form.format(
            slash=tag["slash"],
            name=tag["name"],
            rest=rest,
            flag="" if tag["slash"] else ' string="true"',
            curly=f" name=\u201c{inside}\u201d" if rest else "",
            bare=f" name={inside}" if rest else "",
            other=f' tool="{inside}"' if rest else "",
        )

    return by_name("dsml").grammar.tag.sub(change, text)


def _elements(calls: Sequence[Call]) -> str:
    """Write tools and parameters as elements of their names."""
    out = ["<tool_calls>\n"]
    for call in calls:
        members = "".join(f"<{key}>{_text(value)}</{key}>\n" for key, value in call.input.items())
        out.append(f"<{call.name}>\n{members}</{call.name}>\n")
    return "".join([*out, "</tool_calls>"])


def _enveloped(calls: Sequence[Call]) -> str:
    """Write the arguments as JSON in a member that is none of those that count (D12)."""
    bodies = [
        f'<invoke name="{call.name.translate(_BY_NAME)}">{_json({"arguments": call.input})}</invoke>\n'
        for call in calls
    ]
    return f"<tool_calls>\n{''.join(bodies)}</tool_calls>"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else _json(value)


# ---------------------------------------------------------------- qwen


def _qwen(calls: Sequence[Call]) -> Iterator[Spelling]:
    """Write the calls with other white space and other wrappers, then with drifts of all tags of a kind."""
    dialect = by_name("qwen")
    if not all(call.name.strip(WHITE) and "\n" not in call.name for call in calls):
        return
    if any(not key or "\n" in key for call in calls for key in call.input):
        return
    plain = dialect.render(calls, dialect.styles[0])
    yield Spelling("template", plain, equal=True)
    yield Spelling("one wrapper", plain.replace("\n</tool_call>\n<tool_call>\n", "\n"), equal=True)
    yield Spelling("blank lines", _loose(calls, "\r\n\n"), equal=True)
    yield Spelling("tight", _loose(calls, ""), equal=True)
    yield Spelling("blanks in names", plain.replace("<function=", "<function= "), equal=True)
    yield Spelling("repeated closers", plain + "\n</function>\n</tool_call>" * 12, equal=True)
    for alias in dialect.grammar.aliases[:4]:
        yield Spelling("wrapper's name", plain.replace("tool_call>", alias + ">"), equal=False)
    yield Spelling("no opener", plain.replace("<tool_call>\n", ""), equal=False)
    yield Spelling(
        "no wrapper", plain.replace("<tool_call>\n", "").replace("\n</tool_call>", ""), equal=False
    )
    yield Spelling("no function closers", plain.replace("</function>\n", ""), equal=False)
    yield Spelling("no closer", plain.replace("\n</tool_call>", ""), equal=False)
    yield Spelling("attributes", plain.replace("<function=", "<function name="), equal=False)
    yield Spelling("colons", plain.replace("<function=", "<function: "), equal=False)
    yield Spelling("capitals", plain.replace("tool_call>", "TOOL_CALL>"), equal=False)
    yield Spelling("namespace", plain.replace("<function", "<ns:function"), equal=False)
    bodies = [_json({"name": call.name, "arguments": call.input}) for call in calls]
    text = "\n".join(f"<tool_call>\n{body}\n</tool_call>" for body in bodies)
    yield Spelling("JSON", text, equal=False)


def _loose(calls: Sequence[Call], gap: str) -> str:
    """Write the calls with other white space between tags; values keep their frames (Q6)."""
    out: list[str] = []
    for call in calls:
        out += ("<tool_call>", gap, f"<function={call.name}>", gap)
        for key, value in call.input.items():
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            out += (f"<parameter={key}>\n", text, "\n</parameter>", gap)
        out += ("</function>", gap, "</tool_call>", gap)
    return "".join(out)
