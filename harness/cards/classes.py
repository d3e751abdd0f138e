"""The class of a bug, in the words in which public reports are sorted.

The table goes from what says most to what says least: the first row that fits counts. A row names what it
asks for: oracles, a beginning of the shape, features of which one is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from harness.cards.traits import Traits

OTHER = "other"


class _Row(NamedTuple):
    name: str
    oracles: frozenset[str] = frozenset()
    shapes: tuple[str, ...] = ()
    needs: frozenset[str] = frozenset()

    def fits(self, traits: Traits) -> bool:
        return (
            (not self.oracles or traits.oracle in self.oracles)
            and (not self.shapes or traits.shape.startswith(self.shapes))
            and (not self.needs or not self.needs.isdisjoint(_stems(traits.needs)))
        )


def _stems(needs: tuple[str, ...]) -> set[str]:
    """Give the features and what stands before their colon."""
    return {*needs, *(name.partition(":")[0] for name in needs)}


_DELIMITERS = frozenset(
    {"closer", "opener", "inner-call", "cdata", "cdata-end", "nested-tags", "hidden-tags", "markup-text"}
)

_ROWS = (
    _Row("unbounded-memory", shapes=("memory",)),
    _Row("superlinear-time", shapes=("hang",)),
    _Row("crash-exception", frozenset({"crash"})),
    _Row("reasoning-tag-interaction", frozenset({"reasoning"})),
    _Row("truncated-stream", frozenset({"truncation"})),
    _Row("case/format-drift", frozenset({"drift"})),
    _Row("wrong-type-coercion", frozenset({"typing"})),
    _Row(
        "wrong-type-coercion",
        shapes=tuple(
            f"{where}: {kind} to"
            for where in ("argument", "member")
            for kind in ("text", "scalar", "structure")
        ),
    ),
    _Row("fence-example-executed", shapes=("call extra", "declared"), needs=frozenset({"fence"})),
    _Row("entity-escaping", needs=frozenset({"entities"})),
    _Row("json-escaping", needs=frozenset({"json-string"})),
    _Row("delimiter-in-value", frozenset({"truth", "agreement", "leak"}), needs=_DELIMITERS),
    _Row("missing-wrapper", needs=frozenset({"policy:missing_opener"})),
    _Row("missing-closer", needs=frozenset({"unclosed-parameter", "policy:truncated"})),
    _Row("unknown-tool", needs=frozenset({"undeclared"})),
    _Row("schema-dependent", needs=frozenset({"wrong-type"})),
    _Row("multiple-calls-merged", shapes=("call missing",), needs=frozenset({"blocks:2+", "calls:2+"})),
    _Row("markup-leak", frozenset({"leak"})),
    _Row("call-index-shift", frozenset({"monotone"}), ("index",)),
    _Row("whitespace-damage", shapes=("argument: trimmed", "member: trimmed", "argument: padded")),
    _Row("argument-truncation", shapes=("argument: prefix", "member: prefix", "argument missing")),
    _Row("chunk-boundary-duplication", frozenset({"split"}), ("text added", "call extra")),
    # What one way of feeding has too much, the other may have lost: loss is the more frequent.
    _Row("text-loss", frozenset({"parity"}), ("text added",)),
    _Row("text-duplication", shapes=("text added", "in two channels")),
    _Row("unicode-split", frozenset({"split"}), ("text differs", "value: there is a lone")),
    _Row("chunk-boundary-loss", frozenset({"split"})),
    _Row("text-loss", shapes=("text lost", "held back", "plain text held")),
)


def bug_class(traits: Traits) -> str:
    """Name the class of a fault, ``other`` where the table has none."""
    return next((row.name for row in _ROWS if row.fits(traits)), OTHER)
