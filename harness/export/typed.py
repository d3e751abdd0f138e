"""Which type an argument should have had, where nobody knows the right answer (SEMANTICS Q9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.qwen.schemas import TEXT_ONLY, declared, type_of, types
from harness.dialects.qwen.schemas import typed as read_as
from harness.export.check import Check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.export.exported import Exported

_BESIDE_STRINGS = ("array", "null", "object")


def checks(one: Exported) -> Iterator[Check]:
    """Demand another type of the first argument, of what the guilty gave, that has a wrong one."""
    guilty = {target.name for target in one.targets}
    for row in one.shown:
        if row.target not in guilty or row.reading is None:
            continue
        for number, call in enumerate(row.reading.calls):
            if not isinstance(call.input, dict):
                continue
            schemas = declared(one.case.tools, call.name)
            for key, value in call.input.items():
                due = _due(value, types(schemas.get(key)))
                if due:
                    told = f"The declared schema makes the argument {' or '.join(due)}."
                    yield Check(
                        one.case.text,
                        one.case.tools,
                        "expect_type",
                        {"call": number, "key": key, "types": list(due)},
                        why=(told,),
                    )


def _due(value: Any, allowed: frozenset[str]) -> tuple[str, ...]:
    """Give the types of which the value should be one; none where it is."""
    kind = type_of(value)
    if kind == "string":
        read = type_of(read_as(value, allowed))
        return () if read == "string" else (read,)
    if not allowed or allowed == TEXT_ONLY:
        return ("string",)
    if "string" in allowed:
        beside = [name for name in _BESIDE_STRINGS if name in allowed]
        return () if kind in beside else ("string", *beside)
    whole = kind == "number" and "integer" in allowed and float(value).is_integer()
    return () if kind in allowed or whole else (*sorted(allowed), "string")
