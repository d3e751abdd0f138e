"""What a proof says: how much was covered, in exact numbers, and what was not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.report.verdict import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.proof.prover import Proof
    from harness.proof.scope import Scope

PROVED, BROKEN, OPEN = "proved", "broken", "not proved"


def state(proof: Proof, scope: Scope) -> str:
    """Say in a word what became of a text."""
    if proof.failure is not None:
        return BROKEN
    return PROVED if scope.complete and proof.fed and not proof.lost else OPEN


def sentence(proof: Proof, scope: Scope) -> str:
    """Say in a sentence what became of a text."""
    told = f"{proof.target}: {state(proof, scope)}: "
    if proof.failure is not None:
        cuts = len(proof.failure.chunking)
        how = f"with {counted(cuts, 'cut')}" if cuts else "uncut"
        return f"{told}{proof.failure.violation.oracle}: {proof.failure.violation.kind}, {how}"
    if proof.lost:
        return f"{told}the adapter became unavailable"
    if not proof.fed:
        return f"{told}it reads no stream, so there is nothing to cut"
    if not scope.complete:
        return f"{told}{_open(proof, scope)}{_unpromised(proof)}"
    which = "no chunking that it promises to read" if proof.unpromised else "no chunking"
    return (
        f"{told}{which} with at most 2 cuts at {counted(scope.places, 'structural place')} breaks this text,"
        f" and none with 1 cut anywhere: {counted(proof.fed, 'chunking')} ({parts(scope)})"
        f"{_unpromised(proof)}"
    )


def parts(scope: Scope) -> str:
    """Say what chunkings those of a scope are. The numbers add up to ``scope.fed``."""
    return (
        f"whole: 1; all 1 cut anywhere: {scope.singles:,}; all 2 cuts at structural places: {scope.pairs:,};"
        f" a sample of 3 cuts or more: {scope.sample:,}"
        if scope.complete
        else f"whole: 1; 1 cut: {scope.singles:,}; 2 cuts at structural places: {scope.pairs:,};"
        f" 3 cuts or more: {scope.sample:,}"
    )


def _open(proof: Proof, scope: Scope) -> str:
    missed = [
        f"{left:,} of {left + kept:,} {what}"
        for left, kept, what in (
            (scope.missed_singles, scope.singles, "with 1 cut"),
            (scope.missed_pairs, scope.pairs, "with 2 cuts at structural places"),
            (scope.missed_sample, scope.sample, "of the sample"),
        )
        if left
    ]
    return (
        f"nothing fails in {counted(proof.fed, 'chunking')} ({parts(scope)}),"
        f" but the budget left out {', '.join(missed)}"
    )


def _unpromised(proof: Proof) -> str:
    return (
        f"; left out, as it does not promise to read them: {proof.unpromised:,}" if proof.unpromised else ""
    )


def one_line(name: str, proofs: Sequence[Proof], scope: Scope) -> str:
    """Sum up one text of many: what is true of all targets once, and who is broken by name."""
    broken = [sentence(proof, scope) for proof in proofs if proof.failure is not None]
    open_ = [proof.target for proof in proofs if state(proof, scope) == OPEN]
    told = "; ".join(broken) or (PROVED if not open_ else OPEN)
    if open_ and len(open_) < len(proofs):
        told += f" of {', '.join(open_)}"
    left_out = scope.missed_singles + scope.missed_pairs + scope.missed_sample
    missed = f", {left_out:,} left out" if left_out else ""
    return f"{name}: {told} ({scope.places:,} places, {counted(scope.fed, 'chunking')}{missed})"


def as_json(name: str, proofs: Sequence[Proof], scope: Scope) -> dict[str, Any]:
    """Give all numbers of one text for machines."""
    return {
        "id": name,
        "places": scope.places,
        "chunkings": {"whole": 1, "single": scope.singles, "pair": scope.pairs, "sample": scope.sample},
        "left_out": {
            "single": scope.missed_singles,
            "pair": scope.missed_pairs,
            "sample": scope.missed_sample,
        },
        "targets": [
            {
                "target": proof.target,
                "state": state(proof, scope),
                "fed": proof.fed,
                "unpromised": proof.unpromised,
                "lost": proof.lost,
                "failure": None
                if proof.failure is None
                else {
                    "oracle": proof.failure.violation.oracle,
                    "kind": proof.failure.violation.kind,
                    "message": proof.failure.violation.message,
                    "chunking": list(proof.failure.chunking),
                },
            }
            for proof in proofs
        ],
    }
