"""The tools that are declared for a text: grown while calls are written, spelled out at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.qwen.meanings import MEANINGS, NONE
from harness.model import Tool

if TYPE_CHECKING:
    from harness.dialects.qwen.meanings import Meaning
    from harness.generate.pen import Pen


class Declared:
    """One tool: what each of its keys means, and the schemas of those that are declared.

    The second call of a tool finds what the first one declared. Of a tool that is not declared, nothing is.
    """

    __slots__ = ("known", "meanings", "properties")

    def __init__(self, *, known: bool = True) -> None:
        """Begin without parameters."""
        self.known = known
        self.meanings: dict[str, Meaning] = {}
        self.properties: dict[str, Any] = {}

    def meaning(self, pen: Pen, key: str) -> Meaning:
        """Say what a key means, and declare it if it is new."""
        return self.meanings.get(key) or self.declare(pen, key, pen.pick(MEANINGS) if self.known else NONE)

    def declare(self, pen: Pen, key: str, meaning: Meaning) -> Meaning:
        """Give a key a meaning, in some spelling."""
        self.meanings[key] = meaning
        if self.known:
            feature, schema = pen.pick(meaning.spellings)
            pen.features.add(feature)
            if schema is not None:
                self.properties[key] = schema
        return meaning


def tool_of(pen: Pen, name: str) -> Declared:
    """Find the tool of this name, or declare it."""
    found: Declared | None = pen.names.get(name)
    if found is None:
        found = pen.names[name] = Declared()
    return found


# What is said of a tool beside its parameters' types, and in which order. Mostly nothing.
FORMS = (
    *("",) * 12,
    *("tool:required",) * 3,
    *("tool:missing",) * 2,
    *("tool:order",) * 2,
    *("tool:beside",) * 2,
)
# Tools beside those that are called.
OTHERS = (*("",) * 10, *("tool:twice",) * 2, "tool:uncalled", "tool:uncalled-last")

UNCALLED = Tool(
    "never_called", {"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]}
)
MISSING = "not_given"
"""A key that no call has."""


def declare(pen: Pen) -> tuple[Tool, ...]:
    """List the tools of a text: those that it calls, and perhaps others."""
    known = [(name, found) for name, found in pen.names.items() if found.known]
    if not known:
        return ()
    tools = [form(pen, name, found) for name, found in known]
    other = pen.pick(OTHERS)
    if other == "tool:twice":
        pen.features.add(other)
        tools.insert(0, twin(*known[0]))
    elif other:
        pen.features.add("tool:uncalled")
        tools.insert(0 if other == "tool:uncalled" else len(tools), UNCALLED)
    return tuple(tools)


def form(pen: Pen, name: str, found: Declared) -> Tool:
    """Declare one tool."""
    properties = found.properties
    how = pen.pick(FORMS)
    if not properties:
        pen.features.add("tool:bare")
        return Tool(name, {"type": "object", "properties": {}} if how else {"type": "object"})
    parameters: dict[str, Any] = {"type": "object", "properties": properties}
    description = ""
    if how == "tool:required":
        parameters["required"] = list(properties)
    elif how == "tool:missing":
        parameters = {"required": [MISSING], "properties": {MISSING: {"type": "string"}, **properties}}
    elif how == "tool:order":
        if len(properties) < 2:
            how = ""
        parameters["properties"] = dict(reversed(properties.items()))
    elif how == "tool:beside":
        description = "Does it. Write <tool_call> to call it."
        parameters |= {
            "additionalProperties": False,
            "$defs": {"count": {"type": "integer"}},
            "description": "",
        }
    if how:
        pen.features.add(how)
    return Tool(name, parameters, description)


def twin(name: str, found: Declared) -> Tool:
    """Declare a tool of the same name with other types, which the later one takes the place of (Q9)."""
    properties = {
        key: {"type": "integer" if meaning.textual else "string"} for key, meaning in found.meanings.items()
    }
    return Tool(name, {"type": "object", "properties": properties})
