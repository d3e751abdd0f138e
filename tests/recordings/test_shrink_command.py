"""``shrink``: what fails is confirmed and made small, what does not is said, and mistakes are told apart."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from harness.cli import reading
from harness.errors import UsageError
from tests.campaign.commands import COMMAND, ROOT, adapter

CLEAN = "py:tests.fakes.clean:Parser"
CUT = "py:tests.fakes.cut_opener:Parser"
BLOCK = '<tool_calls><invoke name="f"><parameter name="k">Hunter-7x</parameter></invoke></tool_calls>'


def start(*words: str, **variables: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *words],
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1", **variables},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(*words: str, given: str = "") -> tuple[int, str, str]:
    process = start(*words)
    out, err = process.communicate(given, timeout=240)
    return process.returncode, out, err


def saved(path: Path) -> dict[str, object]:
    case: dict[str, object] = json.loads(path.read_text("ascii"))["case"]
    return case


def test_a_text_that_nobody_fails_on_is_said_to_be_that(tmp_path: Path) -> None:
    status, out, err = run("shrink", BLOCK, "-t", CLEAN, "--out", str(tmp_path / "a.json"))
    assert (status, err) == (0, "")
    assert "nothing to shrink" in out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("way", ["TEXT", "-", "file", "chunks", "stream", "stream -", "case"])
def test_every_way_to_give_a_text_ends_in_a_small_case(way: str, tmp_path: Path) -> None:
    text = f"Well, well. {BLOCK} Done."
    chunks = json.dumps([text[:13], text[13:40], text[40:]])
    (tmp_path / "text").write_text(text)
    (tmp_path / "chunks").write_text(chunks)
    words = {
        "TEXT": [text],
        "-": ["-"],
        "file": ["-f", str(tmp_path / "text")],
        "chunks": ["--chunks", chunks],
        "stream": ["--stream", str(tmp_path / "chunks")],
        "stream -": ["--stream", "-"],
        "case": ["--case", str(tmp_path / "case.json")],
    }[way]
    if way == "case":
        run("shrink", "--chunks", chunks, "-t", CUT, "--time", "0.001s", "--out", str(tmp_path / "case.json"))
    given = chunks if way == "stream -" else text
    status, out, err = run("shrink", *words, "-t", CUT, "--out", str(tmp_path / "a.json"), given=given)
    assert status == 1, out + err
    small = saved(tmp_path / "a.json")
    assert small["text"] == '<tool_calls><invoke name="f"></invoke></tool_calls>'
    assert small["chunkings"] == [[], [1]]
    assert "confirmed 3 of 3" in out


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["x", "--chunks", '["x"]'],
        ["--stream", "a", "-f", "b"],
        ["--case", "a.json", "--tools", "[]"],
        ["--stream", "no-such-file"],
        ["--stream", "pyproject.toml"],
        ["x", "--time", "soon"],
        ["x", "--oracle", "none"],
        ["x", "-d", "qwen", "-t", CUT],
    ],
)
def test_mistakes_end_with_two_and_one_message(words: list[str]) -> None:
    status, out, err = run("shrink", *words)
    assert (status, out) == (2, "")
    assert len(re.findall(r"^(?:error|Error): ", err, re.MULTILINE)) == 1
    assert "Traceback" not in err


@pytest.mark.parametrize("words", [["-"], ["--stream", "-"]])
def test_standard_input_that_can_t_be_read_is_a_mistake(words: list[str], tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb") as only_written:
        done = subprocess.run(
            [*COMMAND, "check", *words, "-t", CUT],
            cwd=ROOT,
            stdin=only_written,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert "error: can't read standard input: Bad file descriptor" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("words", "told"), [([], ": prompt \\x1b[2J Hunter"), (["--redact"], "")])
def test_an_error_of_the_server_moves_no_cursor_and_is_not_told_where_it_is_redacted(
    words: list[str], told: str, tmp_path: Path
) -> None:
    stream = tmp_path / "a.sse"
    stream.write_text('data: {"error": {"message": "prompt \\u001b[2J Hunter"}}\n\n')
    status, out, err = run("check", "--stream", str(stream), "-t", CUT, *words)
    assert (status, out) == (2, "")
    assert err.splitlines()[0].endswith(f"the server sent an error{told}")


def test_a_file_without_an_end_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_MOST", 1 << 20)
    with pytest.raises(UsageError, match=r"/dev/zero is longer than 1 MiB"):
        reading.read_stream(Path("/dev/zero"))


def test_the_property_that_was_asked_for_is_the_one_that_shrinks(tmp_path: Path) -> None:
    both = [
        "shrink",
        f"{BLOCK}.",
        "-t",
        "py:tests.fakes.trimmed_text:Parser",
        "--out",
        str(tmp_path / "a.json"),
    ]
    status, out, _ = run(*both, "--oracle", "crash")
    assert (status, "nothing to shrink" in out) == (0, True)


def test_tools_that_the_failure_needs_stay_and_others_go(tmp_path: Path) -> None:
    text = '<tool_call>\n<function=f>\n<parameter=k>\n{"a": 1}\n</parameter>\n</function>\n</tool_call>'
    need = {"anyOf": [{"type": "string"}, {"type": "null"}]}
    tools = [
        {"name": "g", "parameters": {"properties": {"x": {"type": "string"}}}},
        {
            "name": "f",
            "parameters": {"properties": {"k": need, "l": {"type": "string"}}, "required": ["l", "k"]},
        },
        {"name": "h"},
    ]
    words = ["-d", "qwen", "-t", "py:tests.fakes.qwen.union_object:Parser", "--tools", json.dumps(tools)]
    status, out, err = run("shrink", text, *words, "--out", str(tmp_path / "a.json"))
    assert status == 1, out + err
    assert saved(tmp_path / "a.json")["tools"] == [
        {"name": "f", "parameters": {"properties": {"k": need}, "required": ["k"]}}
    ]
    assert "--tools" in out


FLAKY = """
import os, pathlib
class Parser:
    dialects = ["dsml"]
    def parse(self, text, *, dialect, tools=()):
        mark = pathlib.Path(os.environ["MARK"])
        if mark.exists():
            return {"events": [{"text": text}]}
        mark.touch()
        raise RuntimeError("once")
