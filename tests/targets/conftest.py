"""Adapters by name, and the promise that no test leaves a process behind."""

import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness.model import Case
from harness.targets import watchdog
from harness.targets.tether import tether

ADAPTERS = Path(__file__).parent.parent / "adapters"


@pytest.fixture
def adapter() -> Callable[..., str]:
    """Give the target name of an adapter in ``tests/adapters``."""

    def name(script: str, *arguments: str) -> str:
        return "cmd:" + shlex.join([sys.executable, str(ADAPTERS / f"{script}.py"), *arguments])

    return name


@pytest.fixture
def cases() -> Callable[..., list[Case]]:
    """Make cases of texts, each fed whole and in single characters."""

    def make(*texts: str) -> list[Case]:
        return [
            Case(f"t:{number}", "dsml", text, ((), tuple(range(1, len(text)))))
            for number, text in enumerate(texts)
        ]

    return make


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    yield
    if sys.platform == "linux":
        assert watchdog.carriers(tether().prefix.encode()) == []
