"""A harness with another zoo: the same code by links, and only the planted bugs that a test writes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import harness
from harness.targets.bundled import references

PACKAGE = Path(harness.__file__).parent

HEAD = """what = "{what}"
dialect = "dsml"
oracle = "truth"
report = "somebody/something#1"

[witness]
text = "no call"

"""

COMMENT = """diff --git a/toolcall_reference/dsml/cdata.py b/toolcall_reference/dsml/cdata.py
--- a/toolcall_reference/dsml/cdata.py
+++ b/toolcall_reference/dsml/cdata.py
@@ -1,1 +1,2 @@
+# A planted line that changes nothing.
 {first}
"""

GONE = """diff --git a/toolcall_reference/dsml/cdata.py b/toolcall_reference/dsml/cdata.py
--- a/toolcall_reference/dsml/cdata.py
+++ b/toolcall_reference/dsml/cdata.py
@@ -1,1 +1,1 @@
-a line that is not there any longer
+another one
"""


def first_line() -> str:
    return (references() / "python/toolcall_reference/dsml/cdata.py").read_text("utf-8").splitlines()[0]


def harmless() -> str:
    """Give the file of a bug that is none: the patch adds a comment."""
    return HEAD.format(what="Nothing is wrong.") + COMMENT.format(first=first_line())


def outdated() -> str:
    """Give the file of a bug whose patch does not apply."""
    return HEAD.format(what="Whatever it was.") + GONE


class Checkout:
    """A folder in which ``harness`` is ours, but for the bugs of its zoo."""

    def __init__(self, folder: Path, files: dict[str, str], copied: tuple[str, ...] = ()) -> None:
        """Write ``files`` by name, as bugs in Python; take over bugs of the real zoo, as LANGUAGE/NAME."""
        self.folder = folder
        package = folder / "harness"
        package.mkdir(parents=True)
        for entry in PACKAGE.iterdir():
            if entry.name not in {"zoo", "__pycache__"}:
                (package / entry.name).symlink_to(entry)
        (package / "zoo").mkdir()
        for module in (PACKAGE / "zoo").glob("*.py"):
            shutil.copy(module, package / "zoo")
        bugs = package / "zoo" / "bugs"
        for name, content in files.items():
            self._write(bugs / "python" / f"{name}.patch", content)
        for name in copied:
            self._write(bugs / f"{name}.patch", (PACKAGE / "zoo/bugs" / f"{name}.patch").read_text("utf-8"))

    @staticmethod
    def _write(path: Path, content: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")

    def start(self, *words: str, **env: str) -> subprocess.Popen[str]:
        """Start ``selftest`` in it."""
        return subprocess.Popen(
            [sys.executable, "-m", "harness.cli", "selftest", *words],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder), **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Run ``selftest`` in it to its end."""
        with self.start(*words, **env) as process:
            out, err = process.communicate()
        return subprocess.CompletedProcess(words, process.returncode, out, err)
