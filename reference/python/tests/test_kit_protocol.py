"""The kit against the protocol: adapters in processes of their own, asked line by line."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HOME = Path(__file__).resolve().parent.parent

Ask = Callable[..., list[Any]]


def ask_process(program: Path, requests: tuple[dict[str, Any], ...]) -> list[Any]:
    """Run an adapter on numbered requests; give its answers."""
    lines = "".join(json.dumps({"seq": seq, **request}) + "\n" for seq, request in enumerate(requests))
    done = subprocess.run(
        [sys.executable, str(program)], input=lines.encode(), capture_output=True, timeout=60, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.pop("seq") for answer in answers] == list(range(len(requests)))
    return answers


def ask_reference(*requests: dict[str, Any]) -> list[Any]:
    return ask_process(HOME / "adapter.py", requests)


@pytest.fixture(name="ask")
def ask_parser(tmp_path: Path) -> Ask:
    """Serve a parser given by the body of its class."""

    def ask(body: str, *requests: dict[str, Any]) -> list[Any]:
        program = tmp_path / "adapter.py"
        lines = ["import sys", f"sys.path.insert(0, {str(HOME)!r})", "from toolcall_kit import serve", body]
        program.write_text("\n".join([*lines, "serve(Parser)\n"]), encoding="utf-8")
        return ask_process(program, requests)

    return ask


def run(text: str, *chunkings: list[int], **more: Any) -> dict[str, Any]:
    """Write a run request of one case."""
    policies = more.pop("policies", None)
    case = {"id": "c", "text": text, "batch": True, "chunkings": chunkings, **more}
    request: dict[str, Any] = {"op": "run", "dialect": "d", "cases": [case]}
    return request if policies is None else {**request, "policies": policies}


ECHO = """
class Stream:
    def feed(self, chunk): return [{"text": chunk}]
    def finish(self): return []
class Parser:
    dialects = ["d"]
    policies = {}
    def parse(self, text, *, dialect, tools=()): return {"calls": [], "text": text}
    def stream(self, *, dialect, tools=()): return Stream()
