"""Hypothesis with plain text: what a property test looks like that knows nothing of tool calls.

Its settings are the default ones, but for what a search needs: no database, no deadline, no health checks,
no shrinking, and as many examples as there are parses. Cases are numbered, as those of a campaign are, so
that the oracles that ask for runs look at each 8th or 32nd: at every case they would take nine parses in ten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir

from harness.selftest.baselines.examples import examples
from harness.selftest.baselines.judging import Found, Judge
from harness.selftest.baselines.search import Over, Search, searched
from harness.targets.bundled import cache

if TYPE_CHECKING:
    from harness.model import Chunking
    from harness.selftest.baselines.record import Method, Try
    from harness.zoo.bug import Bug


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, Chunking]:
    """Draw any text, and where it is cut."""
    text = draw(st.text())
    return text, tuple(sorted(draw(st.lists(st.integers(0, len(text))))))


def run(method: Method, bug: Bug, seed: int, cap: int) -> Try:
    """Search for a bug with plain text. Raises ``TargetUnavailable``.

    Hypothesis takes string constants out of the modules of a checkout that are loaded, so what it draws
    depends on these: a run of its own in a process of its own.
    """
    judge = Judge(bug.target, bug.head.dialect, examples()[bug.head.dialect].tools)

    def go(search: Search) -> None:
        number = 0
        ended: Found | Over | None = None

        @seeded(seed)
        @settings(
            database=None,
            deadline=None,
            max_examples=cap,
            phases=[Phase.generate],
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        @given(texts())
        def test(drawn: tuple[str, Chunking]) -> None:
            nonlocal number, ended
            if ended is not None:
                raise ended  # Hypothesis runs what failed again, to say how it failed
            text, cuts = drawn
            case = judge.case(f"0:{number}", text, ((), cuts))
            number += 1
            try:
                search.look(case)
            except (Found, Over) as over:
                ended = over
                raise

        test()

    set_hypothesis_home_dir(cache() / "hypothesis")  # for what it reads of Unicode and of modules: seconds
    return searched(method, bug.name, judge, cap, go)
