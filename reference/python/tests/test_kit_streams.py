"""The kit in process: folding, comparing, and the ways to run the streams of a case."""

import json
from typing import Any

import pytest
import toolcall_kit


class Scripted:
    """A parser whose streams give what a list says, and that logs what is done to it."""

    dialects = ("d",)
    settable = ("missing_opener",)

    def __init__(self, script: list[list[Any]] | None = None) -> None:
        self.script = script or []
        self.final: list[Any] = []  # what each stream states at its end
        self.log: list[str] = []
        self.made = 0

    def factory(self) -> "Scripted":
        self.made += 1
        return self

    def parse(self, _: str, **options: Any) -> Any:
        self.log.append(f"parse {sorted(options)} {options.get('policies')}")
        return {"calls": []}

    def stream(self, **options: Any) -> "ScriptedStream":
        number = sum(line.startswith("stream") for line in self.log)
        self.log.append(f"stream {sorted(options)}")
        return ScriptedStream(self, number)


class ScriptedStream:
    def __init__(self, parser: Scripted, number: int) -> None:
        self.parser = parser
        self.number = number
        self.saw_tool_syntax = number == 0
        self.final_calls = parser.final[number] if number < len(parser.final) else None

    def feed(self, chunk: str) -> list[Any]:
        self.parser.log.append(f"{self.number} feed {chunk}")
        script = self.parser.script
        return script[self.number] if self.number < len(script) and chunk == "a" else []

    def finish(self) -> list[Any]:
        self.parser.log.append(f"{self.number} finish")
        return []


def answer(parser: Scripted, chunkings: list[list[int]], text: str = "ab", **more: Any) -> Any:
    """Run one case; give its result."""
    policies = more.pop("policies", {})
    case = {"id": "c", "text": text, "chunkings": chunkings, **more}
    request = {"seq": 4, "op": "run", "dialect": "d", "policies": policies, "cases": [case]}
    adapter = toolcall_kit._Adapter(parser.factory)
    parser.made = 0
    given = json.loads(adapter.answer(json.dumps(request).encode()))
    assert given["seq"] == 4
    return given["results"][0]


def streams(script: list[list[Any]]) -> Any:
    """Give the entries of streams that emit these lists of events; the first has another flag."""
    return answer(Scripted([[], *script]), [[1]] * (len(script) + 1))["streams"][1:]


def call(**members: Any) -> Any:
    return {"call": {"name": "f", "input": members}}


def stating(*final: Any) -> Any:
    """Give the entries of silent streams that state these calls at their end; all have one flag."""
    parser = Scripted()
    parser.final = [None, *final]
    return answer(parser, [[1]] * (len(final) + 1))["streams"][1:]


def test_what_a_stream_states_of_its_calls_at_its_end_is_told_and_told_apart() -> None:
    one, none = {"name": "f", "input": {"a": 1}}, {"events": [], "saw_tool_syntax": False}
    assert stating([one], None, [], [{**one, "id": "more"}], [{"name": "f", "input": {"a": 1.0}}]) == [
        {**none, "calls": [one]},
        none,
        {**none, "calls": []},
        {"same_as": 1},
        {"same_as": 1},
    ]


@pytest.mark.parametrize(
    "final", [3, "calls", [{"input": {}}], [{"name": "f"}], [{"name": "f", "input": {1: 2}}]]
)
def test_what_is_no_list_of_calls_at_the_end_is_a_value_fault(final: Any) -> None:
    assert stating(final)[0]["error"]["kind"] == "value"


def folded(*events: Any) -> Any:
    return streams([list(events)])[0]["events"]


def test_neighbouring_texts_are_joined_and_empty_ones_separate_nothing() -> None:
    texts = [
        {"text": "a"},
        {"text": ""},
        {"reasoning": ""},
        {"text": "b"},
        {"reasoning": "r"},
        {"reasoning": "s"},
    ]
    assert folded(*texts, {"text": ""}) == [{"text": "ab"}, {"reasoning": "rs"}]


def test_deltas_become_calls_at_the_place_of_their_first() -> None:
    events = folded(
        {"text": "a"},
        {"delta": {"index": 1, "name": "g", "arguments": '{"x":'}},
        {"text": "b"},
        {"delta": {"index": 0, "id": "i", "name": "f"}},
        {"text": "c"},
        {"delta": {"index": 1, "name": "h", "arguments": "1}"}},
        {"text": "d"},
    )
    assert events == [
        {"text": "a"},
        {"call": {"name": "g", "input": {"x": 1}}},
        {"text": "b"},
        {"call": {"name": "f", "input": {}}},
        {"text": "cd"},
    ]


@pytest.mark.parametrize("arguments", ['{"x":', "[1]", '{"x":NaN}', '{"x":1e400}', "[" * 100_000])
def test_arguments_that_are_no_json_object_stay_raw(arguments: str) -> None:
    given = folded({"delta": {"index": 0, "name": "f", "arguments": arguments}})
    assert given == [{"call": {"name": "f", "arguments_raw": arguments}}]


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (call(a=1, b=2), call(b=2, a=1), True),
        (call(a=1), call(a=1.0), True),
        (call(a=0.0), call(a=-0.0), True),
        (call(a=2**53), call(a=2**53 + 1), True),
        (call(a=1), call(a=True), False),
        (call(a=1), call(a="1"), False),
        (call(a=None), call(), False),
        (call(a=[1, 2]), call(a=[2, 1]), False),
        ({"text": "a"}, {"reasoning": "a"}, False),
    ],
)
def test_entries_are_equal_as_json_values_are(one: Any, other: Any, *, is_same: bool) -> None:
    first, second = streams([[one], [other]])
    assert "events" in first
    assert ("same_as" in second) is is_same


