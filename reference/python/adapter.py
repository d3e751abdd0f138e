# ruff: noqa: INP001  a script that is started by its path
"""The adapter of the Python reference: the parser, served over the protocol by the kit."""

from collections.abc import Mapping
from typing import Final

from toolcall_kit import serve
from toolcall_reference import ReferenceParser, __version__


class Adapter(ReferenceParser):
    """The reference, and what it says of itself."""

    name: Final = "reference-python"
    version: Final = __version__
    language: Final = "python"
    library_version: Final = __version__
    policies: Final[Mapping[str, Mapping[str, str]]] = {
        "dsml": {
            "missing_opener": "repair",
            "fences": "inert",
            "truncated": "text",
            "junk_in_block": "drop",
            "damaged_call": "drop-call",
            "unknown_tools": "forward",
            "entities": "xml",
            "scalars": "text",
            "structure": "children+json",
            "duplicates": "list",
            "space_around_calls": "exact",
            "text_after_call": "keep",
            "reasoning": "ignore",
            "emission": "whole",
            "markers": "text",
        },
        "qwen": {
            "missing_opener": "text",
            "fences": "live",
            "truncated": "text",
            "junk_in_block": "reject",
            "damaged_call": "reject-block",
            "unknown_tools": "forward",
            "entities": "literal",
            "scalars": "schema",
            "structure": "schema",
            "duplicates": "last",
            "space_around_calls": "exact",
            "text_after_call": "keep",
            "reasoning": "ignore",
            "emission": "whole",
            "markers": "text",
        },
    }


if __name__ == "__main__":
    serve(Adapter)
