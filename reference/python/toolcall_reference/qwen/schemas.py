"""Declared schemas: which types the value of a parameter may have (SEMANTICS Q9).

A schema comes with the request and may be any JSON. What is not of the form that the rule names gives no
types. No function here calls itself, so that a deep schema costs its size and no more.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from toolcall_reference.strict_json import Json

TYPES: Final = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})
"""The type names that exist."""

_BRANCHES = ("anyOf", "oneOf")


class Schemas:
    """The schemas of the declared tools, by tool and parameter."""

    __slots__ = ("_known", "_properties")

    def __init__(self, tools: Iterable[object] = ()) -> None:
        """Take the tools of a request: of two with one name the last counts."""
        self._properties: dict[str, Any] = {}
        for tool in tools:
            if isinstance(tool, dict) and isinstance(tool.get("name"), str):
                self._properties[tool["name"]] = _member(tool.get("parameters"), "properties")
        self._known: dict[tuple[str, str], frozenset[str]] = {}

    def types(self, tool: str, key: str) -> frozenset[str]:
        """Give the declared types of a parameter, none if it is not declared. They are worked out once."""
        properties = self._properties.get(tool)
        if not isinstance(properties, dict) or key not in properties:
            return frozenset()
        place = (tool, key)
        if place not in self._known:
            self._known[place] = self.read_types(properties[key])
        return self._known[place]

    def read_types(self, schema: Json) -> frozenset[str]:
        """Give the types of one schema: of those inside it first, each joined to the one that holds it."""
        schemas: list[Json] = [schema]
        holders = [0]
        for place, part in enumerate(schemas):  # grows as it goes
            inner = list(_inner_schemas(part))
            schemas += inner
            holders += [place] * len(inner)
        found: list[set[str]] = [set() for _ in schemas]
        for place in range(len(schemas) - 1, -1, -1):
            part = schemas[place]
            if isinstance(part, dict):
                found[place].update(_named_types(part))
                found[place] = found[place] or _example_types(part)
                if found[place] and part.get("nullable") is True:
                    found[place].add("null")
            found[holders[place]] |= found[place]
        return frozenset(found[0])


def type_of(value: Json) -> str:
    """Give the type of a JSON value; any number is `number`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def _member(value: Any, name: str) -> Any:
    """Give a member of an object; of anything else, nothing."""
    return value.get(name) if isinstance(value, dict) else None


def _inner_schemas(schema: Json) -> Iterator[Json]:
    """Give the members of `anyOf` and `oneOf`. `$ref` and `allOf` are not followed."""
    for branch in _BRANCHES:
        members = _member(schema, branch)
        if isinstance(members, list):
            yield from members


def _named_types(schema: dict[str, Json]) -> set[str]:
    """Give the types that `type` names, in a string or a list."""
    named = schema.get("type")
    names = named if isinstance(named, list) else [named]
    return {name for name in names if isinstance(name, str) and name in TYPES}


def _example_types(schema: dict[str, Json]) -> set[str]:
    """Give the types of the members of `enum` and of `const`."""
    listed = schema.get("enum")
    values = [*listed] if isinstance(listed, list) else []
    if "const" in schema:
        values.append(schema["const"])
    return {type_of(value) for value in values}
