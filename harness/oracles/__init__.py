"""Oracles: one module a property. The order of ``ORACLES`` is the order in which a case is judged.

A case yields one finding, that of the first violated oracle; the others are listed in it (DESIGN,
rules). So the order goes from the plainest complaint to the one that needs the most explaining.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.oracles import (
    agreement,
    atomicity,
    crash,
    drift,
    fabrication,
    final,
    finish,
    flush,
    holdback,
    isolation,
    lag,
    leak,
    locality,
    monotone,
    parity,
    policy,
    reasoning,
    split,
    text,
    truncation,
    truth,
    typing,
)
from harness.oracles.oracle import Oracle

if TYPE_CHECKING:
    from collections.abc import Sequence

ORACLES: dict[str, Oracle] = {
    module.ORACLE.id: module.ORACLE
    for module in (
        crash,
        finish,
        final,
        split,
        parity,
        policy,
        reasoning,
        leak,
        text,
        fabrication,
        typing,
        truth,
        agreement,
        monotone,
        flush,
        lag,
        holdback,
        isolation,
        truncation,
        locality,
        atomicity,
        drift,
    )
}

CLAIMS: dict[str, str] = {oracle.id: oracle.claim for oracle in ORACLES.values()}


def that_may_say(violated: str, names: Sequence[str]) -> tuple[str, ...]:
    """Pick those of ``names`` that are needed to see a violation of one of them again.

    What others ask for costs as much as the case itself, and would be run for each step of a shrink.
    """
    return tuple(
        name
        for name in names
        if ORACLES[name].asks is None or name == violated or violated in ORACLES[name].also_as
    )


__all__ = ["CLAIMS", "ORACLES", "Oracle", "that_may_say"]
