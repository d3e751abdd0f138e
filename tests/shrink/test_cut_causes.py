"""Parsers that go wrong by how a text is cut: the fewest cuts are left, the sentence names the cause."""

from __future__ import annotations

import functools
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from harness.model import Case, without_empty_chunks
from harness.oracles import ORACLES
from harness.search.bench import Bench
from harness.search.investigate import Investigation
from harness.search.plan import Plan
from tests.fakes import qwen
from tests.shrink import chunk_faults

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from harness.model import Chunking, Finding

RAW = {
    "dsml": (
        "Let me look [at once] &amp; see.\r\n```xml\n<tool_calls></tool_calls>\n```\nCafe\u0301 is open.\n"
        '<tool_calls><invoke name="get_weather"><parameter name="city">Oslo 12</parameter></invoke>\n'
        '<invoke name="get_time"><parameter name="zone">CET &lt; 7</parameter></invoke></tool_calls>\n'
        'Then this one: <tool_calls>\n<invoke name="stop"></invoke>\n</tool_calls> and we are done <b.'
    ),
    "qwen": (
        "Let me look [at once] & see.\r\nThat takes a while.\n"
        "<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo 12\n</parameter>\n"
        "</function>\n</tool_call>\n"
        "Then this one: <tool_call><function=stop><parameter=now>7</parameter></function></tool_call> done."
    ),
}

SENTENCES = {
    "tests.fakes.cut_opener:Parser": "fails exactly when a cut lies inside the opening tag of a block",
    "tests.fakes.blank_chunk:Parser": (
        "fails exactly when a chunk behind the first is nothing but white space"
    ),
    "tests.fakes.doubled_text:Parser": "fails exactly when a chunk before the last ends with '<'",
    "tests.fakes.shared_tail:Parser": (
        "fails exactly when one chunk holds the end of a value and the rest of its block"
    ),
    "tests.fakes.empty_chunk:Parser": (
        "fails exactly when an empty chunk comes inside the opening tag of a block"
    ),
    "tests.fakes.whole_block:Parser": (
        "fails exactly when one chunk holds the end of the opening tag of a block and the rest of its block"
    ),
    "tests.fakes.qwen.cut_closer:Parser": (
        "fails exactly when a cut lies inside the closing tag of a block,"
        " at least 2 characters behind its start"
    ),
    "tests.fakes.qwen.left_closer:Parser": (
        "fails exactly when a cut lies inside the closing tag of a block,"
        " at least 2 characters behind its start"
    ),
    "tests.fakes.qwen.eaten_bracket:Parser": "fails exactly when a chunk before the last ends with '['",
    "tests.fakes.qwen.blank_delta:Parser": (
        "fails exactly when a chunk behind the first is nothing but white space"
    ),
    "tests.fakes.qwen.open_arguments:Parser": (
        "fails exactly when one chunk holds the end of the closing tag of a parameter"
        " and all of the closing tag of its call"
    ),
    **{
        f"tests.shrink.chunk_faults:{fault.__name__}": str(fault.__doc__)
        for fault in chunk_faults.ChunkFault.__subclasses__()
    },
}

ALWAYS = {
    "tests.fakes.cut_opener:Parser",
    "tests.shrink.chunk_faults:Fence",
    "tests.shrink.chunk_faults:TwoCuts",
}

pytestmark = pytest.mark.timeout(600)  # on a busy machine a shrink takes its time


def chunkings(text: str) -> Iterator[Chunking]:
    """Give some ways that a server may have cut a text, the empty chunks of some left in."""
    length = len(text)
    yield ()
    for size in (1, 3, 10):
        cuts = tuple(range(size, length, size))
        yield cuts
        yield tuple(sorted((0, *cuts, *cuts[:: size + 1])))


@functools.cache
def found(target: str, folder: Path) -> Finding:
    """Confirm the first violation of the raw text and make it small."""
    dialect = "qwen" if ".qwen." in target else "dsml"
    text = RAW[dialect]
    plan = Plan(
        targets=(f"py:{target}",),
        dialect=dialect,
        oracles=("crash", "finish", "split"),
        asked=(),
        seed=1,
        out=folder,
        shrink_calls=20_000,
        shrink_seconds=300,
    )
    case = Case("raw", dialect, text, tuple(dict.fromkeys(chunkings(text))))
    with Bench(plan.targets, dialect, oracles=plan.oracles) as bench:
        (verdict,) = bench.examine([case])
    assert verdict.violations
    faults: list[object] = []
    investigation = Investigation(plan, lambda _: None, lambda name, _: folder / name, faults.append)
    finding = investigation.given("F1", case, verdict.violations)
    assert not faults
    return finding


def fewer(finding: Finding) -> list[Case]:
    """List all cases with the small text and fewer cuts than the small case has."""
    case = finding.case
    length = len(case.text)
    most = max(map(len, case.chunkings))
    cases = []
    for cuts in range(most):
        for way in combinations_with_replacement(range(length + 1), cuts):
            plan = ((), way, without_empty_chunks(way, length))
            cases.append(structs.replace(case, chunkings=tuple(dict.fromkeys(plan))))
    return cases


def check(target: str, folder: Path) -> None:
    finding = found(target, folder)
    assert finding.confirmed == 3
    assert finding.shrink.startswith("finished")
    assert finding.cut_map is not None
    assert finding.cut_map.sentence == SENTENCES[target]
    assert finding.cut_map.exact
    cases = fewer(finding)
    with Bench(finding.targets, finding.case.dialect, oracles=(finding.oracle,)) as bench:
        for verdict in bench.examine(cases) if cases else ():
            kinds = {violation.signature for violation in verdict.violations}
            assert (finding.oracle, finding.targets, finding.kind) not in kinds, verdict.case.chunkings


def test_there_are_twelve_and_more_and_each_says_another_thing_or_is_of_another_dialect() -> None:
    assert len(SENTENCES) >= 12
    assert set(SENTENCES) > ALWAYS
    assert len(set(SENTENCES.values())) >= len(SENTENCES) - 2
    assert qwen.__name__.endswith("qwen")
    assert set(ORACLES) >= {"crash", "finish", "split"}


@pytest.mark.parametrize("target", sorted(ALWAYS))
def test_the_sentence_names_the_cause_of_a_fault_and_no_cut_too_many_is_left(
    target: str, tmp_path: Path
) -> None:
    check(target, tmp_path)


@pytest.mark.full
@pytest.mark.parametrize("target", [target for target in SENTENCES if target not in ALWAYS])
def test_the_sentence_names_the_cause_of_every_fault(target: str, tmp_path: Path) -> None:
    check(target, tmp_path)
