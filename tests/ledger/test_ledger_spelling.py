"""How a ledger is spelt that the harness writes, to the letter, and what errors of it say and advise."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from ledger_samples import CARD, ENTRY, SCOPE, SEEN
from msgspec import structs

from harness.dialects import DIALECTS
from harness.errors import UsageError
from harness.ledger.document import EMPTY, Sighting, add, update
from harness.ledger.entry import Entry, Pattern, faults
from harness.ledger.ledger import HINT, Ledger, load, parse, read
from harness.oracles import ORACLES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SIX = structs.replace(ENTRY, versions=tuple("123456"))
WIDE = Entry(
    pattern=Pattern(oracle="truth", targets=("py:*",)),
    of_class="policy",
    reason="on purpose",
    versions=tuple("12345"),
)

WRITTEN = f"""\
schema = 1

[[known]]
fingerprint = "0123456789ab"
title = "{CARD.title}"
oracle = "split"
targets = ["py:my_parser:Parser"]
shape = "call missing"
place = "in block opener"
dialect = "dsml"
class = "bug"
reason = "waits for the new lexer"
ticket = "#12"
owner = "ann"
expiry = 2026-06-01
versions = [
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
]
first_seen = 2026-05-01
last_seen = 2026-05-01
cases = 1000
count = 30