"""


def test_a_failure_that_does_not_come_again_is_called_flaky_and_is_not_shrunk(tmp_path: Path) -> None:
    (tmp_path / "flaky_parser.py").write_text(FLAKY)
    words = ["shrink", "x" * 40, "-t", "py:flaky_parser:Parser", "--out", str(tmp_path / "a.json")]
    process = start(*words, PYTHONPATH=str(tmp_path), MARK=str(tmp_path / "mark"))
    out, err = process.communicate(timeout=240)
    assert process.returncode == 1, out + err
    assert "confirmed 0 of 3 runs" in re.sub(" +", " ", out)
    assert "(flaky)" in out
    assert "not shrunk" in out


def test_a_death_is_made_small_and_its_words_are_not_told_where_they_are_redacted(tmp_path: Path) -> None:
    words = [
        "shrink",
        BLOCK.replace("Hunter", "DIE"),
        "-t",
        adapter("dies_on"),
        "--out",
        str(tmp_path / "a.json"),
    ]
    status, out, err = run(*words)
    assert status == 1, out + err
    assert saved(tmp_path / "a.json")["text"] == "DIE"
    (tmp_path / "a.json").unlink()
    status, out, err = run(*words, "--redact")
    assert (status, out) == (2, "")
    assert "no redaction keeps the failure (crash: crash)" in err
    assert "DIE" not in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("verb", ["check", "shrink"])
def test_nothing_of_the_original_is_told_where_it_is_redacted(verb: str, tmp_path: Path) -> None:
    chunks = json.dumps(["<", BLOCK[1:]])
    more = ["--out", str(tmp_path / "a.json")] if verb == "shrink" else []
    status, out, err = run(verb, "--chunks", chunks, "-t", CUT, "--redact", *more)
    assert status == 1, out + err
    assert not re.search("Hunter|7x", out + err + "".join(path.read_text() for path in tmp_path.iterdir()))
    assert "split" in out


@pytest.mark.parametrize("words", [["--expect", "[]"], ["--vectors", "corpus/vectors/dsml.jsonl"]])
def test_what_holds_values_beside_the_text_is_not_redacted(words: list[str]) -> None:
    text = ["x"] if "--expect" in words else []
    status, out, err = run("check", *text, *words, "--redact", "-t", CLEAN)
    assert (status, out) == (2, "")
    assert "--redact" in err


def test_a_check_of_a_stream_says_what_was_left_out_and_json_stays_alone(tmp_path: Path) -> None:
    row = {"choices": [{"index": 0, "delta": {"reasoning": "hm"}}, {"index": 1, "delta": {"content": "b"}}]}
    text = {"choices": [{"index": 0, "delta": {"content": "a"}}]}
    (tmp_path / "log").write_text(f"{json.dumps(row)}\n{json.dumps(text)}\n")
    status, out, err = run("check", "--stream", str(tmp_path / "log"), "-t", CLEAN, "--json")
    assert status == 0
    assert json.loads(out)["violations"] == []
    assert "1 chunk, 1 character\n" in err
    assert "reasoning" in err
    assert "left out: 1" in err


SLOW = """
import os, pathlib, time
parses = 0
class Parser:
    dialects = ["dsml"]
    def parse(self, text, *, dialect, tools=()):
        global parses
        parses += 1
        time.sleep(0.02)
        if parses > 40:
            pathlib.Path(os.environ["MARK"]).touch()
        return {"events": [{"text": text.replace("#", "")}]}
    def stream(self, *, dialect, tools=()):
        return Stream()
class Stream:
    def feed(self, chunk):
        return [{"text": chunk}]
    def finish(self):
        return []
"""


def test_ctrl_c_shows_the_smallest_so_far(tmp_path: Path) -> None:
    (tmp_path / "slow_parser.py").write_text(SLOW)
    mark, out = tmp_path / "mark", tmp_path / "a.json"
    text = "".join(f"word {number} # " for number in range(400))
    process = start(
        "shrink", text, "-t", "py:slow_parser:Parser", "--oracle", "parity", "--out", str(out),
        PYTHONPATH=str(tmp_path), MARK=str(mark),
    )  # fmt: skip
    for _ in range(1200):
        if mark.exists():
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    told, err = process.communicate(timeout=60)
    assert process.returncode == 130, told + err
    assert "Traceback" not in err
    assert "F1: text" in told
    assert "interrupted" in told
    assert len(str(saved(out)["text"])) < len(text)
