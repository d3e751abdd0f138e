"""What the generator promises is there, and ``stats`` counts it rightly."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

import jsonschema
import msgspec
import pytest
from click.testing import CliRunner, Result

from harness.cli import cli
from harness.cli import stats as verb
from harness.dialects.dsml import DSML
from harness.generate import case_at, census
from harness.generate.census import Census, Feature, take
from harness.generate.chunkings import kinds
from harness.generate.chunkings.kinds import KINDS as KNOWN_KINDS
from harness.generate.damage import DAMAGES
from harness.generate.features import CHUNKINGS, KINDS, apart
from harness.generate.features import FEATURES as ALL
from harness.generate.features.dsml import DOCUMENTS

if TYPE_CHECKING:
    from harness.model import Case

FEATURES = ALL["dsml"]
SEED = 1
CASES = 5_000
LEAST = 0.005
FEW = 300

# What was promised when the generator was planned, and what has to be in the table for ever.
PROMISED = {
    "values": (
        "empty",
        "outer white space of every kind (C1)",
        "CRLF",
        "]]>",
        "openers and closers of both styles in CDATA",
        "entities",
        "JSON look-alikes",
        "numbers at the edges",
        "nesting to the limit and past it",
        "__proto__",
        "constructor",
        "integer-like names",
        "non-BMP characters",
        "combining characters",
        "U+212A",
        "U+0130",
        "U+1E9E",
        "U+FEFF",
        "U+0085",
        "NUL",
        "lone quotes",
        "long values",
        "raw code points",
    ),
    "writing": (
        "style",
        "case",
        "blanks",
        "quotes",
        "extra attributes",
        "CDATA forms",
        "children",
        "JSON values",
        "JSON body",
        "comments",
        "junk between tags",
    ),
    "prose": (
        "markers that are only mentioned",
        "pieces of markers at the end",
        "fences of both kinds",
        "nested fences",
        "unclosed fences",
        "fences closed by the wrong mark",
        "inline code",
        "lists",
        "quotes",
        "HTML comments",
        "text that looks like JSON",
    ),
    "mixed blocks": (
        "styles mixed at the wrapper",
        "at the invoke",
        "at the parameter",
        "at a closer",
        "several blocks of different styles",
    ),
    "damages": (
        "delete",
        "duplicate",
        "swap",
        "cut off",
        "truncate",
        "misspell",
        "misnest",
        "unquote",
        "stray quote",
        "unclosed CDATA",
        "unclosed comment",
        "missing wrapper opener",
        "missing wrapper closer",
        "orphan closers",
        "confusable characters",
        "drift: bars",
        "drift: the wrapper's name",
        "drift: wrappers and closers missing or too many",
        "drift: tags spread out",
        "drift: markers and attributes",
        "drift: the string flag",
        "drift: JSON bodies",
        "drift: CDATA, brackets and controls",
        "drift: reasoning",
        "drift: elements",
        "drift: namespaces",
        "drift: a wrapper in the wrapper",
        "drift: the call's own tail",
        "damages compose",
    ),
}
PROMISED_CUTS = (
    "aligned with markers, at every place",
    "an opener alone, then all the rest",
    "the end of one thing with the start of the next",
    "inside CRLF",
    "inside a grapheme",
    "empty chunks at the start",
    "empty chunks between",
    "empty chunks at the end",
    "chunks of white space only",
    "two to eight token-like pieces",
    "fixed sizes",
)


@pytest.fixture(scope="module")
def counted() -> Census:
    return take("dsml", SEED, CASES, pairs=True)


def features(found: Census) -> list[Feature]:
    promises = [promise for group in found.groups.values() for promise in group] + list(found.kinds)
    return [feature for promise in promises for feature in promise.features]


def fallen(found: Census) -> set[str]:
    return {feature.name for feature in features(found) if feature.share < LEAST}


def test_every_promise_is_in_the_table_with_a_feature() -> None:
    for group, promises in PROMISED.items():
        table = {item.promise: item.features for item in DOCUMENTS[group]}
        assert [promise for promise in promises if not table.get(promise)] == []
    table = {item.promise: item.features for item in CHUNKINGS}
    assert [promise for promise in PROMISED_CUTS if not table.get(promise)] == []


def test_a_feature_stands_in_the_table_once_and_says_what_it_is() -> None:
    items = [item for group in [*DOCUMENTS.values(), CHUNKINGS] for item in group]
    names = Counter(name for item in items for name in item.features)
    assert set(names.values()) == {1}
    assert all(says.strip() for item in items for says in item.features.values())
    assert len(names) >= 80


def test_every_damage_and_every_kind_of_chunking_is_in_the_table() -> None:
    assert {f"damage:{name}" for name, _ in DAMAGES["dsml"]} <= set(FEATURES)
    assert set(KINDS) == set(KNOWN_KINDS)


def test_no_feature_falls_out_and_none_is_rarer_than_half_a_percent(counted: Census) -> None:
    assert fallen(counted) == set()
    assert counted.unlisted == {}


def test_a_feature_that_falls_out_is_seen_and_so_is_one_that_nobody_wrote_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def without(seed: int, index: int, dialect: str, *, deep: bool = False) -> Case:
        case = case_at(seed, index, dialect, deep=deep)
        renamed = tuple("new" if name == "crlf" else name for name in case.features)
        return msgspec.structs.replace(case, features=renamed)

    monkeypatch.setattr(census, "case_at", without)
    found = take("dsml", SEED, FEW)
    assert "crlf" in fallen(found)
    assert set(found.unlisted) == {"new"}


def test_shares_are_those_of_the_campaigns_own_cases() -> None:
    drawn = [case_at(SEED, index, "dsml") for index in range(FEW)]
    found = take("dsml", SEED, FEW)
    counts = Counter(name for case in drawn for name in case.features)
    listed = {feature.name: feature.share for feature in features(found)}
    assert {name: listed[name] for name in FEATURES} == {name: counts[name] / FEW for name in FEATURES}
    assert found.knowledge == {k: n / FEW for k, n in Counter(case.knowledge for case in drawn).items()}
    assert found.mean_length == sum(len(case.text) for case in drawn) / FEW
    relied = Counter(name for case in drawn if case.answers for name in case.relies_on)
    assert found.relies_on == {name: count / FEW for name, count in relied.items()}


@pytest.mark.parametrize(("deep", "step"), [(False, 10), (True, 1)])
def test_chunkings_are_counted_in_every_tenth_case_or_in_all(*, deep: bool, step: int) -> None:
    drawn = [case_at(SEED, index, "dsml", deep=True) for index in range(0, 40, step)]
    found = take("dsml", SEED, 40, deep=deep)
    assert (found.chunked, found.chunkings) == (len(drawn), sum(len(case.chunkings) for case in drawn))
    told = {feature.name: feature for promise in found.kinds for feature in promise.features}
    for name in KINDS:
        each = [[name in kinds(case.text, cuts, DSML.grammar) for cuts in case.chunkings] for case in drawn]
        assert told[name].share == sum(map(sum, each)) / found.chunkings
        assert told[name].chosen == sum(sum(five[:5]) for five in each) / (5 * len(drawn))


def test_pairs_are_those_that_meet() -> None:
    drawn = [set(case_at(SEED, index, "dsml").features) for index in range(FEW)]
    pairs = take("dsml", SEED, FEW, pairs=True).pairs
    assert pairs is not None
    possible = [pair for pair in combinations(FEATURES, 2) if not apart(*pair)]
    never = {pair for pair in possible if not any(names.issuperset(pair) for names in drawn)}
    assert {gap.pair for gap in pairs.gaps} == never
    assert (pairs.possible, pairs.met) == (len(possible), len(possible) - len(never))
    counts = Counter(name for names in drawn for name in names)
    for gap in pairs.gaps:
        assert gap.expected == pytest.approx(counts[gap.pair[0]] * counts[gap.pair[1]] / FEW)
    assert [gap.expected for gap in pairs.gaps] == sorted((gap.expected for gap in pairs.gaps), reverse=True)


def test_pairs_with_kinds_are_those_that_meet() -> None:
    drawn = [case_at(SEED, index, "dsml", deep=True) for index in range(40)]
    pairs = take("dsml", SEED, 40, deep=True, pairs=True).kind_pairs
    assert pairs is not None
    cut = [
        {name for cuts in case.chunkings for name in kinds(case.text, cuts, DSML.grammar)} for case in drawn
    ]
    met = {
        (one, other)
        for case, names in zip(drawn, cut, strict=True)
        for one in case.features
        for other in names
    }
    assert (pairs.possible, pairs.met) == (len(FEATURES) * len(KINDS), len(met))
    assert not met & {gap.pair for gap in pairs.gaps}


def test_what_is_said_never_to_meet_never_meets(cases: list[Case]) -> None:
    for case in cases:
        assert not [pair for pair in combinations(case.features, 2) if apart(*pair)]


def test_most_pairs_meet_and_no_gap_is_a_great_surprise(counted: Census) -> None:
    for pairs in (counted.pairs, counted.kind_pairs):
        assert pairs is not None
        assert pairs.met / pairs.possible > 0.8
        assert [gap for gap in pairs.gaps if gap.expected > 12] == []


def stats(*options: str) -> Result:
    result = CliRunner().invoke(cli, ["stats", "--cases", "50", *options])
    assert result.exit_code == 0, result.output
    return result


def test_the_plain_page_lists_everything_and_has_no_colour() -> None:
    page = stats("--pairs").output
    assert "\x1b" not in page
    lines = [line.split() for line in page.splitlines()]
    for name in (*FEATURES, *KINDS):
        assert [words for words in lines if name in words[1:3]], name
    for item in (item for group in [*DOCUMENTS.values(), CHUNKINGS] for item in group):
        assert f"  {item.promise}\n" in page
    assert "never" in page
    assert "pairs of features in one text" in page
    assert "pairs of features" not in stats().output


def test_a_terminal_sees_the_same_in_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verb, "is_terminal", lambda _: True)
    monkeypatch.setenv("COLUMNS", "140")
    monkeypatch.setenv("NO_COLOR", "1")
    page = stats("--pairs").output
    for name in (*FEATURES, *KINDS, "pairs of features in one text"):
        assert name in page


def test_json_is_as_its_schema_says_and_the_same_every_time() -> None:
    schema: dict[str, Any] = json.loads(stats("--schema").output)
    jsonschema.Draft202012Validator.check_schema(schema)
    for options in ((), ("--pairs",), ("--deep", "--seed", "7")):
        found = stats("--json", *options).output
        jsonschema.validate(json.loads(found), schema)
        assert found == stats("--json", *options).output


@pytest.mark.parametrize("options", [["--cases", "0"], ["--seed", "-1"], ["-d", "klingon"]])
def test_what_makes_no_sense_is_refused(options: list[str]) -> None:
    assert CliRunner().invoke(cli, ["stats", *options]).exit_code == 2