"""


def test_the_reference_declares_what_it_does() -> None:
    hello = ask_reference({"op": "hello", "protocol": 1})[0]
    assert hello["protocol"] == 1
    assert hello["name"] == "reference-python"
    assert hello["dialects"] == ["dsml", "qwen"]
    assert hello["modes"] == ["batch", "stream"]
    assert hello["settable"] == ["missing_opener"]
    assert hello["policies"]["dsml"]["missing_opener"] == "repair"
    assert hello["policies"]["qwen"]["missing_opener"] == "text"
    assert hello["policies"]["dsml"].keys() == hello["policies"]["qwen"].keys()
    assert "numbers" not in hello["policies"]["dsml"]


def test_the_reference_answers_as_the_protocol_page_shows() -> None:
    text = 'ab <tool_calls><invoke name="read"><parameter name="p">x</parameter></invoke></tool_calls>'
    result = ask_reference({**run(text, [2], [], [1, 1, 3]), "dialect": "dsml"})[0]["results"][0]
    call = {"name": "read", "input": {"p": "x"}}
    assert result["batch"] == {"calls": [call], "text": "ab ", "saw_tool_syntax": True}
    stream = {"events": [{"text": "ab "}, {"call": call}], "saw_tool_syntax": True}
    assert result["streams"] == [stream, {"same_as": 0}, {"same_as": 0}]


def test_the_reference_types_the_values_of_qwen_by_the_tools_of_the_case() -> None:
    text = "<tool_call><function=f><parameter=p>1</parameter></function></tool_call>"
    tools = [{"name": "f", "parameters": {"properties": {"p": {"type": "integer"}}}}]
    request = {**run(text, [], [5], tools=tools), "dialect": "qwen", "policies": {"missing_opener": "text"}}
    call = {"name": "f", "input": {"p": 1}}
    result = ask_reference(request)[0]["results"][0]
    assert result["batch"] == {"calls": [call], "text": "", "saw_tool_syntax": True}
    assert result["streams"] == [{"events": [{"call": call}], "saw_tool_syntax": True}, {"same_as": 0}]


def test_a_policy_is_set_for_one_request_only() -> None:
    bare = {**run('<invoke name="a"></invoke></tool_calls>', []), "dialect": "dsml"}
    text = {**bare, "policies": {"missing_opener": "text"}}
    calls = [len(answer["results"][0]["batch"]["calls"]) for answer in ask_reference(bare, text, bare)]
    assert calls == [1, 0, 1]


def test_cpu_time_is_measured_as_often_as_asked() -> None:
    request = {"op": "time", "dialect": "dsml", "text": "abc" * 100, "repeat": 3}
    for answer in ask_reference({**request, "chunk": 0}, {**request, "chunk": 1}, {**request, "chunk": 1000}):
        assert len(answer["cpu_ns"]) == 3
        assert all(spent >= 0 for spent in answer["cpu_ns"])


@pytest.mark.parametrize(
    "request_",
    [
        {"op": "dance"},
        {"op": "run", "dialect": "none", "cases": []},
        {"op": "run", "dialect": "dsml", "policies": {"fences": "live"}, "cases": []},
        {"op": "run", "dialect": "dsml", "policies": {"missing_opener": "perhaps"}, "cases": []},
        {"op": "run", "dialect": "qwen", "policies": {"missing_opener": "repair"}, "cases": []},
        {"op": "run", "dialect": "dsml"},
        {"op": "time", "dialect": "none", "text": "", "chunk": 0, "repeat": 1},
    ],
)
def test_a_request_that_cannot_be_served_is_refused_and_the_next_is_served(request_: dict[str, Any]) -> None:
    refusal, hello = ask_reference(request_, {"op": "hello", "protocol": 1})
    assert refusal["error"]["kind"] == "request"
    assert refusal["error"]["message"]
    assert hello["protocol"] == 1


def test_unknown_fields_are_ignored(ask: Ask) -> None:
    request = {**run("ab", [1], novelty=[1]), "novelty": {}}
    assert ask(ECHO, request) == ask(ECHO, run("ab", [1]))


def test_chunks_are_cut_in_code_points(ask: Ask) -> None:
    answer = ask(ECHO, run("\U0001f600\u00e9x", [1, 1, 2], detail="full"))[0]["results"][0]["streams"][0]
    assert answer["feeds"] == [
        [{"text": "\U0001f600"}],
        [{"text": ""}],
        [{"text": "\u00e9"}],
        [{"text": "x"}],
    ]
    assert answer["finish"] == []


def test_what_a_parser_prints_does_not_reach_the_protocol(ask: Ask) -> None:
    noisy = (
        ECHO
        + """
import os
class Parser(Parser):
    def parse(self, text, **more):
        print("noise"); sys.__stdout__.write("noise\\n"); sys.__stdout__.flush(); os.write(1, b"noise\\n")
        os.system("echo noise"); sys.stdin.read()
        return super().parse(text, **more)
"""
    )
    answers = ask(noisy, run("x", []), run("y", []))
    assert [answer["results"][0]["batch"]["text"] for answer in answers] == ["x", "y"]


def test_modes_are_the_methods_there_are(ask: Ask) -> None:
    batch_only = (
        "class Parser:\n    dialects = ['d']\n    def parse(self, text, **more): return {'calls': []}"
    )
    hello, answer, times = ask(
        batch_only,
        {"op": "hello"},
        run("x", []),
        {"op": "time", "dialect": "d", "text": "", "chunk": 1, "repeat": 1},
    )
    assert hello["modes"] == ["batch"]
    assert hello["policies"] == {}
    assert answer["results"] == [{"id": "c", "batch": {"calls": []}}]
    assert times == {"unsupported": True}


@pytest.mark.parametrize(
    "raised", ["ValueError('x')", "SystemExit(3)", "KeyboardInterrupt()", "GeneratorExit()"]
)
def test_whatever_a_parser_raises_is_a_result(ask: Ask, raised: str) -> None:
    failing = (
        ECHO
        + f"""
class Stream(Stream):
    def feed(self, chunk):
        if chunk == "b": raise {raised}
        return []
class Parser(Parser):
    def parse(self, text, **more): raise {raised}