[[known]]
pattern = {{oracle = "truth", targets = ["py:*"]}}
class = "policy"
reason = "on purpose"
versions = ["1", "2", "3", "4", "5"]
"""
SEEN_TOO = """\
first_seen = 2026-05-01
last_seen = 2026-05-01
cases = 5
count = 2
"""
LAST_RUN = """
[scope.dsml]
date = 2026-05-01
harness = "0.1.0"
cases = 1000
targets = ["py:my_parser:Parser", "go"]
oracles = ["split", "truth"]
fixtures = ["a", "b"]
fixtures_digest = "0123"
seldom = []
proved = 0
"""


@pytest.mark.parametrize("text", ["schema = 1\n", "schema = 1"])
def test_an_entry_is_a_table_of_what_is_not_usual_with_long_lists_in_lines(text: str) -> None:
    assert add(text, [SIX, WIDE], "x") == WRITTEN


def test_nothing_to_add_changes_nothing() -> None:
    assert add(EMPTY, [], "x") == EMPTY
    assert update(WRITTEN, {}, {}, "x") == WRITTEN
    assert update("# only\nschema = 1", {}, {}, "x") == "# only\nschema = 1"


def test_a_sighting_and_a_run_are_written_behind_what_is_there() -> None:
    made = update(WRITTEN, {1: Sighting(SEEN, 5, 2)}, {"dsml": SCOPE}, "x")
    assert made == WRITTEN + SEEN_TOO + LAST_RUN
    again = structs.replace(SCOPE, cases=7)
    assert update(made, {}, {"dsml": again}, "x") == made.replace(
        "cases = 1000\ntargets", "cases = 7\ntargets"
    )
    qwen = update(made, {}, {"qwen": SCOPE}, "x")
    assert qwen == made + LAST_RUN.replace("dsml", "qwen")


def test_a_later_sighting_changes_three_lines_and_nothing_else() -> None:
    later = Sighting(SEEN + dt.timedelta(days=8), 2_000, 31)
    made = update(WRITTEN, {0: later}, {}, "x")
    for old, new in (
        ("last_seen = 2026-05-01", "last_seen = 2026-05-09"),
        ("cases = 1000", "cases = 2000"),
        ("count = 30", "count = 31"),
    ):
        assert made.count(new) == 1
        made = made.replace(new, old)
    assert made == WRITTEN


def test_a_file_that_ends_in_a_member_gets_the_next_one_on_a_line_of_its_own() -> None:
    made = update(WRITTEN.removesuffix("\n"), {1: Sighting(SEEN, 5, 2)}, {}, "x")
    assert made == WRITTEN + SEEN_TOO
    spaced = WRITTEN.replace("[[known]]", " \t[[known]]")
    assert update(spaced, {1: Sighting(SEEN, 5, 2)}, {}, "x") == spaced + SEEN_TOO


@pytest.mark.parametrize("tail", ["# next\n", "\n", "\n# next\n", "# a\n# b\n", "\n# a\n\n# b\n\n", "# next"])
def test_new_members_stand_before_what_is_said_behind_the_last_one(tail: str) -> None:
    made = update(WRITTEN + tail, {1: Sighting(SEEN, 5, 2)}, {}, "x")
    assert made == WRITTEN + SEEN_TOO + tail


def test_line_ends_stay_as_they_were() -> None:
    windows = WRITTEN.replace("\n", "\r\n")
    added = add(windows, [structs.replace(ENTRY, fingerprint="f" * 12)], "x")
    assert added.startswith(windows)
    assert added.count("\n") == added.count("\r\n")
    seen = update(windows, {1: Sighting(SEEN, 5, 2)}, {"dsml": SCOPE}, "x")
    assert seen == (WRITTEN + SEEN_TOO + LAST_RUN).replace("\n", "\r\n")


def refused(call: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(UsageError) as caught:
        call()
    return caught.value.message, caught.value.hint


def test_what_can_not_be_written_is_told_with_how_it_could_be() -> None:
    inline = 'schema = 1\nknown = [{ pattern = { oracle = "split" }, class = "bug", reason = "x" }]\n'
    told = (
        "x: can't be changed as it is written",
        "write entries as [[known]] and what runs had as [scope.DIALECT]; " + HINT,
    )
    assert refused(lambda: add(inline, [ENTRY], "x")) == told
    assert refused(lambda: update(inline, {0: Sighting(SEEN, 5, 2)}, {}, "x")) == told
    assert refused(lambda: add(WRITTEN, [ENTRY], "x")) == told
    odd = structs.replace(ENTRY, title="\ud800")
    assert refused(lambda: add(EMPTY, [odd], "x"))[0] == "x: a lone surrogate can't be written into it"
    assert refused(lambda: add("schema = 2", [ENTRY], "led"))[0].startswith("led: a ledger of schema 2")
    assert refused(lambda: update("schema = 2", {}, {}, "led"))[0].startswith("led: a ledger of schema 2")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("schema = 3", "a ledger of schema 3; this harness reads schema 1"),
        ("schema = 1.0", "a ledger of schema 1.0; this harness reads schema 1"),
        ("schema = true", "a ledger of schema True; this harness reads schema 1"),
        ("schema = 1\nnow = 1", "it has no member 'now'; did you mean 'known'?"),
        ("schema = 1\nx = 1", "it has no member 'x'; there is schema, gate, scope, known"),
        ("schema = 1\n[scope.html]", "scope.html: no such dialect; there is dsml, qwen"),
        ("schema = 1\nscope = 1", "scope: Expected `object`, got `int`"),
        ("schema = 1\ngate = 1", "gate: Expected `object`, got `int`"),
        ("schema = 1\nknown = 1", "known: Expected `array`, got `int`"),
        ("schema = 1\n[[known]]\nfingerprint = 1", "entry 1: Expected `str`, got `int` - at `fingerprint`"),
        (
            "schema = 1\n[[known]]\nfingerprint = 'x'",
            "entry 1 (x): Object missing required field `class`",
        ),
        (
            "schema = 1\n[[known]]\nclass = 'bug'\nreason = ''\n[[known]]",
            "entry 1: it has a fingerprint or a pattern, one of them",
        ),
    ],
)
def test_what_is_not_understood_is_told_with_where_it_stands(text: str, told: str) -> None:
    assert refused(lambda: parse(text, "led")) == (f"led: {told}", HINT)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"split"', '"splt"', f"its oracle is 'splt'; there is {', '.join(ORACLES)}"),
        ('"dsml"', '"dmsl"', "its dialect is 'dmsl'; there is dsml, qwen"),
    ],
)
def test_what_there_is_instead_is_told(old: str, new: str, told: str) -> None:
    text = WRITTEN.replace(old, new, 1)
    assert refused(lambda: parse(text, "led"))[0] == f"led: entry 1 (0123456789ab): {told}"


def test_what_a_pattern_could_fit_is_told() -> None:
    for member, names in (("oracle", ORACLES), ("dialect", DIALECTS)):
        entry = structs.replace(WIDE, pattern=Pattern(shape="x", **{member: "z"}))
        assert list(faults(entry)) == [f"its pattern fits no {member}: 'z'; there is {', '.join(names)}"]


def test_the_path_of_a_member_is_told_within_its_entry() -> None:
    wrong = WRITTEN.replace("cases = 1000", "cases = 'many'")
    told = "led: entry 1 (0123456789ab): Expected `int`, got `str` - at `cases`"
    assert refused(lambda: parse(wrong, "led")) == (told, HINT)


def test_what_is_no_toml_is_told_as_its_reader_tells_it() -> None:
    message, hint = refused(lambda: parse("schema =", "led"))
    assert message.startswith("led: no TOML: Invalid value")
    assert hint == HINT
    message, hint = refused(lambda: parse(f"schema = 1\nx = {'[' * 5_000}", "led"))
    assert message.startswith("led: no TOML: ")
    assert hint == HINT


def test_a_file_that_can_not_be_read_is_told_with_what_to_do(tmp_path: Path) -> None:
    absent = tmp_path / "absent.toml"
    assert refused(lambda: load(absent)) == (
        f"{absent}: can't be read: No such file or directory",
        "ledger add makes one",
    )
    assert refused(lambda: read(tmp_path)) == (f"{tmp_path}: can't be read: Is a directory", HINT)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"schema = \xff")
    assert refused(lambda: read(binary)) == (f"{binary}: not UTF-8, so no ledger", HINT)
    full = tmp_path / "full.toml"
    full.write_bytes(b"schema = 1 #".ljust(8 << 20, b"x"))
    assert read(full) == Ledger()
    full.write_bytes(b"schema = 1 #".ljust((8 << 20) + 1, b"x"))
    assert refused(lambda: read(full)) == (f"{full} has more than 8 MiB, so it is no ledger", HINT)
    windows = tmp_path / "windows.toml"
    windows.write_bytes(b"schema = 1\r\n")
    assert load(windows) == "schema = 1\r\n"
    windows.write_bytes(b"schema = 2")
    assert refused(lambda: read(windows))[0].startswith(f"{windows}: a ledger of schema 2")
