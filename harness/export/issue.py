"""Drafts of issues, in Markdown, for the people whose parser it is. A person checks one before it is sent.

Whatever a report quotes is hostile until shown otherwise: it stands in fences that are longer than any run of
backticks in them, escaped to printable characters, and in sentences with its punctuation escaped.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import structs

from harness.export import go_tests, layout, literal, node_tests, pytest_tests
from harness.export.assertion import assertions
from harness.export.exported import Format
from harness.report.block import answer_lines
from harness.report.glyphs import hidden

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.export.exported import Exported
    from harness.model import Shown

CHECK_FIRST = (
    "**This is a draft. A person has to check it before it is sent: that it is a fault of this parser, that "
    "it is not known there, and that this project takes such reports. Then delete this line.**"
)

_LANGUAGES = {"javascript": node_tests, "typescript": node_tests, "go": go_tests}
_FENCES = {"pytest": "python", "node": "js", "go": "go"}
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_QUIET = frozenset(" ,.:;'()/%=?\"-")  # punctuation that means nothing within a line
_SHORT = 2_000  # code points of a text that is shown as it is, too


def write(these: Sequence[Exported]) -> dict[str, bytes]:
    """Write a file for each."""
    return {f"issue_{one.name}.md": _draft(one).encode("utf-8") for one in these}


def refuses(one: Exported) -> str:
    """Refuse what is no finding."""
    return "" if one.oracle else "an issue is about a finding, and this is none"


def _draft(one: Exported) -> str:
    parts = [f"# {_said(one.title)}", CHECK_FIRST, _first(one), *_case(one), *_answers(one)]
    if one.cuts:
        parts += ["## When it happens", f"It {_said(one.cuts)}."]
    parts += ["## To see it again", *_test(one)]
    if one.command:
        parts += ["With the harness that found it:", _fenced(literal.plain(one.command), "sh")]
    parts += ["## Versions", "\n".join(_versions(one))]
    return "\n\n".join(parts) + "\n"


def _first(one: Exported) -> str:
    claim = f" What does not hold: {_said(one.claim)}." if one.claim else ""
    seen = f" Seen in {one.count:,} generated cases." if one.count > 1 else ""
    return f"{_said(one.message)}.{claim}{seen}"


def _case(one: Exported) -> list[str]:
    """Show the text as it is where nothing in it is hidden, and always exactly."""
    text = _subject(one)
    parts = ["## The smallest case"]
    if text and len(text) <= _SHORT and not any(char != "\n" and hidden(char) for char in text):
        parts += ["The text:", _fenced(text)]
    parts += ["The text, exactly (JSON):", _fenced(literal.raw_json(text), "json")]
    for chunking in one.case.chunkings:
        if chunking and text == one.case.text:
            chunks = literal.raw_json(one.case.chunks(chunking))
            parts += [f"In these {len(chunking) + 1} chunks (JSON):", _fenced(chunks, "json")]
    if one.case.tools:
        parts += ["With these tools declared (JSON):", _fenced(literal.raw_json(one.case.tools), "json")]
    return parts


def _answers(one: Exported) -> list[str]:
    checks = assertions(one)
    demanded = (
        [] if isinstance(checks, str) else [f"{_said(told)}." for check in checks for told in check.why]
    )
    parts = ["## What was expected", *dict.fromkeys(demanded)]
    if not demanded:
        parts += [f"{_said(one.claim or one.title)}."]
    elif not isinstance(checks, str) and checks[0].due is not None:
        parts += [_fenced(literal.raw_json(checks[0].due), "json")]
    if _subject(one) != one.case.text:
        return parts  # what the report has is the answer to another text
    lines = [str(line).rstrip() for line in answer_lines([_without_trace(row) for row in one.shown], None)]
    return [*parts, "## What came", _fenced("\n".join(lines))] if lines else parts


def _without_trace(row: Shown) -> Shown:
    """Leave out the trace of an error: it names folders of the machine that it was found on."""
    reading = row.reading
    if reading is None:
        return structs.replace(row, detail=row.detail.partition("\n")[0])
    if reading.error is None:
        return row
    error = structs.replace(reading.error, trace="")
    return structs.replace(row, reading=structs.replace(reading, error=error))


def _subject(one: Exported) -> str:
    """Give the text that shows it: some findings are seen in a text that was made of the case's."""
    checks = assertions(one)
    return one.case.text if isinstance(checks, str) else checks[0].text


def _test(one: Exported) -> list[str]:
    reason = layout.refuses(one)
    if reason:
        return [f"There is no test of it outside the harness: {_said(reason)}."]
    module = _LANGUAGES.get(one.targets[0].language if one.targets else "", pytest_tests)
    form: Format = module.FORMAT
    # The support files are the same for all tests: the last one is this.
    name, test = list(form.write([one]).items())[-1]
    told = (
        f"Without the harness: the test `{name}`. It asks two functions of `{form.kept[0]}`, which call the "
        f"parser; `toolcall-harness export --format {form.name}` writes all three files."
    )
    return [told, _fenced(test.decode("ascii").rstrip("\n"), _FENCES[form.name])]


def _versions(one: Exported) -> list[str]:
    lines = [f"- toolcall-harness {_said(one.harness)}, dialect {_said(one.case.dialect)}"]
    for target in one.targets:
        library = f", library {target.library_version}" if target.library_version else ""
        called = f"{target.reported_name or target.name} {target.version}".strip()
        lines += [f"- {_said(called + library)} ({_said(target.language or 'language not said')})"]
    named = {
        "class": one.bug_class,
        "class of the text": one.text_class,
        "class of the cuts": one.cut_class,
        "fingerprint": one.fingerprint,
        "found as": f"{one.oracle}: {one.kind}",
        "from": one.origin,
    }
    return lines + [f"- {label}: {_said(value)}" for label, value in named.items() if value]


def _said(text: str) -> str:
    """Write a text into a sentence: on one line, and nothing in it is Markdown."""
    words = " ".join(literal.plain(text).split())
    return _PUNCTUATION.sub(lambda found: found[0] if found[0] in _QUIET else "\\" + found[0], words).rstrip(
        "."
    )


def _fenced(text: str, language: str = "text") -> str:
    """Fence a text off that has no other control character than line ends."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


FORMAT = Format(
    name="issue",
    about="drafts of issues, in Markdown",
    write=write,
    refuses=refuses,
)