def test_same_as_names_an_entry_that_is_given_in_full() -> None:
    entries = streams([[call(a=1, b=2)], [call(b=2, a=1)], [call(b=2, a=1)], [call(a=2)], [call(a=2)]])
    assert [entry.get("same_as") for entry in entries] == [None, 1, 1, None, 4]


def test_the_flag_counts_in_a_comparison() -> None:
    first, second, third = answer(Scripted(), [[], [], []])["streams"]
    assert first == {"events": [], "saw_tool_syntax": True}
    assert second == {"events": [], "saw_tool_syntax": False}
    assert third == {"same_as": 1}


def test_full_detail_shows_each_feed_and_never_refers() -> None:
    entries = answer(Scripted([[{"text": "a"}], [{"text": "a"}]]), [[1], [1], [1]], detail="full")["streams"]
    assert entries[0]["feeds"] == entries[1]["feeds"] == [[{"text": "a"}], []]
    assert entries[2] == {"feeds": [[], []], "finish": [], "saw_tool_syntax": False}


def test_each_chunking_gets_a_fresh_parser_unless_it_is_reused() -> None:
    parser = Scripted()
    answer(parser, [[], [1], [1]])
    assert parser.made == 3
    answer(parser, [[], [1], [1]], reuse=True)
    assert parser.made == 1


def test_streams_can_take_turns() -> None:
    parser = Scripted()
    answer(parser, [[1], []], interleave=True)
    assert [line for line in parser.log if "stream" not in line] == [
        "0 feed a",
        "1 feed ab",
        "0 feed b",
        "1 finish",
        "0 finish",
    ]


def test_a_stream_can_be_dropped_before_the_others() -> None:
    parser = Scripted()
    result = answer(parser, [[1], []], abandon_after=1)
    assert [line for line in parser.log if "stream" not in line] == [
        "0 feed a",
        "1 feed a",
        "1 feed b",
        "1 finish",
        "2 feed ab",
        "2 finish",
    ]
    assert len(result["streams"]) == 2


def test_a_second_finish_is_reported() -> None:
    assert answer(Scripted(), [[]], finish_twice=True)["streams"][0]["second_finish"] == []


def again(*said: Any) -> list[dict[str, Any]]:
    """Finish a stream for each of what its second finish says; give the entries."""

    class Stream(ScriptedStream):
        done = False

        def finish(self) -> Any:
            if not self.done:
                self.done = True
                return [{"text": "end"}]
            if isinstance(said[self.number], Exception):
                raise said[self.number]
            return said[self.number]

    class Parser(Scripted):
        def stream(self, **options: Any) -> ScriptedStream:
            plain = super().stream(**options)
            return Stream(self, plain.number)

    parser = Parser()
    streams: list[dict[str, Any]] = answer(parser, [[]] * len(said), finish_twice=True)["streams"]
    for entry in streams:
        entry.pop("saw_tool_syntax", None)
    return streams


def test_a_second_finish_that_says_nothing_is_folded() -> None:
    spoken = [{"events": [{"text": "end"}], "second_finish": []}, {"same_as": 1}]
    assert again([{"text": "x"}], [], [{"text": ""}])[1:] == spoken


def test_streams_with_another_second_finish_are_not_the_same() -> None:
    entries = again([{"text": "x"}], [], [{"text": "y"}], [{"text": "x"}])
    assert [entry.get("second_finish") for entry in entries] == [
        [{"text": "x"}],
        [],
        [{"text": "y"}],
        [{"text": "x"}],
    ]


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (ValueError("closed"), ("exception", "ValueError: closed")),
        ("text", ("value", "a str is no list of events")),
        ([{"call": {"name": "f"}}], ("value", "the input of a call is a NoneType")),
        (
            [{"call": {"name": "f", "input": {1: 2}}}],
            ("value", "JSON can't carry the key 1"),
        ),
    ],
)
def test_what_is_wrong_with_a_second_finish_leaves_its_result_alone(said: Any, error: Any) -> None:
    _, end, twin = again([], said, said)
    assert (end["events"], twin) == ([{"text": "end"}], {"same_as": 1})
    assert (end["second_error"]["kind"], end["second_error"]["message"]) == error


def test_policies_are_passed_only_if_the_request_sets_some() -> None:
    parser = Scripted()
    answer(parser, [], batch=True)
    answer(parser, [[]], batch=True, policies={"missing_opener": "text"})
    assert parser.log[:3] == [
        "parse ['dialect', 'tools'] None",
        "parse ['dialect', 'policies', 'tools'] {'missing_opener': 'text'}",
        "stream ['dialect', 'policies', 'tools']",
    ]


def test_a_list_that_the_parser_uses_again_is_read_in_time() -> None:
    class Reusing(Scripted):
        def stream(self, **_: Any) -> Any:
            given: list[Any] = []

            class Stream:
                def feed(self, chunk: str) -> list[Any]:
                    given[:] = [{"text": chunk}]
                    return given

                def finish(self) -> list[Any]:
                    given.clear()
                    return given

            return Stream()

    assert answer(Reusing(), [[1]])["streams"] == [{"events": [{"text": "ab"}]}]
