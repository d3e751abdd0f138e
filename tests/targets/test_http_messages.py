"""What an HTTP target reads and writes, without a server: addresses, events, deltas, chunk sizes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import TargetUnknown
from harness.targets import resolve
from harness.targets.http import sse
from harness.targets.http.address import Address, read
from harness.targets.http.client import run_lengths
from harness.targets.http.link import Failed, Unavailable
from harness.targets.http.message import Assembly, check_end, choice, whole
from tests.server import pieces
from tests.server.sizes import SizesError, chunks

# ---------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("http://127.0.0.1:8000/v1", Address("http://127.0.0.1:8000/v1/chat/completions")),
        ("http://127.0.0.1:8000", Address("http://127.0.0.1:8000/v1/chat/completions")),
        ("https://h/api/v3/chat/completions", Address("https://h/api/v3/chat/completions")),
        ("http://[::1]:8/v1/", Address("http://[::1]:8/v1/chat/completions")),
        (
            "http://h:1/v1?model=a/b&cuts=special-whole&modes=stream",
            Address("http://h:1/v1/chat/completions", "a/b", "special-whole", "stream"),
        ),
    ],
)
def test_an_address_is_the_base_or_the_endpoint_and_its_query_is_for_us(name: str, address: Address) -> None:
    assert read(name) == address
    assert resolve(name).kind == "http"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("http://user:secret@h/v1", "a name or a password"),
        ("http://secret@h/v1", "a name or a password"),
        ("http:///v1", "no address"),
        ("http:", "no address"),
        ("http://h:0/v1", "no address"),
        ("http://hö/v1", "no address"),
        ("http://h:70000/v1", "no URL"),
        ("http://h:x/v1", "no URL"),
        ("http://h/v1#top", "no address"),
        ("http://h..h/v1", "no address"),
        (f"http://{'h' * 64}/v1", "no address"),
        ("http://h/v 1", "no address"),
        ("http://h/v1?api_key=secret", "which nobody reads"),
        ("http://h/v1?cuts=all", "cuts can't be 'all'"),
        ("http://h/v1?modes=both", "modes can't be 'both'"),
        ("http://h/v1?modes=", "modes can't be ''"),
    ],
)
def test_an_address_with_a_secret_or_with_what_nobody_reads_is_refused(name: str, words: str) -> None:
    with pytest.raises(TargetUnknown, match=words) as caught:
        resolve(name)
    assert "secret" not in caught.value.message
    assert caught.value.hint


# ---------------------------------------------------------------- server-sent events

events = st.lists(
    st.dictionaries(st.text(max_size=3), st.text(max_size=20), max_size=3) | st.just("[DONE]"), max_size=6
)


@given(events, st.integers(0, 2**32))
def test_however_a_stream_is_written_its_events_are_the_same(said: list[Any], seed: int) -> None:
    assert list(map(_read, sse.data(pieces(said, seed)))) == said
    assert list(map(_read, sse.data(pieces(said)))) == said


def _read(data: str) -> Any:
    return data if data == "[DONE]" else json.loads(data)


lines = st.tuples(
    st.sampled_from(["data: a", "data:é\u2028", "data", "", "", ": c", "x: y", "\ufeffdata: b"]),
    st.sampled_from(["\r", "\n", "\r\n"]),
)


@given(st.lists(lines, max_size=8))
def test_where_the_network_cuts_a_stream_does_not_matter(parts: list[tuple[str, str]]) -> None:
    body = "".join(line + end for line, end in parts).encode()
    whole_stream = list(sse.data([body]))
    assert list(sse.data([bytes([byte]) for byte in body])) == whole_stream
    for place in range(len(body)):
        assert list(sse.data([body[:place], b"", body[place:]])) == whole_stream


@pytest.mark.parametrize(
    ("body", "data"),
    [
        (b"data: a\n\n", ["a"]),
        (b"data:a\r\rdata:  b\r\n\r\n", ["a", " b"]),
        (b"data: a\ndata\ndata: b\n\n", ["a\n\nb"]),
        (b": comment\n\nevent: x\n\nid: 1\n\n", []),
        (b"data: a\n\ndata: unfinished\n", ["a"]),
        (b"\xef\xbb\xbfdata: a\n\n", ["a"]),
    ],
)
def test_events_are_read_by_the_standard(body: bytes, data: list[str]) -> None:
    assert list(sse.data([body])) == data


# ---------------------------------------------------------------- deltas


def assembled(*deltas: dict[str, Any]) -> list[dict[str, Any]]:
    assembly = Assembly()
    for delta in deltas:
        assembly.add(delta)
    return list(assembly.events())


def part(index: Any, name: str | None = None, arguments: str | None = None) -> dict[str, Any]:
    return {"tool_calls": [{"index": index, "function": {"name": name, "arguments": arguments}}]}


def test_each_call_stands_where_its_first_delta_stood() -> None:
    assert assembled(
        {"role": "assistant", "content": None},
        {"content": "a"},
        part(0, "f", ""),
        {"content": "b"},
        part(1, "g"),
        part(0, None, '{"x":'),
        part(1, None, "{}"),
        part(0, None, "1}"),
        {"content": ""},
    ) == [
        {"text": "a"},
        {"delta": {"index": 0, "name": "f", "arguments": '{"x":1}'}},
        {"text": "b"},
        {"delta": {"index": 1, "name": "g", "arguments": "{}"}},
    ]


def test_names_are_joined_as_all_strings_are() -> None:
    assert assembled(part(0, "read", ""), part(0, "_file", "{}"), part(0, "", "")) == [
        {"delta": {"index": 0, "name": "read_file", "arguments": "{}"}}
    ]


def test_an_index_that_begins_at_1_makes_two_calls_as_it_does_for_users_of_that_client() -> None:
    assert assembled(part(1, "f", ""), part(1, None, "{}")) == [
        {"delta": {"index": 0, "name": "f", "arguments": ""}},
        {"delta": {"index": 1, "arguments": "{}"}},
    ]


def test_only_the_first_list_may_lack_an_index() -> None:
    first = {"tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}
    assert assembled(first) == [{"delta": {"index": 0, "name": "f", "arguments": "{}"}}]
    with pytest.raises(Failed, match="the index None"):
        assembled(first, first)


@pytest.mark.parametrize("name", ["reasoning", "reasoning_content"])
def test_reasoning_has_two_names(name: str) -> None:
    assert assembled({name: "why"}, {"content": "x"}) == [{"reasoning": "why"}, {"text": "x"}]
    assert whole({"message": {"content": "x", name: "why"}}) == {"calls": [], "text": "x", "reasoning": "why"}


def test_reasoning_under_both_names_is_said_once() -> None:
    assert assembled({"reasoning": "why", "reasoning_content": "why"}) == [{"reasoning": "why"}]


@pytest.mark.parametrize(
    "delta",
    [
        {"content": ["a"]},
        {"tool_calls": {"index": 0}},
        {"tool_calls": ["f"]},
        {"tool_calls": [{"index": 0, "function": "f"}]},
    ],
)
def test_a_delta_of_another_shape_is_an_error(delta: dict[str, Any]) -> None:
    with pytest.raises(Failed):
        assembled(delta)


@pytest.mark.parametrize(
    ("arguments", "read"),
    [
        ('{"a": 1}', {"input": {"a": 1}}),
        ("", {"input": {}}),
        (None, {"input": {}}),
        ("[1]", {"arguments_raw": "[1]"}),
        ('{"a": NaN}', {"arguments_raw": '{"a": NaN}'}),
        ("{", {"arguments_raw": "{"}),
        ("[" * 100_000, {"arguments_raw": "[" * 100_000}),
    ],
)
def test_arguments_of_a_batch_are_read_as_those_of_a_stream(arguments: str | None, read: Any) -> None:
    function = {"name": "f", "arguments": arguments}
    said = whole({"message": {"content": None, "tool_calls": [{"function": function}]}})
    assert said == {"calls": [{"name": "f", **read}], "text": ""}


def test_a_chunk_without_a_choice_says_nothing_and_another_choice_is_passed_over() -> None:
    assert choice({"choices": [], "usage": {}}) is None
    assert choice({"choices": [{"index": 1}]}) is None
    assert choice({"choices": [{"index": 1}, {"index": 0, "delta": {}}]}) == {"index": 0, "delta": {}}


def test_an_answer_that_was_cut_short_is_not_judged() -> None:
    assert check_end({"finish_reason": "tool_calls"})
    assert not check_end({"finish_reason": None})
    with pytest.raises(Unavailable, match="limit of tokens"):
        check_end({"finish_reason": "length"})


# ---------------------------------------------------------------- chunk sizes


@given(st.lists(st.text(max_size=3), min_size=1))
def test_the_server_cuts_as_the_header_says(parts: list[str]) -> None:
    assert chunks("".join(parts), run_lengths([len(part) for part in parts])) == parts


def test_equal_sizes_are_written_once() -> None:
    assert run_lengths([1] * 500 + [3, 0, 0, 2]) == "1x500,3,0x2,2"


@pytest.mark.parametrize("header", ["", "2", "4", "1x", "-1,4", "1x9999999999", "3;q=1"])
def test_sizes_that_do_not_fit_the_text_are_refused(header: str) -> None:
    with pytest.raises(SizesError):
        chunks("abc", header)
