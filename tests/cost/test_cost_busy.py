"""What is too slow is found and the references are not, five times of five while another process spins.

These measure real times, so they run with ``--full`` only.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
FAKES = {
    "rescanned_buffer": ("superlinear", {"16", "1"}),
    "blanks_at_the_end": ("superlinear", {"whole", "batch", "16", "1"}),
    "nested_blanks": ("hang", {"whole", "batch", "16", "1"}),
}

pytestmark = [pytest.mark.full, pytest.mark.timeout(1800)]
five_times = pytest.mark.parametrize("run", range(1, 6))


@pytest.fixture(autouse=True)
def busy() -> Iterator[None]:
    """Keep a core busy."""
    spinning = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    yield
    spinning.kill()
    spinning.wait()


def measured(target: str, dialect: str, seed: int) -> tuple[int, dict[str, Any]]:
    command = [sys.executable, "-m", "harness.cli", "cost", "--json"]
    done = subprocess.run(
        [*command, "-t", target, "-d", dialect, "--seed", str(seed)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, json.loads(done.stdout)["targets"][0]


@five_times
@pytest.mark.parametrize("fake", FAKES)
def test_a_parser_that_costs_too_much_is_found_beside_a_busy_process(fake: str, run: int) -> None:
    kind, feeds = FAKES[fake]
    status, target = measured(f"py:tests.fakes.cost.{fake}:Parser", "dsml", run)
    assert status == 1, target["rows"]
    assert {finding["kind"] for finding in target["findings"]} == {kind}
    assert {finding["feed"] for finding in target["findings"]} <= feeds


@five_times
@pytest.mark.parametrize("dialect", ["dsml", "qwen"])
@pytest.mark.parametrize("reference", ["python", "go", "node"])
def test_nothing_is_found_in_a_reference_beside_a_busy_process(
    reference: str, dialect: str, run: int
) -> None:
    status, target = measured(reference, dialect, run)
    assert target["findings"] == []
    assert status == 0
