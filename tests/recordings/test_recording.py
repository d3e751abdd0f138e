"""A recorded stream: its form is seen, its chunks come out as they were sent, and nothing is lost unsaid."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sse_samples import choice, chunk, event, stream

from harness.errors import UsageError
from harness.recordings import read_recording
from tests.server.sse import DONE, pieces

if TYPE_CHECKING:
    from harness.recordings import Recording


def read(text: str) -> Recording:
    return read_recording(text.encode(), "file")


def refused(text: str) -> UsageError:
    with pytest.raises(UsageError) as error:
        read(text)
    return error.value


def test_a_list_of_texts_is_its_chunks_with_the_empty_ones() -> None:
    found = read('\ufeff ["a", "", "b\\u2028"]')
    assert (found.chunks, found.notes) == (("a", "", "b\u2028"), ())


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_events_are_read_with_every_line_end(end: str) -> None:
    assert read(stream("a", "b", end=end)).chunks == ("a", "b")


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), min_size=1), st.integers(0, 999)
)
def test_what_a_server_writes_in_odd_ways_is_what_its_engine_gave(contents: list[str], seed: int) -> None:
    contents.append("end")
    sent: list[dict[str, Any] | str] = [*map(chunk, contents), DONE]
    assert read_recording(b"".join(pieces(sent, seed)), "file").chunks == tuple(contents)


def test_every_line_end_of_json_stays_in_its_event() -> None:
    assert read(stream("a\u2028b\x85c\x0bd")).chunks == ("a\u2028b\x85c\x0bd",)


def test_data_over_several_lines_is_one_even_if_a_line_ends_in_a_string() -> None:
    whole = json.dumps(chunk("hello there"))
    for at in range(1, len(whole)):
        assert read(f"data: {whole[:at]}\ndata: {whole[at:]}\n\n").chunks == ("hello there",)


def test_comments_names_and_headers_of_http_are_no_part_of_the_stream() -> None:
    headers = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"
    noise = ": alive\nevent: message\nid: 1\nretry: 9\nfoo: bar\n"
    assert read(headers + noise + stream("a")).chunks == ("a",)


def test_a_last_event_without_its_empty_line_counts() -> None:
    assert read(event(chunk("a")) + f"data: {json.dumps(chunk('b'))}").chunks == ("a", "b")


def test_a_last_event_that_is_cut_off_is_left_out_and_told() -> None:
    text = stream("a", "b")
    at = text.index('"b"')
    for short in range(at - 20, at + 2):
        found = read(text[:short])
        assert found.chunks == ("a",)
        assert "cut off" in found.notes[0]


def test_a_last_character_that_is_cut_off_is_left_out_and_told() -> None:
    data = (event(chunk("a")) + 'data: {"choices": [{"delta": {"content": "\u00e9').encode()[:-1]
    found = read_recording(data, "file")
    assert found.chunks == ("a",)
    assert any("character" in note for note in found.notes)


def test_half_characters_in_the_middle_are_an_error_with_its_line() -> None:
    with pytest.raises(UsageError, match="line 3, is not UTF-8"):
        read_recording(event(chunk("a")).encode() + b"\xff" + event(chunk("b")).encode(), "file")


@pytest.mark.parametrize(
    "harmless",
    [
        {"id": "c1", "choices": [], "usage": {"total_tokens": 3}},
        chunk(None),
        {"id": "c1", "choices": [choice({})]},
        {"id": "c1", "choices": [choice({"tool_calls": [], "content": None})]},
        {"id": "c1", "choices": [choice({"role": "assistant", "content": ""})]},
        {"id": "c1", "error": None, "choices": [choice({"refusal": None})]},
    ],
)
def test_chunks_without_text_are_passed_over_without_a_word(harmless: dict[str, Any]) -> None:
    found = read(event(harmless) + event(chunk("a")) + event(harmless))
    assert (found.chunks, found.notes) == (("a",), ())


def test_completions_of_the_old_api_are_read() -> None:
    rows = [{"choices": [{"index": 0, "text": word}]} for word in ("a", "b")]
    assert read("".join(map(event, rows))).chunks == ("a", "b")


def test_only_the_first_choice_is_read_and_that_is_told() -> None:
    other = {"id": "c1", "choices": [choice({"content": "no"}, index=1), choice({"content": "a"})]}
    found = read(event(other))
    assert found.chunks == ("a",)
    assert "left out: 1" in found.notes[0]


@pytest.mark.parametrize("member", ["reasoning_content", "reasoning"])
def test_reasoning_is_left_out_and_that_is_told(member: str) -> None:
    found = read(event({"choices": [choice({member: "hm"})]}) + event(chunk("a")))
    assert found.chunks == ("a",)
    assert "reasoning" in found.notes[0]


@pytest.mark.parametrize("delta", [{"tool_calls": [{"index": 0}]}, {"function_call": {"name": "f"}}])
def test_calls_that_a_server_took_out_are_an_error_that_says_what_to_do(delta: dict[str, Any]) -> None:
    error = refused(event(chunk("a")) + event({"choices": [choice(delta)]}))
    assert "line 3" in error.message
    assert "parser" in error.hint


@pytest.mark.parametrize(
    "error", [{"error": {"message": "boom"}}, {"error": "boom"}, {"object": "error", "message": "boom"}]
)
def test_an_error_of_the_server_keeps_the_text_before_it(error: dict[str, Any]) -> None:
    found = read(event(chunk("a")) + event(error) + event("[DONE]"))
    assert found.chunks == ("a",)
    assert "line 3: the server sent an error: boom" in found.notes[0]
    assert "boom" in refused(event(error)).message


def test_named_events_that_hold_no_chunk_are_counted() -> None:
    found = read("event: ping\ndata: now\n\n" * 2 + event(chunk("a")))
    assert found.chunks == ("a",)
    assert found.notes == ("2 events named 'ping' hold no chunk",)


@pytest.mark.parametrize("ids", ["abab", "aab", "abb"])
def test_two_streams_in_one_file_are_an_error(ids: str) -> None:
    text = "".join(event({**chunk("x"), "id": name}) for name in ids)
    assert "another stream" in refused(text).message


def test_a_new_id_for_every_chunk_is_one_stream() -> None:
    assert read("".join(event({**chunk(name), "id": name}) for name in "abc")).chunks == ("a", "b", "c")


def test_a_stream_behind_the_end_of_another_is_an_error_with_its_line() -> None:
    assert "line 7: a second stream" in refused(stream("a") + event(chunk("b"))).message


def test_surrogate_halves_in_two_chunks_are_one_character() -> None:
    assert read(event(chunk("a\ud83d")) + event(chunk("\ude00b"))).chunks == ("a", "\U0001f600b")
    assert "surrogate" in refused(event(chunk("a\ud83d")) + event(chunk("b"))).message
    assert "surrogate" in refused(event(chunk("a\ud83d"))).message


LINE = json.dumps(chunk("a"))


@pytest.mark.parametrize("member", ["data", "chunk", "body", "message"])
def test_a_log_may_hold_the_chunk_as_it_is_as_an_object_or_as_a_text(member: str) -> None:
    rows = [chunk("a"), {"time": 1, member: chunk("b")}, {member: json.dumps(chunk("c"))}, {member: "[DONE]"}]
    assert read("\n".join(map(json.dumps, rows))).chunks == ("a", "b", "c")


@given(st.lists(st.integers(0, 400), max_size=8))
def test_a_log_of_packets_is_joined_wherever_they_are_cut(places: list[int]) -> None:
    text = stream("hello", "there", end="\r\n")
    edges = sorted({0, len(text), *(place for place in places if place < len(text))})
    rows = [json.dumps({"data": text[a:b]}) for a, b in pairwise(edges)]
    assert read("\n".join(rows)).chunks == ("hello", "there")


def test_a_log_of_the_lines_of_a_stream_is_read() -> None:
    rows = [{"message": line} for line in stream("a", "b").split("\n") if line]
    assert read("\n".join(map(json.dumps, rows))).chunks == ("a", "b")


def test_the_last_line_of_a_log_may_be_cut_off() -> None:
    found = read(f"{LINE}\n{LINE}\n{LINE[:30]}")
    assert found.chunks == ("a", "a")
    assert "line 3: the last line is cut off" in found.notes[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        (" \n", "is empty"),
        ("hello <tool_calls>", "line 1, is no part of a stream"),
        ("\n\nevent: x\n", "line 3, is no part of a stream"),
        ("[1]", "item 1"),
        ('["a", 1]', "item 2"),
        ('["a",\n', "line 2"),
        ("[]", "no text"),
        ('[""]', "no text"),
        ("data: hello\n\n", "line 1: the data of this event is no JSON"),
        ("data: {\n\ndata: {}\n\n", "line 1: the data of this event is no JSON"),
        ("data: {}\n\n", "line 1 is JSON, but no chunk"),
        ('data: {"type": "response.output_text.delta"}\n\n', "line 1 is JSON, but no chunk"),
        (event({"choices": [{"message": {"content": "x"}}]}), "line 1 is a whole answer"),
        (event({"choices": [choice({"content": [1]})]}), "line 1: the content is no text"),
        (event({"choices": [1]}), "line 1: choice 0"),
        (event("[DONE]"), "no text"),
        (f"{LINE}\nhello\n{LINE}", "line 2, is no JSON object"),
        (f'{LINE}\n{{"level": "info"}}', "line 2: this object holds no chunk"),
        ('{"message": "started"}', "line 1: its text is neither"),
        (f'{LINE}\n{{"data": "x"}}', "line 1: other lines hold texts"),
    ],
)
def test_what_is_no_stream_is_one_error_that_says_where(text: str, told: str) -> None:
    error = refused(text)
    assert told in error.message
    assert error.message.startswith("file")
