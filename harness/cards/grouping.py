"""Which findings of a campaign are one fault, and the card that is made of them.

Two findings are one fault where that is certain, in one of two ways:

- Their traits are the same, or the same but for needs, of which one has only some of the other's.
- They speak of the same targets, and each small case shows both. A small case has nothing in it but what it
  takes, so what shows in it has one cause.

What is one with a third is one. Nothing hangs on the order of the findings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.cards.classes import bug_class
from harness.cards.sides import sides
from harness.cards.titles import title
from harness.cards.traits import Traits, bare
from harness.model import Card
from harness.oracles import ORACLES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from harness.model import Finding, Signature

_PLACE = {name: place for place, name in enumerate(ORACLES)}


def cards(
    findings: Sequence[Finding],
    traits: Mapping[str, Traits],
    shows: Mapping[str, frozenset[Signature]],
) -> list[Card]:
    """Make the cards of the findings that are not flaky, those most often seen first.

    ``traits`` and ``shows`` are by id of a finding: what its fingerprint is made of, and the signatures of
    all violations of its small case. Where they lack one, its signature is all that is known.
    """
    firm = [finding for finding in findings if not finding.flaky]
    known = {finding.id: traits.get(finding.id) or bare(finding) for finding in firm}
    groups: list[list[Finding]] = []
    for finding in firm:
        joined = [group for group in groups if any(_one(finding, other, known, shows) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([finding, *(one for group in joined for one in group)])
    made = [_card(group, known) for group in groups]
    return sorted(made, key=lambda card: (-card.count, card.fingerprint, _number(card.findings[0])))


def _one(
    a: Finding, b: Finding, known: Mapping[str, Traits], shows: Mapping[str, frozenset[Signature]]
) -> bool:
    """Tell whether two findings certainly are one fault."""
    if known[a.id].covers(known[b.id]) or known[b.id].covers(known[a.id]):
        return True
    both = {_signature(a), _signature(b)}
    # Of two that have one signature, this would tell nothing.
    return (
        len(both) == 2
        and a.targets == b.targets
        and both <= shows.get(a.id, frozenset()) & shows.get(b.id, frozenset())
    )


def _card(group: list[Finding], known: Mapping[str, Traits]) -> Card:
    """Tell a group by its plainest finding: first in judging order, seen in itself, with the fewest needs."""
    ordered = sorted(group, key=lambda one: (*_plainness(known[one.id]), *_size(one)))
    first = ordered[0]
    told = known[first.id]
    earliest = min(group, key=lambda one: _number(one.id))
    return Card(
        fingerprint=told.fingerprint,
        title=title(told),
        oracle=first.oracle,
        targets=first.targets,
        shape=told.shape,
        place=told.place,
        needs=told.needs,
        agree=sides(first.shown),
        bug_class=bug_class(told),
        findings=tuple(one.id for one in ordered),
        count=sum(one.count for one in group),
        first=earliest.raw.id,
        command=first.command,
    )


def _plainness(traits: Traits) -> tuple[int, bool, int, str, str, tuple[str, ...]]:
    return (
        _PLACE[traits.oracle],
        not traits.direct,
        len(traits.needs),
        traits.shape,
        traits.place,
        traits.needs,
    )


def _size(finding: Finding) -> tuple[int, int, int]:
    case = finding.case
    return len(case.text), max(map(len, case.chunkings), default=0), _number(finding.id)


def _number(name: str) -> int:
    return int(name.removeprefix("F"))


def _signature(finding: Finding) -> Signature:
    return finding.oracle, finding.targets, finding.kind
