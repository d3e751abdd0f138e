"""The self-check of an adapter, and the command that shows it."""

import json
from collections.abc import Callable

import jsonschema
import pytest
from click.testing import CliRunner

from harness.cli.targets import targets_command
from harness.targets import Limits
from harness.targets.schemas import schema
from harness.targets.survey import survey

Adapter = Callable[..., str]


def failed(name: str) -> set[str]:
    (found,) = survey([name], None, Limits())
    return {check.id for check in found.checks if not check.passed}


@pytest.mark.parametrize("script", ["echo", "batch_only", "stream_only", "whole_only"])
def test_a_well_behaved_adapter_passes_all_checks(adapter: Adapter, script: str) -> None:
    if script == "echo":
        assert failed(adapter(script)) == set()
    else:  # these end when they are asked for what they do not have
        assert "shape" not in failed(adapter(script))


@pytest.mark.parametrize(
    ("script", "check"),
    [
        ("utf16", "slicing"),
        ("takes_any_policy", "unsettable-policy"),
        ("false_same_as", "same-as"),
        ("ends_badly", "end-of-input"),
        ("not_schema", "shape"),
        ("refuses", "shape"),
        ("misspells", "policies"),
        ("miswired", "plain-text"),
    ],
)
def test_what_an_adapter_does_wrong_is_named(adapter: Adapter, script: str, check: str) -> None:
    assert check in failed(adapter(script))


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(targets_command, list(arguments))
    return done.exit_code, done.output


def test_the_command_shows_what_an_adapter_says_of_itself(adapter: Adapter) -> None:
    status, output = run("-t", adapter("echo"))
    assert status == 0
    for words in ("can run", "echo 1", "fences=inert", "missing_opener", "20 of 20 passed"):
        assert words in output


def test_one_that_cannot_run_is_shown_beside_the_others_and_the_status_is_2(adapter: Adapter) -> None:
    status, output = run("-t", adapter("nameless"), "-t", adapter("echo"))
    assert status == 2
    assert "can't run" in output
    assert "20 of 20 passed" in output


def test_a_faulty_adapter_is_no_success(adapter: Adapter) -> None:
    status, output = run("-t", adapter("utf16"))
    assert status == 2
    assert "are cuts code points?" in output


def test_a_dialect_that_is_not_read_is_no_success(adapter: Adapter) -> None:
    status, output = run("-t", adapter("echo"), "-d", "klingon")
    assert status == 2
    assert "it reads: dsml, qwen" in output


def test_json_is_of_the_schema_that_is_printed(adapter: Adapter) -> None:
    status, output = run("--json", "-t", adapter("echo"), "-t", adapter("nameless"))
    assert status == 2
    whole = json.loads(run("--schema")[1])
    assert whole == schema()
    jsonschema.validate(json.loads(output), {**whole, "anyOf": [{"$ref": "#/$defs/Survey"}]})
    assert [target["state"] for target in json.loads(output)["targets"]] == ["available", "unavailable"]
