"""Rows of each format to be changed by tests, and fixtures as they are handed to exports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from harness.export import Exported
from harness.generate import case_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.fixtures.fixture import Fixture
    from harness.model import Case, Event

CALL = "<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>"


def canitoolcall_row(**members: Any) -> dict[str, Any]:
    """Make a row with one call behind a word, and these members changed."""
    return {
        "id": "qwen3-xml/sample",
        "family": "qwen3-xml",
        "models": ["Some/Model"],
        "spec_version": "0.1",
        "provenance": {
            "kind": "bug_report",
            "source_url": "https://github.com/some/project/issues/7",
            "revision": "issue-7",
            "license": "Apache-2.0",
        },
        "tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}],
        "raw_output": f"Well.\n\n{CALL}",
        "expected": {
            "content": "Well.",
            "reasoning_content": None,
            "tool_calls": [{"name": "f", "arguments": {"a": 1}}],
        },
        "tags": ["single-call"],
    } | members


def bug_row(**members: Any) -> dict[str, Any]:
    """Make a row of a report with one call behind a word, and these members changed."""
    return {
        "id": "some-7",
        "source": "some/project#7",
        "dialect": "qwen3-xml",
        "input": f"Well.\n{CALL}",
        "tools": [{"name": "f", "properties": {"a": {"type": "integer"}}}],
        "expected": {"calls": [{"name": "f", "input": {"a": 1}}], "text": "Well."},
    } | members


def known_cases(dialect: str, seed: int, count: int) -> Iterator[tuple[Case, tuple[Event, ...]]]:
    """Draw cases whose answer is known and has no reasoning of its own, each with that answer."""
    for index in range(count):
        case = case_at(seed, index, dialect)
        if case.answers and all(event.reasoning is UNSET for event in case.answers[0].events):
            yield case, case.answers[0].events


def exported(case: Case, events: tuple[Event, ...], **members: Any) -> Exported:
    """Hand a case with its answer to an export."""
    members = {"name": "drawn", "title": "It is drawn.", "origin": "a test", "harness": "0"} | members
    return Exported(case=case, due=events, **members)


def of_fixture(fixture: Fixture) -> Exported:
    """Hand the first answer of a fixture to an export."""
    due = fixture.expected[0]
    return Exported(
        name=fixture.id.replace("-", "_"),
        title=fixture.title,
        origin=f"the fixture {fixture.id}",
        harness="0",
        case=fixture.case(),
        due=due.events,
        policies=due.when,
        note=fixture.origin.note,
        report=fixture.origin.report,
    )
