"""What is promised of chunkings, whatever the dialect."""

from __future__ import annotations

from harness.generate.features.item import Item

CHUNKINGS = (
    Item(
        "aligned with markers, at every place",
        {
            "cut:tag-border": "between a tag and its neighbour",
            "cut:in-tag": "inside a tag",
            "cut:in-name": "inside a tag's name",
            "cut:in-pieces": "a tag in three pieces or more",
            "chunk:prose-and-opener": "an opener with the prose before it",
        },
    ),
    Item("an opener alone, then all the rest", {"chunk:opener-alone": "a chunk that is an opener"}),
    Item(
        "the end of one thing with the start of the next",
        {
            "chunk:end-and-start": "an end tag and the next tag in one chunk",
            "chunk:tail-and-closer": "the end of a value with its end tag",
        },
    ),
    Item("inside CRLF", {"cut:crlf": "between CR and LF"}),
    Item("inside a grapheme", {"cut:grapheme": "between code points that are one character to a reader"}),
    Item(
        "inside what means something as a whole",
        {
            "cut:entity": "inside an entity",
            "cut:escape": "inside a JSON escape",
            "cut:cdata-start": "inside the opener of CDATA",
            "cut:cdata-end": "inside the end of CDATA",
            "cut:comment": "inside a comment's mark",
            "cut:fence": "inside a fence's run",
            "cut:in-value": "inside a value",
        },
    ),
    Item("empty chunks at the start", {"chunk:empty-start": "the first chunk is empty"}),
    Item("empty chunks between", {"chunk:empty-between": "an empty chunk between others"}),
    Item("empty chunks at the end", {"chunk:empty-end": "the last chunk is empty"}),
    Item("chunks of white space only", {"chunk:white-space": "a chunk that is only white space"}),
    Item("two to eight token-like pieces", {"chunk:token-like": "chunks of one to eight tokens"}),
    Item(
        "fixed sizes", {"chunk:fixed": "chunks of one size", "chunk:one-character": "one character a chunk"}
    ),
    Item("few chunks", {"chunk:whole": "all in one chunk", "chunk:two": "two chunks"}),
)

KINDS = tuple(name for item in CHUNKINGS for name in item.features)
"""The names that ``kinds`` gives to chunkings."""
