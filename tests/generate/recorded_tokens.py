"""The recorded samples of corpus/vectors/token-chunks.jsonl."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

PATH = Path(__file__).parents[2] / "corpus" / "vectors" / "token-chunks.jsonl"


class Sample(Struct, frozen=True):
    """A text in the tokens of a real vocabulary, and what an incremental detokeniser gave for each."""

    id: str
    tokenizer: str
    text: str
    token_bytes_hex: tuple[str, ...]
    text_chunks: tuple[str, ...]

    @property
    def pieces(self) -> list[bytes]:
        return [bytes.fromhex(piece) for piece in self.token_bytes_hex]

    @property
    def name(self) -> str:
        return f"{self.id}, {self.tokenizer}"

    @property
    def dialect(self) -> str:
        return "dsml" if self.id.startswith("dsml") else "qwen"


SAMPLES = [msgspec.json.decode(line, type=Sample) for line in PATH.read_bytes().splitlines()]
