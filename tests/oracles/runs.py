"""Short campaigns of one parser over the protocol, in this process but for the parser."""

from __future__ import annotations

from collections import Counter

from harness.generate import case_at
from harness.search.bench import Bench


def first_violations(parser: str, *, cases: int, seed: int = 1) -> Counter[tuple[str, str]]:
    """Run cases of qwen on a parser of ``qwen_fakes``; count what is found first: oracle and kind."""
    found: Counter[tuple[str, str]] = Counter()
    drawn = [case_at(seed, index, "qwen") for index in range(cases)]
    with Bench((f"py:tests.oracles.qwen_fakes:{parser}",), "qwen") as bench:
        for start in range(0, cases, 64):
            for verdict in bench.examine(drawn[start : start + 64]):
                found.update((first.oracle, first.kind) for first in verdict.violations[:1])
    return found
