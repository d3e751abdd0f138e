"""Is the wheel whole? Installed in a fresh environment and used from another folder, it runs what it must.

``python -m tests.nightly.wheel dist`` is what ``make wheel-check`` does. Nothing of the checkout is in reach:
the references, the fixtures and the kits are those of the wheel. Go and Node are the machine's, or those of
packages that the environment of the checkout has.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.nightly.telling import tell

RUN = ("toolcall-harness", "run", "--cases", "128", "--seed", "1", "--no-ledger", "--out", "report")
STEPS = (
    ("toolcall-harness", "targets"),
    RUN,
    (*RUN, "--dialect", "qwen"),
    ("toolcall-harness", "replay", "-t", "python"),
)
"""What must end with status 0."""

OURS = ("PYTHON", "PYTEST", "VIRTUAL_ENV", "TOOLCALL")


def main() -> int:
    """Check the only wheel of a folder. Status 1: a command failed. Status 2: there is nothing to check."""
    wheels = list(Path(sys.argv[1]).resolve().glob("toolcall_harness-*.whl"))
    if len(wheels) != 1:
        tell(f"error: there are {len(wheels)} wheels in {sys.argv[1]}; make wheel makes one")
        return 2
    tools = subprocess.run(
        [sys.executable, "-m", "harness.targets.toolchain", "--path"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    with tempfile.TemporaryDirectory(prefix="wheel-") as name:
        folder = Path(name)
        binaries = folder / "venv" / "bin"
        environ = {key: said for key, said in os.environ.items() if not key.startswith(OURS)}
        environ |= {
            "PATH": f"{binaries}:{tools}{os.environ['PATH']}",
            "XDG_CACHE_HOME": str(folder / "cache"),
        }
        work = folder / "work"
        work.mkdir()
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
        install = (str(binaries / "python"), "-m", "pip", "install", "--quiet", str(wheels[0]))
        for step in (install, *STEPS):
            tell(f"+ {' '.join(step)}")
            status = subprocess.run(
                [str(binaries / step[0]), *step[1:]], cwd=work, env=environ, check=False
            ).returncode
            if status:
                tell(f"error: status {status}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
