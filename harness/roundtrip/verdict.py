"""Whose loss it is: the template's, a parser's, or nobody's since the text is that of two truths.

It is decided by bytes, in this order. ``W`` is the dialect's own writer, where it is known.

1. What is not in the turn can't come back: the *template* loses it, whatever a parser makes of it.
2. A name or key that the form has no spelling for: the template wrote something else with it.
3. The turn holds ``W`` of what came back, and not ``W`` of what went in: the *template* wrote what came
   back, and the parser is right.
4. What the dialect calls *undecidable* is expected of nobody: two truths have one text, and the declared
   schema does not tell them apart.
5. The turn holds ``W`` of what went in: the *parser* loses it.
6. The template writes in a way of its own. Where ``W`` is known and spells the value in another way, the
   *template* loses it. Where ``W`` is not known, a text is put in the place of the value, to see where it
   stands in the turn: if something else than the value stands there, it is the *template*, too. Else it is
   the *parser*.

Values are looked for call by call, so that a template may put other white space around calls than ``W``.
"""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, structs

from harness.dialects.white_space import WHITE
from harness.roundtrip.conversation import Conversation
from harness.roundtrip.losses import OUTER, Difference, differences, path, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from harness.model import Call, Case, Outcome, Policies, Reading
    from harness.roundtrip.form import Form
    from harness.roundtrip.turn import Turn

Whose = Literal["template", "parser", "undecidable"]
Spot = Callable[[Conversation, int, str], str | None]
"""What the template wrote for an argument (a conversation, the number of a call, a key); None: not known."""
NO_ANSWER = frozenset({"crash", "hang", "memory"})


class Loss(Struct, frozen=True):
    """A difference, and whose it is."""

    whose: Whose
    kind: str
    path: str
    due: str
    got: str
    target: str = ""  # whose parser it is; or, of the others, by whose answer it was seen, if by any
    how: str = ""  # the way of feeding: "batch", "whole", "17 chunks"
    why: str = ""  # one sentence: how it was decided

    @property
    def signature(self) -> tuple[str, str, str]:
        """What it is known by, and must stay while the conversation gets smaller."""
        return (self.whose, self.kind, self.target if self.whose == "parser" else "")


def judge(
    conversation: Conversation,
    turn: Turn,
    case: Case,
    outcomes: dict[str, Outcome],
    *,
    form: Form | None,
    spot: Spot,
    stances: Mapping[str, Policies],
) -> list[Loss]:
    """List the losses of a turn, each place once for the template and once for each parser."""
    missing = list(_missing(conversation, turn))
    found = {(loss.path, ""): loss for loss in missing}
    judging = _Judging(conversation, turn, form, spot, frozenset(loss.path for loss in missing))
    for name, outcome in outcomes.items():
        for how, reading, detail in _ways(case, outcome):
            if reading is None:
                lost = Loss("parser", f"no answer: {outcome.kind}", "turn", "an answer", detail, name, how)
                found.setdefault((lost.path, name), lost)
                continue
            for difference in differences(conversation, turn, reading, stances[name]):
                seen = judging.loss(difference, reading)
                if seen is not None:
                    place = (seen.path, name if seen.whose == "parser" else "")
                    found.setdefault(place, structs.replace(seen, target=name, how=how))
    return list(found.values())


def _ways(case: Case, outcome: Outcome) -> Iterator[tuple[str, Reading | None, str]]:
    if outcome.kind != "result":
        if outcome.kind in NO_ANSWER:
            yield outcome.kind, None, outcome.detail
        return
    if outcome.batch is not None:
        yield "batch", outcome.batch, ""
    for chunking, stream in zip(case.chunkings, outcome.streams, strict=False):
        if stream is not None:
            yield f"{len(chunking) + 1} chunks" if chunking else "whole", stream, ""


def _missing(conversation: Conversation, turn: Turn) -> Iterator[Loss]:
    """Look for everything in the bytes of the turn; what is not there is the template's loss (step 1)."""
    gone = "It is not in the turn that the template wrote."
    text = conversation.text
    written = turn.begins(text, calls=bool(conversation.calls))
    if written is None:
        written = text in turn.text
    if not written:
        trimmed = text != text.strip() and text.strip() in turn.text
        kind = f"text: {OUTER}" if trimmed else "text lost"
        yield Loss("template", kind, "text", repr(text), repr(_text_of(turn, conversation)), why=gone)
    for number, call in enumerate(conversation.calls):
        if not _stands(call.name, turn.text):
            yield Loss("template", "name lost", f"calls[{number}].name", repr(call.name), "nothing", why=gone)
        for key, value in call.input.items():
            if not _stands(key, turn.text):
                yield Loss("template", "key lost", path(number, key), repr(key), "nothing", why=gone)
            elif not _stands(value, turn.text):
                trimmed = (
                    isinstance(value, str) and value != value.strip() and _stands(value.strip(), turn.text)
                )
                kind = f"value: {OUTER}" if trimmed else "value lost"
                got = shown(value.strip()) if trimmed else "nothing"
                yield Loss("template", kind, path(number, key), shown(value), got, why=gone)


