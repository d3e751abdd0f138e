"""Which case of a batch is guilty: the cases again, each alone.

A fresh child for each case would cost a start each (64 ms for Node), so the cases run one at a time
on one child. Only a case that fails there on a child which did something before is repeated on a
fresh one: what fails alone on a fresh child is the parser's doing, and an outcome.

A parser that hangs on every second text would cost minutes a batch, for findings that are one. So
after a few guilty cases the rest of the batch is skipped, and nothing is claimed about it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.model import Outcome
from harness.targets.session import Broke, Died, Refused

if TYPE_CHECKING:
    from harness.model import Policies
    from harness.targets.batch import Batch
    from harness.targets.session import Session
    from harness.targets.target import Target


_ENOUGH = 3  # guilty cases of one batch, after which the rest is skipped


def isolate(target: Target, batch: Batch, policies: Policies) -> tuple[list[Outcome], Session | None]:
    """Run each case alone; give the outcomes, and the child that is still up, if one is."""
    made: list[Outcome] = []
    session: Session | None = None
    guilty = 0
    for alone in batch.singly():
        if guilty == _ENOUGH:
            made.append(Outcome("skipped"))
            continue
        outcome, session = _alone(target, session, alone, policies)
        guilty += outcome.kind != "result"
        made.append(outcome)
    return made, session


def _alone(
    target: Target, session: Session | None, alone: Batch, policies: Policies
) -> tuple[Outcome, Session | None]:
    if session is None:
        session = target.started()
    was_fresh = not session.answers
    try:
        session.submit(alone, policies, target.limits.alone)
        return session.results()[0], session
    except Broke as broke:
        target.broken(session, broke)
    except Refused as refused:
        target.lose(session, f"it refuses the request: {refused}")
    except Died as died:
        session.kill()
        if was_fresh:
            return verdict(died), None
    return _alone(target, None, alone, policies)


def verdict(died: Died) -> Outcome:
    """Turn the end of a child that did one case alone into that case's outcome."""
    return Outcome(died.kind, detail=died.detail)
