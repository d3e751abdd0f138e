"""The forms of a leaderboard: the schema holds, every number is there, and hostile text is text."""

from __future__ import annotations

import json
import re

import jsonschema
import msgspec
from leaderboard_samples import BOARD, HOSTILE

from harness.leaderboard import board, markdown, page, tables
from harness.leaderboard.trial import Key


def test_the_json_is_of_its_schema_and_the_schema_refuses_what_is_not() -> None:
    document = json.loads(board.render(BOARD))
    jsonschema.validate(document, board.schema())
    assert document["parsers"][0]["failures"][0]["text_class"] == "valid"
    for broken in ({**document, "schema": 2}, {k: v for k, v in document.items() if k != "seed"}):
        validator = jsonschema.Draft202012Validator(board.schema())
        assert not validator.is_valid(broken)


def test_tables_add_up_by_text_and_by_cuts() -> None:
    first = tables.by_text(BOARD).rows[0]
    assert (first.head, first.cells) == ((HOSTILE, "final"), ("100", "6", "·", "·", "1"))
    assert tables.by_cuts(BOARD).rows[0].cells == ("100", "3", "·", "·", "·", "4")
    assert tables.by_text(BOARD).columns[1] == "valid (40 cases)"
    assert tables.agreement(BOARD).rows[0].cells == ("", "50.0% / 25.0%")
    found = {row.head[0]: row.cells for row in tables.policies(BOARD).rows}
    assert (found["fences"], found["entities"], found["scalars"]) == (
        ("live",) * 2,
        ("mixed",) * 2,
        ("",) * 2,
    )


def columns(line: str) -> int:
    return len(re.split(r"(?<!\\)\|", line))


def test_nothing_in_the_markdown_ends_a_table_or_begins_markup() -> None:
    lines = markdown.render(BOARD).splitlines()
    assert not [c for c in "".join(lines) if ord(c) < 32 or c in "\u202e\u2066\ud800"]
    for number, line in enumerate(lines):
        if line.startswith("|") and lines[number - 1].startswith("|"):
            assert columns(line) == columns(lines[number - 1]), line
    assert not [line for line in lines if re.search(r"(?<!\\)<script", line) and not line.startswith("    ")]
    assert "# x" not in [line[:3] for line in lines]


def test_the_page_holds_no_markup_of_a_parser_and_no_invisible_character() -> None:
    text = page.render(BOARD)
    text.encode()  # no lone surrogate
    assert "<script" not in text.lower()
    assert "<img" not in text
    assert not [c for c in text if (ord(c) < 32 and c != "\n") or c in "\u202e\u2066"]
    assert "default-src 'none'" in text
    assert not re.findall(r"""(?:src|href)=["'](?!#)""", text)


def test_every_failure_has_its_place_its_size_and_its_whole_command_on_the_page() -> None:
    text = page.render(BOARD)
    assert re.findall(r'<article id="(failure-[0-9-]+)"', text) == ["failure-1-1", "failure-1-2"]
    assert text.count("<details") == 2
    assert text.count("x" * 300) == 2
    assert text.count("Made small by editing") == 1
    assert "No failure that was confirmed." in text


def test_a_failure_is_not_distinct_from_one_on_plainer_text_with_milder_cuts() -> None:
    known = Key("split", "text lost", "valid", "one-token")
    assert known.covers(Key("split", "text lost", "malformed", "inside-special"))
    assert known.covers(known)
    assert not known.covers(Key("split", "text lost", "malformed", "several-tokens"))
    assert not known.covers(Key("split", "text added", "valid", "one-token"))
    assert not Key("split", "text lost", "truncated", "one-token").covers(known)


def test_the_lines_of_the_terminal_say_what_was_found() -> None:
    first, second = markdown.summary(msgspec.structs.replace(BOARD, parsers=BOARD.parsers[::-1]))
    assert "good" in first
    assert "0 distinct failures, 7 of 100 cases fail, 1 flaky left out" in first
    assert "2 distinct failures" in second
    assert "\x1b" not in second
