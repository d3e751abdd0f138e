"""The bundled references: found, built, and up to the protocol."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from harness.dialects.dsml import grammar
from harness.errors import ToolchainMissing
from harness.model import Call, Case
from harness.targets import Crew, Limits, bundled, toolchain
from harness.targets.survey import Surveyed, survey

NAMES = ("python", "go", "node")
TEXT = 'a <tool_calls><invoke name="f"><parameter name="x">1</parameter></invoke></tool_calls> b'

# Declared as well, though no dsml text is read differently by them.
BESIDE = {"reasoning": "ignore", "emission": "whole", "markers": "text"}
KNOWN_DIFFERENCES = {"python": {}, "go": {}, "node": {"missing_opener": "text"}}


@pytest.fixture(scope="module")
def surveyed() -> Mapping[str, Surveyed]:
    return {found.name: found for found in survey(NAMES, None, Limits())}


def test_the_sources_are_where_the_harness_looks() -> None:
    home = bundled.references()
    for file in ("python/adapter.py", "python/toolcall_kit.py", "node/adapter.mjs", "go/go.mod"):
        assert (home / file).is_file()


@pytest.mark.parametrize("need", [toolchain.GO, toolchain.NODE])
def test_the_toolchains_that_make_test_installs_are_there(need: toolchain.Need) -> None:
    assert toolchain.find(need)


@pytest.mark.parametrize("name", NAMES)
def test_each_runs_and_keeps_every_promise_of_the_protocol(
    name: str, surveyed: Mapping[str, Surveyed]
) -> None:
    found = surveyed[name]
    assert (found.state, [check for check in found.checks if not check.passed]) == ("available", [])


@pytest.mark.parametrize("name", NAMES)
def test_each_declares_the_answers_that_the_generator_counts_on(
    name: str, surveyed: Mapping[str, Surveyed]
) -> None:
    declared = surveyed[name].policies["dsml"]
    assert declared == {**grammar.POLICIES, **BESIDE, **KNOWN_DIFFERENCES[name]}
    assert "missing_opener" in surveyed[name].settable


def test_all_three_read_the_same_from_one_batch() -> None:
    case = Case("t:0", "dsml", TEXT, ((), (1,), tuple(range(1, len(TEXT)))))
    with Crew(NAMES) as crew:
        outcomes = crew.run([case, case])
    assert list(outcomes) == list(NAMES)
    for first, second in outcomes.values():
        assert first == second
        assert first.batch is not None
        assert first.batch.calls == (Call("f", {"x": "1"}),)
        assert all(stream.text == "a  b" for stream in first.streams if stream)
    assert crew.faults == []


def test_a_policy_is_set_per_target() -> None:
    bare = '<invoke name="f"></invoke></tool_calls>'
    with Crew(NAMES) as crew:
        case = Case("t:0", "dsml", bare)
        policies = {"go": {"missing_opener": "text"}, "node": {"missing_opener": "repair"}}
        outcomes = crew.run([case], policies)
    calls = {name: len(made[0].batch.calls) for name, made in outcomes.items() if made[0].batch}
    assert calls == {"python": 1, "go": 0, "node": 1}


# ---------------------------------------------------------------- building


@pytest.fixture
def go_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    # Go's own library, compiled before, is taken from the real cache: it takes half a minute.
    monkeypatch.setenv("GOCACHE", os.environ.get("GOCACHE", str(bundled.cache() / "go-build")))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "toolcall-harness" / "go"


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """Give sources that build fast."""
    home = tmp_path / "sources"
    (home / "cmd/adapter").mkdir(parents=True)
    (home / "go.mod").write_text("module tiny\n\ngo 1.22\n")
    (home / "cmd/adapter/main.go").write_text("package main\n\nfunc main() {}\n")
    return home


def test_sources_are_built_once_and_again_when_they_change(go_cache: Path, tiny: Path) -> None:
    first = bundled.go_binary(tiny)
    born = first.stat().st_mtime_ns
    assert bundled.go_binary(tiny) == first
    assert first.stat().st_mtime_ns == born
    (tiny / "cmd/adapter/main.go").write_text("package main\n\nfunc main() { println(1) }\n")
    second = bundled.go_binary(tiny)
    assert second != first
    assert first.is_relative_to(go_cache)
    assert subprocess.run([second], check=True, capture_output=True).stderr == b"1\n"


def test_a_test_file_is_no_source(go_cache: Path, tiny: Path) -> None:
    first = bundled.go_binary(tiny)
    (tiny / "cmd/adapter/main_test.go").write_text("package main\n")
    assert bundled.go_binary(tiny) == first
    assert go_cache.is_dir()


def test_two_processes_may_build_at_once(go_cache: Path, tiny: Path) -> None:
    code = (
        "import sys, pathlib; from harness.targets import bundled;"
        "print(bundled.go_binary(pathlib.Path(sys.argv[1])))"
    )
    builders = [
        subprocess.Popen([sys.executable, "-c", code, tiny], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = {builder.communicate()[0] for builder in builders}
    assert len(said) == 1
    assert [file.name for file in next(iter(go_cache.iterdir())).iterdir()] == ["adapter"]
    assert os.access(said.pop().strip(), os.X_OK)


@pytest.mark.usefixtures("go_cache")
def test_sources_that_do_not_build_are_a_missing_toolchain_with_gos_words(tiny: Path) -> None:
    (tiny / "cmd/adapter/main.go").write_text("package main\n\nfunc main() { nonsense }\n")
    with pytest.raises(ToolchainMissing, match="undefined: nonsense"):
        bundled.go_binary(tiny)


def test_an_installed_harness_looks_inside_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "harness"
    (package / "targets").mkdir(parents=True)
    monkeypatch.setattr(bundled, "__file__", str(package / "targets/bundled.py"))
    assert bundled.references() == tmp_path / "reference"
    (package / "_reference").mkdir()
    assert bundled.references() == package / "_reference"


def test_a_missing_toolchain_drops_a_target_of_a_crew_that_tolerates_it(
    adapter: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(need: toolchain.Need) -> toolchain.Toolchain:
        raise ToolchainMissing(f"no {need.program}", hint="pip install it")

    monkeypatch.setattr(toolchain, "find", none)
    crew = Crew(["node", adapter("echo")])
    with pytest.raises(ToolchainMissing):
        crew.open()
    crew = Crew(["node", adapter("echo")])
    crew.open(tolerate=True)
    assert list(crew.targets) == [adapter("echo")]
    assert [(fault.target, fault.message) for fault in crew.faults] == [("node", "no node")]
    crew.close()
