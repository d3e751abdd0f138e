"""Servers as targets: right answers arrive whole, wrong ones are the parser's, a dead server is nobody's."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from harness.errors import TargetUnavailable
from harness.generate import case_at
from harness.model import Case, Outcome, Tool
from harness.targets import Limits, Target
from harness.targets.http import client
from harness.targets.survey import survey
from tests.server import CHUNKS, Canned, Server, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parents[2]
CLEAN = "py:tests.fakes.clean:Parser"
UNHARMED = "py:tests.fakes.qwen.unharmed:Parser"
CALL = 'a <tool_calls><invoke name="f"><parameter name="x">é\U0001f600</parameter></invoke></tool_calls> b'
HTML = "text/html; charset=utf-8"


def on(text: str, answer: Canned | Callable[[], object]) -> Callable[[dict[str, Any]], Canned | None]:
    """Answer one text so; an action is done in place of an answer."""

    def canned(request: dict[str, Any]) -> Canned | None:
        if request["messages"][-1]["content"] != text:
            return None
        if isinstance(answer, Canned):
            return answer
        answer()
        return None

    return canned


def case(text: str, *chunkings: tuple[int, ...], dialect: str = "dsml") -> Case:
    return Case(text[:20] or "empty", dialect, text, chunkings or ((), tuple(range(1, len(text)))))


def errors(outcome: Outcome) -> list[str]:
    assert outcome.kind == "result"
    readings = [outcome.batch, *outcome.streams]
    return [
        f"{reading.error.kind}: {reading.error.message}" if reading and reading.error else ""
        for reading in readings
    ]


def only_this_text_fails(answer: Canned | Callable[[], object]) -> list[str]:
    """Give the errors of a text that a server answers so; those beside it are answered well."""
    with serving(CLEAN, canned=on("BAD", answer)) as server, Target(server.url) as target:
        before, bad, after = target.run([case("x"), case("BAD"), case(CALL)])
        assert errors(before) == [""] * 3
        assert errors(after) == [""] * 3
        assert not target.faults
    return errors(bad)


# ---------------------------------------------------------------- right answers


def test_an_answer_arrives_with_its_calls_its_text_and_their_order() -> None:
    with serving(CLEAN) as server, Target(server.url) as target:
        outcome = target.run([case(CALL)])[0]
    assert outcome.batch is not None
    assert (outcome.batch.text, outcome.batch.calls[0].input) == ("a  b", {"x": "é\U0001f600"})
    for reading in outcome.streams:
        assert reading is not None
        assert reading.events is not None
        assert [event.text or event.call.name for event in reading.events] == ["a ", "f", " b"]


@pytest.mark.parametrize("dialect", ["dsml", "qwen"])
def test_of_a_server_nothing_is_known_but_that_it_speaks_at_the_end(dialect: str) -> None:
    with serving(CLEAN) as server, Target(server.url) as target:
        assert target.declared(dialect) == {"emission": "end"}


@pytest.mark.parametrize(("dialect", "parser"), [("dsml", CLEAN), ("qwen", UNHARMED)])
def test_a_server_gives_what_its_parser_gives_over_py_whatever_its_stream_looks_like(
    dialect: str, parser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    cases = [case_at(3, number, dialect) for number in range(12)]
    with Target(parser) as target:
        expected = [plain(outcome) for outcome in target.run(cases)]
    for odd in (None, 1, 2):
        with serving(parser, dialect=dialect, odd=odd) as server, Target(server.url) as target:
            assert [plain(outcome) for outcome in target.run(cases)] == expected


def plain(outcome: Outcome) -> Any:
    """Give what travels in the API: no flag, and of a batch no order and no reasoning that is empty."""
    assert outcome.batch is not None
    batch = outcome.batch
    streams = [reading and (reading.events, reading.error) for reading in outcome.streams]
    return (batch.calls, batch.text, batch.reasoning or None, streams)


def test_the_request_names_model_tools_and_the_sizes_of_the_chunks() -> None:
    tool = Tool("f", {"type": "object"}, "what it does")
    with serving(CLEAN) as server, Target(server.url) as target:
        server.seen.clear()
        target.run([Case("a", "dsml", "abcdef", ((), (1, 2, 3, 3)), tools=(tool,))])
        seen = list(server.seen)
    sizes = [{name.lower(): value for name, value in headers.items()}.get(CHUNKS) for _, headers in seen]
    assert sizes == [None, "6", "1x3,0,3"]
    for (body, _), stream in zip(seen, (False, True, True), strict=True):
        function = {"name": "f", "parameters": {"type": "object"}, "description": "what it does"}
        assert body == {
            "model": "scripted",
            "messages": [{"role": "user", "content": "abcdef"}],
            "stream": stream,
            "tools": [{"type": "function", "function": function}],
        }


def test_the_user_may_name_the_model_the_cuts_and_the_modes() -> None:
    with serving(CLEAN) as server, Target(f"{server.url}?model=mine%2F1&cuts=token&modes=batch") as target:
        assert (target.hello.name, target.hello.cuts, target.modes) == ("mine/1", "token", ("batch",))
        assert {body["model"] for body, _ in server.seen} == {"mine/1"}


@pytest.mark.parametrize("tail", ["", "/", "/v1/", "/v1/chat/completions"])
def test_the_address_may_be_the_base_or_the_whole(tail: str) -> None:
    with serving(CLEAN) as server, Target(server.url.removesuffix("/v1") + tail) as target:
        assert errors(target.run([case("x")])[0]) == [""] * 3


def test_a_connection_that_the_server_has_closed_since_is_nobody_s_fault() -> None:
    with serving(CLEAN, forgetful=True) as server, Target(server.url) as target:
        for outcome in target.run([case("x"), case(CALL)]):
            assert errors(outcome) == [""] * 3


def test_no_proxy_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with serving(CLEAN) as server, Target(server.url) as target:
        assert errors(target.run([case("x")])[0]) == [""] * 3


def test_the_adapter_passes_its_self_check() -> None:
    with serving(CLEAN) as server:
        (found,) = survey([server.url], "dsml", Limits())
    assert (found.state, found.message) == ("available", "")
    assert [check for check in found.checks if not check.passed] == []


# ---------------------------------------------------------------- wrong answers of the parser


def test_what_the_server_answers_with_an_error_is_the_parser_s() -> None:
    body = json.dumps({"error": {"message": "index out of range"}}).encode()
    for said in only_this_text_fails(Canned(body, 500)):
        assert said.startswith("exception: Failed: HTTP 500 Internal Server Error")
        assert "index out of range" in said


def test_an_error_in_a_stream_that_has_begun_is_the_parser_s() -> None:
    with serving("py:tests.server.wrong:Raising") as server, Target(server.url) as target:
        for said in errors(target.run([case("RAISE")])[0]):
            assert said.startswith("exception: Failed: ")
            assert "no such tag" in said


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Canned(b"<html>oops</html>", content_type=HTML), "<html>oops</html>"),
        (Canned(b'{"choices": "none"}'), "no list of choices"),
        (Canned(b"[]"), "no object"),
        (Canned(b""), "not JSON"),
        (Canned(b'{"error": {"message": "no"}}'), "is an error"),
        (Canned(b'{"choices": [{"message": {"content": 7}}]}'), "the content is 7 (int), no string"),
        (Canned(b'{"choices": [{"message": {"tool_calls": {}}}]}'), "tool_calls is {} (dict), no list"),
        (Canned(b"x" * (33 << 20)), "longer than 32 MiB"),
        (Canned(b"{", cut=True), "the connection broke: in the answer"),
    ],
)
def test_an_answer_that_is_none_is_the_parser_s(answer: Canned, words: str) -> None:
    batch, *streams = only_this_text_fails(answer)
    assert words in batch
    assert all(streams)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"data: {not json}\n\n", "not JSON"),
        (b'data: {"choices": []}\n\n', "without [DONE]"),
        (b'data: {"choices": [{"delta": {"content": "a"}}]}\n\n', "without [DONE]"),
        (b'data: {"choices": [{"delta": {"tool_calls": [7]}}]}\n\n', "the call is 7 (int), no object"),
        (b"data: \xff\n\n", "not UTF-8"),
        (b'data: {"error": {"message": "late"}}\n\n', "late"),
    ],
)
def test_a_stream_that_is_none_is_the_parser_s(body: bytes, words: str) -> None:
    _, *streams = only_this_text_fails(Canned(body, content_type="text/event-stream"))
    for said in streams:
        assert words in said


def test_a_whole_answer_in_place_of_a_stream_is_the_parser_s() -> None:
    _, *streams = only_this_text_fails(Canned(b'{"choices": []}'))
    for said in streams:
        assert "content type 'application/json'" in said


def test_arguments_that_are_no_json_stay_as_they_are() -> None:
    function = {"name": "f", "arguments": '{"a": '}
    answer = {"choices": [{"message": {"content": None, "tool_calls": [{"function": function}]}}]}
    canned = on("BAD", Canned(json.dumps(answer).encode()))
    with serving(CLEAN, canned=canned) as server, Target(f"{server.url}?modes=batch") as target:
        batch = target.run([case("BAD")])[0].batch
    assert batch is not None
    assert [(call.name, call.arguments_raw) for call in batch.calls] == [("f", '{"a": ')]


def test_a_text_at_which_the_server_hangs_is_a_hang_and_no_other() -> None:
    with (
        serving(CLEAN, canned=on("BAD", lambda: time.sleep(8))) as server,
        Target(server.url, Limits(run=3.0, alone=1.5)) as target,
    ):
        kinds = [outcome.kind for outcome in target.run([case("x"), case("BAD"), case(CALL)])]
    assert kinds == ["result", "hang", "result"]


# ---------------------------------------------------------------- servers that can't be asked


@pytest.fixture
def program() -> Iterator[Callable[[str], tuple[subprocess.Popen[str], str]]]:
    """Start servers as programs, which can be killed."""
    started: list[subprocess.Popen[str]] = []

    def start(parser: str) -> tuple[subprocess.Popen[str], str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.server", parser], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        started.append(process)
        assert process.stdout is not None
        return process, process.stdout.readline().strip()

    yield start
    for process in started:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def test_a_server_that_is_not_there_is_unavailable_with_a_hint() -> None:
    with serving(CLEAN) as server:
        gone = server.url
    with pytest.raises(TargetUnavailable) as caught:
        Target(gone).open()
    assert "Connection refused" in caught.value.message
    assert "is the server up" in caught.value.hint


def test_a_server_that_is_killed_is_no_finding(program: Callable[[str], tuple[Any, str]]) -> None:
    process, url = program(CLEAN)
    with Target(url) as target:
        target.run([case("x")])
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        with pytest.raises(TargetUnavailable) as caught:
            target.run([case("some text"), case("y")])
    assert "the server is gone" in caught.value.message
    assert "'some text'" in caught.value.message


def test_a_text_that_ends_the_server_is_named_but_nobody_is_blamed(
    program: Callable[[str], tuple[Any, str]],
) -> None:
    _, url = program("py:tests.server.wrong:Dying")
    with Target(url) as target, pytest.raises(TargetUnavailable, match=r"the server is gone .*'DIE'"):
        target.run([case("x"), case("DIE"), case("y")])


def test_a_campaign_whose_server_dies_ends_with_status_2_and_without_findings(
    program: Callable[[str], tuple[Any, str]], tmp_path: Path
) -> None:
    _, url = program("py:tests.server.wrong:Mortal")
    done = run(tmp_path, "-t", url, "--cases", "200", "--seed", "1", "-j", "1")
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert done.returncode == 2, done.stdout + done.stderr
    assert report["findings"] == []
    assert "the server is gone" in report["faults"][0]["message"]


@pytest.mark.parametrize("status", [401, 404, 429, 307])
def test_a_status_that_never_speaks_of_the_text_makes_the_server_unavailable(status: int) -> None:
    canned = on("BAD", Canned(b'{"error": "no"}', status))
    with (
        serving(CLEAN, canned=canned) as server,
        Target(server.url) as target,
        pytest.raises(TargetUnavailable, match=f"HTTP {status}"),
    ):
        target.run([case("x"), case("BAD")])


def test_a_refusal_while_cases_run_alone_makes_the_server_unavailable() -> None:
    asked: list[None] = []

    def canned(request: dict[str, Any]) -> Canned | None:
        if request["messages"][-1]["content"] != "BAD":
            return None
        asked.append(None)
        if len(asked) > 1:
            return Canned(b"slow down", 429)
        time.sleep(4)
        return None

    with (
        serving(CLEAN, canned=canned) as server,
        Target(server.url, Limits(run=1.5, alone=3.0)) as target,
        pytest.raises(TargetUnavailable, match="refuses the request: the server answers HTTP 429"),
    ):
        target.run([case("BAD"), case("x")])


def test_an_engine_that_does_not_repeat_the_prompt_is_found_before_a_campaign() -> None:
    answer = {"choices": [{"message": {"content": "Hello! How can I help?"}}]}
    canned = on("plain text", Canned(json.dumps(answer).encode()))
    with serving(CLEAN, canned=canned) as server, pytest.raises(TargetUnavailable) as caught:
        Target(server.url).open()
    assert "does not repeat the prompt" in caught.value.message
    assert "How can I help?" in caught.value.message


def test_an_answer_that_was_cut_at_a_limit_of_tokens_is_not_held_against_the_parser() -> None:
    answer = {"choices": [{"message": {"content": "BA"}, "finish_reason": "length"}]}
    canned = on("BAD", Canned(json.dumps(answer).encode()))
    with (
        serving(CLEAN, canned=canned) as server,
        Target(server.url) as target,
        pytest.raises(TargetUnavailable, match="finish_reason is length"),
    ):
        target.run([case("BAD")])


def test_a_server_that_does_not_even_answer_plain_text_is_unavailable() -> None:
    canned = on("plain text", lambda: time.sleep(3))
    with serving(CLEAN, canned=canned) as server, pytest.raises(TargetUnavailable, match="did not say hello"):
        Target(server.url, Limits(hello=1.5)).open()


def test_a_server_that_never_ends_its_first_answer_is_asked_for_in_the_hint() -> None:
    canned = on("plain text", lambda: time.sleep(3))
    with serving(CLEAN, canned=canned) as server, pytest.raises(TargetUnavailable) as caught:
        Target(server.url, Limits(hello=1.5)).open()
    assert "is the server up" in caught.value.hint


def test_what_the_server_says_in_many_lines_is_one_line_that_begins_with_us() -> None:
    canned = on("plain text", Canned(b"\x1b[2J\r\x1c\x85 no\n\xe2\x80\xa8weights", 500))
    with serving(CLEAN, canned=canned) as server, pytest.raises(TargetUnavailable) as caught:
        Target(server.url).open()
    assert caught.value.message.startswith(server.url)
    assert "can't answer plain text" in caught.value.message
    assert caught.value.message.isprintable()


@pytest.mark.parametrize("key", ["sk-secret\n", "sk-secr\u00e9t", "sk-\x7fsecret"])
def test_a_key_that_no_header_can_have_is_said_to_be_that_and_not_shown(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLCALL_HARNESS_API_KEY", key)
    with serving(CLEAN) as server, pytest.raises(TargetUnavailable, match="no header can have") as caught:
        Target(server.url).open()
    assert "sk-" not in caught.value.message + caught.value.stderr


def test_a_list_of_models_that_is_too_deep_names_none(monkeypatch: pytest.MonkeyPatch) -> None:
    link = SimpleNamespace(get=lambda _: b"[" * 200_000, patience=lambda _: None)
    monkeypatch.setattr(client, "Link", lambda _: link)
    assert client.Server("http://h/v1/chat/completions", "", ()).model == "model"


def test_the_key_is_sent_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLCALL_HARNESS_API_KEY", "sk-secret-7")
    body = json.dumps({"error": "bad key sk-secret-7"}).encode()
    canned = on("BAD", Canned(body, 500))
    with serving(CLEAN, canned=canned) as server, Target(server.url) as target:
        said = errors(target.run([case("BAD")])[0])
        sent = {headers.get("authorization") for _, headers in server.seen}
    assert sent == {"Bearer sk-secret-7"}
    assert all("bad key ***" in words for words in said)
    assert "secret" not in "".join(said)


# ---------------------------------------------------------------- campaigns


def run(out: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "harness.cli", "run", *words, "--out", str(out)],
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


@pytest.mark.parametrize(("dialect", "parser"), [("dsml", CLEAN), ("qwen", UNHARMED)])
def test_a_right_parser_behind_a_server_passes_a_campaign(dialect: str, parser: str, tmp_path: Path) -> None:
    server: Server
    with serving(parser, dialect=dialect, odd=4) as server:
        declared = {**server.parser().policies[dialect], "emission": "end"} if server.parser else {}
        policies = {"schema": 1, "targets": {server.url: {dialect: declared}}}
        (tmp_path / "policies.json").write_text(json.dumps(policies))
        words = ["-d", dialect, "-t", server.url, "--policies", str(tmp_path / "policies.json")]
        done = run(tmp_path / "out", *words, "--cases", "64", "--seed", "2", "-j", "1")
    report = json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert report["stats"]["judged"]["truth"] > 20
    assert report["parses"] == 64 * 6


@pytest.mark.parametrize(
    ("dialect", "parser", "found"),
    [
        pytest.param(
            "dsml", "py:tests.fakes.cut_opener:Parser", ("split", "call missing"), marks=pytest.mark.full
        ),
        ("qwen", "py:tests.fakes.qwen.cut_closer:Parser", ("split", "call missing")),
    ],
)
def test_a_fault_behind_a_server_is_found_by_the_oracle_that_finds_it_over_py(
    dialect: str, parser: str, found: tuple[str, str], tmp_path: Path
) -> None:
    with serving(parser, dialect=dialect) as server:
        words = ["-d", dialect, "-t", server.url, "--max-findings", "1", "--cases", "150", "--seed", "1"]
        done = run(tmp_path, *words, "-j", "1")
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert done.returncode == 1, done.stdout + done.stderr
    finding = report["findings"][0]
    assert (finding["oracle"], finding["kind"], finding["confirmed"]) == (*found, 3)
    assert len(finding["case"]["text"]) <= 200
