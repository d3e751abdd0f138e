"""What a declared schema means, and what a text is under it (SEMANTICS Q9).

``types`` takes any JSON, since a schema comes from a request, and needs no more stack for a deep one.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from harness.model import Tool

NAMES = frozenset({"string", "integer", "number", "boolean", "null", "object", "array"})
"""The types that exist. Any other name gives nothing."""

TEXT_ONLY: frozenset[str] = frozenset({"string"})
DEEPEST = 256
"""How deep JSON nests before it is none (C4)."""

BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
ESCAPES = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
HIGH, LOW = range(0xD800, 0xDC00), range(0xDC00, 0xE000)


def types(schema: Any) -> frozenset[str]:
    """Say which types a schema allows; none where it says nothing that counts."""
    order = [schema]
    members: list[list[int]] = []
    for node in order:  # which grows while it is walked: members stand behind what they are members of
        inner = _members(node)
        members.append(list(range(len(order), len(order) + len(inner))))
        order += inner
    found: list[frozenset[str]] = [frozenset()] * len(order)
    for place in reversed(range(len(order))):
        node = order[place]
        if isinstance(node, dict):
            found[place] = _own(node, [found[inner] for inner in members[place]])
    return found[0]


def _members(node: Any) -> list[Any]:
    if not isinstance(node, dict):
        return []
    lists = (node.get("anyOf"), node.get("oneOf"))
    return [member for each in lists if isinstance(each, list) for member in each]


def _own(node: dict[str, Any], inner: Sequence[frozenset[str]]) -> frozenset[str]:
    named = node.get("type")
    names = named if isinstance(named, list) else [named]
    found = {name for name in names if isinstance(name, str) and name in NAMES}.union(*inner)
    if not found:
        listed = node.get("enum")
        samples = listed if isinstance(listed, list) else []
        found = {type_of(sample) for sample in samples}
        if "const" in node:
            found.add(type_of(node["const"]))
    if found and node.get("nullable") is True:
        found.add("null")
    return frozenset(found)


def type_of(value: Any) -> str:
    """Name the type of a JSON value. Any number gives ``number``."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, int | float):
        return "number"
    return "object" if isinstance(value, dict) else "array"


def typed(text: str, allowed: Collection[str]) -> Any:
    """Read the text of a value under these types."""
    if not allowed or allowed == TEXT_ONLY:
        return text
    if "string" in allowed:
        if text == "null":
            return None if "null" in allowed else text
        containers = {"object", "array"} & set(allowed)
        return _fitting(text, containers) if containers else text
    return _fitting(text, allowed)


def _fitting(text: str, allowed: Collection[str]) -> Any:
    """Give what the text is as JSON of one of these types, or the text."""
    try:
        value = strict_json(text)
    except ValueError:
        return text
    kind = type_of(value)
    if kind in allowed:
        return value
    return value if kind == "number" and "integer" in allowed and float(value).is_integer() else text


def strict_json(text: str) -> Any:
    """Read JSON by the strict rules (C4). Raises ``ValueError`` where the text is none."""
    if _depth(text) > DEEPEST or _lone_surrogate(text):
        raise ValueError("nests too deep, or holds an escaped lone surrogate")
    return json.loads(text, parse_float=_finite, parse_int=_whole, parse_constant=_refuse)


def _depth(text: str) -> int:
    """Count how deep brackets nest outside strings. Of a text that is no JSON, any number."""
    deepest = depth = 0
    if text.count("[") + text.count("{") > DEEPEST:
        for found in BRACKETS.finditer(text):
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
            deepest = max(deepest, depth)
    return deepest


def _lone_surrogate(text: str) -> bool:
    """Tell whether half of a pair is escaped. In JSON, a backslash stands only in strings."""
    end = 0  # of a high half that waits for its low one
    for found in ESCAPES.finditer(text) if "\\u" in text else ():
        code = int(found[1], 16) if found[1] else 0
        if end and not (code in LOW and found.start() == end):
            return True
        if not end and code in LOW:
            return True
        end = found.end() if code in HIGH else 0
    return end > 0


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError("too large for a double")
    return number


def _whole(digits: str) -> int:
    """Keep an integer exactly, unless a double does not reach that far."""
    _finite(digits)
    return int(digits)


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


def declared(tools: Sequence[Tool], name: str) -> dict[str, Any]:
    """Give the schemas of a tool's parameters, by key: of two tools with one name the last counts."""
    for tool in reversed(tools):
        if tool.name == name:
            properties = tool.parameters.get("properties")
            return properties if isinstance(properties, dict) else {}
    return {}