def _text_of(turn: Turn, conversation: Conversation) -> str:
    trimmed = conversation.text.strip()
    return trimmed if trimmed and trimmed in turn.text else turn.text[:80]


def _stands(value: Any, text: str) -> bool:
    """Tell whether the text holds the value in some spelling: as it is, JSON, Python, with entities."""
    if isinstance(value, dict):
        return all(_stands(key, text) and _stands(member, text) for key, member in value.items())
    if isinstance(value, list):
        return all(_stands(member, text) for member in value)
    if isinstance(value, str):
        return any(spelling in text for spelling in _spellings(value))
    return any(spelling in text for spelling in (json.dumps(value), repr(value)))


def _spellings(text: str) -> tuple[str, ...]:
    escaped = (json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1], repr(text)[1:-1])
    return (text, *escaped, html.escape(text, quote=False), html.escape(text))


class _Judging:
    """One turn, with what is known of it."""

    def __init__(
        self, conversation: Conversation, turn: Turn, form: Form | None, spot: Spot, missing: frozenset[str]
    ) -> None:
        self._due = conversation
        self._turn = turn.text.strip(WHITE)
        self._form = form
        self._spot = spot
        self._missing = missing
        self._lacks_calls = any(place.startswith("calls") for place in missing)

    def loss(self, seen: Difference, reading: Reading) -> Loss | None:
        """Say whose a difference is, and why. None: it was told already."""
        if seen.kind == "no answer":
            return _lost("parser", seen, "It gave no answer.")
        structural = seen.key is None and seen.path != "text"
        if seen.path in self._missing or (structural and self._lacks_calls):
            return None  # step 1
        if self._form is None:
            return self._by_place(seen)
        numbers = range(len(self._due.calls)) if seen.call is None else (seen.call,)
        misfit = next(_misfits(self._form, self._due.calls, numbers), None)
        if misfit is not None:  # step 2
            return structs.replace(misfit, got=f"{seen.path}: {seen.got}")
        whose, why = self._by_form(self._form, seen, reading)
        return _lost(whose, seen, why)

    def _by_place(self, seen: Difference) -> Loss:
        if seen.call is not None and seen.key is not None:
            value = self._due.calls[seen.call].input[seen.key]
            there = self._spot(self._due, seen.call, seen.key) if isinstance(value, str) else None
            if there is not None and there not in _spellings(value):
                return _lost("template", seen, f"In its place the turn holds {there[:80]!r}.")
        return _lost("parser", seen, _THERE)

    def _by_form(self, form: Form, seen: Difference, reading: Reading) -> tuple[Whose, str]:
        concerned = self._due.calls if seen.call is None else (self._due.calls[seen.call],)
        due = self._writes(form, concerned, None if seen.call is not None else self._due.text)
        got = self._writes_reading(form, seen, reading)
        if got and not due:
            return "template", "The turn is exactly how the answer would be written."
        told = form.undecidable(concerned, self._due.tools, self._due.text.strip(WHITE))
        if told:
            return "undecidable", told
        if due:
            return "parser", _TOLD if got else "The turn is exactly how it should be written."
        if seen.call is not None and seen.key is not None and not self._spells(form, seen.call, seen.key):
            return "template", "The template spells it in another way."
        return "parser", _THERE

    def _spells(self, form: Form, call: int, key: str) -> bool:
        return form.spell(self._due.calls[call].input[key]) in self._turn

    def _writes_reading(self, form: Form, seen: Difference, reading: Reading) -> bool:
        if any(not isinstance(call.input, dict) for call in reading.calls):
            return False
        if seen.call is not None:
            return self._writes(form, (reading.calls[seen.call],), None)
        return self._writes(form, reading.calls, reading.text or "")

    def _writes(self, form: Form, calls: Sequence[Call], text: str | None) -> bool:
        """Tell whether this is what the turn holds; without a text, somewhere in it."""
        try:
            if text is None:
                return form.write(calls, "") in self._turn
            return form.write(calls, text).strip(WHITE) == self._turn
        except (ValueError, RecursionError):  # a parser may give what nobody can write
            return False


def _lost(whose: Whose, seen: Difference, why: str) -> Loss:
    return Loss(whose, seen.kind, seen.path, seen.due, seen.got, why=why)


def _misfits(form: Form, calls: Sequence[Call], numbers: Sequence[int]) -> Iterator[Loss]:
    """Find the names and keys of some calls that the form has no spelling for."""
    for number in numbers:
        name = calls[number].name
        told = form.misfit_name(name)
        if told is not None:
            yield Loss("template", told, f"calls[{number}].name", repr(name), "", why=_NO_SPELLING)
        for key in calls[number].input:
            told = form.misfit_key(key)
            if told is not None:
                yield Loss("template", told, path(number, key), repr(key), "", why=_NO_SPELLING)


_NO_SPELLING = "The form has no spelling for it."
_TOLD = "It would be written in the same way, but the declared schema tells them apart."
_THERE = "It is in the turn that the template wrote."
