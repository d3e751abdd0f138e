"""A whole measurement: each search in its process, kept as it is done, and none left out in silence."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from harness.errors import HarnessError, ReportError
from harness.selftest.baselines import measure, measuring, running
from harness.selftest.baselines.measuring import FILE
from harness.selftest.baselines.record import METHODS, Method, Try
from harness.selftest.baselines.running import Wanted
from harness.selftest.score import BugScore, Spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from harness.selftest.score import Baseline

BUG = "cdata-end-tag"
FIXED: Method = "examples-characters"

needs_atheris = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None,
    reason="atheris is not installed: it is in the extra selftest",
)


def score(name: str = BUG, language: str = "python", digest: str = "0") -> BugScore:
    return BugScore(
        name=name,
        language=language,
        dialect="dsml",
        what="Something is wrong.",
        source="a/b#1",
        oracle="truth",
        difficulty="easy",
        digest=digest,
        repeats=1,
        found=1,
        parses=Spread(50, 50),
        oracles={"truth": 1},
        expected=1,
        characters=Spread(1, 1),
        cuts=Spread(0, 0),
        signature_stable=True,
        fingerprint_stable=True,
        trials=(),
    )


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[Wanted]:
    """The searches that were done, none of them for real: found after as many parses as there are letters."""
    made: list[Wanted] = []

    def run(searches: Iterable[Wanted], jobs: int) -> Iterator[Try]:
        assert jobs == 1
        for one in searches:
            made.append(one)
            yield Try(
                one.method,
                one.bug,
                found=True,
                seed=one.seed,
                digest=one.digest,
                parses=len(one.bug),
                oracle="truth",
                text="\u2028, ü and \ud83d",
            )

    monkeypatch.setattr(running, "run", run)
    return made


def measured(
    out: Path,
    bugs: Sequence[BugScore],
    *,
    seed: int = 1,
    tell: Callable[[str], None] = lambda _line: None,
    methods: Sequence[Method] = (FIXED,),
) -> tuple[Baseline, ...]:
    return measure(bugs, seed=seed, jobs=1, out=out, tell=tell, methods=methods)


def test_only_the_python_bugs_are_searched_for(tmp_path: Path, done: list[Wanted]) -> None:
    (made,) = measured(tmp_path, [score("a"), score("b", "go"), score("c", "node")])
    assert [one.bug for one in done] == [attempt.bug for attempt in made.attempts] == ["a"]


def test_every_method_is_in_the_result_in_its_order(tmp_path: Path, done: list[Wanted]) -> None:
    made = measure([score("a")], seed=1, jobs=1, out=tmp_path, tell=lambda _line: None)
    assert [one.method for one in made] == list(METHODS)
    assert {one.method for one in done} == {one.method for one in made if not one.not_run}


def test_a_method_whose_package_is_missing_is_told_as_not_run(
    tmp_path: Path, done: list[Wanted], monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", version)
    told: list[str] = []
    made = measured(tmp_path, [score("a")], tell=told.append, methods=("atheris-bytes", FIXED))
    assert [one.not_run for one in made] == ["atheris is not installed", ""]
    assert told[0] == "atheris-bytes: not run: atheris is not installed"
    assert [one.method for one in done] == [FIXED]


def test_what_is_done_is_not_done_again(tmp_path: Path, done: list[Wanted]) -> None:
    bugs = [score("a"), score("bb")]
    first = measured(tmp_path, bugs[:1])
    again: list[str] = []
    whole = measured(tmp_path, bugs, tell=again.append)
    assert [one.bug for one in done] == ["a", "bb"]
    assert whole[0].attempts[:1] == first[0].attempts
    assert again[0] == "1 of 2 searches of baselines are done already"
    assert measured(tmp_path, bugs) == whole
    assert len(done) == 2


@pytest.mark.parametrize("changed", ["seed", "bug", "harness", "cap"])
def test_what_was_done_otherwise_is_done_again(
    tmp_path: Path, done: list[Wanted], monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    measured(tmp_path, [score("a")])
    if changed == "harness":
        monkeypatch.setattr(measuring, "digest", lambda: "another")
    if changed == "cap":
        monkeypatch.setattr(measuring, "CAP", 7)
    measured(
        tmp_path, [score("a", digest="1" if changed == "bug" else "0")], seed=2 if changed == "seed" else 1
    )
    assert len(done) == 2


def test_a_last_line_that_was_torn_is_dropped_and_its_search_is_done_again(
    tmp_path: Path, done: list[Wanted]
) -> None:
    bugs = [score("a"), score("bb")]
    whole = measured(tmp_path, bugs)
    kept = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(kept[:-5])
    assert measured(tmp_path, bugs) == whole
    assert [one.bug for one in done] == ["a", "bb", "bb"]
    assert (tmp_path / FILE).read_bytes() == kept


def test_a_file_that_holds_something_else_is_one_clear_error(tmp_path: Path, done: list[Wanted]) -> None:
    (tmp_path / FILE).write_text("no search\n")
    with pytest.raises(ReportError, match="no file of searches"):
        measured(tmp_path, [score("a")])
    assert done == []


def test_a_folder_that_cannot_be_written_is_one_clear_error(tmp_path: Path, done: list[Wanted]) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ReportError):
        measured(tmp_path / "file" / "below", [score("a")])
    assert len(done) < 2


# ---------------------------------------------------------------- real searches


def searches(*methods: Method, cap: int = 40, bug: str = BUG) -> list[Wanted]:
    return [Wanted(method, bug, 7, cap, "digest") for method in methods]


def settled(tried: Try) -> tuple[object, ...]:
    """All but the times."""
    return tuple(getattr(tried, name) for name in tried.__struct_fields__ if name != "timing")


def test_the_same_seed_gives_the_same_searches_however_many_run_at_once() -> None:
    wanted = searches("examples-random-splits", "examples-characters")
    together = list(running.run(wanted, jobs=2))
    assert all(one.timing.search > 0 and one.digest == "digest" and one.parses == 40 for one in together)
    (alone,) = running.run(wanted[:1], jobs=1)
    assert settled(alone) in [settled(one) for one in together]


def test_hypothesis_stops_at_its_cap() -> None:
    (tried,) = running.run(searches("hypothesis-text"), jobs=1)
    assert (tried.found, tried.parses) == (False, 40)


@needs_atheris
def test_atheris_stops_at_its_cap() -> None:
    (tried,) = running.run(searches("atheris-bytes"), jobs=1)
    assert (tried.found, tried.parses) == (False, 40)


@pytest.mark.full
@pytest.mark.parametrize("method", ["hypothesis-text", pytest.param("atheris-bytes", marks=needs_atheris)])
def test_what_is_drawn_is_the_same_for_the_same_seed(method: Method) -> None:
    first, again = running.run(searches(method, cap=1_000) * 2, jobs=1)
    assert settled(first) == settled(again)


def test_a_search_that_cannot_be_done_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(HarnessError, match=rf"{FIXED} on {BUG}: .*can't be planted"):
        list(running.run(searches(FIXED), jobs=1))


def test_whoever_stops_taking_ends_what_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    class Watched(subprocess.Popen[bytes]):
        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            started.append(self)

    monkeypatch.setattr(running.subprocess, "Popen", Watched)
    going = running.run(searches(FIXED, "examples-two-chunks", cap=10_000), jobs=2)
    next(going)
    going.close()
    assert len(started) == 2
    assert all(process.poll() is not None for process in started)
