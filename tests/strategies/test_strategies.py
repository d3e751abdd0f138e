"""The strategies: what they draw is what campaigns draw, their answers are right, and they shrink."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any
from unittest import mock

import jsonschema
import pytest
from hypothesis import HealthCheck, Phase, find, given, reject, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from harness import strategies
from harness.dialects.dsml import DSML, render
from harness.errors import UsageError
from harness.generate import replay
from harness.generate.source import Recording
from harness.model import Answer, Case, Event
from harness.strategies import (
    Call,
    Document,
    Tool,
    calls,
    cases,
    chunked,
    chunkings,
    damaged_documents,
    tool_documents,
    tools,
)

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
NAMES: dict[str, Any] = {
    "Answer": Answer,
    "Call": Call,
    "Case": Case,
    "Document": Document,
    "Event": Event,
    "Tool": Tool,
}
TEXT = 'Hi <tool_calls><invoke name="a"></invoke></tool_calls>\r\n&amp; ```'

# Nothing here depends on time. The other health checks stay on: strategies must not reject too much.
OPENER = re.compile(r"<(\|DSML\|)?tool_calls", re.IGNORECASE)
CALM = settings(deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])

sys.path.insert(0, str(ROOT / "reference" / "python"))
from toolcall_reference.parser import ReferenceParser  # noqa: E402 - on the path only now

sys.path.pop(0)


def answer(document: Document, **policies: str) -> list[str | Call]:
    """Read with the Python reference, chunk by chunk."""
    stream = ReferenceParser().stream(dialect="dsml", policies=policies)
    out: list[str | Call] = []
    for event in [event for chunk in document.chunks for event in stream.feed(chunk)] + stream.finish():
        if "call" in event:
            out.append(Call(**event["call"]))
        elif out and isinstance(out[-1], str):
            out[-1] += event["text"]
        elif event["text"]:
            out.append(event["text"])
    return out


def found(strategy: st.SearchStrategy[Any], wanted: Callable[[Any], bool]) -> Any:
    """Find the simplest that is wanted, with the same draws every time."""
    return find(strategy, wanted, settings=settings(CALM, max_examples=2_000), random=Random(2026))  # noqa: S311 - repeatable


@given(data=st.data(), deep=st.booleans())
@settings(CALM, max_examples=60)
def test_cases_are_those_that_the_generator_makes_of_the_same_choices(
    data: st.DataObject, *, deep: bool
) -> None:
    sources = []

    def recorded(draw: Any) -> Recording:
        sources.append(Recording(source(draw)))
        return sources[-1]

    source = strategies.source
    with mock.patch.object(strategies, "source", recorded):
        case = data.draw(cases(deep=deep))
    assert (case, tuple(sources[-1].choices)) == replay(sources[-1].choices, "dsml", "drawn", deep=deep)


@given(tool_documents())
@CALM
def test_known_answers_are_those_of_the_reference(document: Document) -> None:
    assert answer(document) == document.answer
    assert document.calls == [part for part in answer(document) if isinstance(part, Call)]
    assert document.visible == "".join(part for part in answer(document) if isinstance(part, str))


@given(tool_documents(policies={"missing_opener": "text"}))
@CALM
def test_answers_follow_the_policies_that_one_declares(document: Document) -> None:
    assert answer(document, missing_opener="text") == document.answer


@pytest.mark.full
def test_a_block_without_an_opener_gives_calls_by_policy_only() -> None:
    def bare(document: Document) -> bool:
        return document.text.lower().count("tool_calls") == 1 and "</tool_calls>" in document.text

    def repaired(document: Document) -> bool:
        return bare(document) and bool(document.calls)

    text = tool_documents(policies={"missing_opener": "text"})
    assert found(tool_documents(), repaired).calls
    assert not found(text, bare).calls
    with pytest.raises(NoSuchExample):
        found(text, repaired)


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("", True),
        ("[9007199254740992, -0.1, 1e400]", True),
        ("[9007199254740993]", False),
        ("x9223372036854775808.", True),
        ("9223372036854775807", False),
        ("1" + "0" * 400, False),
    ],
)
def test_integers_that_a_double_rounds_are_seen(text: str, *, exact: bool) -> None:
    assert strategies.exact(text) is exact


@given(tool_documents(policies={"entities": "html"}))
@settings(CALM, max_examples=200)
def test_what_hangs_on_a_policy_with_an_unknown_answer_is_not_drawn(document: Document) -> None:
    if document.answer != answer(document):  # drawn all the same: then that answer is known too
        assert "&" in document.text


@given(damaged_documents())
@CALM
def test_of_damaged_documents_no_answer_is_known(document: Document) -> None:
    assert document.answer is None
    whole = Document([document.text])
    assert answer(document) == answer(whole)
    with pytest.raises(UsageError, match="no answer is known"):
        _ = document.calls
    with pytest.raises(UsageError, match="no answer is known"):
        _ = document.visible


@given(tool_documents() | damaged_documents() | cases() | calls() | tools())
@CALM
def test_what_is_printed_can_be_pasted(drawn: object) -> None:
    try:
        pasted = eval(repr(drawn), NAMES)  # noqa: S307 - that it is an expression is what is tested
    except SyntaxError as error:
        assert error.msg == "too many nested parentheses"  # noqa: PT017 - Python reads 200; answers may nest 256
        reject()
    assert pasted == drawn


@given(data=st.data(), text=st.sampled_from(["", "x", "\n", TEXT, TEXT * 3]), deep=st.booleans())
@settings(CALM, max_examples=200)
def test_cuts_do_not_decrease_and_chunks_join_to_the_text(
    data: st.DataObject, text: str, *, deep: bool
) -> None:
    cuts = data.draw(chunkings(text, deep=deep))
    assert list(cuts) == sorted(cuts)
    assert not cuts or 0 <= cuts[0] <= cuts[-1] <= len(text)
    assert "".join(data.draw(chunked(text, deep=deep))) == text


@pytest.mark.parametrize(
    "wanted",
    [
        lambda chunks: len(chunks) == len(TEXT),
        lambda chunks: "" in chunks,
        lambda chunks: len(chunks) > 3 and {len(chunk) for chunk in chunks[:-1]} == {5},
        lambda chunks: chunks[0].endswith("<tool_"),
        lambda chunks: any(chunk.endswith("\r") for chunk in chunks),
    ],
    ids=["one character", "empty", "fixed", "in a tag", "in CRLF"],
)
def test_all_ways_to_cut_can_come(wanted: Callable[[list[str]], bool]) -> None:
    assert wanted(found(chunked(TEXT), wanted))


def test_the_deep_ways_come_with_deep() -> None:
    def alone(chunks: list[str]) -> bool:
        return chunks[1:2] == ["<tool_calls>"]

    assert found(chunked(TEXT, deep=True), alone)


@given(st.lists(calls(), min_size=1, max_size=3), st.sampled_from(DSML.styles))
@CALM
def test_calls_can_be_written_and_are_read_back(written: list[Call], style: str) -> None:
    assert answer(Document([render(written, style)])) == written


@given(tools())
@CALM
def test_tools_have_a_schema(tool: Tool) -> None:
    jsonschema.Draft202012Validator.check_schema(tool.parameters)
    assert set(tool.parameters["required"]) <= set(tool.parameters["properties"])


@pytest.mark.parametrize("strategy", [cases, tool_documents, damaged_documents, calls])
def test_an_unknown_dialect_is_refused_at_once(strategy: Callable[..., object]) -> None:
    with pytest.raises(UsageError, match="no dialect 'klingon'"):
        strategy("klingon")


def test_a_policy_that_does_not_exist_is_refused_at_once() -> None:
    with pytest.raises(UsageError, match="did you mean 'missing_opener'"):
        tool_documents(policies={"mising_opener": "text"})


def test_the_simplest_of_everything_is_simple() -> None:
    def has_call(document: Document) -> bool:
        return bool(document.calls)

    plain = '<tool_calls><invoke name="a"><parameter name="b">x</parameter></invoke></tool_calls>'
    assert found(tool_documents(), has_call) == Document([plain], [Call("a", {"b": "x"})])
    assert found(chunked(TEXT), bool) == [TEXT]
    assert found(calls(), bool) == Call("a", {})


def test_a_cut_opener_shrinks_to_one_line_in_two_chunks() -> None:
    lengths, chunks = [], []
    for seed in range(5):
        failures: list[Document] = []
        runs = 0

        @seeded(seed)
        @settings(CALM, max_examples=500, phases=[Phase.generate, Phase.shrink])
        @given(tool_documents())
        def an_opener_is_seen_in_one_chunk(document: Document) -> None:
            nonlocal runs
            runs += 1
            cut = not any(OPENER.search(chunk) for chunk in document.chunks)
            if document.calls and cut and OPENER.search(document.text):
                failures.append(document)  # noqa: B023 - called in this round only
                raise AssertionError

        with pytest.raises(AssertionError):
            an_opener_is_seen_in_one_chunk()
        lengths.append(len(failures[-1].text))
        chunks.append(len(failures[-1].chunks))
        assert runs < 2_000
    assert median(lengths) <= 120
    assert max(lengths) <= 400
    assert median(chunks) == 2


def python(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_only_strategies_need_hypothesis() -> None:
    done = python(
        "import sys, pkgutil, importlib, harness\n"
        "for module in pkgutil.walk_packages(harness.__path__, 'harness.'):\n"
        "    apart = module.name.endswith('__main__') or '.published.adapters.' in module.name\n"
        "    baseline = module.name.rpartition('.')[2] in ('plain_text', 'fuzzing')\n"
        "    if module.name != 'harness.strategies' and not baseline and not apart:\n"
        "        importlib.import_module(module.name)\n"
        "sys.exit('hypothesis' in sys.modules)"
    )
    assert done.returncode == 0, done.stderr


def test_without_hypothesis_one_is_told_how_to_get_it() -> None:
    done = python("import sys; sys.modules['hypothesis'] = None; import harness.strategies")
    assert "ImportError: harness.strategies needs Hypothesis" in done.stderr
    assert "pip install 'toolcall-harness[hypothesis]'" in done.stderr
