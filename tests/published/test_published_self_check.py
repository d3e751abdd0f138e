"""The golden texts: a right adapter passes them, one that drives its parser wrongly does not."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.cli.targets import targets_command
from harness.errors import TargetUnavailable
from harness.published import self_check
from harness.published.environments import installed
from harness.published.golden import check, golden
from harness.published.registry import PUBLISHED, Published
from harness.targets import Limits, Target

Publish = Callable[..., Published]


def failed(name: str) -> set[str]:
    return {check.id for check in self_check(name) if not check.passed}


def test_a_right_adapter_passes_ten_texts_and_the_protocol(tiny: Callable[[str], Published]) -> None:
    tiny("right")
    checks = self_check("tiny")
    assert [one for one in checks if not one.passed] == []
    assert sum(check.id.startswith("golden-") for check in checks) == 10


@pytest.mark.parametrize(
    ("adapter", "text"),
    [
        ("drops_finish", "golden-plain-text"),
        ("forgets_tools", "golden-typed-values"),
        ("shares_stream", "golden-one-call"),
        ("first_call_only", "golden-two-calls"),
        ("throws", "golden-plain-text"),
    ],
)
def test_an_adapter_that_is_broken_on_purpose_fails(
    tiny: Callable[[str], Published], adapter: str, text: str
) -> None:
    tiny(adapter)
    assert text in failed("tiny")


def test_what_is_not_installed_has_no_self_check(cache: Path, publish: Publish) -> None:
    publish("tiny-parser==1.5")
    with pytest.raises(TargetUnavailable) as missing:
        self_check("tiny")
    assert missing.value.hint == "toolcall-harness targets install tiny"
    assert not cache.exists()


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(targets_command, list(words), catch_exceptions=False)
    return done.exit_code, done.output


def test_the_command_lists_what_is_installed_and_what_can_be(
    tiny: Callable[[str], Published], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.cli.targets.BUNDLED", ("python",))
    tiny("right")
    status, output = run()
    assert status == 0
    assert "tiny: can run" in output
    assert "tiny-parser 1.5" in output
    assert f"not installed: {', '.join(name for name in PUBLISHED if name != 'tiny')}" in output
    offered = json.loads(run("--json", "-t", "tiny")[1])["published"]
    assert [offer["name"] for offer in offered if offer["installed"]] == ["tiny"]


def test_install_says_where_it_is_and_how_the_self_check_went(tiny: Callable[[str], Published]) -> None:
    tiny("right")
    status, output = run("install", "tiny")
    assert status == 0
    assert "tiny-parser 1.5 is in" in output
    assert "self-check: 21 of 21 passed" in output


def test_install_of_one_whose_adapter_fails_has_status_2(tiny: Callable[[str], Published]) -> None:
    tiny("drops_finish")
    status, output = run("install", "tiny")
    assert status == 2
    assert "failed: golden-plain-text" in output


def test_one_that_can_not_be_installed_stops_no_other(
    tiny: Callable[[str], Published], npm: Callable[[str], Path]
) -> None:
    npm("exit 9")
    tiny("right")
    status, output = run("install", "ai-sdk", "tiny")
    assert status == 2
    assert "npm ended with status 9" in output
    assert "tiny-parser 1.5 is in" in output


def test_install_takes_no_options_of_targets() -> None:
    status, output = run("--json", "install", "sglang")
    assert status == 2
    assert "none of the options" in output


def test_the_answers_are_those_of_the_bundled_references() -> None:
    """No parser decides what is golden: the references, which follow the page, say the same."""
    for name in ("python", "go", "node"):
        target = Target(name, Limits())
        session = target.start()
        target.greet(session)
        checks = list(check(session))
        session.kill()
        assert [one for one in checks if not one.passed] == [], name
    assert len(golden().texts) == 10


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_adapters_pass_where_they_are_installed(name: str) -> None:
    if installed(PUBLISHED[name]) is None:
        pytest.skip(f"not installed: toolcall-harness targets install {name}")
    assert failed(name) == set()
