"""Where exported things come from: reports, saved cases, fixtures, and folders of them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from msgspec import structs

from harness import __version__
from harness.dialects import by_name
from harness.errors import UsageError
from harness.export.exported import Exported
from harness.fixtures.collection import collect
from harness.report.record import read as read_report
from harness.report.record import read_document

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from harness.events import Report
    from harness.fixtures.fixture import Fixture
    from harness.model import Answer, Card, Case, Finding, Policies

_REPORT = "report.json"


class Gathered(NamedTuple):
    """What is to be exported, and what can't be, as lines for people."""

    found: tuple[Exported, ...]
    left: tuple[str, ...]


def gather(
    places: Sequence[Path], asked: Policies, *, findings: Sequence[str] = (), cards: Sequence[str] = ()
) -> Gathered:
    """Read what stands in files and folders; of reports the findings and cards that are named, else all.

    ``asked`` are answers to policies that choose among those of a fixture, above the dialect's own. Raises
    ``UsageError`` for a name that no report has.
    """
    found: list[Exported] = []
    left: list[str] = []
    missing = dict.fromkeys([*findings, *cards])
    there: list[str] = []
    for place in places:
        file = place / _REPORT if (place / _REPORT).is_file() else place
        if not file.is_file() or "findings" not in read_document(file, what="a report, a case or a fixture"):
            some = _fixtures(file, asked)
        else:
            report = read_report(file)
            there += [finding.id for finding in report.findings] + [card.fingerprint for card in report.cards]
            some = _of_report(report, findings, cards, missing)
        found += some.found
        left += some.left
    if missing:
        raise UsageError(
            f"no report here has {', '.join(missing)}",
            hint=f"--finding takes the id of a finding, --card a fingerprint: {', '.join(there) or 'none'}",
        )
    return Gathered(tuple(_named(found)), tuple(left))


# ---------------------------------------------------------------- reports


def _of_report(
    report: Report, findings: Sequence[str], cards: Sequence[str], missing: dict[str, None]
) -> Gathered:
    chosen = list(report.findings)
    if findings or cards:
        wanted = set(findings)
        for card in report.cards:
            if card.fingerprint in cards:
                wanted.add(card.findings[0])  # the smallest case stands for all
                missing.pop(card.fingerprint, None)
        chosen = [finding for finding in chosen if finding.id in wanted]
        for finding in chosen:
            missing.pop(finding.id, None)
    elif report.cards:
        further = {name for card in report.cards for name in card.findings[1:]}
        chosen = [finding for finding in chosen if finding.id not in further]
    left = [f"{finding.id} is flaky: a test of it would be, too" for finding in chosen if finding.flaky]
    return Gathered(
        tuple([of_finding(report, finding) for finding in chosen if not finding.flaky]), tuple(left)
    )


def of_finding(report: Report, finding: Finding) -> Exported:
    """Take a finding out of its report, with the title and class of its card where there is one."""
    card: Card | None = next((card for card in report.cards if finding.id in card.findings), None)
    case = finding.case
    facts = tuple([target for target in report.targets if target.name in finding.targets])
    asked: dict[str, str] = report.options.get("policies", {})
    stances = [
        {**one.policies, **{name: value for name, value in asked.items() if name in one.settable}}
        for one in facts
    ]
    stance = stances[0] if stances else {}
    due = finding.expected
    if due is None and all(case.answer_for(other) is case.answer_for(stance) for other in stances):
        answer = case.answer_for(stance)
        due = answer.events if answer is not None else None
    return Exported(
        name=f"{finding.oracle}_{_digest(case, finding.oracle, finding.kind)}",
        title=card.title if card is not None else finding.message,
        origin=f"finding {finding.id} of a campaign with seed {report.seed}",
        harness=report.harness,
        case=case,
        due=due,
        policies=stance,
        finding=finding.id,
        oracle=finding.oracle,
        claim=report.claims.get(finding.oracle, ""),
        kind=finding.kind,
        message=finding.message,
        command=finding.command,
        count=card.count if card is not None else finding.count,
        bug_class=card.bug_class if card is not None else "",
        text_class=finding.text_class,
        cut_class=finding.cut_class,
        cuts=finding.cut_map.sentence if finding.cut_map is not None else "",
        fingerprint=card.fingerprint if card is not None else "",
        targets=facts,
        shown=finding.shown,
    )


# ---------------------------------------------------------------- fixtures and cases


def _fixtures(place: Path, asked: Policies) -> Gathered:
    found: list[Exported] = []
    left: list[str] = []
    collection = collect([place])
    for _, fixture in collection.fixtures:
        one = of_fixture(fixture, asked)
        if one is None:
            answers = " or ".join(_settings(due.when) for due in fixture.expected)
            left.append(f"{fixture.id} has no answer for these policies; --policy takes {answers}")
        else:
            found.append(one)
    found += [of_case(path.name, case, asked) for path, case in collection.cases]
    return Gathered(tuple(found), tuple(left))


def of_fixture(fixture: Fixture, asked: Policies) -> Exported | None:
    """Take the answer of a fixture under the dialect's own answers to policies, but for those asked for."""
    case = fixture.case()
    stance = {**by_name(fixture.dialect).policies, **asked}
    answer = case.answer_for(stance)
    if answer is None:
        return None
    return Exported(
        name=fixture.id.replace("-", "_"),
        title=fixture.title,
        origin=f"the fixture {fixture.id}",
        harness=__version__,
        # Whole and by characters is how every text is fed; these are the others.
        case=structs.replace(case, chunkings=((), *fixture.cuts)),
        due=answer.events,
        policies=_told(answer, stance),
        note=fixture.origin.note,
        report=fixture.origin.report,
    )


def of_case(file: str, case: Case, asked: Policies) -> Exported:
    """Take a saved case, whose answer is mostly not known."""
    stance = {**by_name(case.dialect).policies, **asked}
    answer = case.answer_for(stance)
    return Exported(
        name=f"case_{_digest(case)}",
        title=f"The saved case {file} is answered alike in all ways of feeding."
        if answer is None
        else f"The saved case {file} is answered rightly.",
        origin=f"the saved case {file}",
        harness=__version__,
        case=case,
        due=answer.events if answer is not None else None,
        policies=_told(answer, stance) if answer is not None else {},
    )


def _told(answer: Answer, stance: Policies) -> dict[str, str]:
    """Keep the answers that what is due hangs on, and how white space beside calls is compared."""
    names = {*answer.assumes, "space_around_calls"}
    return {name: value for name, value in stance.items() if name in names}


def _settings(policies: Policies) -> str:
    return ", ".join(f"{name}={value}" for name, value in sorted(policies.items())) or "none"


# ---------------------------------------------------------------- names


def _digest(case: Case, *more: str) -> str:
    parts = (case.dialect, case.text, repr(case.chunkings), *more)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _named(found: Sequence[Exported]) -> list[Exported]:
    """Leave out what is there twice. Raises ``UsageError`` where two things want one name."""
    by: dict[str, Exported] = {}
    for one in found:
        known = by.setdefault(one.name, one)
        if (known.case.text, known.case.dialect) != (one.case.text, one.case.dialect):
            raise UsageError(
                f"{known.origin} and {one.origin} want one name, {one.name}", hint="export one of them"
            )
    return list(by.values())
