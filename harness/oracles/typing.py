"""``typing``: a value's type comes from what its declared schema means, and from nothing else (SEMANTICS Q9).

What the schema allows says nearly all, so damaged texts are judged too. Where the answer is known, its types
are held against those that were given. A text that is another text than was written is the oracle
``truth``'s: only where no answer is known must a text stand in the input as it is.

Judged are targets that declare to type by schema (``scalars`` and ``structure``), in dialects that have that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects import by_name
from harness.dialects.qwen.schemas import TEXT_ONLY, declared, type_of, typed, types
from harness.oracles.difference import Difference
from harness.oracles.oracle import Oracle, Outcomes, Stances, baseline, in_both_modes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.model import Call, Case, Outcome, Policies, Reading, Tool, Violation

NOT_TEXT = "text became another type"
NOT_ALLOWED = "type is not allowed"
LEFT = "value left as text"
NOT_THERE = "text is not in the input"
OTHER = "type differs"
"""The kinds of difference."""

_CLOSER = "</parameter>"
_BESIDE_STRINGS = frozenset({"null", "object", "array"})
"""Types that a value can be of where a string is allowed, too (Q9)."""

_SHOWN = 60  # code points of a value that a detail shows
_KEPT = 4096

# By the identity of a schema: the schema, which keeps the identity its own, and its types. Generated
# schemas are a few hundred, and to work out the types of one takes longer than all else here.
_types: dict[int, tuple[Any, frozenset[str]]] = {}


def judge(case: Case, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Judge the arguments of batch and baseline stream of each target that types by schema."""
    if not by_name(case.dialect).typed:
        return None
    suspects: dict[str, Outcome] = {}
    right: Outcome | None = None  # targets that said the same share an outcome
    stance: Policies | None = None
    due: Sequence[Call] | None = None
    for name, outcome in outcomes.items():
        own = stances[name]
        if own is not stance:
            right, stance, due = None, own, _due(case, own)
        if outcome is right or not by_schema(own):
            continue
        batch, whole = outcome.batch, baseline(case, outcome)
        if (batch is not None and batch.calls and _complaint(case, batch.calls, own, due)) or (
            whole is not None and whole.calls and _complaint(case, whole.calls, own, due)
        ):
            suspects[name] = outcome
        else:
            right = outcome
    if not suspects:
        return None

    def complaint(name: str, reading: Reading) -> Difference | None:
        return _complaint(case, reading.calls, stances[name], _due(case, stances[name]))

    return in_both_modes("typing", case, suspects, complaint)


def _due(case: Case, stance: Policies) -> Sequence[Call] | None:
    answer = case.answer_for(stance) if case.answers else None
    return None if answer is None else [event.call for event in answer.events if event.call]


def by_schema(stance: Policies) -> bool:
    """Tell whether a target declares that schemas decide all types."""
    return stance.get("scalars") == stance.get("structure") == "schema"


def _complaint(
    case: Case, given: Sequence[Call], stance: Policies, due: Sequence[Call] | None
) -> Difference | None:
    if due is None:
        return _by_rule(case, given, stance, known=False)
    if len(due) == len(given) and all(map(_typed_alike, due, given)):
        return None  # a value of the type that was written has the right one
    return _by_rule(case, given, stance, known=True) or _against(due, given, case.tools)


def _typed_alike(want: Call, have: Call) -> bool:
    """Tell whether two calls have one name, and values of the same types for the keys that both have."""
    wanted, given = want.input, have.input
    if want.name != have.name or given.__class__ is not dict:
        return False
    for key, expected in wanted.items():
        if key in given and given[key].__class__ is not expected.__class__:
            return False
    return True


