"""Damage: each kind does what its name says and nothing else, and finds nothing where there is nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from harness.dialects.dsml import DSML
from harness.generate import case_at
from harness.generate.damage import DAMAGES as BY_DIALECT
from harness.generate.damage import damaged
from harness.generate.damage.attributes import QUOTES
from harness.generate.damage.bodies import CDATA_CLOSERS, CDATA_OPENERS
from harness.generate.damage.names import BRACKETS, CONTROLS
from harness.generate.pen import Pen
from harness.generate.source import Seeded

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.generate.damage import Damage

DAMAGES = BY_DIALECT["dsml"]
NAMES = [name for name, _ in DAMAGES]
HEAD = "Hi <tool_calls><invoke name=\"a\"><parameter name='b'>"
TAIL = "</parameter></invoke></tool_calls> bye"
TEXT = f"{HEAD}x{TAIL}"
MARKED = re.sub("(</?)(?=[tip])", r"\1|DSML|", TEXT)
SECTION = f"{HEAD}<![CDATA[x]]>{TAIL}"
TAGS = re.findall("<[^>]*>", TEXT)


def named(name: str) -> Damage:
    return dict(DAMAGES)[name]


def outcomes(damage: Damage, text: str, seeds: int = 400) -> set[str]:
    return {damage(Pen(Seeded(5, index), DSML.tokens, ("x",)), DSML, text) for index in range(seeds)}


def one_run_more(text: str) -> bool:
    """Is ``text`` the damaged one with one run of characters put in."""
    more = len(text) - len(TEXT)
    return more > 0 and any(text[:at] + text[at + more :] == TEXT for at in range(len(TEXT) + 1))


def one_run_less(text: str) -> bool:
    less = len(TEXT) - len(text)
    return less > 0 and any(TEXT[:at] + TEXT[at + less :] == text for at in range(len(text) + 1))


def one_place_changed(text: str) -> bool:
    """Do at most twelve characters in one place differ."""
    front = next((at for at, pair in enumerate(zip(text, TEXT, strict=False)) if pair[0] != pair[1]), 0)
    rests = [text[front + n :] for n in range(12)]
    return front > 0 and any(TEXT.endswith(rest) and rest.endswith("> bye") for rest in rests)


def same_letters(text: str) -> bool:
    return sorted(text) == sorted(TEXT)


def same_but(pattern: str, *right: str) -> Callable[[str], bool]:
    """Is ``text`` the damaged one when all that ``pattern`` finds is written as one of ``right``."""
    return lambda text: any(re.sub(pattern, word, text) == TEXT for word in right)


def outside_is_kept(text: str) -> bool:
    return text.startswith("Hi <tool_calls>") and text.endswith("</tool_calls> bye")


def prose_is_kept(text: str) -> bool:
    return text.startswith("Hi ") and text.endswith(" bye")


WRONG_MARKERS = "|".join(sorted(map(re.escape, DSML.grammar.wrong_markers), key=len, reverse=True))
ALIASES = "|".join(map(re.escape, DSML.grammar.aliases))
LEFT = "".join({left for left, _ in BRACKETS})
RIGHT = "".join({right for _, right in BRACKETS})

# By name: some of what must come, and what holds for all that comes.
PROMISES: dict[str, tuple[tuple[str, ...], Callable[[str], bool]]] = {
    "delete": (tuple(TEXT.replace(tag, "") for tag in TAGS), one_run_less),
    "duplicate": (tuple(TEXT.replace(tag, tag * 2) for tag in TAGS), one_run_more),
    "swap": (
        (TEXT.replace("</invoke></tool_calls>", "</tool_calls></invoke>"),),
        same_letters,
    ),
    "misnest": ((TEXT.replace("</parameter></invoke>", "</invoke></parameter>"),), same_letters),
    "cut-off": ((TEXT.replace("</invoke>", "</invoke"), TEXT.replace("</invoke>", "<")), one_run_less),
    "truncate": ((TEXT[:20], TEXT[:50], ""), TEXT.startswith),
    "span": ((TEXT[:-1],), one_run_less),
    "token": ((), one_run_more),
    "misspell": (
        (TEXT.replace("</invoke>", "</invok>"), TEXT.replace('name="a"', 'name:"a"')),
        one_place_changed,
    ),
    "confuse": (
        (TEXT.replace("</invoke>", "\uff1c/invoke>"), TEXT.replace('"a"', "\u201ca\u201c")),
        lambda text: len(text) == len(TEXT),
    ),
    "spread": ((TEXT.replace("<tool_calls>", "< tool_calls>"),), one_run_more),
    "unquote": (tuple(TEXT[:at] + TEXT[at + 1 :] for at, c in enumerate(TEXT) if c in "\"'"), one_run_less),
    "stray-quote": ((TEXT.replace("</invoke>", '</invoke">'),), one_run_more),
    "unclosed-cdata": (
        tuple(TEXT.replace(tag, f"{tag}<![CDATA[") for tag in TAGS),
        same_but(re.escape("<![CDATA["), ""),
    ),
    "unclosed-comment": (tuple(TEXT.replace(tag, f"{tag}<!--") for tag in TAGS), same_but("<!--", "")),
    "no-opener": ((TEXT.replace("<tool_calls>", ""),), lambda text: "<tool_calls>" not in text),
    "no-closer": ((TEXT.replace("</tool_calls>", ""),), lambda text: "</tool_calls>" not in text),
    "no-wrapper": ((re.sub("</?tool_calls>", "", TEXT),), lambda text: "tool_calls" not in text),
    "orphan-closer": (tuple(TEXT.replace(tag, f"{tag}</tool_calls>") for tag in TAGS), one_run_more),
    "repeated-closers": (
        (
            TEXT.replace("</invoke>", "</invoke>" * 2),
            TEXT.replace("</tool_calls>", "</tool_calls>" * 31),
            TEXT.replace("</invoke>", "</invoke></parameter></invoke>"),
        ),
        one_run_more,
    ),
    "closers-only": ((f"Hi x{TAIL}", TAIL), lambda text: text.endswith(TAIL) and "<i" not in text),
    "other-closer": (
        (TEXT.replace("</invoke>", "</parameter>"), TEXT.replace("</tool_calls>", "</invoke>")),
        lambda text: text.startswith(HEAD) and text.count("</") == 3,
    ),
    "bars": (
        (
            TEXT.replace("<tool_calls>", "<\uff5cDSML\uff5ctool_calls>"),
            re.sub("(</?)(?=[tip])", r"\1||DSML||", TEXT),
            re.sub("(</?)(?=[tip])", r"\1 | DSML | ", TEXT),
        ),
        same_but(WRONG_MARKERS, ""),
    ),
    "no-marker": (
        (TEXT.replace("</invoke>", "</|DSML|invoke>"),),
        lambda text: text.count("|DSML|") == 1 and text.replace("|DSML|", "") == TEXT,
    ),
    "alias": (
        (
            TEXT.replace("tool_calls", "function_calls"),
            TEXT.replace("<tool_calls", "<tool_use"),
            TEXT.replace("/tool_calls", "/toolcalls"),
        ),
        same_but(rf"(?<=[/<])(?:{ALIASES})(?=>)", "tool_calls"),
    ),
    "fused": (
        (
            TEXT.replace("<tool_calls>", "<DSmartToolCalls>"),
            TEXT.replace("</invoke>", "</DSMLInvoke>"),
        ),
        lambda text: (
            re.sub("DSmart|DSML_?|Dsml", "", text).lower().replace("toolcalls", "tool_calls") == TEXT.lower()
        ),
    ),
    "namespace": (
        (
            re.sub("(</?)(?=[tip])", r"\1antml:", TEXT),
            re.sub("(</?)(?=[tip])", r"\1ns:", TEXT).replace("</ns:invoke", "</invoke"),
        ),
        same_but("(antml|ns|tool|minimax|x):", ""),
    ),
    "brackets": (
        (TEXT.replace("</invoke>", "\uff1c/invoke\uff1e"), TEXT.replace("</invoke>", "\u3008/invoke>")),
        lambda text: re.sub(f"[{re.escape(RIGHT)}]", ">", re.sub(f"[{re.escape(LEFT)}]", "<", text)) == TEXT,
    ),
    "control": (
        (TEXT.replace("</invoke>", "</invoke\x00>"),),
        lambda text: one_run_more(text) and len(text) == len(TEXT) + 1 and bool(set(text) & set(CONTROLS)),
    ),
    "lines": (
        (
            TEXT.replace("</invoke>", "</\ninvoke\n>"),
            TEXT.replace('<invoke name="a">', '< invoke name = "a" >'),
        ),
        lambda text: re.sub(r"\s", "", text) == re.sub(r"\s", "", TEXT),
    ),
    "no-attribute": (
        (TEXT.replace(' name="a"', ""), TEXT.replace(' name="a"', "").replace(" name='b'", "")),
        lambda text: re.sub(r" name=['\"][ab]['\"]", "", TEXT) == re.sub(r" name=['\"][ab]['\"]", "", text),
    ),
    "attribute-order": (
        (TEXT.replace(' name="a"', ' string="true" name="a"'), TEXT.replace("'b'", "'b' id=\"call_1\"")),
        lambda text: re.sub(" (string|type|id|value)(=['\"]\\w+['\"])?(?=[ >])", "", text) == TEXT,
    ),
    "quotes": (
        (
            TEXT.replace('"a"', "\u201ca\u201d"),
            TEXT.replace('"a"', "a").replace("'b'", "b"),
            TEXT.replace('"a"', "\"a'"),
        ),
        lambda text: any(
            text
            in {
                TEXT.replace('"a"', one),
                TEXT.replace("'b'", two),
                TEXT.replace('"a"', one).replace("'b'", two),
            }
            for one, two in ((f"{a}a{b}", f"{a}b{b}") for a, b in QUOTES)
        ),
    ),
    "flag": (
        (
            f'{HEAD[:-1]} string="true">x{TAIL}',
            f'{HEAD[:-1]} string="false">plain text{TAIL}',
            f'{HEAD[:-1]} string="true">{{"a": 1}}{TAIL}',
        ),
        lambda text: (
            bool(re.match(re.escape(HEAD[:-1]) + ' string="(true|false)">', text)) and text.endswith(TAIL)
        ),
    ),
    "tool-element": (
        (
            "Hi <tool_calls><a><parameter name='b'>x</parameter></a></tool_calls> bye",
            "Hi <tool_calls><a><b>x</b></a></tool_calls> bye",
        ),
        lambda text: outside_is_kept(text) and "<a>" in text and "</a>" in text,
    ),
    "function-element": (
        (
            "Hi <tool_calls><function><name>a</name><b>x</b></function></tool_calls> bye",
            "Hi <tool_calls><function=a><parameter name='b'>x</parameter></function></tool_calls> bye",
        ),
        lambda text: outside_is_kept(text) and "</function>" in text and "invoke" not in text,
    ),
    "inner-wrapper": (
        (TEXT.replace("<invoke", "<tool_call><invoke").replace("</invoke>", "</invoke></tool_call>"),),
        same_but("</?tool_call>", ""),
    ),
    "envelope": (
        tuple(
            f'Hi <tool_calls><invoke name="a">{body}</invoke></tool_calls> bye'
            for body in (
                '{"city": "Oslo"}',
                '"Oslo"',
                '{"arguments": {"city": "Oslo"}}',
                '{"input": "Oslo"}',
                '<parameter name="arguments">{"city": "Oslo"}</parameter>',
            )
        ),
        lambda text: outside_is_kept(text) and text.count("invoke") == 2,
    ),
    "cdata": (
        (f"{HEAD}<\uff01[CDATA[x]]>{TAIL}", f"{HEAD}<!\u3001[CDATA[x]]>{TAIL}"),
        lambda text: text.startswith(HEAD) and text.endswith(f"x]]>{TAIL}"),
    ),
    "tail": (
        (f"{HEAD}x>{TAIL}", f"{HEAD}x</parameter></invoke>{TAIL}", f"{HEAD}xx</parameter></invoke>{TAIL}"),
        lambda text: text.startswith(f"{HEAD}x") and text.endswith(TAIL) and one_run_more(text),
    ),
    "reasoning": (
        (
            TEXT.replace("<tool_calls>", "<think><tool_calls>").replace(
                "</tool_calls>", "</tool_calls></think>"
            ),
            TEXT.replace("<tool_calls>", "<think><tool_calls>"),
            TEXT.replace("</tool_calls>", "</tool_calls></think>"),
            TEXT.replace("<tool_calls>", "<think><tool_calls></think>"),
        ),
        lambda text: prose_is_kept(text) and same_but(r"\n?</?(think|thinking|reasoning)>\n?", "")(text),
    ),
}


@pytest.mark.parametrize("damage", [damage for _, damage in DAMAGES], ids=NAMES)
@pytest.mark.parametrize(
    "text", ["", "x", "plain words", "<tool_calls>", "</invoke>", "<", TEXT, MARKED, SECTION]
)
def test_damage_survives_any_text(damage: Damage, text: str) -> None:
    outcomes(damage, text)


def test_every_damage_has_a_promise_and_a_name_of_its_own() -> None:
    assert list(PROMISES) == NAMES
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_damage_does_what_its_name_says_and_nothing_else(name: str) -> None:
    expected, holds = PROMISES[name]
    seen = outcomes(named(name), TEXT, 3_000)
    assert set(expected) <= seen
    for text in seen - {TEXT}:
        assert holds(text), text
    assert len(seen - {TEXT}) >= 1


@pytest.mark.parametrize("name", NAMES)
def test_damage_of_a_marked_block_is_damage_too(name: str) -> None:
    assert outcomes(named(name), MARKED) - {MARKED}


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"truncate", "span", "token"}))
def test_drifts_of_markup_leave_prose_alone(name: str) -> None:
    seen = outcomes(named(name), "plain words, 1 < 2")
    assert seen == {"plain words, 1 < 2"}


def test_bars_differ_from_tag_to_tag() -> None:
    seen = outcomes(named("bars"), MARKED)
    assert any(len(set(re.findall(rf"</?({WRONG_MARKERS})(?=[tip])", text))) > 1 for text in seen)


def test_a_marker_is_lost_where_there_was_one() -> None:
    assert outcomes(named("no-marker"), MARKED) == {
        MARKED[: found.start()] + MARKED[found.end() :] for found in re.finditer(r"\|DSML\|", MARKED)
    }


def test_a_section_that_is_there_is_misspelt() -> None:
    seen = outcomes(named("cdata"), SECTION)
    assert seen == {SECTION.replace("<![CDATA[", wrong) for wrong in CDATA_OPENERS} | {
        SECTION.replace("]]>", wrong) for wrong in CDATA_CLOSERS
    }


def test_envelopes_nest_three_deep_and_are_strings_within_strings() -> None:
    seen = outcomes(named("envelope"), TEXT, 3_000)
    assert any(len(re.findall("arguments|input|parameters|args|properties", text)) >= 3 for text in seen)
    assert any('\\"' in text for text in seen)


def test_damages_compose_and_each_leaves_its_name() -> None:
    counts = set()
    for index in range(400):
        pen = Pen(Seeded(8, index), DSML.tokens, ("x",))
        after = damaged(pen, DSML, TEXT)
        assert (after != TEXT) == bool(pen.features)
        named_ones = pen.features & {f"damage:{name}" for name in NAMES}
        assert pen.features - named_ones == ({"damages:2+"} if len(named_ones) > 1 else set())
        counts.add(len(named_ones))
    assert {1, 2, 3} <= counts


def test_what_finds_nothing_leaves_no_name() -> None:
    for index in range(200):
        pen = Pen(Seeded(9, index), DSML.tokens, ("x",))
        after = damaged(pen, DSML, "words")
        assert (after == "words") == (not pen.features)


def test_no_damage_is_rarer_than_one_in_two_hundred_cases() -> None:
    size = 5_000
    counts = dict.fromkeys(NAMES, 0)
    for index in range(size):
        for feature in case_at(1, index, "dsml").features:
            if feature.startswith("damage:"):
                counts[feature.removeprefix("damage:")] += 1
    assert {name: count for name, count in counts.items() if count < size // 200} == {}
