"""``atomicity``: a body with content never becomes a call with fewer arguments (bugs, class atomicity).

All parameters of a block are made unreadable in one way: their tags misspelt, their names lost, or JSON in
their place cut short. A call that had arguments is then dropped or text, or the parser repairs it. What it
must not be is a call without arguments (SEMANTICS D12).

Where only the first parameter is unreadable, a parser that declares *drop* for ``junk_in_block`` reads on:
what is no tag is dropped with the block (D9). One that declares *reject* or *text* must not give the call
without it (Q8 rejects the block).

The damage is of those whose reach is bounded (``locality``). Only calls that come out in the place of the
damaged block are looked at, under a name that was written there.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from harness.dialects import by_name
from harness.oracles.damaged import Damaged, in_turn, inside, oracle_of_damage
from harness.oracles.difference import Difference
from harness.oracles.groups import groups_of
from harness.oracles.locality import is_single

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from harness.model import Call, Case, Policies, Reading
    from harness.oracles.groups import Group

    Tag = re.Match[str]

EMPTY, FEWER = "call without its arguments", "call with fewer arguments"
FIRST = "first parameter"

_JSON_END = re.compile(r"\}(?=\s*</(?:\|DSML\|)?invoke)", re.IGNORECASE | re.ASCII)
_KEY = re.compile(r"\bname(?=\s*=)", re.IGNORECASE | re.ASCII)


def damages(case: Case) -> tuple[Damaged, ...]:
    """Make the parameters of each block of a case unreadable, in one way at a time."""
    found: list[list[Damaged]] = []
    groups = groups_of(case)
    for number, group in enumerate(groups):
        if is_single(case, group) and any(call.input for call in group.calls):
            ways = _of_qwen(case, group) if case.dialect == "qwen" else _of_dsml(case, group)
            found.append([Damaged(text, number, what) for what, text in ways if text != case.text])
    return in_turn(found)


def _of_dsml(case: Case, group: Group) -> Iterator[tuple[str, str]]:
    """Misspell start tags, end tags and names; cut JSON short; misspell the first start tag alone."""
    grammar = by_name(case.dialect).grammar
    tags = [
        tag
        for tag in grammar.tag.finditer(case.text, group.start, group.end)
        if tag["name"].lower() == grammar.parameter
    ]
    starts = [tag for tag in tags if not tag["slash"]]
    yield "start tags", _rewritten(case.text, starts, _misspelt)
    yield FIRST, _rewritten(case.text, starts[:1], _misspelt)
    yield "names", _rewritten(case.text, starts, lambda tag: _KEY.sub("nme", tag[0]))
    yield "end tags", _rewritten(case.text, [tag for tag in tags if tag["slash"]], _misspelt)
    ends = list(_JSON_END.finditer(case.text, group.start, group.end))
    yield "JSON", _rewritten(case.text, ends, lambda _: "")


def _of_qwen(case: Case, group: Group) -> Iterator[tuple[str, str]]:
    """Damage the start tag of a function's first parameter, where Q8 gives the block up."""
    grammar = by_name(case.dialect).grammar
    tags = list(grammar.tag.finditer(case.text, group.start, group.end))
    starts = [
        behind
        for tag, behind in pairwise(tags)
        if tag["name"] == grammar.call and behind["name"] == grammar.parameter
        if not tag["slash"] and not behind["slash"] and case.text[tag.end() : behind.start()].isspace()
    ][:1]
    yield FIRST, _rewritten(case.text, starts, _misspelt)
    yield FIRST, _rewritten(case.text, starts, lambda _: "<parameter>")
    yield FIRST, _rewritten(case.text, starts, lambda tag: f'<parameter name="{tag["rest"][1:]}">')


def _misspelt(tag: Tag) -> str:
    name = tag["name"]
    half = len(name) // 2
    at = tag.start("name") - tag.start() + half
    return tag[0][:at] + tag[0][at + 1 :]


def _rewritten(text: str, found: Sequence[Tag], change: Callable[[Tag], str]) -> str:
    out: list[str] = []
    at = 0
    for tag in found:
        out += (text[at : tag.start()], change(tag))
        at = tag.end()
    return "".join(out) + text[at:]


def _of_calls(
    written: Sequence[Call], given: Sequence[Call], damaged: Damaged, stance: Policies
) -> Difference | None:
    for call in given:
        drawn = [other.input for other in written if other.name == call.name]
        if not drawn or not isinstance(call.input, dict):
            continue
        if not call.input and all(drawn):
            return Difference(EMPTY, f"{call.name!r} was written with {len(drawn[0])}")
        if stance.get("junk_in_block") not in ("reject", "text") or damaged.what != FIRST:
            continue
        if all(call.input.keys() < other.keys() for other in drawn):
            return Difference(FEWER, f"{call.name!r} has {len(call.input)}, and {len(drawn[0])} were written")
    return None


def _complain(case: Case, damaged: Damaged, reading: Reading, stance: Policies) -> Difference | None:
    groups = groups_of(case)
    given = inside(groups, damaged.group, reading.calls) or ()
    found = _of_calls(groups[damaged.group].calls, given, damaged, stance)
    return found and Difference(found.kind, f"{damaged.what} unreadable: {found.detail}")


ORACLE = oracle_of_damage(
    "atomicity", "A call whose arguments can't be read never comes out without them.", damages, _complain
)
