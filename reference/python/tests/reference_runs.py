"""Ways to run the reference in tests, and the one comparison that all of them use."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

from toolcall_reference import ReferenceParser

PARSER = ReferenceParser()


def repeatable(seed: Any) -> random.Random:
    """Give choices that are the same in every run."""
    return random.Random(seed)  # noqa: S311 - no secrets


def fold(events: Iterable[Any]) -> list[Any]:
    """Join neighbouring texts."""
    folded: list[Any] = []
    for is_text, group in groupby(events, lambda event: "text" in event):
        if is_text:
            folded.append({"text": "".join([event["text"] for event in group])})
        else:
            folded.extend(group)
    return folded


def doubles(value: Any) -> Any:
    """Make numbers doubles and mark booleans, so that ``==`` compares as SEMANTICS C4 wants it."""
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, int):
        return float(value)
    if isinstance(value, dict):
        return {key: doubles(member) for key, member in value.items()}
    if isinstance(value, list):
        return [doubles(item) for item in value]
    return value


def stream(
    chunks: Iterable[str], *, dialect: str = "dsml", tools: Sequence[Any] = (), **policies: str
) -> tuple[list[Any], bool]:
    """Give the folded events of a stream and its flag; a second finish must give nothing."""
    parser = PARSER.stream(dialect=dialect, tools=tools, policies=policies)
    events: list[Any] = []
    for chunk in chunks:
        events += parser.feed(chunk)
    events += parser.finish()
    assert parser.finish() == []
    return doubles(fold(events)), parser.saw_tool_syntax


def whole(text: str, **options: Any) -> list[Any]:
    """Give the folded events of a text fed as one chunk."""
    return stream([text], **options)[0]


def slices(text: str, cuts: Iterable[int]) -> list[str]:
    """Cut a text."""
    return [text[start:end] for start, end in pairwise([0, *cuts, len(text)])]


def chunkings(text: str, rng: random.Random, count: int) -> Iterator[list[str]]:
    """Give the text whole, one character a chunk, and in random chunks, empty ones among them."""
    yield [text]
    yield list(text)
    for _ in range(count):
        yield slices(text, sorted(rng.randint(0, len(text)) for _ in range(rng.randint(1, 8))))
