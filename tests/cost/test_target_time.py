"""``Target.time``: times, or what comes instead of them, and whose fault that is."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from harness.errors import TargetUnavailable
from harness.targets import Limits
from harness.targets.target import Target

ADAPTER = Path(__file__).resolve().parents[1] / "adapters" / "times.py"


def adapter(*rule: str, limits: Limits | None = None) -> Target:
    return Target(f"cmd:{shlex.join([sys.executable, str(ADAPTER), *rule])}", limits)


def request(text: str = "<" * 20, chunk: int = 1, **more: Any) -> dict[str, Any]:
    return {"dialect": "dsml", "text": text, "tools": [], "chunk": chunk, "repeat": 2, **more}


def test_times_are_those_of_the_adapter() -> None:
    with adapter("square", "<") as target:
        assert target.time(request()).cpu_ns == (400, 400)
        assert target.time(request("x" * 10)).cpu_ns == (3_000, 3_000)


@pytest.mark.parametrize(
    ("rule", "kind", "told"),
    [
        ("unsupported", "unsupported", ""),
        ("refuses", "unsupported", "unknown op"),
        ("throws", "error", "exception: not this text"),
        ("dies", "crash", "exit status 3"),
        ("hangs", "hang", "no answer within"),
    ],
)
def test_what_comes_instead_is_told_and_the_next_request_has_a_living_child(
    rule: str, kind: str, told: str
) -> None:
    with adapter(rule, "<", limits=Limits(run=1.0)) as target:
        timing = target.time(request())
        assert timing.kind == kind
        assert told in timing.detail
        assert target.time(request("x")).cpu_ns == (300, 300)
        assert target.faults == []


def test_an_adapter_that_breaks_the_protocol_is_started_again_once_and_then_lost() -> None:
    with adapter("nonsense", "<") as target:
        assert target.time(request("x")).kind == "times"
        with pytest.raises(TargetUnavailable, match="it was restarted before"):
            target.time(request())
        assert len(target.faults) == 2


def test_a_server_is_not_even_asked() -> None:
    timing = Target("http://127.0.0.1:9/v1").time(request())
    assert timing.kind == "unsupported"
    assert "server" in timing.detail


@pytest.mark.parametrize("name", ["python", "go", "node"])
@pytest.mark.parametrize("dialect", ["dsml", "qwen"])
def test_the_references_tell_a_time_for_every_repetition_whole_and_in_chunks(name: str, dialect: str) -> None:
    with Target(name) as target:
        for chunk in (0, 1, 16, 10_000):
            timing = target.time(request("<tool_call> \U0001f600" * 300, chunk, dialect=dialect, repeat=3))
            assert timing.kind == "times"
            assert len(timing.cpu_ns) == 3
            assert max(timing.cpu_ns) > 0
