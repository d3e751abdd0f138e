"""The verb: what its exit status means, that it goes on where it stopped, and what it can't do."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from zoo_of_ours import Checkout, harmless, outdated

from harness.cli.selftest import selftest_command
from harness.selftest.keeping import FILE

pytestmark = pytest.mark.timeout(900)

FEW = ("--repeats", "1", "--cases", "64", "--clean-cases", "0", "--seed", "3", "-j", "1")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def lines(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / FILE).read_bytes().splitlines()[1:]]


def trial_processes() -> set[str]:
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"harness.selftest" in words:
                found.add(entry.name)
    return found


def test_a_bug_that_is_none_is_not_found_and_the_status_is_1(tmp_path: Path, out: Path) -> None:
    checkout = Checkout(tmp_path / "ours", {"nothing-wrong": harmless()})
    ran = checkout.run(*FEW, "--json", "--out", str(out))
    assert ran.returncode == 1, ran.stderr
    document = json.loads(ran.stdout)
    (bug,) = document["bugs"]
    assert (bug["found"], bug["parses"]["median"], bug["trials"][0]["cases"]) == (0, None, 64)
    assert "0 of 1 planted bug found" in ran.stderr
    assert document == json.loads((out / "selftest.json").read_bytes())
    assert "`nothing-wrong`" in (out / "README.md").read_text("utf-8")
    for file in ("selftest.json", "README.md", FILE):
        assert str(tmp_path) not in (out / file).read_text("utf-8")
        assert str(Path.home()) not in (out / file).read_text("utf-8")

    # Nothing is done twice; and what an earlier result found in every repeat is missed aloud.
    bug["found"], digest = 1, bug["digest"]
    (out / "selftest.json").write_text(json.dumps({"bugs": [{**bug, "digest": digest}]}), "utf-8")
    again = checkout.run(*FEW, "--out", str(out))
    assert again.returncode == 1
    assert "1 of 1 trials are done already" in again.stdout
    assert "nothing-wrong: the result before this one found it in every repeat" in again.stdout
    assert json.loads((out / "selftest.json").read_bytes())["lost"] == ["nothing-wrong"]
    assert len(lines(out)) == 1


def test_a_patch_that_no_longer_applies_is_status_2_and_named_before_anything_runs(
    tmp_path: Path, out: Path
) -> None:
    checkout = Checkout(tmp_path / "ours", {"nothing-wrong": harmless(), "old-one": outdated()})
    ran = checkout.run(*FEW, "--out", str(out))
    assert ran.returncode == 2
    assert "zoo:old-one: the patch no longer applies to the python reference" in ran.stderr
    assert "nothing-wrong" not in ran.stderr
    assert not out.exists()


def test_stopped_it_keeps_what_is_done_and_goes_on_from_there(tmp_path: Path, out: Path) -> None:
    checkout = Checkout(
        tmp_path / "ours",
        {"a-nothing": harmless(), "b-nothing": harmless()},
        ("python/open-tail-dropped",),
    )
    before = trial_processes()
    with checkout.start(*FEW, "--out", str(out)) as process:
        while process.poll() is None and not ((out / FILE).exists() and lines(out)):
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        _, err = process.communicate()
    assert process.returncode == 130, err
    assert "--seed 3" in err
    assert trial_processes() <= before
    done = (out / FILE).read_bytes()
    assert 1 <= len(lines(out)) < 3
    assert not (out / "selftest.json").exists()

    (out / FILE).write_bytes(done + b'{"name": "b-not')  # as if the power had failed
    ran = checkout.run(*FEW, "--out", str(out), "-j", "2")
    assert ran.returncode == 1, ran.stderr
    assert f"{len(done.splitlines()) - 1} of 3 trials are done already" in ran.stdout
    assert (out / FILE).read_bytes().startswith(done)
    assert sorted(line["name"] for line in lines(out)) == ["a-nothing", "b-nothing", "open-tail-dropped"]
    assert ran.stdout.splitlines()[-1].startswith("1 of 3 planted bugs found in every one of 1 repeat")
    assert "\x1b" not in ran.stdout


@pytest.mark.full
def test_the_same_seed_gives_the_same_bytes_however_many_run_at_once(tmp_path: Path) -> None:
    bugs = ("python/open-tail-dropped", "go/stream-put-twice", "node/batch-line-ends")
    checkout = Checkout(tmp_path / "ours", {}, bugs)
    words = ("--repeats", "1", "--cases", "512", "--clean-cases", "16", "--seed", "5", "--json")

    def timeless(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: timeless(member) for key, member in value.items() if key != "timing"}
        return [timeless(one) for one in value] if isinstance(value, list) else value

    one, four = (checkout.run(*words, "-j", jobs, "--out", str(tmp_path / jobs)) for jobs in ("1", "4"))
    assert one.returncode == four.returncode == 0
    assert timeless(json.loads(one.stdout)) == timeless(json.loads(four.stdout))
    pages = [(tmp_path / jobs / "README.md").read_text("utf-8") for jobs in ("1", "4")]
    assert pages[0].split("## CPU seconds")[0] == pages[1].split("## CPU seconds")[0]


@pytest.mark.full
def test_killed_it_leaves_no_process_behind(tmp_path: Path, out: Path) -> None:
    checkout = Checkout(tmp_path / "ours", {"nothing-wrong": harmless()})
    before = trial_processes()
    with checkout.start(*FEW, "--cases", "20000", "--out", str(out)) as process:
        while not trial_processes() - before:
            time.sleep(0.05)
        process.kill()
        process.communicate()
    ends = time.monotonic() + 60
    while trial_processes() - before and time.monotonic() < ends:
        time.sleep(0.1)
    assert trial_processes() <= before


def test_an_unknown_bug_is_status_2_with_a_hint(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "ours", {"nothing-wrong": harmless()})
    ran = checkout.run("nothing-wron")
    assert ran.returncode == 2
    assert "did you mean 'nothing-wrong'?" in ran.stderr


def test_the_list_has_one_line_for_each_bug(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "ours", {"nothing-wrong": harmless()}, ("go/zero-place-tool",))
    first, second = checkout.run("--list").stdout.splitlines()
    told = ["nothing-wrong", "python", "dsml", "truth", "unmeasured"]
    assert first.split(maxsplit=5) == [*told, "Nothing is wrong. (somebody/something#1)"]
    assert second.split()[:4] == ["zero-place-tool", "go", "qwen", "typing"]


def test_the_schema_is_one() -> None:
    ran = CliRunner().invoke(selftest_command, ["--schema"])
    assert ran.exit_code == 0
    jsonschema.Draft202012Validator.check_schema(json.loads(ran.stdout))
