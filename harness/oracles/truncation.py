"""``truncation``: what a parser says of a text that stops early (bugs, class truncated-stream).

Every prefix is asked for where the text is short, else prefixes that end at, in and beside its tags.
Whether a call is complete in a prefix is known: where the blocks of a text stand follows from its answer.
So it is judged only with a known answer, and only where the target reads the whole text rightly:

- calls whose block has ended are there, and those of a block that has not ended are not. A parser that
  recovers an open call is held to the complete ones alone. So calls grow with the prefix;
- an open block is shown, or is not, as ``truncated`` is declared.

A prefix is a text, too. What dies on it, reads it otherwise in a stream, never gives its end, or shows or
drops an open block against what is declared, is told in the name of ``crash``, ``parity``, ``finish`` or
``policy``: with these it is one finding, whether a case of its own shows it or a prefix.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from harness.dialects import by_name
from harness.model import Answer, Ask, Event
from harness.oracles import finish, parity
from harness.oracles.altered import reads_rightly, with_text
from harness.oracles.asking import ended
from harness.oracles.difference import Difference, calls_difference
from harness.oracles.groups import groups_of, known_answer, sections
from harness.oracles.oracle import Oracle, both_modes, nothing, violation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.model import Case, Outcome, Policies, Reading, Violation
    from harness.oracles.groups import Group
    from harness.oracles.oracle import Asked, Outcomes, Stances

MISSING, EARLY = "complete call missing", "open call reported"
UNKEPT = "declared answer not kept"

_SHORT = 25  # code points up to which every prefix is asked for
_MOST = 24  # prefixes of a longer text


def places(case: Case) -> tuple[int, ...]:
    """Choose where to stop: how many code points each prefix has."""
    text = case.text
    if len(text) <= _SHORT:
        return tuple(range(1, len(text)))
    grammar = by_name(case.dialect).grammar
    spans = [found.span() for found in grammar.tag.finditer(text)]
    # The ends of blocks come first, since there is most to get wrong.
    closers = {at for found in grammar.closer.finditer(text) for at in (found.end(), found.end() - 1)}
    others = {at for a, b in spans for at in (a, a + 1, (a + b) // 2, b - 1, b)} | {len(text) - 1}
    chosen = _spread({at for at in closers if 0 < at < len(text)}, _MOST // 2)
    chosen |= _spread({at for at in others if 0 < at < len(text)} - chosen, _MOST - len(chosen))
    return tuple(sorted(chosen))


def _spread(among: set[int], most: int) -> set[int]:
    """Choose so many of some places, evenly."""
    if len(among) <= most:
        return among
    ordered = sorted(among)
    return {ordered[number * len(ordered) // most] for number in range(most)}


def asks(case: Case) -> tuple[Ask, ...]:
    """Ask for prefixes, each whole and in batch, the shortest first."""
    return tuple([Ask(_prefix(case, length)) for length in places(case)])


def _prefix(case: Case, length: int) -> Case:
    return with_text(case, case.text[:length], f":{length}")


def judge_asked(case: Case, asked: Asked, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Judge the prefixes of each target, the shortest first."""
    return (
        ended("crash", asked, outcomes)
        or _plainly(case, asked, outcomes, stances)
        or _known(case, asked, outcomes, stances)
    )


# ---------------------------------------------------------------- the end, batch and stream


