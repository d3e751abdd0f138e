"""What a parameter may be, and every spelling of it in a schema (SEMANTICS Q9).

A meaning is a set of types, or none. It is drawn first, then a spelling of it, then a value under it: so a
parser that knows one spelling less gives the wrong value. The tables are made once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from harness.dialects.qwen.texts import CONTAINERS, SCALARS, Entry

if TYPE_CHECKING:
    from collections.abc import Iterable

    # The feature, and the schema; None for a key that is not declared.
    Spelling = tuple[str, Any]


class Reading(NamedTuple):
    """A text, and what it is under a meaning."""

    features: tuple[str, ...]
    text: str
    value: Any
    policy: str  # by which others read it otherwise


class Meaning(NamedTuple):
    """Types, with all ways of saying and of meeting them."""

    types: frozenset[str]
    spellings: tuple[Spelling, ...]
    # Texts that are values of these types; texts that stay text.
    fits: tuple[Reading, ...]
    others: tuple[Reading, ...]

    @property
    def textual(self) -> bool:
        """Is every text a string under it."""
        return self.types <= TEXT_ONLY


TEXT_ONLY = frozenset({"string"})

# By type: members of ``enum`` that give it. A number there gives ``number``, so no member gives ``integer``.
SAMPLES: dict[str, tuple[Any, ...]] = {
    "string": ("on", "off", "1"),
    "number": (1, 2.5),
    "boolean": (True, False),
    "null": (None,),
    "object": ({}, {"a": 1}),
    "array": ([], [1]),
}

# Members that say nothing of the type.
BESIDE: tuple[dict[str, Any], ...] = (
    {"description": 'The thing. Use <b> & "quotes".', "title": "Thing", "default": None},
    {"minLength": 1, "pattern": "^.*$", "examples": ["1", 2, None]},
    {"minimum": 0, "maximum": 10, "format": "date"},
    {"properties": {"type": {"type": "string"}}, "items": {"type": "integer"}},
    {"x-type": "string", "types": ["null"], "Type": "null", "additionalProperties": False},
)

NOTHING: tuple[Spelling, ...] = (
    ("schema:undeclared", None),
    ("schema:undeclared", None),
    ("schema:empty", {}),
    ("schema:boolean", True),
    ("schema:boolean", False),
    ("schema:unknown-type", {"type": "any"}),
    ("schema:unknown-type", {"type": "str"}),
    ("schema:unknown-type", {"type": "Integer"}),
    ("schema:unknown-type", {"type": ["int", "None"]}),
    ("schema:unknown-type", {"type": {"type": "integer"}}),
    ("schema:unknown-type", {"type": 7}),
    ("schema:unknown-type", {"type": [["integer"], None]}),
    ("schema:ref", {"$ref": "#/$defs/count"}),
    ("schema:ref", {"$ref": "#/$defs/count", "$defs": {"count": {"type": "integer"}}}),
    ("schema:all-of", {"allOf": [{"type": "integer"}]}),
    ("schema:all-of", {"allOf": [{"type": "null"}, {"enum": [1]}]}),
    ("schema:nullable", {"nullable": True}),
    ("schema:beside", {"description": "A number.", "default": 1}),
    ("schema:beside", {"items": {"type": "integer"}, "not": {"type": "string"}}),
    ("schema:empty-member", {"anyOf": [{}, True]}),
    ("schema:empty-member", {"anyOf": [], "oneOf": [{"description": "x"}]}),
)


def spellings(types: tuple[str, ...]) -> Iterable[Spelling]:
    """Spell these types in every way; the first is the plainest."""
    if not types:
        yield from NOTHING
        return
    several = len(types) > 1
    named: Any = list(types) if several else types[0]
    plain = {"type": named}
    yield from [("schema:type-list" if several else "schema:type", plain)] * 6
    yield "schema:type-list", {"type": list(reversed(types))}
    each = [{"type": name} for name in types]
    yield "schema:any-of", {"anyOf": each}
    yield "schema:one-of", {"oneOf": each}
    yield "schema:any-of", {"anyOf": list(reversed(each)), "description": "One of these."}
    yield "schema:nested", {"anyOf": [{"oneOf": [{"anyOf": each[:1]}]}, *each[1:]]}
    yield "schema:nested", {"oneOf": [{"anyOf": each}, {"type": []}]}
    yield "schema:empty-member", {"anyOf": [{}, *each, True]}
    yield "schema:both-unions", {"anyOf": [{"minimum": 1}], "oneOf": each}
    yield "schema:both-unions", {"oneOf": [{"maxLength": 9}], "anyOf": each}
    yield "schema:unknown-type", {"type": [*types, "file"]}
    yield "schema:unknown-type", {"type": [{"type": "boolean"}, *types, 1]}
    yield "schema:not-followed", {**plain, "$ref": "#/$defs/none", "allOf": [{"type": "boolean"}]}
    yield "schema:typed-enum", {**plain, "enum": [None, 1, "1", True]}
    yield "schema:typed-enum", {"anyOf": [*each], "const": []}
    yield from [("schema:beside", {**beside, **plain}) for beside in BESIDE]
    yield "schema:not-nullable", {**plain, "nullable": False}
    if several:
        yield "schema:split", {"type": types[0], "anyOf": each[1:]}
        yield "schema:split", {"type": list(types[1:]), "oneOf": each[:1]}
    if "null" in types:
        yield from nullable(tuple([name for name in types if name != "null"]))
    if "integer" not in types:
        yield from listed(types)


def nullable(others: tuple[str, ...]) -> Iterable[Spelling]:
    """Spell null beside other types."""
    if not others:
        return
    yield "schema:null-first", {"type": ["null", *others]}
    yield "schema:null-first", {"anyOf": [{"type": "null"}, *[{"type": name} for name in others]]}
    yield "schema:nullable", {"type": list(others) if len(others) > 1 else others[0], "nullable": True}
    yield "schema:nullable", {"anyOf": [{"type": name} for name in others], "nullable": True}
    yield "schema:nullable", {"oneOf": [{"type": name, "nullable": True} for name in others]}
    yield "schema:null-member", {"anyOf": [*[{"type": name} for name in others], {"const": None}]}
    yield "schema:null-member", {"type": list(others), "oneOf": [{"enum": [None]}]}


def listed(types: tuple[str, ...]) -> Iterable[Spelling]:
    """Spell types by values of them."""
    yield "schema:enum", {"enum": [sample for name in types for sample in SAMPLES[name]]}
    yield "schema:enum", {"type": "file", "enum": [SAMPLES[name][-1] for name in types]}
    yield "schema:const", {"anyOf": [{"const": SAMPLES[name][0]} for name in types]}
    first, *others = types
    if others:
        members = [sample for name in others for sample in SAMPLES[name]]
        yield "schema:const", {"const": SAMPLES[first][0], "enum": members}
    else:
        yield "schema:const", {"const": SAMPLES[first][0]}


def reading(entry: Entry, types: frozenset[str]) -> tuple[bool, Reading]:
    """Say what an entry is under these types, and if that is something else than its text."""
    feature, text, kind, value = entry
    policy = "structure" if text.strip()[:1] in ("{", "[") else "scalars"
    if types <= TEXT_ONLY:
        extra = f"string:{kind}" if kind else "string:no-json"
    else:
        allowed = types & CONTAINER_TYPES if "string" in types else types
        number = "number" if kind == "integer" and "integer" not in allowed else kind
        if number in allowed or (text == "null" and "null" in types):
            return True, Reading((feature, f"typed:{number}"), text, value, policy)
        extra = "wrong-type" if kind else "no-json"
    return False, Reading((feature, extra), text, text, policy)


CONTAINER_TYPES = frozenset({"object", "array"})

OFTEN = {"null": 8, "boolean": 4, "number": 3, "object": 4, "array": 4, "json:string": 3, "json:surrogate": 2}
"""How often an entry comes, where it is more than once: short tables would go under beside long ones."""


def meaning(*types: str) -> Meaning:
    """Make a meaning of these types."""
    allowed = frozenset(types)
    found = [
        reading(entry, allowed)
        for entry in (*SCALARS, *CONTAINERS)
        for _ in range(OFTEN.get(entry.feature, 1))
    ]
    return Meaning(
        allowed,
        tuple(spellings(types)),
        tuple([made for fits, made in found if fits]),
        tuple([made for fits, made in found if not fits]),
    )


NONE = meaning()
STRING = meaning("string")

MEANINGS: tuple[Meaning, ...] = (
    *(STRING,) * 12,
    *(NONE,) * 6,
    *(meaning("integer"),) * 4,
    *(meaning("number"),) * 4,
    *(meaning("boolean"),) * 3,
    *(meaning("object"),) * 3,
    *(meaning("array"),) * 3,
    *(meaning("string", "null"),) * 4,
    meaning("null"),
    meaning("integer", "string"),
    meaning("integer", "null"),
    meaning("number", "null"),
    meaning("boolean", "null"),
    meaning("object", "null"),
    meaning("array", "null"),
    meaning("object", "array"),
    meaning("string", "object"),
    meaning("string", "array", "null"),
    meaning("string", "number", "boolean"),
    meaning("integer", "number"),
    meaning("integer", "boolean", "array"),
    meaning("string", "number", "boolean", "null", "object", "array"),
)
"""As often as they come: the plain ones mostly, with or without null; unions of all kinds."""
