"""Templates in a file, renderers that are closed again, and the command in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from harness.cli import cli
from harness.roundtrip.renderer import Renderer, Template

HERE = Path(__file__).parent
Open = Callable[..., Renderer]
Run = Callable[..., Result]


@pytest.fixture
def renderer() -> Iterator[Open]:
    """``renderer("source of a template")``, started."""
    with ExitStack() as opened:

        def start(source: str, settings: dict[str, Any] | None = None, *, seconds: float = 5.0) -> Renderer:
            template = Template("t.jinja", source, "")
            return opened.enter_context(Renderer(template, settings, seconds=seconds))

        yield start


@pytest.fixture
def command() -> Run:
    """``command("--template", …)`` in this process."""

    def run(*words: str) -> Result:
        return CliRunner().invoke(cli, ["roundtrip", *words])

    return run
