"""Reading a ledger: what is not understood is one error that names the entry; nothing is passed over."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from ledger_samples import ENTRY, SCOPE

from harness.errors import UsageError
from harness.ledger.document import EMPTY
from harness.ledger.entry import Pattern
from harness.ledger.ledger import Ledger, Settings, load, parse, read

OURS = Path(__file__).resolve().parents[2] / "corpus" / "ledger.toml"

GOOD = """\
schema = 1

[gate]
newly_passing = "warn"

[[known]]
fingerprint = "0123456789ab"
title = "an opening tag that a cut lies in is not seen"
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
first_seen = 2026-05-01
last_seen = 2026-05-01
cases = 1000
count = 30

[[known]]
pattern = { oracle = "trunc*", targets = ["py:*"] }
class = "policy"
reason = "on purpose"

[scope.dsml]
date = 2026-05-01
harness = "0.1.0"
cases = 1000
targets = ["py:my_parser:Parser", "go"]
oracles = ["split", "truth"]
fixtures = ["a", "b"]
fixtures_digest = "0123"
"""

FIRST, SECOND = "entry 1 (0123456789ab)", "entry 2"


def test_all_that_a_ledger_can_say_is_read() -> None:
    made = parse(GOOD, "ledger.toml")
    assert made.gate == Settings("warn")
    assert made.scope == {"dsml": SCOPE}
    assert made.known[0] == ENTRY
    assert made.known[1].name == "pattern oracle trunc*, targets py:*"
    assert parse("schema = 1", "ledger.toml") == Ledger() == parse(EMPTY, "ledger.toml")


def test_the_ledger_of_this_project_accepts_nothing_and_holds_nobody_to_another_run() -> None:
    assert read(OURS) == Ledger()


WRONG = [
    ("schema = 1", "schema = 2", "a ledger of schema 2; this harness reads schema 1"),
    ("schema = 1\n", "", "a ledger of schema None"),
    ("schema = 1", "schema = true", "a ledger of schema True"),
    ("schema = 1", 'schema = "1"', "a ledger of schema '1'"),
    ("schema = 1", "schema = ", "no TOML"),
    ("schema = 1", "schema = 1\nschema = 1", "no TOML"),
    ("schema = 1", "schema = 1\nkonwn = []", "it has no member 'konwn'; did you mean 'known'?"),
    ("schema = 1", "schema = 1\nx = []", "it has no member 'x'; there is schema, gate"),
    ('"warn"', '"pass"', "gate: Invalid enum value 'pass' - at `newly_passing`"),
    ("newly_passing", "newly_failing", "gate: Object contains unknown field `newly_failing`"),
    ("[[known]]\npattern", "[known]\npattern", "no TOML"),
    ('place = "in', 'plaec = "in', f"{FIRST}: Object contains unknown field `plaec`"),
    ("owner = ", "owners = ", f"{FIRST}: Object contains unknown field `owners`"),
    ('class = "bug"', 'class = "bugs"', f"{FIRST}: Invalid enum value 'bugs' - at `class`"),
    ('class = "bug"\n', "", f"{FIRST}: Object missing required field `class`"),
    ('reason = "waits for the new lexer"\n', "", f"{FIRST}: Object missing required field `reason`"),
    ('reason = "on purpose"', 'reason = " "', f"{SECOND}: its reason is empty"),
    ("2026-06-01", '"2026-06-01"', f"{FIRST}: Expected `date | null`, got `str` - at `expiry`"),
    ("2026-06-01", "2026-06-01T10:00:00", f"{FIRST}: Expected `date | null`, got `datetime`"),
    ("2026-06-01", "2026-06-31", "no TOML"),
    ("2026-06-01", "20260601", f"{FIRST}: Expected `date | null`, got `int`"),
    ("count = 30", "count = 30.0", f"{FIRST}: Expected `int`, got `float` - at `count`"),
    ("count = 30", "count = -1", f"{FIRST}: Expected `int` >= 0 - at `count`"),
    ("last_seen = 2026-05-01", "last_seen = 2026-04-30", f"{FIRST}: it was first seen on 2026-05-01, after"),
    ('targets = ["py:my_parser:Parser"]', 'targets = "x"', f"{FIRST}: Expected `array`, got `str`"),
    ('targets = ["py:my_parser:Parser"]', "targets = []", f"{FIRST}: it names no targets"),
    ('oracle = "split"', 'oracle = "splt"', f"{FIRST}: its oracle is 'splt'; there is crash"),
    ('dialect = "dsml"', 'dialect = "dmsl"', f"{FIRST}: its dialect is 'dmsl'; there is dsml"),
    ('"0123456789ab"', '"0123456789AB"', "entry 1 (0123456789AB): '0123456789AB' is no fingerprint"),
    ('"0123456789ab"', '""', "entry 1 (): it has a fingerprint or a pattern, one of them"),
    ('"0123456789ab"', "12", "entry 1: Expected `str`, got `int` - at `fingerprint`"),
    ('reason = "on', 'fingerprint = "0123456789ab"\nreason = "on', "it has a fingerprint or a pattern"),
    ('reason = "on', 'oracle = "split"\nreason = "on', "'oracle' stands in the pattern, not beside it"),
    ('oracle = "trunc*", targets = ["py:*"]', "", f"{SECOND}: its pattern accepts everything"),
    ('oracle = "trunc*", targets = ["py:*"]', 'oracle = "*"', f"{SECOND}: its pattern accepts everything"),
    ("count = 30", f"count = {10**400}", f"{FIRST}: "),
    *(
        ('oracle = "trunc*", targets = ["py:*"]', wide, f"{SECOND}: its pattern accepts everything")
        for wide in (
            'oracle = "**"',
            'oracle = "[a-z]*"',
            'targets = ["py:*", "*"]',
            'targets = ["?*"]',
            'shape = "*?*", place = "**"',
            'dialect = "dsml"',
        )
    ),
    ('"trunc*"', '"trunk*"', f"{SECOND}: its pattern fits no oracle: 'trunk*'"),
    ('["py:*"]', "[]", f"{SECOND}: its pattern fits no target"),
    ('["py:*"]', '["py:*"], dialect = "html"', f"{SECOND}: its pattern fits no dialect: 'html'"),
    ("oracle = ", "oracel = ", "entry 1 (0123456789ab): Object contains unknown field `oracel`"),
    ("{ oracle = ", "{ oracles = ", f"{SECOND}: Object contains unknown field `oracles` - at `pattern`"),
    ('reason = "on', 'versions = [""]\nreason = "on', f"{SECOND}: one of its versions is empty"),
    ("[scope.dsml]", "[scope.html]", "scope.html: no such dialect"),
    ("harness = ", "harnes = ", "scope.dsml: Object contains unknown field `harnes`"),
    ('harness = "0.1.0"\n', "", "scope.dsml: Object missing required field `harness`"),
    ("[scope.dsml]\ndate", "[scope]\ndate", "scope: "),
]


@pytest.mark.parametrize(("old", "new", "told"), WRONG)
def test_what_is_wrong_is_one_error_that_names_the_entry(old: str, new: str, told: str) -> None:
    assert old in GOOD
    with pytest.raises(UsageError) as caught:
        parse(GOOD.replace(old, new, 1), "ledger.toml")
    assert caught.value.message.startswith("ledger.toml: ")
    assert told in caught.value.message


def test_the_same_fingerprint_or_pattern_twice_is_an_error() -> None:
    entry = GOOD[GOOD.index("[[known]]") : GOOD.index("[[known]]\npattern")]
    with pytest.raises(UsageError, match=r"entry 3 \(0123456789ab\): entry 1 has the same fingerprint"):
        parse(f"{GOOD}\n{entry}", "ledger.toml")
    # In another dialect it is another fault.
    assert len(parse(f"{GOOD}\n{entry.replace('dsml', 'qwen')}", "ledger.toml").known) == 3
    pattern = GOOD[GOOD.index("[[known]]\npattern") : GOOD.index("[scope")]
    with pytest.raises(UsageError, match="entry 3: entry 2 has the same pattern"):
        parse(
            GOOD
            + pattern.replace('oracle = "trunc*", targets = ["py:*"]', 'targets=["py:*"], oracle="trunc*"'),
            "x",
        )


def test_a_file_without_an_end_is_refused_before_the_memory_is_full() -> None:
    with pytest.raises(UsageError, match="more than 8 MiB"):
        load(Path("/dev/zero"))


def test_a_file_that_is_none_is_one_error(tmp_path: Path) -> None:
    for name, content in (("latin.toml", b"schema = 1 # \xe4"), ("nul.toml", b"schema = 1\0")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(UsageError, match=name):
            read(tmp_path / name)
    for place in (tmp_path, tmp_path / "none.toml"):
        with pytest.raises(UsageError, match="can't be read"):
            load(place)
    deep = "schema = 1\nx = " + "[" * 5_000
    with pytest.raises(UsageError, match="no TOML"):
        parse(deep, "deep.toml")


def test_days_are_days() -> None:
    assert parse(GOOD, "x").known[0].expiry == dt.date(2026, 6, 1)


@pytest.mark.parametrize(
    ("said", "wide"),
    [
        ({}, True),
        ({"shape": "?*", "targets": ("x", "**?")}, True),
        ({"dialect": "qwen"}, True),  # of a dialect it takes every card
        ({"shape": "??*"}, False),  # a shape may be of one letter
        ({"shape": "?"}, False),
        ({"shape": "a*"}, False),
        ({"shape": "[a-z]*"}, False),
        ({"targets": ("py:*", "go")}, False),
        ({"targets": ()}, False),
        ({"place": "?*"}, False),  # a place may be empty
        ({"place": "**"}, True),
        ({"place": ""}, False),
        ({"oracle": "[a-z]*"}, True),
        ({"oracle": "?*t*"}, False),
    ],
)
def test_a_pattern_that_takes_every_card_is_known_however_it_is_spelt(said: Any, *, wide: bool) -> None:
    assert Pattern(**said).is_wide() is wide
