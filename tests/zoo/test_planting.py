"""Planting: a copy with the bug and nothing else, whatever is around the cache, or an error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import structs

from harness.errors import TargetUnavailable
from harness.targets.bundled import references
from harness.zoo import planting
from harness.zoo.bug import zoo

BUG = zoo()["cdata-end-tag"]
CHANGED = "toolcall_reference/dsml/cdata.py"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


def kept(cache: Path) -> list[str]:
    return [folder.name for folder in (cache / "toolcall-harness" / "zoo" / BUG.name).iterdir()]


def test_a_planted_copy_differs_from_the_clean_sources_by_its_patch_only(cache: Path) -> None:
    home = planting.planted(BUG)
    assert home.is_relative_to(cache)
    sources = references() / "python"
    files = [file.relative_to(home) for file in home.rglob("*.py")]
    different = [f for f in files if (home / f).read_bytes() != (sources / f).read_bytes()]
    assert [file.as_posix() for file in different] == [CHANGED]
    assert planting.planted(BUG) == home


def test_two_processes_at_once_plant_the_same_and_leave_nothing_else(cache: Path) -> None:
    code = (
        "from harness.zoo import planting; from harness.zoo.bug import zoo;"
        f"print(planting.planted(zoo()[{BUG.name!r}]))"
    )
    both = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    homes = {process.communicate()[0].strip() for process in both}
    assert [process.returncode for process in both] == [0, 0]
    assert len(homes) == 1
    assert kept(cache) == [Path(homes.pop()).name]


def test_a_repository_around_the_cache_is_not_the_one_that_is_patched(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = ["git", "-C", str(tmp_path)]
    subprocess.run([*git, "init", "-q"], check=True)
    # What a hook of git leaves in the environment must not lead there either.
    monkeypatch.setenv("GIT_DIR", str(tmp_path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path))
    home = planting.planted(BUG)
    assert (home / CHANGED).read_bytes() != (references() / "python" / CHANGED).read_bytes()
    assert not (tmp_path / "toolcall_reference").exists()
    assert home.is_relative_to(cache)


def test_a_cache_that_cannot_be_written_is_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(TargetUnavailable, match="can't be planted in") as caught:
        planting.planted(BUG)
    assert caught.value.target == "zoo:cdata-end-tag"


@pytest.mark.parametrize("patch", [BUG.patch.replace("-        contents", "-        content"), "diff --git"])
def test_a_patch_that_does_not_apply_is_an_error_and_never_a_clean_parser(cache: Path, patch: str) -> None:
    with pytest.raises(TargetUnavailable, match="no longer applies to the python reference") as caught:
        planting.command(structs.replace(BUG, patch=patch))
    assert "docs/zoo.md" in caught.value.hint
    assert kept(cache) == []


def test_another_patch_is_another_copy(cache: Path) -> None:
    home = planting.planted(BUG)
    other = structs.replace(BUG, patch=BUG.patch.replace('split("</")', 'split("<//")'))
    assert planting.planted(other) != home
    assert len(kept(cache)) == 2


def test_without_git_it_says_so(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(cache))
    with pytest.raises(TargetUnavailable, match="git, which is not on PATH"):
        planting.planted(BUG)
