"""Which published parsers there are: package, version, and what its environment is made of.

Data only, since every name of a target is held against it. The pins are files beside this one, for
people and for tools that watch pins: requirements of pip, the package itself first, or a lock file of npm.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Literal

from msgspec import Struct

from harness.errors import TargetUnknown

HERE = Path(__file__).resolve().parent


class Published(Struct, frozen=True):
    """One parser that somebody published."""

    name: str  # of the target
    package: str
    version: str
    language: Literal["python", "node"]
    pins: Path  # a file of requirements for pip, or a folder with package.json and package-lock.json
    adapter: Path  # what the environment runs
    reads: str  # what it is, in a few words
    megabytes: int  # what the environment takes on disk, measured


def _python(name: str, package: str, version: str, reads: str, megabytes: int) -> Published:
    pins, adapter = HERE / "pins" / f"{name}.txt", HERE / "adapters" / f"{name.replace('-', '_')}.py"
    return Published(name, package, version, "python", pins, adapter, reads, megabytes)


PUBLISHED: dict[str, Published] = {
    parser.name: parser
    for parser in (
        _python("sglang", "llm-router-utils", "0.8.1", "SGLang's detectors without its engine", 75),
        _python("transformers", "transformers", "5.24.0", "the parser of transformers serve", 280),
        Published(
            name="ai-sdk",
            package="@ai-sdk-tool/parser",
            version="4.1.26",
            language="node",
            pins=HERE / "pins" / "ai-sdk",
            adapter=HERE / "adapters" / "ai_sdk.mjs",
            reads="a middleware for the AI SDK",
            megabytes=26,
        ),
        _python("mlx-lm", "mlx-lm", "0.32.2", "the tool parsers of mlx_lm.server", 35),
    )
}
"""By the name of the target, in the order in which they are listed."""


def named(name: str) -> Published:
    """Give the parser of that name. Raises ``TargetUnknown``."""
    if name not in PUBLISHED:
        near = difflib.get_close_matches(name.lower(), PUBLISHED, n=1, cutoff=0.5)
        known = f"published parsers are {', '.join(PUBLISHED)}"
        raise TargetUnknown(
            f"there is no published parser {name!r}",
            hint=f"did you mean {near[0]!r}? {known}" if near else known,
        )
    return PUBLISHED[name]
