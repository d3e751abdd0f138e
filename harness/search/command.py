"""The command that shows a finding again: complete in itself, without a path into a report."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING

import msgspec

from harness.oracles.policy import hanging_on
from harness.shrink import ENDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from harness.model import Case, Chunking, Event, Violation

_LONGEST = 6_000  # characters of a command line that a person can still paste


def expectation(case: Case) -> tuple[Event, ...] | dict[str, dict[str, tuple[Event, ...]]]:
    """Give what ``--expect`` takes: the events, or those for each answer to the policy that they hang on."""
    question = hanging_on(case)
    if question is None:
        return case.answers[0].events
    return {question: {answer.assumes[question]: answer.events for answer in case.answers}}


def _guilty(case: Case, violation: Violation) -> Chunking:
    """Pick the chunking to show. A parser that died names none; a small case has it last."""
    if violation.chunkings:
        return case.chunkings[violation.chunkings[0]]
    return case.chunkings[-1] if violation.kind in ENDS and case.chunkings else ()


def command_for(
    case: Case,
    violation: Violation,
    targets: Sequence[str],
    policies: Mapping[str, str],
    saved: Path,
    *,
    policy_file: str | None = None,
    tokenizer: str | None = None,
) -> str:
    """Write a ``check`` command that runs this case on these targets.

    Everything travels in the arguments, as JSON in ASCII: a NUL or a lone quote survives the shell.
    The answers of the case are what ``check`` holds the targets against. The folder of the campaign is
    not part of the command, so that equal campaigns write equal reports. A case too long for a command
    line is named by the file that it was ``saved`` in. A ``tokenizer`` is named where a target reads only
    such cuts.
    """
    words = ["toolcall-harness", "check", "-d", case.dialect]
    for name in targets:
        words += ["-t", name]
    for name, value in sorted(policies.items()):
        words += ["--policy", f"{name}={value}"]
    if policy_file is not None:
        words += ["--policies", policy_file]
    if tokenizer is not None:
        words += ["--tokenizer", tokenizer]
    cuts = _guilty(case, violation)
    words += ["--chunks", json.dumps(case.chunks(cuts))]
    if case.tools:
        words += ["--tools", json.dumps(msgspec.to_builtins(case.tools))]
    if case.answers:
        words += ["--expect", json.dumps(msgspec.to_builtins(expectation(case)))]
    command = shlex.join(words)
    if len(command) > _LONGEST:
        return shlex.join([*words[: words.index("--chunks")], "--case", str(saved)])
    return command
