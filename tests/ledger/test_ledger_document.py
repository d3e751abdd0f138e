"""Writing a ledger: what is written is read back, and what people wrote stays where it is."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ledger_samples import CARD, ENTRY, SCOPE
from msgspec import structs
from test_ledger_reading import GOOD

from harness.dialects import DIALECTS
from harness.errors import UsageError
from harness.ledger.document import EMPTY, Sighting, add, update
from harness.ledger.entry import CLASSES, Entry, Pattern
from harness.ledger.ledger import Ledger, Scope, parse
from harness.oracles import ORACLES

if TYPE_CHECKING:
    from collections.abc import Callable

DAYS = st.dates(dt.date(1, 1, 1), dt.date(9999, 12, 31))
TEXTS = st.text(max_size=12)
NAMES = st.text(min_size=1, max_size=12)
NUMBERS = st.integers(0, 2**60)
LISTS = st.lists(TEXTS, max_size=8).map(tuple)
REASONS = NAMES.filter(str.strip)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    days = sorted(draw(st.tuples(DAYS, DAYS)))
    common = {
        "of_class": draw(st.sampled_from(CLASSES)),
        "reason": draw(REASONS),
        "ticket": draw(TEXTS),
        "owner": draw(TEXTS),
        "expiry": draw(st.none() | DAYS),
        "versions": draw(st.lists(NAMES, max_size=3).map(tuple)),
        "first_seen": draw(st.none() | st.just(days[0])),
        "last_seen": draw(st.none() | st.just(days[1])),
        "cases": draw(NUMBERS),
        "count": draw(NUMBERS),
    }
    if draw(st.booleans()):
        globs = draw(st.lists(NAMES, min_size=1, max_size=7).map(tuple))
        return Entry(pattern=Pattern(oracle="split", targets=globs, place=draw(TEXTS)), **common)
    return Entry(
        fingerprint=f"{draw(st.integers(0, 2**48 - 1)):012x}",
        title=draw(TEXTS),
        oracle=draw(st.sampled_from(list(ORACLES))),
        targets=draw(st.lists(NAMES, min_size=1, max_size=7).map(tuple)),
        shape=draw(TEXTS),
        place=draw(TEXTS),
        dialect=draw(st.sampled_from(list(DIALECTS))),
        **common,
    )


SCOPES = st.builds(Scope, DAYS, TEXTS, NUMBERS, LISTS, LISTS, LISTS, TEXTS, LISTS, NUMBERS)
SIGHTINGS = st.builds(Sighting, st.just(dt.date(9999, 12, 31)), NUMBERS, NUMBERS)
SEVERAL = st.lists(
    entries(), max_size=4, unique_by=lambda entry: (entry.fingerprint, entry.dialect, entry.pattern)
)


@settings(max_examples=20)
@given(SEVERAL, st.dictionaries(st.sampled_from(list(DIALECTS)), SCOPES), st.data())
def test_what_is_written_is_read_back(
    new: list[Entry], scopes: dict[str, Scope], data: st.DataObject
) -> None:
    split = data.draw(st.integers(0, len(new)))
    text = update(add(EMPTY, new[:split], "x"), {}, scopes, "x")
    text = add(text, new[split:], "x")
    assert parse(text, "x") == Ledger(scope=scopes, known=tuple(new))
    seen = data.draw(st.dictionaries(st.integers(0, len(new) - 1), SIGHTINGS)) if new else {}
    later = data.draw(st.dictionaries(st.sampled_from(list(DIALECTS)), SCOPES))
    after = parse(update(text, seen, later, "x"), "x")
    assert after.scope == {**scopes, **later}
    for place, entry in enumerate(new):
        if place not in seen:
            assert after.known[place] == entry
            continue
        one = seen[place]
        assert after.known[place] == structs.replace(
            entry,
            first_seen=entry.first_seen or one.day,
            last_seen=one.day,
            cases=one.cases,
            count=one.count,
        )


COMMENTS = st.lists(
    st.tuples(st.integers(0, 60), st.sampled_from(["# [[known]]", "# a = 1", "#", "  # ä [x] \"'", ""])),
    max_size=12,
)


@settings(max_examples=25)
@given(
    whole=COMMENTS,
    behind=st.lists(st.integers(0, 60), max_size=6),
    windows=st.booleans(),
    open_end=st.booleans(),
)
def test_comments_order_and_blank_lines_survive(
    *, whole: list[tuple[int, str]], behind: list[int], windows: bool, open_end: bool
) -> None:
    """Comments on lines of their own and behind values, anywhere: each stays, and so does what is not set."""
    lines = GOOD.splitlines()
    for place in behind:
        lines[place % len(lines)] += " # kept"
    for place, comment in sorted(whole, reverse=True):
        lines.insert(min(place, len(lines)), comment)
    text = ("\r\n" if windows else "\n").join([*lines, *([] if open_end else [""])])
    before = parse(text, "x")
    scope = structs.replace(SCOPE, cases=7, targets=("py:my_parser:Parser",))
    seen = {place: Sighting(dt.date(2026, 5, 9), 2_000, 3) for place in (0, 1)}
    new = structs.replace(ENTRY, fingerprint="f" * 12)
    made = add(update(text, seen, {"dsml": scope}, "x"), [new], "x")
    assert ("\r\n" in made) is windows
    assert not windows or made.count("\r\n") == made.count("\n")

    # Nothing but the lines of what was set is another line now, and all comments are there.
    changed = ("last_seen", "cases", "count", "targets = [")
    old = [line for line in text.splitlines() if not line.startswith(changed)]
    now = iter(made.splitlines())
    assert all(line in now for line in old), "a line is gone, or stands elsewhere"
    assert made.count("# kept") == text.count("# kept")
    after = parse(made, "x")
    assert (len(after.known), after.known[2], after.scope["dsml"]) == (3, new, scope)
    assert after.known[1].first_seen == dt.date(2026, 5, 9)
    assert after.gate == before.gate


def test_new_members_stand_in_their_table_before_what_is_said_of_the_next_one() -> None:
    text = GOOD.replace("[scope.dsml]", "# about the scope\n[scope.dsml]")
    made = update(text, {1: Sighting(dt.date(2026, 5, 9), 5, 2)}, {}, "x")
    assert 'reason = "on purpose"\nfirst_seen = 2026-05-09\nlast_seen = 2026-05-09\n' in made
    assert "count = 2\n\n# about the scope\n[scope.dsml]" in made


def test_a_list_that_did_not_change_keeps_how_it_is_written() -> None:
    spread = 'targets = [ # two\n  "py:my_parser:Parser", # ours\n  "go",\n]\n'
    text = GOOD.replace('targets = ["py:my_parser:Parser", "go"]\n', spread)
    assert spread in update(text, {}, {"dsml": structs.replace(SCOPE, cases=8)}, "x")


def test_brackets_and_names_of_tables_inside_values_are_no_tables() -> None:
    odd = 'reason = """\n[[known]]\n[scope.dsml]\n# no comment\n"""'
    text = GOOD.replace('reason = "waits for the new lexer"', odd)
    text = text.replace('targets = ["py:my_parser:Parser"]', 'targets = [\n  "[[known]]",\n]')
    seen = {1: Sighting(dt.date(2026, 5, 9), 5, 2)}
    made = update(text, seen, {"dsml": structs.replace(SCOPE, cases=8)}, "x")
    assert odd in made
    after = parse(made, "x")
    assert after.known[0].reason == "[[known]]\n[scope.dsml]\n# no comment\n"
    assert (after.known[1].count, after.scope["dsml"].cases) == (2, 8)


