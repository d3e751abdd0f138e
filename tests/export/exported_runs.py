"""Exported tests as their users have them: in a folder of their own, with a seam, run by their runner."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from harness.export import FORMATS, Exported
from harness.export.sources import gather
from harness.model import Case, Event, Tool
from harness.targets import toolchain
from harness.targets.bundled import cache
from harness.targets.names import resolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ROOT = Path(__file__).resolve().parents[2]
FINDINGS = Path(__file__).with_name("findings")
SEAMS = Path(__file__).with_name("seams")
BRIDGE = Path(__file__).with_name("bridge.py")
CONTROLS = {"dsml": "py:tests.fakes.clean:Parser", "qwen": "py:tests.fakes.qwen.unharmed:Parser"}
RUNNERS = ("pytest", "go", "node")

MEAN = (
    "\0\x01\x1b[31m\x7f\x80\x9f\xa0",
    "\r\n\n\r\u2028\u2029\x85\v\f\t",
    "\"'`\\ \\\\ \\n \\u0041 \\x41 ${x} $ { `${`}` #{y} %s %d {0}",
    '"""r"""\'\'\'',
    "\u202e\u2066\u200b\ufeff\u00ad",
    "\U0001f600\U0010ffff\ue000\ufffd\ufffe",
    "// /* */ <!-- --> --> -- $(x) `x` \u00e9\u4e2d",
    "# type: ignore",
    "ends in a backslash \\",
)
"""Texts that get out of a literal where they can."""

_ALL = "".join(MEAN)

HOSTILE = Exported(
    name="hostile",
    title=f"coding: utf-7 {_ALL}",
    origin=f"the fixture {_ALL}",
    harness=f"0.0{_ALL}",
    case=Case("x", "dsml", _ALL, ((), (1, 3, 3, 20), (40,)), (Tool("a`${b}\"'", {"d": [_ALL]}, _ALL),)),
    due=(Event(text=_ALL),),
    policies={"space_around_calls": "exact"},
    note=_ALL,
)
"""A thing whose right answer is its text: what the parser ``ECHO`` gives."""

ECHO = "py:bridge:Echo"

_SAID = {
    "pytest": re.compile(r"^(?P<how>PASSED|FAILED|ERROR) \S+::test_toolcall_(?P<name>\w+)", re.MULTILINE),
    "node": re.compile(r"^\s*(?P<how>not ok|ok) \d+ - toolcall (?P<name>\w+)", re.MULTILINE),
    "go": re.compile(r"^\s*--- (?P<how>PASS|FAIL): TestToolcall_(?P<name>\w+)", re.MULTILINE),
}


@functools.cache
def kept_findings() -> tuple[Exported, ...]:
    """Give the findings that were made once, with campaigns of the fakes."""
    return gather(sorted(FINDINGS.glob("*.json")), {}).found


def exported(form: str, these: Sequence[Exported], folder: Path) -> Path:
    """Write tests into a folder, with a seam that asks the bridge."""
    folder.mkdir(parents=True)
    for name, data in FORMATS[form].write(these).items():
        (folder / name).write_bytes(data)
    (seam,) = FORMATS[form].kept
    shutil.copy(SEAMS / seam, folder / seam)
    if form == "go":
        (folder / "go.mod").write_text("module exported\n\ngo 1.22\n")
    return folder


def planted(these: Iterable[Exported]) -> dict[str, str]:
    """Name the parser that each finding is of."""
    return {one.name: one.targets[0].name for one in these}


def clean(these: Iterable[Exported]) -> dict[str, str]:
    """Name the parser in which nothing is wrong."""
    return {one.name: CONTROLS[one.case.dialect] for one in these}


def run(form: str, folder: Path, these: Iterable[Exported], parsers: dict[str, str]) -> dict[str, bool]:
    """Run the tests of a folder with these parsers behind the seam; say of each file whether it passed."""
    plan = folder / "plan.json"
    plan.write_text(json.dumps({one.name: _plan(one, parsers[one.name], folder) for one in these}))
    bridge = json.dumps([sys.executable, str(BRIDGE), str(plan)])
    done = subprocess.run(
        _command(form),
        cwd=folder,
        env={**environment(), "BRIDGE": bridge},
        capture_output=True,
        text=True,
        check=False,
    )
    passed: dict[str, bool] = {}
    for said in _SAID[form].finditer(done.stdout):
        name = next((one.name for one in these if re.fullmatch(rf"{one.name}(_\d+)?", said["name"])), "")
        assert name, f"{said[0]}: no such test"
        passed[name] = passed.get(name, True) and said["how"] in ("PASSED", "ok", "PASS")
    assert passed.keys() == {one.name for one in these}, done.stdout + done.stderr
    assert (done.returncode == 0) == all(passed.values()), done.stdout + done.stderr
    return passed


def _plan(one: Exported, parser: str, folder: Path) -> dict[str, object]:
    # The control is asked for the answers under which something is due, where it can be.
    settable = {"missing_opener"} if one.case.dialect == "dsml" else set()
    policies = {name: one.policies[name] for name in settable & one.policies.keys() if one.due is not None}
    spec = resolve(parser)
    return {
        **({"object": spec.rest} if spec.kind == "py" else {"argv": spec.argv}),
        "dialect": one.case.dialect,
        "policies": policies,
        "folder": str(ROOT),
        "log": str(folder / f"{one.name}.log"),
    }


def tool(name: str) -> str:
    """Find Go or Node as the harness does."""
    return toolchain.find(toolchain.GO if name == "go" else toolchain.NODE).path


def _command(form: str) -> list[str]:
    if form == "pytest":
        quiet = ["-q", "-rA", "--tb=no", "--no-header", "-p", "no:cacheprovider"]
        return [sys.executable, "-m", "pytest", *quiet, "-c", os.devnull, "--rootdir", "."]
    if form == "node":
        return [tool("node"), "--test", "--test-reporter=tap", "--test-concurrency=1"]
    return [tool("go"), "test", "-count=1", "-vet=off", "-v", "."]


@functools.cache
def environment() -> dict[str, str]:
    tools = [str(Path(tool(name)).parent) for name in ("go", "node")]
    path = os.pathsep.join([*tools, os.environ.get("PATH", os.defpath)])
    settings = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local", "GOWORK": "off"}
    outside = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "NODE_TEST"))
    }
    outside["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    return {**outside, "PATH": path, "GOCACHE": str(cache() / "go-build"), **settings}
