"""Reports with hand-made cards, and entries that fit them."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from msgspec import structs

from harness.events import Report, Stats, TargetFacts, Timing
from harness.ledger.entry import Entry
from harness.ledger.ledger import Ledger, Scope
from harness.model import Card, Case, Finding

if TYPE_CHECKING:
    from collections.abc import Sequence

MINE = "py:my_parser:Parser"
SEEN = dt.date(2026, 5, 1)  # the day of the reports
TODAY = dt.date(2026, 6, 1)

CARD = Card(
    fingerprint="0123456789ab",
    title="an opening tag that a cut lies in is not seen",
    oracle="split",
    targets=(MINE,),
    shape="call missing",
    place="in block opener",
    needs=(),
    agree=((MINE,),),
    bug_class="chunk-boundary-loss",
    findings=("F1",),
    count=30,
    first="1:4",
    command="toolcall-harness check …",
)
OTHER = structs.replace(
    CARD,
    fingerprint="ba9876543210",
    oracle="truth",
    shape="value: string to number",
    place="",
    findings=("F2",),
    first="1:7",
)

ENTRY = Entry(
    fingerprint=CARD.fingerprint,
    title=CARD.title,
    oracle=CARD.oracle,
    targets=CARD.targets,
    shape=CARD.shape,
    place=CARD.place,
    dialect="dsml",
    of_class="bug",
    reason="waits for the new lexer",
    ticket="#12",
    owner="ann",
    expiry=TODAY,
    first_seen=SEEN,
    last_seen=SEEN,
    cases=1_000,
    count=30,
)
SCOPE = Scope(SEEN, "0.1.0", 1_000, (MINE, "go"), ("split", "truth"), ("a", "b"), "0123")


def finding(name: str, card: Card = CARD, *, confirmed: int = 3) -> Finding:
    case = Case("1:4", "dsml", "x", ((), (1,)))
    return Finding(
        id=name,
        oracle=card.oracle,
        targets=card.targets,
        kind="call missing",
        message="the call is missing",
        also=(),
        raw=case,
        case=case,
        shown=(),
        expected=None,
        confirmed=confirmed,
        shrink="finished",
        command=card.command,
    )


def report(*cards: Card, flaky: Sequence[str] = (), **members: Any) -> Report:
    """Make a whole report with these cards, a finding for each of their ids, and flaky ones."""
    findings = [finding(name, card) for card in cards for name in card.findings]
    findings += [finding(name, confirmed=1) for name in flaky]
    made = Report(
        schema=1,
        harness="0.1.0",
        dialect="dsml",
        seed=1,
        state="finished",
        status=1 if findings else 0,
        cases=1_000,
        parses=6_000,
        mean_length=10.0,
        shares={},
        options={"fixtures": {"names": ["a", "b"], "digest": "0123"}},
        oracles=("split", "truth"),
        targets=(TargetFacts(MINE, "available", version="1.4"), TargetFacts("go", "available")),
        stats=Stats(cases=1_000, judged={"split": 900, "truth": 600}),
        findings=tuple(findings),
        faults=(),
        timing=Timing(started=f"{SEEN}T10:00:00+00:00"),
        cards=cards,
    )
    return structs.replace(made, **members)


def ledger(*entries: Entry, **members: Any) -> Ledger:
    return Ledger(known=entries, **members)
