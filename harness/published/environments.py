"""Where the environment of a published parser is, whether it is there, and how its adapter is started.

A folder under the user's cache, called after parser and version. It gets its name by a rename when it
is complete, and holds a record of what it was made of: with other pins, or with a Python that is gone,
it counts as not installed.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from harness.errors import TargetUnavailable
from harness.published.registry import HERE, PUBLISHED, Published
from harness.targets import toolchain
from harness.targets.bundled import KITS, cache, references
from harness.targets.names import Command

if TYPE_CHECKING:
    from pathlib import Path

RECORD = "installed.json"
_SCHEMA = 1


class Record(Struct, frozen=True):
    """What an environment was made of."""

    schema: int
    package: str
    version: str
    pins: str  # a digest of them
    versions: dict[str, str]  # of all packages in it


def home() -> Path:
    """Give the folder of all environments."""
    return cache() / "published"


def folder(parser: Published) -> Path:
    """Give the folder of one."""
    return home() / f"{parser.name}-{parser.version}"


def interpreter(environment: Path) -> Path:
    """Give the Python of an environment."""
    return environment / "bin" / "python"


def digest(parser: Published) -> str:
    """Sum up the pins: other pins are another environment."""
    files = sorted(parser.pins.iterdir()) if parser.pins.is_dir() else [parser.pins]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:20]


def new_record(parser: Published, versions: dict[str, str]) -> bytes:
    """Write the record of an environment that was just made."""
    record = Record(_SCHEMA, parser.package, parser.version, digest(parser), versions)
    return msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n"


def installed(parser: Published) -> Record | None:
    """Give the record of an environment that can be used; None if there is none."""
    try:
        record = msgspec.json.decode((folder(parser) / RECORD).read_bytes(), type=Record)
    except (OSError, msgspec.MsgspecError):
        return None
    if record.schema != _SCHEMA or record.pins != digest(parser):
        return None
    if parser.language == "python" and not interpreter(folder(parser)).exists():
        return None  # a link to a Python that was removed
    return record


def command(name: str) -> Command:
    """Say how to start the adapter. Raises ``TargetUnavailable`` or ``ToolchainMissing``."""
    parser = PUBLISHED[name]
    if installed(parser) is None:
        what = "is not installed" if not folder(parser).exists() else "is not installed as it is pinned now"
        raise TargetUnavailable(
            name,
            f"{parser.package} {parser.version} {what}",
            hint=f"toolcall-harness targets install {name}",
        )
    environment, kit = folder(parser), references() / KITS[parser.language]
    if parser.language == "node":
        node = toolchain.find(toolchain.NODE)
        return Command((node.path, str(parser.adapter), str(kit), str(environment)))
    # Isolated: neither the user's folder nor PYTHONPATH may hide the pinned packages behind others.
    host = HERE / "host.py"
    return Command((str(interpreter(environment)), "-I", str(host), str(kit), str(parser.adapter)))
