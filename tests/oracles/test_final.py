"""``final``: deltas that are not the calls a stream states at its end, and streams that state nothing."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from harness.model import Call, Case, Outcome, Reading
from harness.oracles import final
from harness.oracles.difference import reading_of
from harness.search.bench import Bench
from harness.targets.batch import Shape
from harness.targets.folding import outcomes
from harness.targets.wire import Malformed, read_run
from tests.oracles.build import ALL, call, case, gave, text, threw

STANCES = {"one": ALL, "two": ALL}
RIGHT = (text("hi "), call("a", x="1"))


def stating(*calls: Call) -> Reading:
    return structs.replace(reading_of(RIGHT), final=calls)


def judged(**streams: Reading) -> Any:
    return final.judge(
        case(), {"one": gave(*RIGHT, streams={int(k[1:]): v for k, v in streams.items()})}, STANCES
    )


def test_deltas_that_join_to_the_stated_calls_are_right() -> None:
    assert judged(_0=stating(Call("a", {"x": "1"})), _1=stating(Call("a", {"x": "1"}))) is None


@pytest.mark.parametrize(
    ("stated", "kind"),
    [
        ((), "call extra"),
        ((Call("a", {"x": "1"}), Call("b", {})), "call missing"),
        ((Call("a", {"x": 1}),), "value differs"),
        ((Call("b", {"x": "1"}),), "name differs"),
    ],
)
def test_deltas_are_held_against_the_calls_that_are_stated(stated: tuple[Call, ...], kind: str) -> None:
    found = judged(_0=stating(*stated))
    assert (found.oracle, found.targets, found.kind, found.chunkings) == ("final", ("one",), kind, ())


def test_the_chunking_with_the_fewest_cuts_that_shows_it_leads() -> None:
    found = judged(_0=stating(Call("a", {"x": "1"})), _1=stating(), _2=stating())
    assert found.chunkings == (1, 2)
    assert "in 2 chunks" in found.message


def test_streams_that_state_nothing_are_not_judged() -> None:
    silent = {"one": gave(*RIGHT), "two": gave(streams={0: threw()})}
    assert final.judge(case(), silent, STANCES) is None
    assert not final.ORACLE.applies(case(), silent, STANCES)
    told = {"one": gave(*RIGHT), "two": gave(*RIGHT, streams={2: stating()})}
    assert final.ORACLE.applies(case(), told, STANCES)


def answer(entries: str) -> bytes:
    return b'{"seq":0,"results":[{"id":"c","streams":[%b]}]}' % entries.encode()


def read(entries: str, *chunkings: tuple[int, ...]) -> Outcome:
    cases = [Case("c", "dsml", "ab", chunkings)]
    shape = Shape(batch=False, stream=True)
    return outcomes(cases, shape, read_run(answer(entries)).results or ())[0]


def test_what_is_stated_travels_in_folded_answers_with_deltas_and_without() -> None:
    stated = '"calls":[{"name":"f","input":{"x":1}}]'
    plain = read(f'{{"events":[],{stated}}},{{"same_as":0}},{{"events":[]}}', (), (1,), (0,))
    assert [one and one.final for one in plain.streams] == [(Call("f", {"x": 1}),)] * 2 + [None]
    delta = '{"delta":{"index":0,"name":"f","arguments":"{}"}}'
    (one,) = read(f'{{"events":[{delta}],{stated},"second_finish":[]}}', ()).streams
    assert one is not None
    assert (one.calls, one.final, one.second_finish) == ((Call("f", {}),), (Call("f", {"x": 1}),), ())


def test_a_stated_call_without_an_input_is_the_adapters_fault() -> None:
    with pytest.raises(Malformed, match="either input or arguments_raw"):
        read('{"events":[],"calls":[{"name":"f"}]}', ())


def test_a_parser_that_states_other_calls_is_found_over_the_protocol() -> None:
    block = "<tool_call>\n<function=f>\n</function>\n</tool_call>"
    two = Case("c", "qwen", f"{block}\n{block}", ((), (1,)))
    with Bench(("py:tests.fakes.qwen.last_block:Parser", "python"), "qwen") as bench:
        (verdict,) = bench.examine([two])
        (once,) = bench.examine([structs.replace(two, text=block)])
    assert [(v.oracle, v.kind, v.targets) for v in verdict.violations] == [
        ("final", "call extra", ("py:tests.fakes.qwen.last_block:Parser",))
    ]
    assert "final" in verdict.judged
    assert once.violations == ()
