"""Whose loss it is: the template's, a parser's, or nobody's since the text is that of two truths.

It is decided by bytes, in this order. ``W`` is the dialect's own writer, where it is known.

1. What is not in the turn can't come back: the *template* loses it, whatever a parser makes of it.
2. A name or key that the form has no spelling for: the *template* wrote something else with it.
3. Where the value stands, found by rendering the turn with another word for it, there stands something else,
   or ``W`` of what came back and not ``W`` of what went in: the *template* loses it.
4. What the dialect calls *undecidable* is expected of nobody: two truths have one text, and the declared
   schema does not tell them apart.
5. ``W`` of what went in stands there: the *parser* loses it.
6. The template writes in a way of its own. Where ``W`` is known and would spell the value in another way, the
   *template* loses it; else it is there (step 1), and the *parser* loses it.

For calls as a whole step 3 comes after step 5: the turn as a whole is then how the answer would be written.
"""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, structs

from harness.dialects.white_space import WHITE
from harness.model import Call
from harness.roundtrip.conversation import Conversation
from harness.roundtrip.losses import OUTER, Difference, differences, path, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from harness.model import Case, Outcome, Policies, Reading
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
        if self._form is not None:
            numbers = range(len(self._due.calls)) if seen.call is None else (seen.call,)
            misfit = next(_misfits(self._form, self._due.calls, numbers), None)
            if misfit is not None:  # step 2
                return structs.replace(misfit, got=f"{seen.path}: {seen.got}")
        if seen.call is not None and seen.key is not None:
            return self._of_value(seen, seen.call, seen.key, reading)
        if self._form is None:
            return _lost("parser", seen, _THERE)
        whose, why = self._of_calls(self._form, seen, reading)
        return _lost(whose, seen, why)

    def _of_value(self, seen: Difference, number: int, key: str, reading: Reading) -> Loss:
        """Look at what the template wrote in the place of the value."""
        value, form = self._due.calls[number].input[key], self._form
        there = self._spot(self._due, number, key)
        if isinstance(value, str) and there is not None and there not in _spellings(value):  # step 3
            kind = f"value: {OUTER}" if there == value.strip() else seen.kind
            return structs.replace(
                _lost("template", seen, f"In its place the turn holds {there[:80]!r}."), kind=kind
            )
        if form is None:
            return _lost("parser", seen, _THERE)
        due = self._stands_there(form.spell(value), there)
        got = self._stands_there(form.spell(reading.calls[number].input[key]), there)
        if got and not due:  # step 3
            return _lost("template", seen, "In its place stands what the answer is written as.")
        told = self._undecidable(form, (self._due.calls[number],), key)
        if told is not None:  # step 4
            return _lost("undecidable", seen, told)
        if not due:  # step 6
            return _lost("template", seen, "The template spells it in another way.")
        return _lost("parser", seen, _TOLD if got else _RIGHT)  # step 5

    def _of_calls(self, form: Form, seen: Difference, reading: Reading) -> tuple[Whose, str]:
        calls = self._due.calls if seen.call is None else (self._due.calls[seen.call],)
        told = self._undecidable(form, calls)
        if told is not None:  # step 4
            return "undecidable", told
        if all(form.write((call,), "") in self._turn for call in calls):  # step 5
            return "parser", _RIGHT
        if all(isinstance(call.input, dict) for call in reading.calls):
            written = form.write(reading.calls, reading.text or "")
            if written.strip(WHITE) == self._turn:  # step 3
                return "template", "The turn is exactly how the answer would be written."
        return "parser", _THERE  # step 6

    def _undecidable(self, form: Form, calls: Sequence[Call], key: str | None = None) -> str | None:
        """Ask of the structure of some calls, and of the type of one value: others' types change neither."""
        plain = [Call(call.name, {k: form.spell(v) for k, v in call.input.items()}) for call in calls]
        told = form.undecidable(plain, (), self._due.text.strip(WHITE))
        if told is None and key is not None:
            (call,) = calls
            told = form.undecidable((Call(call.name, {key: call.input[key]}),), self._due.tools, "")
        return told

    def _stands_there(self, spelling: str, there: str | None) -> bool:
        return spelling in self._turn if there is None else spelling == there


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
_RIGHT = "It is written in the turn exactly as it should be."
_TOLD = "It would be written in the same way, but the declared schema tells them apart."
_THERE = "It is in the turn that the template wrote."
