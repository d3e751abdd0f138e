"""``locality``: a damaged call takes nothing with it but its own block (bugs, class recovery-locality).

One tag of one block is misspelt by a character, so that it is no tag. What becomes of that block is left to
the parser: its calls may be gone, fewer or repaired, and it may be text. All calls and texts before and
behind it stay as they are in the known answer.

Only damage is done whose reach the rules bound (SEMANTICS D3, D6; Q5, Q8). In ``dsml`` tags of parameters
and invokes are not what a block ends at, and its closer may go where the next block begins after plain
text; what is left without an opener is a matter of its own (D7). In ``qwen`` a block is given up where a
start tag is wrong, or at its closer; an end tag of a value or a call is left alone, since a value runs on to
the next one.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from harness.dialects import by_name
from harness.oracles.damaged import Damaged, in_turn, inside, oracle_of_damage
from harness.oracles.difference import Difference
from harness.oracles.groups import groups_of, known_answer, sections

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from harness.model import Call, Case, Event, Policies, Reading
    from harness.oracles.groups import Group

CALLS, TEXT = "another call changed", "text elsewhere changed"


def damages(case: Case) -> tuple[Damaged, ...]:
    """Damage the blocks of a case that has another block or text beside them, one tag at a time."""
    groups = groups_of(case)
    found: list[list[Damaged]] = []
    for number, group in enumerate(groups):
        if len(groups) > 1 or group.end - group.start < len(case.text):
            found.append(list(_of_group(case, groups, number)))
    return in_turn(found)


def _of_group(case: Case, groups: tuple[Group, ...], number: int) -> Iterator[Damaged]:
    for what, tag in spots(case, groups, number):
        at = tag.start("name") + len(tag["name"]) // 2  # one character of the name is lost
        yield Damaged(case.text[:at] + case.text[at + 1 :], number, what)


def spots(case: Case, groups: tuple[Group, ...], number: int) -> Iterator[tuple[str, re.Match[str]]]:
    """Give the tags of a group that may be damaged, with what they are; none where it is more blocks."""
    group = groups[number]
    grammar = by_name(case.dialect).grammar
    tags = list(grammar.tag.finditer(case.text, group.start, group.end))
    if not is_single(case, group) or not tags:
        return
    starts = {
        name: [t for t in tags if not t["slash"] and t["name"].lower() == name] for name in _names(case)
    }
    ends = {name: [t for t in tags if t["slash"] and t["name"].lower() == name] for name in _names(case)}
    call, parameter, wrapper = grammar.call, grammar.parameter, grammar.wrapper
    if case.dialect == "qwen":
        first = [a for a, b in pairwise(tags) if a in starts[call] and b in starts[parameter]]
        yield from [("parameter start", tags[tags.index(tag) + 1]) for tag in first[:1]]
        yield from [("call start", tag) for tag in starts[call][:1]]
    else:
        yield from [("parameter start", tag) for tag in starts[parameter][:1]]
        yield from [("parameter end", tag) for tag in ends[parameter][-1:]]
        yield from [("call start", tag) for tag in starts[call][:1]]
        yield from [("call end", tag) for tag in ends[call][-1:]]
    if tags[0].start() == group.start and _may_open(case, groups, number):
        yield "opener", tags[0]
    if tags[-1].end() == group.end and tags[-1] in ends[wrapper] and _may_close(case, groups, number):
        yield "closer", tags[-1]


def is_single(case: Case, group: Group) -> bool:
    """Tell whether a group is one block in which no wrapper is named but by its own two tags."""
    name = by_name(case.dialect).grammar.wrapper
    inside = case.text[group.start : group.end]
    if case.dialect == "qwen":
        return inside.count(f"<{name}>") == 1
    return inside.lower().count(name) == 2  # its opener and its closer


def _names(case: Case) -> tuple[str, str, str]:
    grammar = by_name(case.dialect).grammar
    return grammar.wrapper, grammar.call, grammar.parameter


def _is_plain(case: Case, group: Group) -> bool:
    """Tell whether a block of ``dsml`` means nothing outside but its invokes (D1, D7), all of them closed."""
    inside = case.text[group.start : group.end].lower()
    if "<!" in inside or "```" in inside or "~~~" in inside:
        return False
    return inside.count("invoke") == 2 * len(group.calls)


def _before(case: Case, groups: tuple[Group, ...], number: int) -> str:
    return case.text[groups[number - 1].end if number else 0 : groups[number].start]


def _may_open(case: Case, groups: tuple[Group, ...], number: int) -> bool:
    """Tell whether a block may lose its opener: in ``qwen``, where nothing is open before it."""
    return case.dialect == "qwen" and "<" not in _before(case, groups, number)


def _may_close(case: Case, groups: tuple[Group, ...], number: int) -> bool:
    """Tell whether a block may lose its closer: in ``dsml`` the next opener must be seen (D3)."""
    if case.dialect == "qwen":
        return True
    if number + 1 == len(groups) or not _is_plain(case, groups[number]):
        return False
    between = _before(case, groups, number + 1)
    following = by_name(case.dialect).grammar.opener.match(case.text, groups[number + 1].start)
    return following is not None and not any(mark in between for mark in "<`~")


def _calls(groups: tuple[Group, ...], damaged: Damaged, reading: Reading) -> Difference | None:
    if inside(groups, damaged.group, reading.calls) is not None:
        return None
    others = sum(len(group.calls) for number, group in enumerate(groups) if number != damaged.group)
    return Difference(
        CALLS, f"{len(reading.calls)} calls, which are not the {others} before and behind the damaged block"
    )


def _texts(case: Case, damaged: Damaged, reading: Reading, stance: Policies) -> Difference | None:
    """Look for the texts before and behind the damaged block, where the order of events is known."""
    answer = known_answer(case)
    if answer is None or reading.events is None or stance.get("text_after_call") != "keep":
        return None
    texts, calls = sections(answer.events)
    exact = stance.get("space_around_calls") == "exact"
    have, given = _trimmed(reading.events, exact=exact)
    before, behind = texts[: damaged.group + 1], texts[damaged.group + 1 :]
    if not exact:
        before, behind = [text.strip() for text in before], [text.strip() for text in behind]
    # The texts next to the damage may go on with what became of the block.
    front = _from_front(before, calls[: damaged.group], have, given)
    end = _from_front(behind[::-1], calls[damaged.group + 1 :][::-1], have[::-1], given[::-1], backwards=True)
    if front is None and end is None:
        return None
    return Difference(TEXT, front or end or "")


def _trimmed(events: tuple[Event, ...], *, exact: bool) -> tuple[list[str], list[int]]:
    texts, calls = sections(events)
    return (texts if exact else [text.strip() for text in texts]), [len(group) for group in calls]


def _from_front(
    due: list[str],
    calls: list[tuple[Call, ...]],
    have: list[str],
    given: list[int],
    *,
    backwards: bool = False,
) -> str | None:
    """Follow texts and groups of calls up to the damage; say what is missing."""
    for number, group in enumerate(calls):
        if number >= len(given) or have[number] != due[number]:
            return f"{due[number][:60]!r} is not there as it was"
        if given[number] != len(group):
            return None  # the damaged block's calls follow directly
    last, at = due[-1], len(calls)
    there = have[at] if at < len(have) else ""
    if not (there.endswith(last) if backwards else there.startswith(last)):
        return f"{last[:60]!r} is not there as it was"
    return None


def _complain(case: Case, damaged: Damaged, reading: Reading, stance: Policies) -> Difference | None:
    found = _calls(groups_of(case), damaged, reading) or _texts(case, damaged, reading, stance)
    return found and Difference(found.kind, f"with a misspelt {damaged.what}: {found.detail}")


ORACLE = oracle_of_damage(
    "locality", "Damage in one call changes nothing before and behind its block.", damages, _complain
)
