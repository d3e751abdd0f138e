"""``--memory-limit``: what one writes, and what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest

from harness.cli.options import Size, limits
from tests.campaign.commands import adapter

if TYPE_CHECKING:
    from tests.campaign.commands import Command


@pytest.mark.parametrize(
    ("words", "size"),
    [
        ("1G", 1 << 30),
        ("512M", 512 << 20),
        ("512MiB", 512 << 20),
        ("1.5g", 3 << 29),
        ("2048k", 2 << 20),
        ("9000000", 9_000_000),
        ("9000000B", 9_000_000),
        ("0", 0),
    ],
)
def test_a_size_is_bytes_with_a_unit_of_1024(words: str, size: int) -> None:
    assert Size().convert(words, None, None) == size


@pytest.mark.parametrize(
    "words", ["", "1T", "much", "-1M", "1", "0.5", "1000K", "9999999999G", "1 G G", "9" * 400, "\u0664G"]
)
def test_what_is_no_size_or_makes_no_sense_is_refused(words: str) -> None:
    with pytest.raises(click.UsageError):
        Size().convert(words, None, None)


def test_the_limit_reaches_the_targets() -> None:
    assert limits(10.0, 5 << 20).memory == 5 << 20
    assert limits(1.0, 0).alone == 1.0


def test_a_parser_past_the_limit_is_a_finding_and_one_below_it_is_none(harness: Command) -> None:
    words = ("check", "-t", adapter("bloats_on"), "--oracle", "crash", "--time-limit", "2s", "BLOAT")
    over = harness(*words, "--memory-limit", "200M")
    assert over.status == 1
    assert "memory" in over.stdout
    under = harness(*words, "--memory-limit", "900M")
    assert "memory" not in under.stdout
