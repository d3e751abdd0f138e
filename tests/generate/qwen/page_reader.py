"""A small reader of qwen, written from the page for these tests alone: whole texts, slow, no state.

Each method is one rule; none of it shares anything with the harness but the list of white space.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from harness.dialects.white_space import WHITE

SPACE = f"[{WHITE}]*"
OPENER = "<tool_call>"
FUNCTION = re.compile(SPACE + r"<function=([^>]*)>")
PARAMETER = re.compile(SPACE + r"<parameter=([^>]*)>")
CLOSES = {name: re.compile(f"{SPACE}</{name}>") for name in ("function", "tool_call")}
ENDS = re.compile(f"</parameter>{SPACE}(?=<parameter=|</function>)")
SCHEMA = dict[str, Any]


class Open(Exception):
    """The text ended within the capture."""


class GivenUp(Exception):
    """The capture ended here, without a call."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def read(text: str, tools: list[dict[str, Any]]) -> list[Any]:
    """Give texts and calls (name, input) in order, adjacent texts joined."""
    out: list[Any] = []
    shown = at = 0
    while True:
        start = text.find(OPENER, at)
        if start < 0:
            break
        try:
            end, calls = block(text, start + len(OPENER), tools)
        except GivenUp as given_up:
            at = given_up.at
            continue
        except Open:
            break
        if shown < start:
            out.append(text[shown:start])
        out += calls
        shown = at = end
    if shown < len(text):
        out.append(text[shown:])
    return out


def block(text: str, at: int, tools: list[dict[str, Any]]) -> tuple[int, list[Any]]:
    calls: list[Any] = []
    while True:
        if calls and (closed := CLOSES["tool_call"].match(text, at)):
            return closed.end(), calls
        expected = ("<function=", "</tool_call>") if calls else ("<function=",)
        start = next_tag(text, at, expected)
        name, at = named(text, start, "<function=")
        name = name.strip(WHITE)
        if not name:
            raise GivenUp(start)
        at, pairs = parameters(text, at)
        given: dict[str, Any] = {}
        for key, value in pairs:
            given[key] = typed(value, schema(tools, name, key))
        calls.append((name, given))


def parameters(text: str, at: int) -> tuple[int, list[tuple[str, str]]]:
    pairs = []
    while True:
        start = next_tag(text, at, ("<parameter=", "</function>"))
        if text.startswith("</function>", start):
            return start + len("</function>"), pairs
        key, at = named(text, start, "<parameter=")
        if not key:
            raise GivenUp(start)
        end = ENDS.search(text, at)
        if not end:
            raise Open
        pairs.append((key, framed(text[at : end.start()])))
        at = end.start() + len("</parameter>")


def next_tag(text: str, at: int, expected: tuple[str, ...]) -> int:
    """Find one of these behind white space; else the capture is given up, or open."""
    while at < len(text) and text[at] in WHITE:
        at += 1
    if text.startswith(expected, at):
        return at
    rest = text[at:]
    if any(tag.startswith(rest) for tag in expected):
        raise Open
    raise GivenUp(at)


def named(text: str, start: int, opener: str) -> tuple[str, int]:
    begin = start + len(opener)
    end = text.find(">", begin)
    line = text.find("\n", begin)
    if line >= 0 and (end < 0 or line < end):
        raise GivenUp(start)
    if end < 0:
        raise Open
    return text[begin:end], end + 1


def framed(raw: str) -> str:
    raw = raw.removeprefix("\n")
    return raw.removesuffix("\n")


def schema(tools: list[dict[str, Any]], name: str, key: str) -> Any:
    found = [tool for tool in tools if tool["name"] == name]
    properties = found[-1].get("parameters", {}).get("properties", {}) if found else {}
    return properties.get(key)


def allowed(node: Any) -> set[str]:
    if not isinstance(node, dict):
        return set()
    own = node.get("type")
    own = own if isinstance(own, list) else [own]
    known = {"string", "integer", "number", "boolean", "null", "object", "array"}
    found = {name for name in own if isinstance(name, str) and name in known}
    for union in ("anyOf", "oneOf"):
        for member in node.get(union, []):
            found |= allowed(member)
    if not found:
        found = {kind(sample) for sample in node.get("enum", [])}
        if "const" in node:
            found |= {kind(node["const"])}
    if found and node.get("nullable") is True:
        found |= {"null"}
    return found


def kind(value: Any) -> str:
    names = {bool: "boolean", str: "string", dict: "object", list: "array", type(None): "null"}
    return names.get(type(value), "number")


def typed(text: str, node: Any) -> Any:
    types = allowed(node)
    if not types or types == {"string"}:
        return text
    if "string" in types:
        if text == "null" and "null" in types:
            return None
        types &= {"object", "array"}
    try:
        value = strict(text)
    except (ValueError, RecursionError):
        return text
    if kind(value) in types:
        return value
    if "integer" in types and kind(value) == "number" and float(value) == math.floor(value):
        return value
    return text


def strict(text: str) -> Any:
    """Read JSON by C4: as Python does, and then refuse what C4 refuses."""

    def number(digits: str) -> float:
        if math.isinf(float(digits)):
            raise ValueError(digits)
        return float(digits)

    def no_constant(word: str) -> Any:
        raise ValueError(word)

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        for pair in pairs:
            whole(pair)
        return dict(pairs)

    value = json.loads(
        text, parse_float=number, parse_int=number, parse_constant=no_constant, object_pairs_hook=members
    )
    whole(value)
    if depth(value) > 256:
        raise ValueError("too deep")
    return value


def whole(value: Any) -> None:
    """Refuse halves of surrogate pairs."""
    if isinstance(value, str):
        value.encode()
    elif isinstance(value, list | tuple):
        for item in value:
            whole(item)


def depth(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0
