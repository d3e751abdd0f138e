"""Streams that a server sent in odd ways show a planted fault again, shrink, and lose their values.

The server of ``tests/server`` plays an engine without a tool parser; what it sent is the file.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from typing import TYPE_CHECKING, NamedTuple

import pytest
from secrets_left import answer, words_left

from harness.generate import case_at
from harness.generate.source import Seeded
from harness.recordings import read_recording
from harness.recordings.redaction import redacted
from tests.campaign.commands import COMMAND, ROOT
from tests.server import recorded, serving

if TYPE_CHECKING:
    from pathlib import Path

    from harness.model import Event

LONGEST, MOST_CUTS = 200, 2  # of a case that was made small
AT_LEAST, PIECE = 4_000, 1_500  # characters of a recorded text, and of what it is put together from
SIZES = (1, 2, 3, 4, 5, 6, 9)

PLANTED = [
    ("dsml", "cut_opener"),
    ("dsml", "doubled_text"),
    ("dsml", "shared_tail"),
    ("dsml", "whole_block"),
    ("dsml", "batch_tail"),
    ("qwen", "cut_closer"),
    ("qwen", "left_closer"),
    ("qwen", "old_wrapper"),
    ("qwen", "unescaped"),
    ("qwen", "no_arguments"),
]
ALWAYS = {"cut_opener", "cut_closer"}  # the others with --full
every_recording = pytest.mark.parametrize(
    ("number", "dialect", "fake"),
    [
        pytest.param(i, *one, marks=[] if one[1] in ALWAYS else [pytest.mark.full])
        for i, one in enumerate(PLANTED)
    ],
)


class Recorded(NamedTuple):
    """A text as an engine gave it, with what a right parser makes of it, and the file of its stream."""

    text: str
    sizes: tuple[int, ...]
    events: tuple[Event, ...]
    tools: str
    path: Path


def record(number: int, dialect: str, folder: Path) -> Recorded:
    draw = Seeded(number, 0)
    events: list[Event] = []
    text, tools, index = "", {}, 0
    while len(text) < AT_LEAST:
        case = case_at(100 + number // 5, index, dialect)
        index += 1
        if len(case.text) < PIECE and case.knowledge == "known":
            text += f"{case.text}\n\n"
            events += answer(case)
            tools |= {tool.name: {"name": tool.name, "parameters": tool.parameters} for tool in case.tools}
    sizes, left = [], len(text)
    while left:
        sizes.append(min(left, SIZES[draw.below(len(SIZES))]))
        left -= sizes[-1]
    with serving("none", odd=number) as server:
        sent = recorded(server.url, text, sizes)
    path = folder / "stream.sse"
    path.write_bytes(sent)
    return Recorded(text, tuple(sizes), tuple(events), json.dumps(list(tools.values())), path)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words], cwd=ROOT, capture_output=True, text=True, timeout=240, check=False
    )


def shrink(
    one: Recorded, dialect: str, fake: str, *more: str
) -> tuple[subprocess.CompletedProcess[str], Path]:
    package = "tests.fakes" if dialect == "dsml" else f"tests.fakes.{dialect}"
    target = f"py:{package}.{fake}:Parser"
    saved = one.path.with_suffix(".json")
    words = ["-d", dialect, "-t", target, "--stream", str(one.path), "--tools", one.tools, *more]
    return run("shrink", *words, "--out", str(saved)), saved


@every_recording
def test_a_recorded_stream_shows_its_fault_and_is_made_small(
    number: int, dialect: str, fake: str, tmp_path: Path
) -> None:
    one = record(number, dialect, tmp_path)
    found = read_recording(one.path.read_bytes(), "stream")
    assert tuple(map(len, found.chunks)) == one.sizes
    assert "".join(found.chunks) == one.text
    done, saved = shrink(one, dialect, fake)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "confirmed 3 of 3" in done.stdout
    assert "shrinking finished" in done.stdout, "a clock must not decide"
    case = json.loads(saved.read_text("ascii"))["case"]
    assert len(case["text"]) <= LONGEST
    assert max(map(len, case["chunkings"])) <= MOST_CUTS
    (command,) = re.findall(r"^ +(toolcall-harness check .*)$", done.stdout, re.MULTILINE)
    again = run(*shlex.split(command)[1:])
    assert again.returncode == 1
    oracle = re.search(r"^ +oracle +(\w+):", done.stdout, re.MULTILINE)
    assert oracle is not None
    assert f"\n{oracle[1]}: " in again.stdout


@every_recording
def test_a_redaction_leaves_no_word_of_a_value_of_a_recorded_stream(
    number: int, dialect: str, fake: str, tmp_path: Path
) -> None:
    del fake
    one = record(number, dialect, tmp_path)
    assert words_left(one.text, one.text, one.events), "there is nothing to hide, so this says nothing"
    assert words_left(one.text, redacted(one.text, dialect), one.events) == set()


@pytest.mark.parametrize(
    ("dialect", "fake"), [("dsml", "cut_opener"), pytest.param("qwen", "unescaped", marks=pytest.mark.full)]
)
def test_a_redacted_shrink_shows_nothing_of_the_original_and_the_same_fault(
    dialect: str, fake: str, tmp_path: Path
) -> None:
    one = record(5 if dialect == "qwen" else 0, dialect, tmp_path)
    plain, _ = shrink(one, dialect, fake)
    hidden, saved = shrink(one, dialect, fake, "--redact")
    assert (plain.returncode, hidden.returncode) == (1, 1), hidden.stdout + hidden.stderr
    oracle = re.compile(r"^ +oracle +\w+|^F1: .*", re.MULTILINE)
    assert oracle.findall(plain.stdout) == oracle.findall(hidden.stdout)
    # Not the sentences of the harness: they have words in common with any text.
    told = re.findall(r"^ +(?:input|chunk|call|text|error|toolcall-harness) .*$", hidden.stdout, re.MULTILINE)
    told += [json.loads(saved.read_text("ascii"))["case"]["text"], hidden.stderr]
    shown = redacted(one.text, dialect)
    values = {word for word in re.findall(r"\w{5,}", one.text) if word not in shown}
    values.discard("check")  # the verb of the command that shows it again
    assert values
    assert not [word for word in values if any(word in line for line in told)]
