"""Mutations of the tools that are declared for a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.generate.pen import Pen
    from harness.model import Tool

    Change = Callable[[Pen, list[Tool], Sequence[Tool]], None]


def joined(one: Sequence[Tool], other: Sequence[Tool]) -> list[Tool]:
    """List the tools of a text that has parts of another: of two with one name the first."""
    names = {tool.name for tool in one}
    return [*one, *[tool for tool in other if tool.name not in names]]


def changed(pen: Pen, tools: list[Tool], other: Sequence[Tool]) -> list[Tool]:
    """Do one change to a list of tools, unless there are none."""
    after = list(tools)
    if after:
        pen.pick(CHANGES)(pen, after, other)
    if after != tools:
        pen.features.add("mutated:tools")
    return after


def _dropped(pen: Pen, tools: list[Tool], _: Sequence[Tool]) -> None:
    """Declare one less."""
    del tools[pen.below(len(tools))]


def _recased(pen: Pen, tools: list[Tool], _: Sequence[Tool]) -> None:
    """Write a name in other case."""
    at = pen.below(len(tools))
    tools[at] = structs.replace(tools[at], name=tools[at].name.swapcase())


def _reordered(pen: Pen, tools: list[Tool], _: Sequence[Tool]) -> None:
    """Declare one of them first."""
    tools.insert(0, tools.pop(pen.below(len(tools))))


def _retyped(pen: Pen, tools: list[Tool], other: Sequence[Tool]) -> None:
    """Give a parameter the schema that another one has, here or in the other text."""
    at = pen.below(len(tools))
    tool = tools[at]
    properties = tool.parameters.get("properties")
    schemas = [
        schema
        for one in (*tools, *other)
        if isinstance(there := one.parameters.get("properties"), dict)
        for schema in there.values()
    ]
    if not isinstance(properties, dict) or not properties or not schemas:
        return
    key = pen.pick(list(properties))
    parameters = {**tool.parameters, "properties": {**properties, key: pen.pick(schemas)}}
    tools[at] = structs.replace(tool, parameters=parameters)


CHANGES: tuple[Change, ...] = (_dropped, _recased, _reordered, _retyped, _retyped, _retyped)
