"""Where a server that streams token by token has got to in a text.

``vocabulary`` loads a real one: of Qwen, of DeepSeek, or any file. ``release`` is what an incremental
detokeniser lets go of after each token. Texts are never changed: what is given are places in them.
"""

from __future__ import annotations

from harness.tokens.vocabularies import Vocabulary, vocabulary

__all__ = ["Vocabulary", "vocabulary"]
