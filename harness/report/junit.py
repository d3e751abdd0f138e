"""``junit.xml``: what CI servers read.

One suite for each target and one for agreement between several, one case for each oracle. A finding
that speaks of one target belongs to that target's suite, any other to the suite ``agreement``. The
suite ``campaign`` comes first and holds what is wrong with the campaign itself: CI servers look at
this file and not at the exit status, so a campaign that ended with another status than 0 is never a
green file, and an oracle that had nothing to judge is skipped, not passed.

Most readers show only the first failure of a case, so all findings of one oracle are one failure.
Flaky findings are told, but fail nothing: they are no reason to stop a merge. What a ledger knows is
skipped, with its findings in the output.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET  # writes only, reads nothing: safe from hostile XML

from harness.report.block import finding_block, title
from harness.report.cards import card_lines, card_of, is_known
from harness.report.glyphs import CHUNK_LIMIT, printable
from harness.report.verdict import counted, verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.events import Report
    from harness.model import Fault, Finding

AGREEMENT = "agreement"
"""Name of the suite for findings that speak of several targets, and of the oracle that compares them."""

_CAMPAIGN = "campaign"


class _Check(NamedTuple):
    """One ``testcase``: passed unless it has an element that says otherwise."""

    name: str
    tag: str = ""  # "failure", "error", "skipped"
    kind: str = ""
    message: str = ""
    text: str = ""
    out: str = ""


def render(report: Report) -> bytes:
    """Write the bytes of ``junit.xml``."""
    suites = [(_CAMPAIGN, _campaign(report))]
    suites += [(target.name, _target(report, target.name)) for target in report.targets]
    alone = {(target.name,) for target in report.targets}
    together = [finding for finding in report.findings if finding.targets not in alone]
    if together or AGREEMENT in report.oracles:
        suites += [(AGREEMENT, _oracles(report, together, only_found=True))]
    root = ET.Element("testsuites", {"name": "toolcall-harness"})
    for name, checks in suites:
        _suite(root, name, checks, report)
    totals = {key: str(sum(int(suite.get(key, "0")) for suite in root)) for key in _COUNTS}
    root.attrib.update(totals, time=f"{report.timing.seconds:.3f}")
    ET.indent(root)
    data: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return data + b"\n"


_COUNTS = ("tests", "failures", "errors", "skipped")


def _suite(root: ET.Element, name: str, checks: Sequence[_Check], report: Report) -> None:
    tags = [check.tag for check in checks]
    counts = (len(checks), tags.count("failure"), tags.count("error"), tags.count("skipped"))
    suite = ET.SubElement(
        root,
        "testsuite",
        {"name": _safe(name)} | dict(zip(_COUNTS, map(str, counts), strict=True)),
    )
    suite.set("time", f"{report.timing.seconds:.3f}" if name == _CAMPAIGN else "0.000")
    if report.timing.started:
        # The usual form has no zone; it is UTC.
        suite.set("timestamp", _safe(report.timing.started.removesuffix("Z").removesuffix("+00:00")))
    for check in checks:
        classname = f"toolcall-harness.{report.dialect}.{name}"
        case = ET.SubElement(suite, "testcase", {"name": _safe(check.name), "classname": _safe(classname)})
        case.set("time", "0.000")
        if check.tag:
            result = ET.SubElement(case, check.tag, {"message": _safe(check.message)})
            if check.kind:
                result.set("type", _safe(check.kind))
            result.text = printable(check.text, keep="\n") or None
        if check.out:
            ET.SubElement(case, "system-out").text = printable(check.out, keep="\n")


def _campaign(report: Report) -> list[_Check]:
    """Judge the campaign itself: its state, its status, faults that are nobody's target's."""
    says = verdict(report)
    if report.state == "failed" or report.status not in {0, 1}:
        state = _Check("state", "error", report.state, says.headline, says.sentence)
    elif report.status == 1 and all(is_known(report, finding) for finding in report.bugs):
        # The status knows something that no single finding says: do not hide it.
        state = _Check("state", "failure", report.state, says.headline, says.sentence)
    else:
        state = _Check("state", out=f"{says.headline}\n{says.sentence}\n")
    names = {target.name for target in report.targets}
    return [state, *_faults([fault for fault in report.faults if fault.target not in names])]


def _target(report: Report, name: str) -> list[_Check]:
    facts = next(target for target in report.targets if target.name == name)
    faults = _faults([fault for fault in report.faults if fault.target == name])
    own = [finding for finding in report.findings if finding.targets == (name,)]
    if facts.state == "unavailable":
        # What it did before it went away is told; what it did not do any more must not look passed.
        gone = [_Check("available", "error", "unavailable", "the target could not be used")]
        found = {finding.oracle for finding in own}
        return [*(faults or gone), *(check for check in _oracles(report, own) if check.name in found)]
    return [*faults, *_oracles(report, own)]


def _faults(faults: Sequence[Fault]) -> list[_Check]:
    return [
        _Check(
            f"fault {number}",
            "error",
            f"fault of the {fault.whose}",
            fault.message,
            "\n".join(part for part in (fault.message, fault.hint, fault.stderr) if part),
        )
        for number, fault in enumerate(faults, 1)
    ]


def _oracles(report: Report, findings: Sequence[Finding], *, only_found: bool = False) -> list[_Check]:
    """One check for each oracle. ``only_found``: the suite of several targets has few of its own."""
    found = [finding.oracle for finding in findings]
    names = [*report.oracles, *dict.fromkeys(name for name in found if name not in report.oracles)]
    if only_found:
        names = [name for name in names if name == AGREEMENT or name in found]
    else:
        names = [name for name in names if name != AGREEMENT or name in found]
    return [_oracle(report, name, [one for one in findings if one.oracle == name]) for name in names]


def _oracle(report: Report, name: str, findings: Sequence[Finding]) -> _Check:
    known = [finding for finding in findings if not finding.flaky and is_known(report, finding)]
    bugs = [finding for finding in findings if not finding.flaky and finding not in known]
    flaky = [finding for finding in findings if finding.flaky]
    claim = report.claims.get(name, "")
    out = "".join(_block(finding, claim) for finding in [*known, *flaky])
    if bugs:
        message = title(bugs[0]) if len(bugs) == 1 else f"{counted(len(bugs), 'finding')}: {title(bugs[0])} …"
        text = "".join(_told(report, finding, claim) for finding in bugs)
        return _Check(name, "failure", bugs[0].kind, message, text, out)
    if known:
        return _Check(name, "skipped", message=f"known to the ledger: {title(known[0])}", out=out)
    if not report.stats.judged.get(name) and not findings:
        return _Check(name, "skipped", message="it had nothing to judge")
    return _Check(name, out=out)


def _told(report: Report, finding: Finding, claim: str) -> str:
    """Tell a fault where its smallest case is, and of its other findings only that they are of it."""
    card = card_of(report, finding)
    if card is None:
        return _block(finding, claim)
    first = card.findings[0]
    if first != finding.id:
        return f"{title(finding)}: the same bug as {first}\n\n"
    return "\n".join(card_lines(card)) + "\n" + _block(finding, claim)


def _block(finding: Finding, claim: str) -> str:
    return "\n".join(str(line) for line in finding_block(finding, claim)) + "\n\n"


def _safe(text: str) -> str:
    """Make a text fit an attribute. XML 1.0 has no NUL, no surrogate and few control characters."""
    return printable(text, limit=4 * CHUNK_LIMIT)
