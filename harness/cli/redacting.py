"""``--redact`` of ``check`` and ``shrink``: nothing that is told comes from the original text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from msgspec import structs

from harness.errors import HarnessError
from harness.recordings.redaction import keeping, redacted_case

if TYPE_CHECKING:
    from harness.model import Case
    from harness.search.bench import Bench, Verdict


_STAYS = "redacted; prose outside calls, names and declared tools stay"


def examine_redacted(bench: Bench, case: Case) -> Verdict:
    """Run a case, then redactions of it until one breaks the same property in the same way; give its verdict.

    That violation stands first in it. Each redaction runs on fresh children: what an adapter wrote about the
    original text must not be shown either. Raises ``HarnessError`` where none keeps the failure, and where
    the original could not be run.
    """
    original = bench.examine([case])[0]
    if bench.crew.faults:
        names = ", ".join(dict.fromkeys(fault.target for fault in bench.crew.faults))
        raise HarnessError(
            f"{names}: a fault while the original text was run, so nothing is shown",
            hint="run it without --redact to see what it is",
        )

    def run(other: Case) -> Verdict:
        bench.fresh()
        return bench.examine([other])[0]

    click.echo(_STAYS, err=True)
    if not original.violations:
        return run(redacted_case(case))
    wanted = original.violations[0]

    def shows(other: Case) -> Verdict | None:
        verdict = run(other)
        same = [found for found in verdict.violations if found.signature == wanted.signature]
        others = [found for found in verdict.violations if found.signature != wanted.signature]
        return structs.replace(verdict, violations=(*same, *others)) if same else None

    return keeping(case, shows, f"{wanted.oracle}: {wanted.kind}")[1]
