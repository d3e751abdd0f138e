"""How many findings there are of each class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.fairness.cuts import CUTS
from harness.fairness.texts import TEXTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.model import Finding


def counted(findings: Sequence[Finding]) -> dict[str, dict[str, int]]:
    """Count findings by class of text, then of cuts, from the plainest on; classes without any go."""
    table: dict[str, dict[str, int]] = {}
    for text in (*TEXTS, ""):
        row = {}
        for cuts in CUTS:
            number = sum(one.text_class == text and one.cut_class == cuts for one in findings)
            if number:
                row[cuts] = number
        if row:
            table[text] = row
    return table
