"""``leak``: no markup and no argument bytes of an accepted call in the visible text.

Only where the calls are right: what is wrong with them is told by other oracles. What was added to
the visible text must come out of an accepted block. A repetition of visible text is no leak, even if
it holds markup, and neither is anything else that is only too much: those are the oracle ``text``'s.

Where the right answer is not known, a text that is not conserved is a leak if it is conserved once
tags and arguments are taken off its pieces beside the calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, structs

from harness.dialects import by_name
from harness.model import Event
from harness.oracles.conservation import conservation, conserves
from harness.oracles.difference import Difference, calls_difference, loosened, reading_of
from harness.oracles.oracle import Oracle, Outcomes, Stances, in_both_modes

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from harness.model import Call, Case, Policies, Reading, Violation

_ARGUMENT = 4  # code points from which on a string in the text is taken for an argument
_REPEATED = 8  # code points from which on a text that occurs elsewhere is a repetition of it
_SHOWN = 60

MARKUP, ARGUMENT = "markup in the text", "argument in the text"


def judge(case: Case, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Look at the batch's and the baseline stream's text of each target."""
    return in_both_modes(
        "leak", case, outcomes, lambda name, reading: _complaint(case, reading, stances[name])
    )


def _complaint(case: Case, reading: Reading, stance: Policies) -> Difference | None:
    answer = case.answer_for(stance)
    if not reading.calls or reading.text is None:
        return None
    if answer is None:
        return _unconserved(case, reading) if conserves(stance) else None
    if reading.events == answer.events:
        return None
    want = reading_of(answer.events)
    if reading.text == want.text or calls_difference(want.calls, reading.calls) is not None:
        return None
    return _added(case, want, reading, exact=stance.get("space_around_calls") == "exact")


# ---------------------------------------------------------------- the answer is known


class Run(Struct, frozen=True):
    """What was added to a text at one place."""

    text: str
    before: str  # the right text up to there, as far as this piece goes
    after: str  # and from there on


def _added(case: Case, want: Reading, have: Reading, *, exact: bool) -> Difference | None:
    due, got = _pieces(want, have, exact=exact)
    if len(due) != len(got):
        return None
    runs: list[Run] = []
    for number, (right, given) in enumerate(zip(due, got, strict=True)):
        if right == given:
            continue
        found = _runs(right, given)
        if found is None:
            return None  # something is missing, too: that is no mere leak
        around = (due[number - 1] if number else "", due[number + 1] if number + 1 < len(due) else "")
        runs += [Run(run.text, run.before or around[0], run.after or around[1]) for run in found]
    source = _Source(case, want, have)
    for run in runs:
        kind = source.kind(run)
        if kind is not None:
            return Difference(kind, f"{run.text[:_SHOWN]!r} comes out of an accepted block")
    return None


def _pieces(want: Reading, have: Reading, *, exact: bool) -> tuple[list[str], list[str]]:
    """Give the texts before, between and behind the calls; the whole text where no order is given."""
    if have.events is None:
        return [want.text or ""], [have.text or ""]
    if not exact:
        want, have = loosened(want), loosened(have)
    return _between(want.events or ()), _between(have.events or ())


def _between(events: Sequence[Event]) -> list[str]:
    pieces = [""]
    for event in events:
        if event.call is not UNSET:
            pieces.append("")
        elif event.text is not UNSET:
            pieces[-1] += event.text
    return pieces


def _runs(right: str, given: str) -> list[Run] | None:
    """Say what was put before and behind the right text, or into it at one place; None: it is otherwise."""
    at = 0 if given.startswith(right) else given.rfind(right)
    if at >= 0:
        front, end = given[:at], given[at + len(right) :]
        return [run for run in (Run(front, "", right), Run(end, right, "")) if run.text]
    same = next((i for i, (a, b) in enumerate(zip(right, given, strict=False)) if a != b), len(right))
    rest = len(right) - same
    if len(given) <= len(right) or not given.endswith(right[same:]):
        return None
    return [Run(given[same : len(given) - rest], right[:same], right[same:])]


