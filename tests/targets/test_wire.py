"""The messages themselves."""

import json
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.errors import UsageError
from harness.model import Case, Tool
from harness.targets import wire
from harness.targets.batch import Batch, Shape
from harness.targets.schemas import schema

BOTH = Shape(batch=True, stream=True)
HELLO = {"seq": 0, "protocol": 1, "name": "x", "dialects": ["dsml"], "modes": ["batch"]}


def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({**schema(), "anyOf": [{"$ref": f"#/$defs/{name}"}]})


def line(value: Any) -> bytes:
    return json.dumps(value).encode()


def test_unknown_fields_are_ignored_at_every_depth() -> None:
    assert wire.read_hello(line({**HELLO, "new": [1]})).name == "x"
    result = {"id": "a", "new": 1, "streams": [{"events": [{"text": "t", "new": {}}], "new": None}]}
    assert wire.read_run(line({"seq": 0, "results": [result]})).results[0].streams[0].events[0].text == "t"


@pytest.mark.parametrize(
    "wrong",
    [
        {"seq": "0"},
        {"seq": True},
        {"seq": 0.0},
        {"protocol": None},
        {"name": 1},
        {"dialects": "dsml"},
        {"modes": [1]},
        {"cuts": "some"},
        {"policies": {"dsml": {"fences": True}}},
        {"settable": {}},
    ],
)
def test_types_are_strict(wrong: dict[str, Any]) -> None:
    with pytest.raises(wire.Malformed, match="schema"):
        wire.read_hello(line({**HELLO, **wrong}))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (rb'"\ud83d"', "\ud83d"),
        (rb'"\ude00\ud83d"', "\ude00\ud83d"),
        (rb'"\ud83d\ude00"', "\U0001f600"),
        (rb'{"\ud83d":1}', {"\ud83d": 1}),
        (b"1e400", float("inf")),
        (b"123456789012345678901234567890", 123456789012345678901234567890),
        (b"9" * 5000, float("inf")),
    ],
)
def test_what_the_parser_may_have_done_is_read_and_kept(written: bytes, read: Any) -> None:
    answer = b'{"seq":1,"results":[{"id":"a","batch":{"calls":[{"name":"f","input":{"x":%b}}]}}]}' % written
    assert wire.read_run(answer).results[0].batch.calls[0].input == {"x": read}


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (b"", "not JSON"),
        (b"nonsense", "not JSON"),
        (b'{"seq":0} {"seq":1}', "not JSON"),
        (b'{"seq":0,"results":[{"id":"a","batch":{"calls":[{"name":"f","input":{"x":NaN}}]}}]}', "not JSON"),
        (b'{"seq":0,"results":[{"id":"\xff"}]}', "not UTF-8"),
        (b'{"seq":0,"results":[{"id":"\xed\xa0\xbd"}]}', "not UTF-8"),
        (b"[" * 100000, "nested too deeply"),
        (b"[]", "schema"),
        (b"{}", "schema"),
        (rb'{"seq":0,"results":[{"id":1,"batch":{"calls":[],"text":"\ud83d"}}]}', "schema"),
    ],
)
def test_what_is_not_json_or_not_of_the_schema_is_malformed(written: bytes, words: str) -> None:
    with pytest.raises(wire.Malformed, match=words):
        wire.read_run(written)


texts = st.text(st.characters(exclude_categories=["Cs"]))
some_cases = st.builds(
    Case,
    id=texts,
    dialect=st.just("dsml"),
    text=texts,
    chunkings=st.lists(st.lists(st.integers(0, 50), max_size=4).map(sorted).map(tuple), max_size=3).map(
        tuple
    ),
    tools=st.lists(st.builds(Tool, texts, st.dictionaries(texts, texts, max_size=2), texts), max_size=2).map(
        tuple
    ),
)


@settings(deadline=None)
@given(
    st.lists(some_cases, min_size=1, max_size=3), st.dictionaries(texts, texts, max_size=2), st.integers(0)
)
def test_a_run_survives_the_wire_in_one_line(cases: list[Case], policies: dict[str, str], seq: int) -> None:
    written = Batch(cases).written(BOTH).join(wire.write_run(seq, "dsml", policies))
    assert written.count(b"\n") == 1
    assert written.endswith(b"\n")
    read = msgspec.json.decode(written, type=wire.RunRequest)
    assert (read.seq, read.dialect, read.policies) == (seq, "dsml", policies)
    for case, sent in zip(cases, read.cases, strict=True):
        assert (sent.id, sent.text, sent.chunkings, sent.batch) == (case.id, case.text, case.chunkings, True)
        assert [(t.name, t.parameters, t.description) for t in sent.tools] == [
            (t.name, t.parameters, t.description) for t in case.tools
        ]


def test_the_schema_is_one_and_knows_what_exactly_one_of_means() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    good = {"seq": 1, "results": [{"id": "a", "streams": [{"same_as": 0}, {"events": [{"text": ""}]}]}]}
    answers = validator("RunAnswer")
    answers.validate(good)
    for wrong in (
        {"events": [{}]},
        {"events": [], "same_as": 0},
        {"feeds": []},
        {"events": [{"call": {"name": "f"}}]},
        {"events": [{"text": "a", "delta": {"index": 0}}]},
    ):
        with pytest.raises(jsonschema.ValidationError):
            answers.validate({"seq": 1, "results": [{"id": "a", "streams": [wrong]}]})


def test_what_we_write_is_of_our_schema() -> None:
    tools = (Tool("f"), Tool("g", {"type": "object"}, "does g"))
    batch = Batch([Case("a", "dsml", "\U0001f600\n\x00", ((), (0, 1, 1)), tools)])
    run = batch.written(BOTH).join(wire.write_run(1, "dsml", {"missing_opener": "text"}))
    validator("RunRequest").validate(json.loads(run))
    validator("HelloRequest").validate(json.loads(wire.write_hello(0)))
    assert json.loads(run)["cases"][0]["tools"][0] == {"name": "f", "parameters": {}}


def test_a_second_finish_is_asked_for_only_where_somebody_judges_it() -> None:
    case = Case("a", "dsml", "x")
    assert b"finish_twice" not in Batch([case]).written(BOTH)
    assert b'"finish_twice":true' in Batch([case], finish_twice=True).written(BOTH)


def test_every_text_limit_counts_all_parses() -> None:
    case = Case("a", "dsml", "abcd", ((), (1,), (2,)))
    assert Batch([case, case]).fed(BOTH) == 2 * 4 * 4
    assert Batch([case]).fed(Shape(batch=False, stream=True, cuts="token")) == 4
    assert Batch([case]).fed(Shape(batch=True, stream=False)) == 4


def test_a_batch_has_one_dialect() -> None:
    with pytest.raises(ValueError, match="one dialect"):
        Batch([Case("a", "dsml", ""), Case("b", "qwen", "")])


def test_a_tool_that_nests_too_deeply_to_be_sent_is_one_clear_error() -> None:
    parameters: dict[str, Any] = {}
    for _ in range(5_000):
        parameters = {"a": parameters}
    case = Case("x", "dsml", "t", tools=(Tool("f", parameters),))
    with pytest.raises(UsageError, match="nested too deeply"):
        Batch([case]).written(BOTH)
