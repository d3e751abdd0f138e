"""Drafts of issues: all that a maintainer needs is there, and no text gets out of its fence."""

from __future__ import annotations

import json
import re

from exported_runs import kept_findings
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import structs

from harness.export import FORMATS, Exported
from harness.export.issue import CHECK_FIRST
from harness.model import Shown

ISSUE = FORMATS["issue"]
texts = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("`\n~#<"), max_size=30)


def of(name: str) -> Exported:
    return next(one for one in kept_findings() if one.targets[0].reported_name == name)


def draft(one: Exported) -> str:
    ((name, data),) = ISSUE.write([one]).items()
    assert name == f"issue_{one.name}.md"
    return data.decode()


def blocks(markdown: str) -> tuple[list[tuple[str, str]], str]:
    """Read fenced blocks as Markdown does: a fence ends at the first line that is one at least as long."""
    found: list[tuple[str, str]] = []
    outside: list[str] = []
    fence, language, inner = "", "", list[str]()
    for line in re.split("\r\n|\n|\r", markdown):
        if not fence:
            opened = re.fullmatch(r"(`{3,})([^`]*)", line)
            if opened:
                fence, language, inner = opened[1], opened[2], []
            else:
                outside.append(line)
        elif re.fullmatch(rf"{fence}`*[ \t]*", line):
            found.append((language, "\n".join(inner)))
            fence = ""
        else:
            inner.append(line)
    assert not fence, "a fence is left open"
    return found, "\n".join(outside)


@example(text="a\n```\n# b\n`````\n~~~", told="```\n# c")
@given(text=texts, told=texts)
def test_no_text_gets_out_of_its_fence_and_all_of_it_is_there(text: str, told: str) -> None:
    one = of("cut_opener")
    cuts = (len(text) // 2,)
    case = structs.replace(one.case, text=text, chunkings=((), cuts))
    found, outside = blocks(draft(structs.replace(one, case=case, message=told, title=told, shown=())))
    data = [json.loads(inner) for language, inner in found if language == "json"]
    assert data[:2] == [text, case.chunks(cuts)]
    if text and text.isascii() and text.replace("\n", "").isprintable():
        assert ("text", text) in found
    # What is not fenced is printable, and none of it is markup that the text brought along.
    assert outside.replace("\n", "").isprintable()
    assert re.findall(r"^#+ .*", outside, re.MULTILINE)[1:] == [
        "## The smallest case",
        "## What was expected",
        "## When it happens",
        "## To see it again",
        "## Versions",
    ]
    unescaped = re.sub(r"\\[!-/:-@\[-`{-~]", "", outside.replace(CHECK_FIRST, ""))
    assert not set(re.sub(r"`[\w ./-]+`", "", unescaped)) & set("`<>[]*~|&")


def test_a_draft_has_what_a_maintainer_needs_and_says_that_a_person_checks_it() -> None:
    one = of("cut_opener")
    markdown = draft(one)
    found, outside = blocks(markdown)
    assert markdown.split("\n\n")[1] == CHECK_FIRST
    assert one.case.text in [inner for language, inner in found if language == "text"]
    assert one.cuts in outside.replace("\\", "")
    assert ("sh", one.command) in found
    test = next(inner for language, inner in found if language == "python")
    assert test + "\n" == FORMATS["pytest"].write([one])[f"test_toolcall_{one.name}.py"].decode()
    for words in (one.harness, one.targets[0].reported_name, one.text_class, one.cut_class):
        assert words in outside.replace("\\", "")


def test_the_test_in_a_draft_is_in_the_language_of_the_adapter() -> None:
    languages = {"cut_opener": "python", "leaked_opener": "js", "six_digits": "go"}
    for name, language in languages.items():
        found, _ = blocks(draft(of(name)))
        assert language in [written for written, _ in found]


def test_a_finding_that_can_be_no_test_is_drafted_all_the_same_and_says_why() -> None:
    one = structs.replace(
        of("cut_opener"), oracle="lag", kind="arguments come all at once", shown=(), due=None
    )
    found, outside = blocks(draft(one))
    assert "There is no test of it outside the harness" in outside
    assert "python" not in [language for language, _ in found]


def test_a_fixture_is_no_issue() -> None:
    assert ISSUE.refuses(structs.replace(of("cut_opener"), oracle=""))


def test_a_draft_names_no_folder_of_the_machine_that_it_was_found_on() -> None:
    one = of("old_wrapper")
    trace = 'File "/home/me/parser.py", line 1'
    shown = []
    for row in one.shown:
        assert row.reading is not None
        assert row.reading.error is not None
        error = structs.replace(row.reading.error, trace=trace)
        shown.append(structs.replace(row, reading=structs.replace(row.reading, error=error)))
    ended = Shown("x", "crash", None, f"it died\n{trace}")
    markdown = draft(structs.replace(one, shown=(*shown, ended)))
    assert shown[0].reading.error.message in markdown
    assert "it died" in markdown
    assert "/home/me" not in markdown