"""
    )
    first, second = ask(failing, run("abc", [1, 2], [1], [1, 2]), {"op": "hello"})
    result = first["results"][0]
    assert result["batch"]["error"]["kind"] == "exception"
    assert result["batch"]["error"]["message"].startswith(raised.partition("(")[0])
    assert "in parse" in result["batch"]["error"]["trace"]
    assert result["streams"][0]["error"]["kind"] == "exception"
    assert result["streams"][0]["feed"] == 1
    assert result["streams"][1] == {"events": []}
    assert result["streams"][2] == {"same_as": 0}
    assert second["protocol"] == 1


def test_endless_recursion_is_a_result(ask: Ask) -> None:
    endless = ECHO + "class Parser(Parser):\n    def parse(self, text, **more): return self.parse(text)"
    error = ask(endless, run("x"))[0]["results"][0]["batch"]["error"]
    assert error["kind"] == "exception"
    assert error["message"].startswith("RecursionError")
    assert len(error["trace"]) <= 8000


def test_a_declared_exception_is_told_from_others(ask: Ask) -> None:
    declaring = (
        ECHO
        + """
class Malformed(Exception): toolcall_declared = True
class Parser(Parser):
    def parse(self, text, **more): raise Malformed("no end")
"""
    )
    assert ask(declaring, run("x"))[0]["results"][0]["batch"]["error"]["kind"] == "declared"


@pytest.mark.parametrize("mode", ["parse", "feed", "finish"])
def test_a_parser_that_cannot_be_asked_has_its_request_refused(ask: Ask, mode: str) -> None:
    gone = (
        ECHO
        + f"""
class Gone(Exception): toolcall_unavailable = True
class Stream(Stream): pass
class Parser(Parser):
    def stream(self, **more): return Stream()
def gone(*_, **more): raise Gone("the service is gone")
setattr({"Parser" if mode == "parse" else "Stream"}, "{mode}", gone)
"""
    )
    answer = ask(gone, run("x", []))[0]
    assert "results" not in answer
    assert answer["error"] == {"kind": "request", "message": "the service is gone"}


@pytest.mark.parametrize(
    "value",
    [
        "float('nan')",
        "float('inf')",
        "{1}",
        "{1: 2}",
        "{None: 2}",
        "b'x'",
        "print",
        "{'a': [{2.5: 1}]}",
        "cycle",
        "deep",
    ],
)
def test_a_value_that_json_cannot_carry_is_an_error_of_its_own_kind(ask: Ask, value: str) -> None:
    giving = (
        ECHO
        + f"""
cycle = []
cycle.append(cycle)
deep = []
for _ in range(100000): deep = [deep]
calls = [{{"name": "f", "input": {{"x": {value}}}}}]
class Stream(Stream):
    def finish(self): return [{{"call": call}} for call in calls]
class Parser(Parser):
    def parse(self, text, **more): return {{"calls": calls}}
    def stream(self, **more): return Stream()
"""
    )
    result = ask(giving, run("x", [], [1]))[0]["results"][0]
    assert result["batch"]["error"]["kind"] == "value"
    assert [entry.get("error", {}).get("kind") for entry in result["streams"]] == ["value", None]
    assert result["streams"][1] == {"same_as": 0}


@pytest.mark.parametrize(
    "event", ["'x'", "{}", "{'text': 1}", "{'call': {}}", "{'delta': {}}", "{'text': '', 'reasoning': ''}"]
)
def test_an_event_of_no_known_shape_is_the_parsers_fault(ask: Ask, event: str) -> None:
    odd = ECHO + f"class Stream(Stream):\n    def feed(self, chunk): return [{{'text': 'a'}}, {event}]"
    entry = ask(odd, run("x", []))[0]["results"][0]["streams"][0]
    assert entry["error"]["kind"] == "value"


def test_a_lone_surrogate_arrives_escaped(ask: Ask) -> None:
    broken = ECHO + "class Stream(Stream):\n    def feed(self, chunk): return [{'text': '\\ud83d'}]"
    assert ask(broken, run("x", []))[0]["results"][0]["streams"][0]["events"] == [{"text": "\ud83d"}]


def test_parse_may_give_events_only(ask: Ask) -> None:
    call = {"name": "f", "input": {"x": 1}}
    events = [{"text": "a"}, {"text": "b"}, {"call": call}, {"reasoning": "r"}, {"text": "c"}]
    for given in (events, {"events": events}):
        batch = ask(
            f"class Parser:\n    dialects = ['d']\n    def parse(self, text, **more): return {given!r}",
            run("x"),
        )[0]["results"][0]["batch"]
        assert batch["calls"] == [call]
        assert batch["text"] == "abc"
        assert batch["reasoning"] == "r"
        assert batch["events"][0] == {"text": "ab"}
