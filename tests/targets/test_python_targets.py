"""Targets that are Python objects."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.errors import TargetUnavailable
from harness.model import Case
from harness.targets import Target

PARSERS = Path(__file__).parent.parent / "adapters"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PARSERS)


@pytest.mark.parametrize("name", ["py:parsers:Plain", "py:parsers:Holder.make"])
def test_an_object_is_served_and_what_it_prints_does_no_harm(
    name: str, cases: Callable[..., list[Case]]
) -> None:
    with Target(name) as target:
        outcome = target.run(cases("ab"))[0]
        assert outcome.batch is not None
        assert [reading and reading.text for reading in (outcome.batch, *outcome.streams)] == ["ab"] * 3
        assert target.declared("dsml") == {"fences": "live"}


def test_it_runs_in_the_same_python_and_folder(cases: Callable[..., list[Case]]) -> None:
    with Target("py:parsers:Plain") as target:
        batch = target.run(cases("CWD"))[0].batch
        assert batch is not None
        assert batch.text == f"{PARSERS} {sys.executable}"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("py:no_such_module:x", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("py:parsers:Nope", "AttributeError: module 'parsers' has no attribute 'Nope'"),
        ("py:parsers:broken", "RuntimeError: no weights"),
        ("py:parsers:number", "TypeError: 'int' object is not callable"),
    ],
)
def test_what_cannot_be_loaded_dies_before_hello_with_python_s_words(name: str, words: str) -> None:
    with pytest.raises(TargetUnavailable) as caught:
        Target(name).open()
    assert words in caught.value.message
    assert caught.value.target == name
    assert "adapter's fault" in caught.value.hint


def test_a_package_of_the_user_may_be_called_harness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cases: Callable[..., list[Case]]
) -> None:
    (tmp_path / "harness.py").write_text((PARSERS / "parsers.py").read_text())
    monkeypatch.chdir(tmp_path)
    with Target("py:harness:Plain") as target:
        assert target.run(cases("a"))[0].kind == "result"


def test_serve_makes_an_adapter_of_a_python_program(tmp_path: Path, cases: Callable[..., list[Case]]) -> None:
    adapter = tmp_path / "adapter.py"
    adapter.write_text(
        "import sys\n"
        f"sys.path.insert(0, {str(PARSERS)!r})\n"
        "from harness.targets import serve\n"
        "def factory():\n"
        "    from parsers import Plain\n"
        "    return Plain()\n"
        "serve(factory)\n"
    )
    with Target(f"cmd:{sys.executable} {adapter}") as target:
        assert target.run(cases("a"))[0].kind == "result"
    assert subprocess.run([sys.executable, adapter], input=b"", check=True, capture_output=True).stdout == b""
