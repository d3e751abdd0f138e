"""Oracles: one module a property. The order of ``ORACLES`` is the order in which a case is judged.

A case yields one finding, that of the first violated oracle; the others are listed in it (DESIGN,
rules). So the order goes from the plainest complaint to the one that needs the most explaining.
"""

from __future__ import annotations

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

__all__ = ["CLAIMS", "ORACLES", "Oracle"]
