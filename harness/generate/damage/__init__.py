"""Damage: what happens to a text between a model that knows the format and a parser. Named, and composed.

After damage the right answer is not known (``underived``); that the parsers agree with each other and
with themselves is all that is asked. Each damage is aimed at the markup, as real ones are: ``strokes``
are slips of any writer, ``closers``, ``names``, ``attributes`` and ``bodies`` what models were seen to
make of tags, and what such a damage must know of a dialect is in its ``Grammar``. ``qwen`` has what was seen
in that format alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.generate.damage import attributes, bodies, closers, names, strokes
from harness.generate.damage.qwen import DRIFTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.dialects import Dialect
    from harness.generate.pen import Pen

    Damage = Callable[[Pen, Dialect, str], str]

__all__ = ["DAMAGES", "damaged"]

DSML: tuple[tuple[str, Damage], ...] = (
    ("delete", strokes.delete),
    ("duplicate", strokes.duplicate),
    ("swap", strokes.swap),
    ("misnest", strokes.misnest),
    ("cut-off", strokes.cut_off),
    ("truncate", strokes.truncate),
    ("span", strokes.span),
    ("token", strokes.token),
    ("misspell", strokes.misspell),
    ("confuse", strokes.confuse),
    ("spread", strokes.spread),
    ("unquote", strokes.unquote),
    ("stray-quote", strokes.stray_quote),
    ("unclosed-cdata", strokes.unclosed_cdata),
    ("unclosed-comment", strokes.unclosed_comment),
    ("no-opener", closers.no_opener),
    ("no-closer", closers.no_closer),
    ("no-wrapper", closers.no_wrapper),
    ("orphan-closer", closers.orphan_closer),
    ("repeated-closers", closers.repeated_closers),
    ("closers-only", closers.closers_only),
    ("other-closer", names.other_closer),
    ("bars", names.bars),
    ("no-marker", names.no_marker),
    ("alias", names.alias),
    ("fused", names.fused),
    ("namespace", names.namespace),
    ("brackets", names.brackets),
    ("control", names.control),
    ("lines", names.lines),
    ("no-attribute", attributes.no_attribute),
    ("attribute-order", attributes.attribute_order),
    ("quotes", attributes.quotes),
    ("flag", attributes.flag),
    ("tool-element", bodies.tool_element),
    ("function-element", bodies.function_element),
    ("inner-wrapper", bodies.inner_wrapper),
    ("envelope", bodies.envelope),
    ("cdata", bodies.cdata),
    ("tail", bodies.tail),
    ("reasoning", bodies.reasoning),
)
# About attributes, quotes around them, and markers before names; and sections that hide nothing there.
NOT_QWEN = {
    *("unquote", "stray-quote", "bars", "no-marker", "no-attribute", "attribute-order", "quotes", "flag"),
    *("tool-element", "function-element", "unclosed-cdata", "unclosed-comment", "cdata"),
}
QWEN: tuple[tuple[str, Damage], ...] = (*[pair for pair in DSML if pair[0] not in NOT_QWEN], *DRIFTS)

DAMAGES = {"dsml": DSML, "qwen": QWEN}
"""By dialect: each by the name that a case has it under, behind ``damage:``, as often as it is drawn."""

MORE = (0, 0, 1, 1, 2, 2)
"""How many damages there are beside the first."""


def damaged(pen: Pen, dialect: Dialect, text: str) -> str:
    """Do one to three damages to ``text``. One that finds nothing to damage leaves no feature."""
    done = set()
    after = text
    for _ in range(1 + pen.pick(MORE)):
        name, damage = pen.pick(DAMAGES[dialect.name])
        before, after = after, damage(pen, dialect, after)
        if after != before:
            done.add(f"damage:{name}")
    if after != text:  # or one has undone the other
        pen.features |= done
        if len(done) > 1:
            pen.features.add("damages:2+")
    return after
