"""Ways of writing a value: one small function each, giving the text and the value that Q5-Q9 make of it.

A way draws its truth under the meaning of its parameter, writes it, and notes the policies that reading it
hangs on. To add one: write the function and put it into the tables at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.jsons import ENCODERS, hidden
from harness.dialects.qwen.grammar import ENDS_VALUE
from harness.dialects.qwen.meanings import CONTAINER_TYPES, MEANINGS, Meaning
from harness.dialects.qwen.schemas import DEEPEST
from harness.dialects.qwen.texts import ENTITIES, STRINGS
from harness.dialects.sizes import SHORTEST, STEP, STEPS, UNITS, nested_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.generate.pen import Pen

    Way = Callable[[Pen, Meaning], tuple[str, Any]]

GROUPS = tuple(STRINGS.items())
JSONISH = frozenset('{["-0123456789tfnNI')
"""What JSON begins with, or what others take for JSON."""


def plain(pen: Pen, _: Meaning) -> tuple[str, Any]:
    """Write safe text: no types make anything else of it."""
    text = pen.phrase()
    return text, text


def wild(pen: Pen, _: Meaning) -> tuple[str, Any]:
    """Write any text, markup of the dialect included: it is kept to the character."""
    pen.features.add("wild")
    text = pen.wild()
    if "</parameter>" in text and ENDS_VALUE.search(text):
        text = text.replace("</parameter>", "</parameter>.")
    if text.strip()[:1] in JSONISH:
        pen.relies |= {"scalars", "structure"}
    if "&" in text:
        pen.relies.add("entities")
    return text, text


def listed(pen: Pen, _: Meaning) -> tuple[str, Any]:
    """Write a text from the tables: outer white space, closers, openers, tags, controls."""
    feature, texts = pen.pick(GROUPS)
    pen.features.add(feature)
    text = pen.pick(texts)
    return text, text


def closer(pen: Pen, _: Meaning) -> tuple[str, Any]:
    """Write what looks like the end of the value, of the function, or of the block (Q5)."""
    feature = pen.pick(("closer", "closer:outer"))
    pen.features.add(feature)
    text = pen.pick(STRINGS[feature])
    if pen.chance(1, 3):
        text = f"{pen.phrase()}{pen.pick(('', ' ', chr(10)))}{text}.{pen.phrase()}"
    return text, text


def entities(pen: Pen, _: Meaning) -> tuple[str, Any]:
    """Write what is an entity elsewhere."""
    pen.features.add("entities")
    pen.relies.add("entities")
    text = pen.pick(ENTITIES)
    return text, text


def fit(pen: Pen, meaning: Meaning) -> tuple[str, Any]:
    """Write a value that its types make of its text."""
    features, text, value, policy = pen.pick(meaning.fits)
    pen.features.update(features)
    pen.relies.add(policy)
    return text, value


def other(pen: Pen, meaning: Meaning) -> tuple[str, Any]:
    """Write what stays text, though it is JSON, or nearly."""
    features, text, value, policy = pen.pick(meaning.others)
    pen.features.update(features)
    pen.relies.add(policy)
    return text, value


def tree(pen: Pen, meaning: Meaning) -> tuple[str, Any]:
    """Write the JSON of an object or an array, which is that where the types have it."""
    pen.relies.add("structure")
    value = pen.tree()
    kind = "object" if isinstance(value, dict) else "array"
    text = pen.pick(ENCODERS)(value)
    if "</parameter>" in text and ENDS_VALUE.search(text):
        text = hidden(text)
    return text, _container(pen, meaning, kind, text, value)


def deep(pen: Pen, meaning: Meaning) -> tuple[str, Any]:
    """Write JSON that nests as deep as it may, or one deeper: no JSON (C4)."""
    pen.relies.add("structure")
    depth = DEEPEST + pen.below(2)
    text, value = nested_json(pen, depth)
    if depth > DEEPEST:
        pen.features.add("json:too-deep")
        return text, text
    pen.features.add("json:deep")
    kind = "array" if isinstance(value, list) else "object"
    return text, _container(pen, meaning, kind, text, value)


def _container(pen: Pen, meaning: Meaning, kind: str, text: str, value: Any) -> Any:
    if kind in meaning.types:
        pen.features.add(f"typed:{kind}")
        return value
    pen.features.add(f"string:{kind}" if meaning.textual else "wrong-type")
    return text


def long(pen: Pen, _: Meaning) -> tuple[str, Any]:
    """Write a long text, rarely up to 1 MiB."""
    pen.features.add("long-value")
    length = SHORTEST
    for _step in range(STEPS):
        if not pen.chance(1, 4):
            break
        length *= STEP
    unit = pen.pick(LONG)
    text = unit * (length // len(unit) + 1)
    return text, text


def seldom(pen: Pen, meaning: Meaning) -> tuple[str, Any]:
    """Write what is long, and so comes seldom."""
    return pen.pick(SELDOM)(pen, meaning)


LONG = (*UNITS, "</parameter>\n", "</parameter>", "<parameter=q>", "</tool_call>", "\n", " ")
"""What a long value repeats. No two of one of them make the end of a value, nor JSON."""

SELDOM: tuple[Way, ...] = (plain, plain, long, deep, deep)
TEXTUAL: tuple[Way, ...] = (
    *(plain,) * 20,
    *(listed,) * 14,
    *(other,) * 8,
    *(wild,) * 6,
    *(closer,) * 5,
    *(tree,) * 2,
    *(entities,) * 2,
    *(seldom,) * 2,
)


def ways(meaning: Meaning) -> tuple[Way, ...]:
    """List the ways of a meaning, as often as they come."""
    if meaning.textual:
        return TEXTUAL
    found: list[Way] = [*(fit,) * 12, *(other,) * 4]
    if "string" in meaning.types:
        found += [*(plain,) * 6, *(closer,) * 2]
        found = found if meaning.fits else [way for way in found if way is not fit]
    else:
        found += [plain] * 2
    if meaning.types & CONTAINER_TYPES:
        found += [*(tree,) * 8, deep]
    return tuple(found)


WAYS = {meaning.types: ways(meaning) for meaning in MEANINGS}
"""By types. Texts that nobody can decide declare others, too, which come here when they are met."""


def value(pen: Pen, meaning: Meaning) -> tuple[str, Any]:
    """Draw a value under a meaning: its text, and what it is."""
    found = WAYS.get(meaning.types) or WAYS.setdefault(meaning.types, ways(meaning))
    return pen.pick(found)(pen, meaning)
