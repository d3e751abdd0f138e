"""The investigations of a campaign, each of them done once over all the runs that it takes."""

from __future__ import annotations

import hashlib
import json
import shlex
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import structs

from harness.search.investigate import Investigation
from harness.search.journal import Looked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.cards import Traits
    from harness.events import CampaignEvent
    from harness.model import Case, Fault, Finding, Signature, Violation
    from harness.search.investigate import Save
    from harness.search.journal import Journal
    from harness.search.known import Why
    from harness.search.plan import Plan
    from harness.search.worker import Suspect


class Remembered:
    """Investigations, with those that the journal of the campaign has already."""

    def __init__(
        self,
        plan: Plan,
        emit: Callable[[CampaignEvent], None],
        save: Save,
        fault: Callable[[Fault], None],
        journal: Journal,
    ) -> None:
        """Take what ``Investigation`` takes, and the journal."""
        self._journal = journal
        self._save = save
        self._fault = fault
        self._heard: list[Fault] = []
        self._investigation = Investigation(plan, emit, save, self._hear)
        self.traits = self._investigation.traits
        self.shows = self._investigation.shows

    def finding(self, identity: str, suspect: Suspect) -> Finding:
        """Do ``Investigation.finding``."""
        key = _key("finding", suspect)
        finding, _ = self._once(key, identity, lambda: _both(self._investigation.finding(identity, suspect)))
        return _there(finding)

    def given(self, identity: str, case: Case, violations: tuple[Violation, ...]) -> Finding:
        """Do ``Investigation.given``."""
        key = _key("given", case, violations)
        finding, _ = self._once(
            key, identity, lambda: _both(self._investigation.given(identity, case, violations))
        )
        return _there(finding)

    def another(
        self, identity: str, suspect: Suspect, known: Sequence[tuple[Traits, Case]], *, why: Why
    ) -> tuple[Finding | None, Traits]:
        """Do ``Investigation.another``."""
        key = _key("another", suspect, known, why)
        return self._once(
            key, identity, lambda: self._investigation.another(identity, suspect, known, why=why)
        )

    def _once(
        self, key: str, identity: str, investigate: Callable[[], tuple[Finding | None, Traits | None]]
    ) -> tuple[Finding | None, Traits]:
        looked = self._journal.recall(key)
        if looked is not None:
            return self._again(identity, looked), looked.traits
        self._heard.clear()
        finding, told = investigate()
        traits = told if told is not None else self.traits[identity]
        shows: tuple[Signature, ...] | None = None
        if identity in self.shows:
            shows = tuple(sorted(self.shows[identity]))
        self._journal.remember(key, Looked(finding, traits, shows, tuple(self._heard)))
        return finding, traits

    def _again(self, identity: str, looked: Looked) -> Finding | None:
        """Tell of one that was done before as if it were done now; its number may be another one."""
        for fault in looked.faults:
            self._fault(fault)
        finding = looked.finding
        if looked.shows is not None:
            self.shows[identity] = frozenset(looked.shows)
        if finding is None:
            return None
        self.traits[identity] = looked.traits
        self._save(f"{identity}.raw", finding.raw)
        saved = self._save(identity, finding.case)
        words = shlex.split(finding.command)
        if words[-2] == "--case":  # too long for a command line: named by its file
            return structs.replace(finding, id=identity, command=shlex.join([*words[:-1], str(saved)]))
        return structs.replace(finding, id=identity)

    def _hear(self, fault: Fault) -> None:
        self._heard.append(fault)
        self._fault(fault)


def _key(*parts: Any) -> str:
    """Name an investigation by all that decides it, but for the plan and the targets."""
    told = json.dumps(msgspec.to_builtins(parts))
    return hashlib.sha256(told.encode("ascii")).hexdigest()


def _both(finding: Finding) -> tuple[Finding, None]:
    return finding, None


def _there(finding: Finding | None) -> Finding:
    if finding is None:
        raise ValueError("a first investigation always gives a finding")
    return finding