def _plainly(case: Case, asked: Asked, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Ask ``finish``, then ``parity``, about each prefix of a text of which they have no complaint."""
    for judge in (finish.judge, parity.judge):
        whole = judge(case, outcomes, stances)
        for number, length in enumerate(places(case)):
            rows = {
                name: answers[number]
                for name, answers in asked.items()
                if answers[number].kind == "result" and (whole is None or name not in whole.targets)
            }
            found = judge(_prefix(case, length), rows, stances)
            if found is not None:
                return _of_first(found, length)
    return None


def _of_first(found: Violation, length: int) -> Violation:
    return structs.replace(found, message=f"{found.message} (of the first {length} code points)")


# ---------------------------------------------------------------- calls and open blocks


def _known(case: Case, asked: Asked, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Judge the targets that read the whole text rightly by what is due of its prefixes."""
    groups = groups_of(case)
    if not groups:
        return None
    right = {
        name: answers for name, answers in asked.items() if reads_rightly(case, outcomes[name], stances[name])
    }
    for number, length in enumerate(places(case)):
        rows = {name: answers[number] for name, answers in right.items() if answers[number].kind == "result"}
        found = finish.judge(_answered(case, groups, length), rows, stances)
        if found is not None:
            return _of_first(found, length)
    complaints: dict[str, tuple[str, str]] = {}
    for name, answers in right.items():
        complaint = _complaint(case, groups, answers, stances[name])
        if complaint is not None:
            complaints[name] = (complaint.kind, complaint.detail)
    unkept = {name: each for name, each in complaints.items() if each[0] == UNKEPT}
    return violation("policy", unkept) if unkept else violation("truncation", complaints)


def _answered(case: Case, groups: tuple[Group, ...], length: int) -> Case:
    """Make a prefix with the answer that is due where an open block is text and alone in its group."""
    prefix = _prefix(case, length)
    answer = known_answer(case)
    if answer is None or any(group.start < length < group.end and len(group.calls) > 1 for group in groups):
        return prefix
    events: list[Event] = []
    at = 0
    for group in groups:
        if group.end <= length:
            events += [Event(text=case.text[at : group.start])] if at < group.start else []
            events += [Event(call=call) for call in group.calls]
            at = group.end
    events += [Event(text=case.text[at:length])] if at < length else []
    due = Answer(tuple(events), {**answer.assumes, "truncated": "text"})
    return structs.replace(prefix, knowledge="known", answers=(due,))


def _complaint(
    case: Case, groups: tuple[Group, ...], answers: Iterable[Outcome], stance: Policies
) -> Difference | None:
    for length, outcome in zip(places(case), answers, strict=True):
        prefix = _prefix(case, length)
        for how, reading in both_modes(prefix, outcome):
            found = _of_calls(groups, length, reading, stance) or _of_text(
                case, groups, length, reading, stance
            )
            if found is not None:
                return Difference(found.kind, f"{how} of the first {length} code points: {found.detail}")
    return None


def _of_calls(
    groups: tuple[Group, ...], length: int, reading: Reading, stance: Policies
) -> Difference | None:
    """Hold the calls against those of ended blocks. In a group that is cut, some blocks may have ended."""
    due = [call for group in groups if group.end <= length for call in group.calls]
    cut = next((group for group in groups if group.start < length < group.end), None)
    found = calls_difference(tuple(due), reading.calls[: len(due)])
    if found is not None:
        return Difference(MISSING, found.detail)
    more = reading.calls[len(due) :]
    if not more or stance.get("truncated") not in ("text", "drop"):
        return None
    if cut is not None and len(more) < len(cut.calls):
        found = calls_difference(cut.calls[: len(more)], more)
        return Difference(EARLY, found.detail) if found is not None else None
    return Difference(EARLY, f"the last of {len(reading.calls)} calls stands in no block that has ended")


def _of_text(
    case: Case, groups: tuple[Group, ...], length: int, reading: Reading, stance: Policies
) -> Difference | None:
    """Look at the open block, where a single call is cut behind its opener: is it text as it is declared."""
    cut = next((group for group in groups if group.start < length < group.end), None)
    answer = known_answer(case)
    policy = stance.get("truncated")
    if cut is None or answer is None or len(cut.calls) > 1 or len(reading.calls) != cut.first:
        return None
    opener = by_name(case.dialect).grammar.opener.match(case.text, cut.start, length)
    if opener is None or reading.text is None or policy not in ("text", "drop"):
        return None
    texts, _ = sections(answer.events)
    before = "".join("".join(texts[: groups.index(cut) + 1]).split())
    have = "".join(reading.text.split())
    whole = before + "".join(case.text[cut.start : length].split())
    if policy == "text" and stance.get("text_after_call") != "drop" and have == before:
        return Difference(UNKEPT, "truncated is declared as text, done is drop")
    if policy == "drop" and have == whole:
        return Difference(UNKEPT, "truncated is declared as drop, done is text")
    return None


def _applies(case: Case, outcomes: Outcomes, stances: Stances) -> bool:
    del stances
    return bool(outcomes) and len(case.text) > 1


ORACLE = Oracle(
    id="truncation",
    claim="Where a text stops early, calls that are complete are reported, and an open one never is.",
    judge=nothing,
    applies=_applies,
    asks=asks,
    judge_asked=judge_asked,
    every=32,
    also_as=("crash", "finish", "parity", "policy"),
)
