"""The parts of the engine that are mutated, and the tests that are asked about each.

Only tests that start no child are asked, since they run thousands of times; what a part promises must be told
by those. A test outside the lists may notice more: the score is a lower bound.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

_ORACLES = Path(__file__).resolve().parents[2] / "harness" / "oracles"


class Part(Struct, frozen=True):
    """Some files of the engine and the tests that hold them."""

    name: str
    files: tuple[str, ...]
    tests: tuple[str, ...]  # files or folders
    without: tuple[str, ...] = ()  # of these tests: what starts children or takes seconds
    bar: float | None = None  # the least share of mutants that must be noticed, of those that can be


_COMPARER = tuple(
    f"harness/oracles/{name}.py"
    for name in ("difference", "unanimous", "agreement", "split", "parity", "oracle")
)
_OTHER = tuple(
    path
    for path in (f"harness/oracles/{file.name}" for file in sorted(_ORACLES.glob("*.py")))
    if path not in _COMPARER
)
_SLOW = (
    "tests/oracles/test_unanimous.py::test_what_is_unanimous_violates_no_oracle_that_compares",
    "tests/oracles/test_difference.py::test_a_value_is_the_same_as_its_own_round_trip_through_json",
)
_BAR = 0.9

_PARTS = (
    Part(
        "comparer",
        _COMPARER,
        (
            "tests/oracles/test_difference.py",
            "tests/oracles/test_oracles.py",
            "tests/oracles/test_told_differences.py",
            "tests/oracles/test_unanimous.py",
            "tests/oracles/test_who_is_named.py",
        ),
        without=_SLOW,
        bar=_BAR,
    ),
    Part(
        "signature",
        ("harness/cards/*.py", "harness/model.py"),
        ("tests/cards",),
        without=("tests/cards/test_five_faults.py", "tests/cards/test_known_signature.py"),
        bar=_BAR,
    ),
    Part(
        "shrinker",
        ("harness/shrink/*.py",),
        ("tests/shrink",),
        without=(
            "tests/shrink/test_shrink_order.py::test_each_case_that_is_taken_is_smaller_and_fails_alike_and_the_end_is_the_same_for_any_batch",
            "tests/shrink/test_cut_map.py::test_a_sentence_with_exactly_in_it_is_right_of_all_single_cuts_and_pairs",
            "tests/shrink/test_cut_causes.py::test_the_sentence_names_the_cause_of_a_fault_and_no_cut_too_many_is_left",
        ),
        bar=_BAR,
    ),
    Part(
        "ledger",
        ("harness/ledger/*.py",),
        ("tests/ledger",),
        without=("tests/ledger/test_ledger_life.py",),
        bar=_BAR,
    ),
    Part(
        "oracles",
        _OTHER,
        ("tests/oracles",),
        without=(
            *_SLOW,
            "tests/oracles/test_emission.py::test_the_reference_in_python_is_never_complained_of",
            "tests/oracles/test_final.py::test_a_parser_that_states_other_calls_is_found_over_the_protocol",
            "tests/oracles/test_reasoning.py::test_a_parser_that_routes_as_it_declares_is_never_complained_of",
            "tests/oracles/test_reasoning.py::test_a_parser_that_routes_what_it_declares_to_ignore_is_found",
            "tests/oracles/test_reasoning.py::test_a_parser_that_shows_the_reasoning_twice_is_found",
            "tests/oracles/test_typing.py::test_the_reference_is_never_complained_of",
            "tests/oracles/test_typing.py::test_a_parser_that_misses_a_spelling_is_found_whatever_the_answer_is",
            "tests/oracles/test_typing.py::test_a_parser_that_takes_the_digits_of_a_string_for_a_number_is_found",
        ),
    ),
)
PARTS = {part.name: part for part in _PARTS}
