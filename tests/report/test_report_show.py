from __future__ import annotations

from report_samples import CRASH, HOSTILE_FINDING, SPLIT

from harness.model import Call, Case, Event, Reading, Shown
from harness.report.block import case_lines, finding_block
from harness.report.show import MOST_ROWS, chunk_rows, how, reading_rows, side_by_side


def test_equal_answers_are_one_group_with_all_its_labels() -> None:
    expected, right, wrong = side_by_side(SPLIT.shown, SPLIT.expected)
    assert expected.mark == "expected"
    assert right.labels == (
        "go: batch, stream in one chunk",
        "node: batch, stream in one chunk, stream in these chunks",
    )
    assert right.mark == "as expected"
    assert wrong.labels == ("go: stream in these chunks",)
    assert wrong.differences


def test_a_batch_without_order_does_not_hide_two_orders() -> None:
    call, text = Event(call=Call("a", {})), Event(text="x")
    batch = Reading(calls=(Call("a", {}),), text="x")
    one = Reading(calls=(Call("a", {}),), text="x", events=(call, text))
    other = Reading(calls=(Call("a", {}),), text="x", events=(text, call))
    shown = (Shown("a", "batch", batch), Shown("b", "whole", one), Shown("c", "whole", other))
    first, second = side_by_side(shown)
    assert first.labels == ("a: batch", "b: stream in one chunk")
    assert second.differences == ("order: text call instead of call text",)


def test_without_a_known_answer_the_first_one_is_the_yardstick() -> None:
    first, *others = side_by_side(HOSTILE_FINDING.shown)
    assert first.mark == "first"
    assert [group.mark for group in others] == ["differs", "differs"]


def test_a_target_that_died_gave_no_answer() -> None:
    died, _ = side_by_side(CRASH.shown)
    assert died.heading == "go: batch (gave no answer)"
    assert died.rows[0].text == "exit status 2"


def test_an_empty_answer_says_so() -> None:
    assert [row.text for row in reading_rows(Reading())] == ["no call and no text"]


def test_every_chunking_of_a_small_case_is_shown() -> None:
    lines = [str(line) for line in case_lines(Case("a", "dsml", "abc", ((), (1,), (1, 2))))]
    assert lines == [
        "  input     'abc'",
        "  in 2 chunks",
        "  chunk 1   'a'",
        "  chunk 2   'bc'",
        "  in 3 chunks",
        "  chunk 1   'a'",
        "  chunk 2   'b'",
        "  chunk 3   'c'",
    ]
    many = Case("a", "dsml", "abc", ((1,), (2,), (3,), (1, 2), (1, 3)))
    assert str(case_lines(many)[-1]) == "  2 more chunkings"
    assert len(case_lines(Case("a", "dsml", "abc"))) == 1


def test_the_way_of_feeding_is_said_in_words() -> None:
    assert how("batch") == "batch"
    assert how("whole") == "stream in one chunk"
    assert how("3 chunks") == "stream in 3 chunks"
    assert how("crash") == "crash"


def test_chunks_are_numbered_and_join_to_the_text() -> None:
    case = Case("a", "dsml", "abcd")
    assert [(row.label, row.text) for row in chunk_rows(case, (1, 1, 3))] == [
        ("chunk 1", "'a'"),
        ("chunk 2", "''"),
        ("chunk 3", "'bc'"),
        ("chunk 4", "'d'"),
    ]


def test_a_megabyte_in_single_characters_is_shown_quickly_and_shortly() -> None:
    text = "<" * 2**20
    cuts = tuple(range(1, 2**20))
    finding = HOSTILE_FINDING.__class__(
        **{name: getattr(HOSTILE_FINDING, name) for name in HOSTILE_FINDING.__struct_fields__}
        | {
            "case": Case("a", "dsml", text, (cuts,)),
            "shown": (
                Shown("a", "chunks", Reading(text=text)),
                Shown("b", "chunks", Reading(calls=(Call("n", {"x": text}),) * 20, text=text[1:] + "a")),
            ),
        }
    )
    lines = [str(line) for line in finding_block(finding)]
    assert len(lines) < 4 * MOST_ROWS
    assert sum(map(len, lines)) < 30_000
    assert any("chunks left out" in line for line in lines)


def test_the_last_line_of_a_block_is_the_exact_command() -> None:
    for finding in (SPLIT, HOSTILE_FINDING, CRASH):
        last = finding_block(finding)[-1]
        assert str(last).strip() == finding.command


def test_a_flaky_finding_says_its_rate() -> None:
    lines = [str(line) for line in finding_block(CRASH)]
    assert lines[0].endswith("(flaky)")
    assert any("2 of 3 runs" in line and "flaky" in line for line in lines)
