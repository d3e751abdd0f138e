"""What the end of a campaign means, in words, and numbers as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from harness.report.gated import because

if TYPE_CHECKING:
    from harness.events import Gate, Report

Tone = Literal["good", "bad", "fault", "cut"]

_STATES = {
    "finished": "The budget was used up.",
    "interrupted": "It was interrupted; everything until then is reported.",
    "stopped": "It stopped early: there were findings enough.",
    "failed": "It could not do what was asked.",
}

_STATUSES = {
    0: "nothing new was found",
    1: "there are new findings",
    2: "what was asked for could not be done; this is no pass",
    130: "it was interrupted; the reports hold what was done",
}


class Verdict(NamedTuple):
    """One line for a hurried reader, one for the next."""

    tone: Tone
    headline: str
    sentence: str


def verdict(report: Report) -> Verdict:
    """Judge a whole campaign. A fault never looks like a pass, nor does a campaign of no cases."""
    headline = _headline(report)
    return Verdict(
        _tone(report), headline, f"{_STATES[report.state]} {status_sentence(report.status, report.gate)}"
    )


def _headline(report: Report) -> str:
    bugs, flaky = len(report.bugs), len(report.findings) - len(report.bugs)
    cases = counted(report.cases, "case")
    parts = [counted(bugs, "finding")] if bugs or not flaky else []
    if flaky:
        parts += [counted(flaky, "flaky finding")]
    if report.faults:
        parts += [counted(len(report.faults), "fault")]
    told = f"{_and(parts)} in {cases}"
    if report.state == "failed":
        return f"Failed: {told}" if report.findings or report.cases else "Failed: nothing was compared"
    if not report.findings and not report.faults:
        told = f"No findings in {cases}"
    return f"Interrupted: {told[0].lower()}{told[1:]}" if report.state == "interrupted" else told


def _tone(report: Report) -> Tone:
    if report.state == "failed" or report.status not in {0, 1}:
        return "fault"
    if report.status == 1 or (report.bugs and report.gate is None):
        return "bad"
    return "cut" if report.state == "interrupted" or not report.cases else "good"


def status_sentence(status: int, gate: Gate | None = None) -> str:
    """Say what the exit status means, and what a ledger had to do with it."""
    meaning = _STATUSES.get(status, "not one of the harness")
    if gate is not None and (status in {0, 1} or (gate.lost and gate.before in {0, 1})):
        meaning = because(gate)
    return f"Exit status {status}: {meaning}."


def counted(count: int, noun: str) -> str:
    """Write a number with its noun: "1 case", "1,204 cases"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def percent(share: float) -> str:
    """Write a share of 0..1. What is not quite nothing, or not quite all, never looks like it."""
    if 0 < share < 0.001:
        return "< 0.1 %"
    if 0.999 < share < 1:
        return "> 99.9 %"
    return f"{share * 100:.1f} %"


def duration(seconds: float) -> str:
    """Write seconds as people say them."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"


def _and(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