def _by_rule(case: Case, calls: Sequence[Call], stance: Policies, *, known: bool) -> Difference | None:
    """Hold all arguments against their schemas."""
    anything = known or stance.get("entities") != "literal"  # then a text may be one that is not in the input
    for number, call in enumerate(calls):
        if not isinstance(call.input, dict):
            continue
        schemas: dict[str, Any] | None = None
        for key, value in call.input.items():
            # Such a text is one under every schema, as nearly all are.
            if value.__class__ is str and value[:1] not in _BEGINNINGS and (anything or value in case.text):
                continue
            if schemas is None:
                schemas = declared(case.tools, call.name)
            allowed = _allowed(schemas.get(key))
            found = _of_argument(case, key, value, allowed, stance, anything=anything)
            if found is not None:
                return _told(number, key, value, found, allowed)
    return None


_BEGINNINGS = frozenset('{["-0123456789tfn \t\r\n')
"""How JSON begins, blanks included. (No text begins with a character that is not there.)"""


def _allowed(schema: Any) -> frozenset[str]:
    if schema is None:
        return frozenset()
    found = _types.get(id(schema))
    if found is None or found[0] is not schema:
        if len(_types) >= _KEPT:
            _types.clear()
        found = _types[id(schema)] = (schema, types(schema))
    return found[1]


def _of_argument(
    case: Case, key: str, value: Any, allowed: frozenset[str], stance: Policies, *, anything: bool
) -> str | None:
    """Name what is wrong with an argument. Where equal keys may give a list, its members may be right."""
    text = None if anything else case.text
    found = _of_value(value, allowed, text)
    if (
        found is not None
        and isinstance(value, list)
        and stance.get("duplicates") not in ("last", "first")
        and case.text.count(f"<parameter={key}>") > 1
        and all(_of_value(member, allowed, text) is None for member in value)
    ):
        return None
    return found


def _of_value(value: Any, allowed: frozenset[str], text: str | None) -> str | None:
    """Hold a value against the types of its schema; a text must stand in ``text``, if that is given."""
    kind = type_of(value)
    if kind == "string":
        if typed(value, allowed) is not value:
            return LEFT
        return NOT_THERE if text is not None and value not in text else None
    if not allowed or allowed == TEXT_ONLY:
        return NOT_TEXT
    if "string" in allowed:
        return None if kind in allowed and kind in _BESIDE_STRINGS else NOT_TEXT
    if kind in allowed:
        return None
    whole = kind == "number" and (isinstance(value, int) or value.is_integer())
    return None if whole and "integer" in allowed else NOT_ALLOWED


def _against(due: Sequence[Call], given: Sequence[Call], tools: Sequence[Tool]) -> Difference | None:
    """Hold the types of arguments against those that were written, where the calls are those."""
    if [call.name for call in due] != [call.name for call in given]:
        return None
    for number, (want, have) in enumerate(zip(due, given, strict=True)):
        if not isinstance(have.input, dict):
            continue
        for key, expected, value in _both(want.input, have.input):
            kind, other = type_of(expected), type_of(value)
            if other in (kind, "string") or (kind == "string" and _CLOSER in expected):
                continue  # the text that was read may be another one, as it may be where it is cut
            return _told(number, key, value, OTHER, _allowed(declared(tools, have.name).get(key)))
    return None


def _both(want: dict[str, Any], have: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Give the values of the keys that both have."""
    return ((key, expected, have[key]) for key, expected in want.items() if key in have)


def _told(number: int, key: str, value: Any, kind: str, allowed: frozenset[str]) -> Difference:
    shown = repr(value)
    shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
    declares = " or ".join(sorted(allowed)) or "no type"
    return Difference(
        kind, f"calls[{number}].input[{key!r}] is {shown}, {type_of(value)}; its schema says {declares}"
    )


def _applies(case: Case, outcomes: Outcomes, stances: Stances) -> bool:
    if not by_name(case.dialect).typed:
        return False
    for name, outcome in outcomes.items():
        if by_schema(stances[name]):
            for reading in (outcome.batch, baseline(case, outcome)):
                if reading is not None and reading.calls:
                    return True
    return False


ORACLE = Oracle(
    id="typing",
    claim="A value's type is the one that the meaning of its declared schema gives; a string stays as it is.",
    judge=judge,
    applies=_applies,
)