INLINE = 'schema = 1\nknown = [{ pattern = { oracle = "split" }, class = "bug", reason = "x" }]\n'
INLINE_SCOPE = """schema = 1
scope = { dsml = { date = 2026-05-01, harness = "", cases = 1, targets = [], oracles = [] } }
"""


@pytest.mark.parametrize(
    "change",
    [
        lambda: add(INLINE, [ENTRY], "x"),
        lambda: update(INLINE, {0: Sighting(dt.date(2026, 5, 9), 5, 2)}, {}, "x"),
        lambda: update(INLINE_SCOPE, {}, {"dsml": SCOPE}, "x"),
    ],
)
def test_a_ledger_that_is_written_in_another_way_is_read_and_never_half_changed(
    change: Callable[[], str],
) -> None:
    assert len(parse(INLINE, "x").known) == len(parse(INLINE_SCOPE, "x").scope) == 1
    with pytest.raises(UsageError, match="x: can't be changed as it is written"):
        change()


def test_what_no_file_can_hold_is_refused() -> None:
    with pytest.raises(UsageError, match="lone surrogate"):
        add(EMPTY, [structs.replace(ENTRY, title=CARD.title + "\ud800")], "x")
    with pytest.raises(UsageError, match="can't be changed"):
        add(GOOD, [ENTRY], "x")  # it is there already