class _Source:
    """What there is in a case that a text can come from."""

    def __init__(self, case: Case, want: Reading, have: Reading) -> None:
        self._input = case.text
        self._visible = want.text or ""
        self._grammar = by_name(case.dialect).grammar
        self._arguments = sorted(set(_strings(have.calls)), key=len, reverse=True)

    def kind(self, run: Run) -> str | None:
        """Tell what was leaked: markup or an argument; None: nothing was."""
        core = run.text.strip()
        if not core or self._is_repeated(run):
            return None
        rest = run.text
        tag = self._grammar.tag
        for string in self._arguments:
            if len(string) >= _ARGUMENT and tag.fullmatch(string.strip()) is None:
                rest = rest.replace(string, "\0")
        if tag.search(rest) or self._is_piece(core):
            return MARKUP
        if rest != run.text or core in self._arguments:
            return ARGUMENT
        return self._of_block(core)

    def _is_piece(self, core: str) -> bool:
        """Tell whether it is the front or the end of a tag of an accepted block."""
        return any(
            (found[0].endswith(core) or found[0].startswith(core)) and self._hidden(found[0])
            for found in self._grammar.tag.finditer(self._input)
        )

    def _of_block(self, core: str) -> str | None:
        """Name any other piece of an accepted block; a value is never named after the CDATA around it."""
        if not self._hidden(core):
            return None
        bare = self._grammar.opaque.sub("", core)
        return MARKUP if "<" in bare or ">" in bare else ARGUMENT

    def _hidden(self, text: str) -> bool:
        """Look for it in an accepted block: it is more often in the input than in the right visible text."""
        return self._input.count(text) > self._visible.count(text)

    def _is_repeated(self, run: Run) -> bool:
        text = run.text
        if self._is_markup(text.strip()):
            return text in (
                run.before,
                run.after,
            )  # beside a call, a tag that also begins the text is no rarity
        if len(text) >= _REPEATED and text in self._visible:
            return True
        return run.before.endswith(text) or run.after.startswith(text)

    def _is_markup(self, core: str) -> bool:
        """Tell whether it is tags only, or the end of one."""
        return not self._grammar.tag.sub("", core).strip() or (core.endswith(">") and self._is_piece(core))


def _strings(calls: Sequence[Call]) -> Iterator[str]:
    """Give all strings in the arguments of calls."""
    stack: list[Any] = [call.input for call in calls]
    while stack:
        value = stack.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            stack.extend(value.values())
        elif isinstance(value, list | tuple):
            stack.extend(value)


# ---------------------------------------------------------------- it is not


def _unconserved(case: Case, reading: Reading) -> Difference | None:
    if reading.events is None or conservation(case.text, reading) is None:
        return None
    taken: dict[str, str] = {}
    tag = by_name(case.dialect).grammar.tag
    arguments = sorted({s for s in _strings(reading.calls) if len(s) >= _ARGUMENT}, key=len, reverse=True)
    kept: list[Event] = []
    last = len(reading.events) - 1
    for i, event in enumerate(reading.events):
        piece = event.text
        if piece is UNSET:
            kept.append(event)
            continue
        if i > 0:
            piece = _without_front(piece, tag, arguments, taken)
        if i < last:
            piece = _without_end(piece, tag, arguments, taken)
        if piece:
            kept.append(Event(text=piece))
    given = reading.text or ""
    if not taken or any(0 < case.text.count(run) < given.count(run) for run in taken):
        return None
    if conservation(case.text, structs.replace(reading, events=tuple(kept))) is not None:
        return None
    run = next((run for run, kind in taken.items() if kind == MARKUP), next(iter(taken)))
    return Difference(taken[run], f"{run[:_SHOWN]!r} comes out of an accepted block")


def _without_front(piece: str, tag: re.Pattern[str], arguments: list[str], taken: dict[str, str]) -> str:
    while True:
        argument = next((s for s in arguments if piece.startswith(s)), "")
        found = tag.match(piece)
        run = max(found[0] if found else "", argument, key=len)  # of equal ones the tag
        if not run:
            return piece
        taken[run] = ARGUMENT if found is None or len(argument) > len(found[0]) else MARKUP
        piece = piece[len(run) :]


def _without_end(piece: str, tag: re.Pattern[str], arguments: list[str], taken: dict[str, str]) -> str:
    while True:
        argument = next((s for s in arguments if piece.endswith(s)), "")
        at = piece.rfind("<")
        found = tag.fullmatch(piece, at) if at >= 0 else None
        run = max(found[0] if found else "", argument, key=len)
        if not run:
            return piece
        taken[run] = ARGUMENT if found is None or len(argument) > len(found[0]) else MARKUP
        piece = piece[: len(piece) - len(run)]


def _applies(case: Case, outcomes: Outcomes, stances: Stances) -> bool:
    return any(case.answer_for(stances[name]) is not None or conserves(stances[name]) for name in outcomes)


ORACLE = Oracle(
    id="leak",
    claim="No markup and no argument of an accepted call is left in the visible text.",
    judge=judge,
    applies=_applies,
)
