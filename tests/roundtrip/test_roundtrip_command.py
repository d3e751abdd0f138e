"""The command: findings, statuses, reports."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from harness.dialects.qwen import render
from harness.errors import UsageError
from tests.campaign.commands import COMMAND, ROOT

if TYPE_CHECKING:
    from click.testing import Result

    from tests.roundtrip.conftest import Run

HERE = Path(__file__).parent
FAITHFUL, STRIPPING, JSON_FORM = (
    str(HERE / f"{name}.jinja") for name in ("faithful", "stripping", "json_form")
)
PARSERS = "py:tests.roundtrip.small_qwen:"
RIGHT = ("-t", f"{PARSERS}Small")
USER = {"role": "user", "content": "q"}


def given(*arguments: dict[str, Any], text: str = "", schema: Any = None) -> str:
    """One conversation with a call for each of the arguments, as JSON."""
    calls = [{"function": {"name": "f", "arguments": each}} for each in arguments]
    message = {"role": "assistant", "content": text, "tool_calls": calls}
    tools = [{"name": "f", "parameters": {"properties": schema or {}}}]
    return json.dumps([{"messages": [USER, message], "tools": tools}])


def report(ran: Result) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_nothing_lost_is_status_0(command: Run) -> None:
    ran = command("--template", FAITHFUL, *RIGHT, "--conversations", given({"a": " x\n"}, {}, text=" hi "))
    assert ran.exit_code == 0, ran.output
    assert "lost by the template: nothing" in ran.output
    assert "lost by the parser: nothing" in ran.output


def test_a_template_that_strips_values_is_found_and_shrunk_to_one_short_argument(command: Run) -> None:
    ran = command("--template", STRIPPING, *RIGHT, "--cases", "150", "--seed", "1", "--json")
    assert ran.exit_code == 1, ran.output
    found = report(ran)
    assert found["losses"]["parser"] == {}
    finding = next(one for one in found["findings"] if one["kind"].startswith("value: "))
    assert (finding["whose"], finding["kind"]) == ("template", "value: outer white space lost")
    (message,) = (m for m in finding["conversation"]["messages"] if m["role"] == "assistant")
    (call,) = message["tool_calls"]
    ((key, value),) = call["function"]["arguments"].items()
    assert len(key) == 1
    assert len(value) == 1
    assert value.isspace()
    assert finding["path"] == f"calls[0].input[{key!r}]"
    assert finding["confirmed"] == 3
    assert finding["count"] > 1


def test_a_form_that_nobody_knows_is_judged_by_its_own_bytes(command: Run) -> None:
    words = (
        "--template",
        JSON_FORM,
        "-d",
        "brackets",
        "-t",
        f"{PARSERS}Brackets",
        "--json",
        "--conversations",
    )
    assert command(*words, given({"a": 'x "y" \n é', "b": [1, None]}, text="hi")).exit_code == 0
    ran = command(*words, given({"a": "x ", "b": " "}))
    assert [(one["whose"], one["kind"]) for one in report(ran)["findings"]] == [
        ("template", "value: outer white space lost")
    ]


@pytest.mark.parametrize(
    ("parser", "value", "schema", "kind"),
    [
        ("Stripping", " x", "string", "value: outer white space lost"),
        ("Guessing", "null", "string", "value has another type"),
        ("Failing", "café", "string", "no answer"),
    ],
)
def test_a_parser_that_loses_something_is_named_and_its_command_shows_it_again(
    command: Run, parser: str, value: str, schema: str, kind: str
) -> None:
    asked = given({"b": 1, "a": value}, {"b": 2}, text="Look.", schema={"a": {"type": schema}})
    ran = command("--template", FAITHFUL, "-t", PARSERS + parser, "--conversations", asked, "--json")
    assert ran.exit_code == 1, ran.output
    (finding,) = report(ran)["findings"]
    assert (finding["whose"], finding["kind"], finding["target"]) == ("parser", kind, PARSERS + parser)
    assert len(finding["turn"]) < len(render([]) + "<tool_call><function=f><parameter=a></parameter>") + 60
    words = shlex.split(finding["command"])
    assert words[:2] == ["toolcall-harness", "roundtrip"]
    again = command(*words[2:], "--json")
    assert [one["kind"] for one in report(again)["findings"]] == [kind]


def test_a_parser_that_hangs_is_a_finding(command: Run) -> None:
    words = ("--template", FAITHFUL, "-t", f"{PARSERS}Sleeping", "--time-limit", "0.5s", "--json")
    ran = command(*words, "--conversations", given({"a": "\\"}))
    assert ran.exit_code == 1, ran.output
    assert [one["kind"] for one in report(ran)["findings"]] == ["no answer: hang"]


def test_the_screen_shows_conversation_turn_answer_and_whose_loss_it_is(command: Run) -> None:
    ran = command("--template", FAITHFUL, "-t", f"{PARSERS}Stripping", "--conversations", given({"a": " x"}))
    for told in (
        f"F1: value: outer white space lost, {PARSERS}Stripping",
        "the parser loses it. It is written in the turn exactly as it should be.",
        "where     calls[0].input['a']",
        "went in   ' '",
        "came back '' (batch)",
        '"arguments": {"a": " "}',
        "turn      '<tool_call>\\n<function=f>\\n<parameter=a>\\n \\n</parameter>",
        f"{PARSERS}Stripping: batch, stream in one chunk",
        "see it again with",
        "turn 1, calls[0].input['a']: value: outer white space lost",
        "Exit status 1",
    ):
        assert told in ran.output


def test_what_is_undecidable_is_counted_and_no_finding(command: Run) -> None:
    ran = command("--template", FAITHFUL, *RIGHT, "--conversations", given({"a": 123}), "--json")
    assert ran.exit_code == 0, ran.output
    assert list(report(ran)["undecidable"].values()) == [1]


def test_the_same_seed_gives_the_same_bytes_and_they_fit_the_schema(command: Run, tmp_path: Path) -> None:
    words = ("--template", FAITHFUL, *RIGHT, "--cases", "25", "--seed", "3", "--json")
    out = tmp_path / "deep" / "report.json"
    first, second = command(*words), command(*words, "--out", str(out))
    assert first.stdout == second.stdout == out.read_text()
    schema = json.loads(command("--schema").stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(report(first), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**report(first), "schema": 2}, schema)


def test_variables_reach_the_template(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.jinja"
    path.write_text("{{ 1 + need }}{% for m in messages %}<{{ m.content }}>{% endfor %}")
    words = ("--template", str(path), *RIGHT, "--conversations", given(text="hi"))
    assert isinstance(command(*words).exception, UsageError)
    assert command(*words, "--set", "need=2").exit_code == 0


def test_a_template_that_refuses_all_is_no_pass(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.jinja"
    path.write_text("\n{{ raise_exception('not today') }}")
    ran = command("--template", str(path), *RIGHT, "--cases", "5")
    assert ran.exit_code == 2
    assert "refused by the template, line 2: 'not today', 5 conversations" in ran.output
    assert "the template refused them all" in ran.output


def test_a_template_that_refuses_some_is_held_against_the_rest(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.jinja"
    limit = "{% if messages[-1].tool_calls | length > 1 %}{{ raise_exception('one call') }}{% endif %}"
    path.write_text(limit + Path(FAITHFUL).read_text())
    both = json.loads(given({"a": "x"})) + json.loads(given({}, {}))
    ran = command("--template", str(path), *RIGHT, "--conversations", json.dumps(both), "--json")
    assert ran.exit_code == 0, ran.output
    assert report(ran)["refused"] == [{"message": "one call", "line": 1, "count": 1}]
    assert report(ran)["turns"] == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "--template"),
        (("--template", "/nowhere"), "can't read the template"),
        (("--template", FAITHFUL, "--cases", "1", "--conversations", "[]"), "--cases and --seed"),
        (("--template", FAITHFUL, "--conversations", "[]"), "no assistant turn"),
        (("--template", FAITHFUL, "-d", "nonsense", *RIGHT), "does not read the dialect nonsense"),
        (("--template", FAITHFUL, "-t", "nobody"), "there is no target"),
    ],
)
def test_what_makes_no_sense_is_one_clear_error(command: Run, words: tuple[str, ...], told: str) -> None:
    error = command(*words).exception
    assert isinstance(error, UsageError) or type(error).__name__ == "TargetUnknown"
    assert told in str(error)


@pytest.mark.parametrize("plain", [True, False])
def test_colours_are_for_terminals_that_want_them(*, plain: bool) -> None:
    ours, theirs = pty.openpty()
    environ = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environ |= {"NO_COLOR": "1"} if plain else {}
    words = [*COMMAND, "roundtrip", "--template", FAITHFUL, "-t", f"{PARSERS}Stripping"]
    asked = given({"a": " x"})
    done = subprocess.run(
        [*words, "--conversations", asked], cwd=ROOT, env=environ, stdout=theirs, timeout=240, check=False
    )
    os.close(theirs)
    seen = os.read(ours, 100_000).decode()
    os.close(ours)
    assert done.returncode == 1
    assert "F1: value: outer white space lost" in seen
    assert ("\x1b[31m" in seen) is not plain


def real_template() -> str:
    spec = find_spec("trl")
    places = spec.submodule_search_locations if spec else None
    return str(Path(next(iter(places))) / "chat_templates" / "qwen3_8.jinja") if places else ""


@pytest.mark.skipif(
    not real_template(), reason="needs the template of Qwen3.8, which make test installs with trl"
)
def test_the_template_of_qwen_3_8_loses_what_is_known_of_it_and_nothing_else(command: Run) -> None:
    ran = command("--template", real_template(), "--cases", "300", "--seed", "1", "--json")
    assert ran.exit_code == 1, ran.output
    found = report(ran)
    assert found["targets"] == ["python", "go", "node"]
    assert set(found["losses"]["template"]) == {
        "text: outer white space lost",
        "key: it holds > or a line end",
        "name: it holds > or a line end",
    }
    assert found["losses"]["parser"] == {}
    assert found["unsure"] == 0
    assert found["refused"] == []
    for lost in found["lost"]:
        if lost["path"] != "text":
            assert ">" in re.sub(r"^calls\[\d\]", "", lost["path"]) + lost["due"]
