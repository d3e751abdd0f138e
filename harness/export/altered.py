"""Findings that another text shows than that of their case: one that stops early, is damaged or spelt anew.

Oracles ask for such texts and say in their message which one it was. They are made again here, by the
oracles themselves, and what is demanded of each follows from the known answer of the whole text. What the
parser gave for them stands in no report, so nothing can be tried on it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from harness.export.check import Check
from harness.oracles import atomicity, drift, locality
from harness.oracles.conservation import conserves
from harness.oracles.groups import groups_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.export.exported import Exported
    from harness.model import Call
    from harness.oracles.damaged import Damaged

_PREFIX = re.compile(r"of the first (\d+) code points")


def checks(one: Exported) -> tuple[Check, ...]:
    """Give a check for each text that may be the one; none where the message speaks of no other text."""
    if one.oracle in ("locality", "atomicity"):
        return tuple(_damaged(one))
    prefix = _PREFIX.search(one.message)
    if prefix is not None:
        return tuple(_prefix(one, int(prefix[1])))
    return tuple(_spelt(one))


# ---------------------------------------------------------------- texts that stop early


def _prefix(one: Exported, length: int) -> Iterator[Check]:
    text = one.case.text[:length]
    if one.oracle == "parity":
        told = (
            f"The first {length} code points of a text, parsed at once and streamed, have to give the same."
        )
        yield Check(text, one.case.tools, "expect_alike", why=(told,))
    elif one.oracle == "finish":
        told = "The visible text has to be the input without the blocks of the calls, up to its end."
        if conserves(one.policies):
            yield Check(text, one.case.tools, "expect_conserved", why=(told,))
    elif one.oracle in ("truncation", "policy"):
        yield from _stopped(one, text)


def _stopped(one: Exported, text: str) -> Iterator[Check]:
    """Demand the calls whose blocks have ended, and the text as ``truncated`` is declared."""
    length = len(text)
    groups = groups_of(one.case)
    cut = next((group for group in groups if group.start < length < group.end), None)
    truncated = one.policies.get("truncated")
    if not groups or truncated not in ("text", "drop") or (cut is not None and len(cut.calls) > 1):
        return
    calls = [call for group in groups if group.end <= length for call in group.calls]
    wanted: dict[str, Any] = {"calls": _written(calls)}
    told = [f"The text stops after {length} code points: complete calls are due, and no other."]
    if one.oracle == "policy" and conserves({**one.policies, "truncated": "text"}):
        shown = cut.start if cut is not None and truncated == "drop" else length
        kept: list[str] = []
        at = 0
        for group in groups:
            kept.append(text[at : min(group.start, shown)])
            at = group.end
        wanted["text"] = "".join(kept) + (text[cut.start : shown] if cut is not None else text[at:])
        told += [f"An open block is declared as {truncated}."]
    yield Check(text, one.case.tools, "expect", {**wanted, "exact": False}, why=tuple(told))


# ---------------------------------------------------------------- damage


def _damaged(one: Exported) -> Iterator[Check]:
    groups = groups_of(one.case)
    of = locality if one.oracle == "locality" else atomicity
    told_by = "with a misspelt {}: " if one.oracle == "locality" else "{} unreadable: "
    if one.kind == locality.TEXT:
        return
    for damaged in of.damages(one.case):
        if told_by.format(damaged.what) not in one.message:
            continue
        before = [call for group in groups[: damaged.group] for call in group.calls]
        behind = [call for group in groups[damaged.group + 1 :] for call in group.calls]
        inner = groups[damaged.group].calls
        if one.oracle == "locality":
            yield _around(one, damaged, before, behind)
        else:
            yield _arguments(one, damaged, [*before, *inner, *behind])


def _around(one: Exported, damaged: Damaged, before: Sequence[Call], behind: Sequence[Call]) -> Check:
    told = f"One block has a misspelt {damaged.what}. The calls before and behind it have to come out."
    given = {"before": _written(before), "behind": _written(behind)}
    return Check(damaged.text, one.case.tools, "expect_around", given, why=(told,))


def _arguments(one: Exported, damaged: Damaged, written: Sequence[Call]) -> Check:
    told = f"Of one call the {damaged.what} can't be read. It may be missing, but not come without arguments."
    given = [[call.name, sorted(call.input)] for call in written]
    return Check(damaged.text, one.case.tools, "expect_arguments", given, why=(told,))


# ---------------------------------------------------------------- other spellings


def _spelt(one: Exported) -> Iterator[Check]:
    if "spelt in another way (" not in one.message:
        return
    for spelling in drift.chosen(one.case):
        if f"spelt in another way ({spelling.what}): " not in one.message:
            continue
        calls = [event.call for event in one.case.answers[0].events if event.call is not UNSET]
        wanted: dict[str, Any] = {"calls": _written(calls)}
        if spelling.equal:
            told = "The calls are written in another way that means the same."
            yield Check(spelling.text, one.case.tools, "expect", wanted, why=(told,))
            continue
        if conserves(one.policies):
            wanted["text"] = spelling.text
        told = (
            f"The calls are spelt as models drift ({spelling.what}): they are due, or none and all the text."
        )
        yield Check(spelling.text, one.case.tools, "expect_all_or_none", wanted, why=(told,))


def _written(calls: Sequence[Call]) -> list[dict[str, Any]]:
    return [{"name": call.name, "input": call.input} for call in calls]
