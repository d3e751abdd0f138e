"""When a stream speaks: ``monotone``, ``flush``, ``lag`` and ``holdback``, on streams in full detail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.generate import case_at
from harness.model import Case, DeltaEvent, Outcome
from harness.oracles import flush, holdback, lag, monotone
from harness.oracles.holdback import longest_piece
from harness.search.bench import Bench
from harness.targets.folding import stream_reading
from harness.targets.wire import StreamEntry
from tests.oracles.build import ALL

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from harness.model import Violation

BLOCK = '<tool_calls><invoke name="f"><parameter name="a">value</parameter></invoke></tool_calls>'
WHOLE = {"call": {"name": "f", "input": {"a": "value"}}}
ORACLES_HERE = (monotone, flush, lag, holdback)


def delta(index: int, **members: str) -> dict[str, Any]:
    return {"delta": {"index": index, **members}}


def emitted(feeds: list[list[Any]], finish: list[Any]) -> Any:
    return stream_reading(msgspec.convert({"feeds": feeds, "finish": finish}, StreamEntry[DeltaEvent]))


def judged(
    oracle: ModuleType,
    text: str,
    cuts: tuple[int, ...],
    feeds: list[list[Any]],
    finish: list[Any] | None = None,
    *,
    emission: str = "whole",
    plain: Any = None,
) -> Violation | None:
    case = Case("name", "dsml", text, chunkings=(cuts,))
    reading = emitted(feeds, finish or [])
    asked = {"one": (Outcome("result", streams=(reading,)),)}
    outcomes = {"one": Outcome("result", streams=(plain or reading,))}
    found: Violation | None = oracle.judge(case, asked, outcomes, {"one": {**ALL, "emission": emission}})
    return found


def kind(*arguments: Any, **options: Any) -> str | None:
    found = judged(*arguments, **options)
    return found.kind if found else None


# ---------------------------------------------------------------- monotone


def test_a_call_in_deltas_that_a_client_can_join_is_right() -> None:
    feeds = [
        [{"text": "a"}, delta(0, id="x", name="f")],
        [delta(0, arguments='{"a":'), delta(0, arguments=' "value"}')],
        [delta(1, id="y", name="g"), delta(1, arguments="{}")],
    ]
    assert kind(monotone, "a" + BLOCK * 2, (10, 20), feeds) is None


def test_whole_calls_and_calls_in_deltas_count_together() -> None:
    right = [[WHOLE, delta(1, name="g"), WHOLE, delta(3, name="h")]]
    assert kind(monotone, BLOCK, (), right) is None
    assert kind(monotone, BLOCK, (), [[WHOLE, delta(0, name="g")]]) == "index out of order"


@pytest.mark.parametrize(
    ("events", "wrong"),
    [
        ([delta(1, name="f")], "index out of order"),
        ([delta(0, name="f"), delta(2, name="g")], "index out of order"),
        ([delta(0, arguments="{"), delta(0, name="f", arguments="}")], "name comes late"),
        ([delta(0, name=""), delta(0, name="f")], "name comes late"),
        ([delta(0, name="f"), delta(0, name="f", arguments="{}")], "name told again"),
        ([delta(0, name="read_"), delta(0, name="file")], "name told again"),
        ([delta(0, name="f", id="x"), delta(1, name="g", id="x")], "id used twice"),
        ([delta(0, name="f", id="x"), delta(0, id="y", arguments="{}")], "id changes"),
    ],
)
def test_fragments_that_a_client_can_not_join_are_named(events: list[Any], wrong: str) -> None:
    assert kind(monotone, BLOCK, (), [events]) == wrong
    assert kind(monotone, BLOCK, (), [[]], events) == wrong


def test_an_id_or_an_empty_name_may_be_told_with_each_fragment() -> None:
    events = [delta(0, name="f", id="x"), delta(0, name="", id="x", arguments="{}")]
    assert kind(monotone, BLOCK, (), [events]) is None


def test_what_is_emitted_is_the_call_of_the_plain_run() -> None:
    plain = emitted([[WHOLE]], [])
    wrong = [delta(0, name="f", arguments='{"a": "val"}')]
    assert kind(monotone, BLOCK, (), [wrong], plain=plain) == "value differs"


# ---------------------------------------------------------------- flush


def test_a_call_that_comes_with_the_closer_of_its_block_waits_for_nothing() -> None:
    assert kind(flush, BLOCK, (), [[WHOLE]]) is None
    assert kind(flush, f"{BLOCK} so", (), [[WHOLE]], [{"text": " so"}]) is None


@pytest.mark.parametrize("behind", ["", "\n", " and so on"])
def test_a_complete_call_that_comes_with_the_finish_is_named(behind: str) -> None:
    late = [WHOLE, *([{"text": behind}] if behind else [])]
    assert kind(flush, BLOCK + behind, (), [[]], late) == "complete call waits for the end"


def test_the_last_fragment_of_a_call_may_not_wait_either() -> None:
    begun = [delta(0, name="f", arguments='{"a": "value"')]
    assert kind(flush, BLOCK, (), [begun], [delta(0, arguments="}")]) == "complete call waits for the end"
    assert kind(flush, BLOCK, (), [[*begun, delta(0, arguments="}")]]) is None


def test_a_call_that_is_made_up_of_text_that_was_shown_did_not_wait() -> None:
    assert kind(flush, BLOCK, (), [[{"text": BLOCK}]], [WHOLE]) is None


def test_a_call_of_a_value_that_is_open_to_the_end_may_be_recovered_there() -> None:
    damaged = BLOCK.replace("</parameter>", "")
    assert kind(flush, damaged, (), [[]], [{"call": {"name": "f", "input": {}}}]) is None


def test_a_call_that_is_made_up_at_the_end_did_not_wait() -> None:
    assert kind(flush, BLOCK, (), [[WHOLE]], [WHOLE]) is None
    late = kind(flush, BLOCK * 2, (len(BLOCK), len(BLOCK) + 5), [[WHOLE], [], []], [WHOLE])
    assert late == "complete call waits for the end"


def test_a_call_that_could_not_be_known_before_the_end_may_come_there() -> None:
    opened = BLOCK.removesuffix("</tool_calls>")
    assert kind(flush, opened, (), [[]], [WHOLE]) is None
    assert kind(flush, f"{BLOCK}, then {opened}", (), [[WHOLE, {"text": ", then "}]], [WHOLE]) is None


def test_who_declares_that_nothing_comes_before_the_end_is_not_asked() -> None:
    assert kind(flush, BLOCK, (), [[]], [WHOLE], emission="end") is None
    assert kind(holdback, "a" * 99, (), [[]], [{"text": "a" * 99}], emission="end") is None


# ---------------------------------------------------------------- lag

ARGUMENTS = '{"a": "value"}'
VALUE_END = BLOCK.index("</parameter>")
CUTS = (VALUE_END + 3, len(BLOCK) - 2)


def test_arguments_that_come_with_the_end_of_the_call_lag() -> None:
    feeds = [[delta(0, name="f")], [], [delta(0, arguments=ARGUMENTS)]]
    assert kind(lag, BLOCK, CUTS, feeds, emission="deltas") == "arguments come all at once"
    assert kind(lag, BLOCK, CUTS, [[], [], [WHOLE]], emission="deltas") == "arguments come all at once"


def test_one_byte_before_the_end_of_the_call_is_enough() -> None:
    feeds = [[delta(0, name="f")], [delta(0, arguments="{")], [delta(0, arguments=ARGUMENTS[1:])]]
    assert kind(lag, BLOCK, CUTS, feeds, emission="deltas") is None


def test_arguments_can_not_come_before_a_value_did() -> None:
    assert kind(lag, BLOCK, (), [[WHOLE]], emission="deltas") is None
    assert kind(lag, BLOCK, (VALUE_END + 1,), [[], [WHOLE]], emission="deltas") is not None
    assert kind(lag, BLOCK, (VALUE_END,), [[], [WHOLE]], emission="deltas") is None


@pytest.mark.parametrize("emission", ["whole", "end"])
def test_only_declared_deltas_may_lag(emission: str) -> None:
    assert kind(lag, BLOCK, CUTS, [[], [], [WHOLE]], emission=emission) is None


# ---------------------------------------------------------------- holdback

LONGEST = longest_piece("dsml")
PROSE = "It rains, and the sea is grey. " * 4


@pytest.mark.parametrize("length", [0, 1, LONGEST, LONGEST + 1, 60])
def test_text_may_be_held_as_long_as_the_longest_tag_is(length: int) -> None:
    prose = "x" * 80
    out = 80 - length
    found = judged(holdback, prose, (), [[{"text": prose[:out]}]], [{"text": prose[out:]}])
    if length <= LONGEST:
        assert found is None
        return
    assert found is not None
    assert found.kind == "plain text held back"
    assert f"after 80 characters {length} are held" in found.message
    assert found.chunkings == ()


def test_the_longest_text_that_is_held_is_shown_with_the_chunking() -> None:
    feeds = [[{"text": PROSE[:10]}], [], [{"text": PROSE[10:]}]]
    found = judged(holdback, PROSE, (50, 90), feeds)
    assert found is not None
    assert f"after 90 characters 80 are held that begin no tag; {LONGEST} may be" in found.message
    assert found.chunkings == (0,)


@pytest.mark.parametrize(
    "held",
    [
        "<tool_calls>" + PROSE,
        '<invoke name="' + PROSE,
        "```python\n" + PROSE,
        " " * 60,
        "\n" * 40 + "<tool_ca",
        "<think>" + PROSE,
        '{"a": ' + PROSE,
        "<|DSML|" + PROSE,
    ],
)
def test_what_may_begin_something_may_be_held(held: str) -> None:
    text = PROSE + held
    assert kind(holdback, text, (), [[{"text": PROSE}]], [{"text": held}]) is None


def test_a_bracket_alone_begins_nothing_for_long() -> None:
    held = "< 5 and the days are short and dark"
    assert kind(holdback, PROSE + held, (), [[{"text": PROSE}]], [{"text": held}]) is not None


def test_text_behind_a_call_is_judged_too() -> None:
    text = PROSE + BLOCK + PROSE
    before = [{"text": PROSE}, WHOLE]
    assert kind(holdback, text, (), [[*before, {"text": PROSE}]]) is None
    assert kind(holdback, text, (), [before], [{"text": PROSE}]) == "plain text held back"
    assert kind(holdback, text, (), [[{"text": PROSE}]], [WHOLE, {"text": PROSE}]) == "plain text held back"


def test_text_before_a_call_that_goes_on_is_judged_before_it_ends() -> None:
    cuts = (len(PROSE) + 20,)
    late = [{"text": PROSE}, WHOLE]
    assert kind(holdback, PROSE + BLOCK, cuts, [[{"text": PROSE}], [WHOLE]]) is None
    assert kind(holdback, PROSE + BLOCK, cuts, [[], late]) == "plain text held back"


def test_text_whose_place_is_not_sure_is_let_pass() -> None:
    twice = f"{BLOCK}{PROSE}{BLOCK}{PROSE}{BLOCK}"
    piece = {"text": PROSE}
    assert kind(holdback, twice, (), [[]], [WHOLE, piece, WHOLE, piece, WHOLE]) is None
    assert kind(holdback, PROSE, (), [[]], [{"reasoning": PROSE}]) is None
    assert kind(holdback, PROSE, (), [[]], [{"text": PROSE.upper()}]) is None


@given(st.text("ab <>\n", max_size=80), st.data())
def test_what_leaves_with_the_chunk_that_brings_it_is_never_held(text: str, data: st.DataObject) -> None:
    cuts = tuple(sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=5))))
    case = Case("name", "dsml", text, chunkings=(cuts,))
    feeds = [[{"text": chunk}] if chunk else [] for chunk in case.chunks(cuts)]
    assert kind(holdback, text, cuts, feeds) is None
    held = data.draw(st.integers(0, LONGEST))  # and a window of one tag may always be held
    window: list[list[Any]] = []
    out = 0
    for end in (*cuts, len(text)):
        ready = max(out, end - held)
        window.append([{"text": text[out:ready]}])
        out = ready
    assert kind(holdback, text, cuts, window, [{"text": text[out:]}]) is None


# ---------------------------------------------------------------- all of them


def test_chunkings_of_many_cuts_are_asked_for_in_short_texts_only() -> None:
    assert monotone.ORACLE.asks is not None
    for text in ("short", "x" * 999):
        every = tuple(range(1, len(text)))
        (ask,) = monotone.ORACLE.asks(Case("name", "dsml", text, chunkings=((2, 3), every, ())))
        assert ask.case.chunkings == ((), (2, 3), *((every,) if len(text) < 9 else ()))
        assert (ask.detail, ask.batch, ask.reuse, ask.interleave) == ("full", False, False, False)


@pytest.mark.parametrize("oracle", ORACLES_HERE, ids=lambda oracle: oracle.ORACLE.id)
def test_an_end_in_the_full_run_alone_is_told_in_the_name_of_the_oracle(oracle: ModuleType) -> None:
    case = Case("name", "dsml", "a")
    right = Outcome("result", streams=(emitted([[{"text": "a"}]], []),))
    died = Outcome("crash", detail="it was killed by SIGSEGV\nand more")
    found = oracle.judge(case, {"one": (died,)}, {"one": right}, {"one": ALL})
    assert found is not None
    assert (found.oracle, found.kind) == (oracle.ORACLE.id, "crash")
    assert oracle.judge(case, {"one": (Outcome("skipped"),)}, {"one": right}, {"one": ALL}) is None


def violations(target: str, cases: list[Case], dialect: str) -> Iterator[Violation]:
    names = tuple(oracle.ORACLE.id for oracle in ORACLES_HERE)
    with Bench([target], dialect, oracles=(*names, "isolation")) as bench:
        for verdict in bench.examine(cases):
            assert set(verdict.judged) >= {"monotone", "flush", "holdback", "isolation"}
            yield from verdict.violations


@pytest.mark.parametrize("dialect", ["dsml", "qwen"])
def test_the_reference_in_python_is_never_complained_of(dialect: str) -> None:
    drawn = [msgspec.structs.replace(case_at(4, i, dialect), id=f"case {i}") for i in range(48)]
    assert list(violations("python", drawn, dialect)) == []


@pytest.mark.full
@pytest.mark.timeout(900)
@pytest.mark.parametrize("target", ["python", "go", "node"])
@pytest.mark.parametrize("dialect", ["dsml", "qwen"])
def test_no_reference_is_ever_complained_of(target: str, dialect: str) -> None:
    drawn = [msgspec.structs.replace(case_at(5, i, dialect), id=f"case {i}") for i in range(1_000)]
    assert list(violations(target, drawn, dialect)) == []
