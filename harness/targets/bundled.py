"""The bundled references: where their sources are, and how each is started.

Python and Node run from the sources. Go is built without network into the user's cache folder, under
a name made of the sources and the compiler's version: a source that changed is another program, and
what two processes build at once is the same. The binary gets its name by a rename, so nobody ever
starts half of one.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from harness.errors import HarnessError, ToolchainMissing
from harness.targets import toolchain
from harness.targets.names import Command


def references() -> Path:
    """Give the folder of the references: in an installed harness, or in a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_reference"
    return installed if installed.is_dir() else package.parent / "reference"


KITS = {"python": "python/toolcall_kit.py", "node": "node/kit.mjs", "go": "go/kit"}
"""Where the kits for adapters are among the references, by language: a file, or the folder of a package."""


def command(name: str) -> Command:
    """Say how to start a bundled reference. Raises ``ToolchainMissing``."""
    home = references()
    if name == "python":
        return Command((sys.executable, str(home / "python" / "adapter.py")))
    if name == "node":
        node = toolchain.find(toolchain.NODE)
        return Command((node.path, str(home / "node" / "adapter.mjs")))
    # One thread: the other cores belong to the other targets. (Measured next to Node on two busy
    # cores, three pairs of runs: 14 to 25 % less wall time than with a thread for each core.)
    return Command((str(go_binary(home / "go")),), {"GOMAXPROCS": "1"})


def cache() -> Path:
    """Give our folder in the user's cache (XDG base directories)."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    home = Path(base) if os.path.isabs(base) else Path.home() / ".cache"  # noqa: PTH117 - a string
    return home / "toolcall-harness"


def go_binary(sources: Path) -> Path:
    """Give the Go reference, built if it is not in the cache."""
    go = toolchain.find(toolchain.GO)
    binary = _binary(sources, go)
    if not binary.is_file():
        _build(go.path, sources, binary)
    return binary


def must_be_built(name: str) -> bool:
    """Tell that starting a target compiles something first. Raises ``ToolchainMissing``."""
    return name == "go" and not _binary(references() / "go", toolchain.find(toolchain.GO)).is_file()


def _binary(sources: Path, go: toolchain.Toolchain) -> Path:
    return cache() / "go" / _key(sources, go.version) / "adapter"


def _key(sources: Path, version: str) -> str:
    digest = hashlib.sha256(version.encode())
    for file in sorted(sources.rglob("*")):
        if file.suffix in {".go", ".mod", ".sum"} and not file.name.endswith("_test.go"):
            content = file.read_bytes()
            digest.update(f"\0{file.relative_to(sources).as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()[:20]


def _build(go: str, sources: Path, binary: Path) -> None:
    environ = {
        "GOCACHE": str(cache() / "go-build"),
        **os.environ,
        "GOFLAGS": "-mod=mod",
        "GOPROXY": "off",
        "GOTOOLCHAIN": "local",
        "GOWORK": "off",
        "CGO_ENABLED": "0",
    }
    try:
        binary.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=binary.parent) as folder:
            fresh = Path(folder) / "adapter"
            done = subprocess.run(
                [go, "build", "-trimpath", "-buildvcs=false", "-o", fresh, "./cmd/adapter"],
                cwd=sources,
                env=environ,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise ToolchainMissing(f"the Go reference does not build: {done.stderr.strip()}", hint=go)
            fresh.replace(binary)
    except OSError as error:
        raise HarnessError(f"the Go reference can't be kept in {cache()}: {error}") from error
