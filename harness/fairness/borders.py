"""Where the tokens of a text lie: those of a real vocabulary, or roughly; and its special tokens.

A special token is markup that the vocabulary of a model holds as one token. A server that streams tokens
never cuts it, so a parser that looks for it whole is not wrong there. Dialects name theirs.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from harness.dialects import by_name
from harness.generate.chunkings.places import TOKEN, inner, spans
from harness.tokens import vocabulary


@cache
def _special(dialect: str) -> re.Pattern[str]:
    tokens = sorted(by_name(dialect).special, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, tokens)))


@cache
def _roughly(dialect: str) -> re.Pattern[str]:
    return re.compile(f"{_special(dialect).pattern}|{TOKEN.pattern}")


@lru_cache(maxsize=64)
def inside_special(text: str, dialect: str) -> frozenset[int]:
    """List every place strictly inside a special token."""
    return frozenset(inner(spans(_special(dialect), text)))


@lru_cache(maxsize=64)
def token_borders(text: str, dialect: str, tokenizer: str | None) -> frozenset[int]:
    """List the places in a text at which a server that streams tokens may cut it.

    Without a tokenizer, words, white space, single signs and special tokens stand for tokens. That is good
    enough to name a chunking, and not to hold a parser to it.
    """
    if tokenizer is None:
        ends = {end for _, end in spans(_roughly(dialect), text)}
    else:
        ends = set(vocabulary(tokenizer)(text))
    return frozenset(ends - {0, len(text)})
