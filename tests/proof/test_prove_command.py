"""``prove``: passes what holds, shows the smallest chunking that does not, and says what it left out."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from harness.cli.prove import prove_command
from harness.coverage.structure import structural_places
from harness.errors import UsageError
from harness.proof.scope import sample
from tests.campaign.commands import COMMAND, ROOT
from tests.proof.proof_toys import OneCut, Right, ThreeCuts, TwoCuts

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

TEXT = "a <b>c</b>"
REAL = 'Hi <tool_calls><invoke name="a"><parameter name="b">1 &lt; 2</parameter></invoke></tool_calls>'


@pytest.fixture
def prove(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the verb in this process, in a folder of its own; toys are found as they are from the root."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setattr(sys, "path", [str(ROOT), *sys.path])

    def run(*words: str) -> Result:
        return CliRunner().invoke(prove_command, words, catch_exceptions=False)

    return run


def toy(name: str) -> str:
    return f"py:tests.proof.proof_toys:{name}"


def test_a_right_parser_is_proved_and_the_numbers_said_are_those_of_brute_force(prove: Any) -> None:
    done = prove("-t", toy("Right"), "-t", "go", REAL)
    assert done.exit_code == 0, done.output
    places = structural_places(REAL, "dsml")
    pairs = len(list(combinations(places, 2)))
    drawn = len(sample(REAL, places))
    total = 1 + (len(REAL) - 1) + pairs + drawn
    for name in (toy("Right"), "go"):
        assert (
            f"{name}: proved: no chunking with at most 2 cuts at {len(places)} structural places breaks this"
            f" text, and none with 1 cut anywhere: {total:,} chunkings (whole: 1; all 1 cut anywhere:"
            f" {len(REAL) - 1}; all 2 cuts at structural places: {pairs:,}; a sample of 3 cuts or more:"
            f" {drawn:,})"
        ) in done.output


def fails(parser: type[Right], text: str, cuts: tuple[int, ...]) -> bool:
    stream = parser().stream(dialect="dsml")
    told = [stream.feed(text[a:b]) for a, b in pairwise((0, *cuts, len(text)))]
    return "".join(event["text"] for events in told for event in events) != text


def smallest(parser: type[Right], text: str) -> list[int]:
    """Find the smallest chunking with at most two cuts that fails, by trying all there are."""
    few = (cuts for many in range(3) for cuts in combinations(range(1, len(text)), many))
    return list(next(cuts for cuts in few if fails(parser, text, cuts)))


@pytest.mark.parametrize(("name", "parser", "cuts"), [("OneCut", OneCut, 1), ("TwoCuts", TwoCuts, 2)])
def test_what_fails_is_shown_with_the_fewest_cuts_and_the_leftmost(
    prove: Any, name: str, parser: type[Right], cuts: int
) -> None:
    text = f"{TEXT} and <b>c</b>"
    done = prove("-t", toy(name), "--json", text)
    assert done.exit_code == 1
    (target,) = json.loads(done.output)["texts"][0]["targets"]
    assert target["state"] == "broken"
    assert target["failure"]["oracle"] == "split"
    assert target["failure"]["chunking"] == smallest(parser, text)
    assert len(target["failure"]["chunking"]) == cuts


def test_what_takes_three_cuts_is_found_by_the_sample(prove: Any) -> None:
    done = prove("-t", toy("ThreeCuts"), "--json", TEXT)
    (target,) = json.loads(done.output)["texts"][0]["targets"]
    assert done.exit_code == 1
    drawn = sample(TEXT, structural_places(TEXT, "dsml"))
    first = next(cuts for cuts in drawn if fails(ThreeCuts, TEXT, cuts))
    assert target["failure"]["chunking"] == list(first)
    assert len(first) == 3


def test_the_command_that_is_shown_fails_again_and_the_case_is_saved(prove: Any, tmp_path: Path) -> None:
    done = prove("-t", toy("TwoCuts"), TEXT)
    assert done.exit_code == 1
    command = done.output.strip().splitlines()[-1].strip()
    words = shlex.split(command)
    assert words[:2] == ["toolcall-harness", "check"]
    again = subprocess.run([*COMMAND, *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (again.returncode, "split" in again.stdout) == (1, True)
    (saved,) = (tmp_path / "reports" / "proved").iterdir()
    case = json.loads(saved.read_text())["case"]
    assert case["text"] == TEXT


def test_a_parser_that_dies_is_broken_at_the_chunking_that_kills_it(prove: Any) -> None:
    done = prove("-t", toy("Dies"), "--json", TEXT)
    (target,) = json.loads(done.output)["texts"][0]["targets"]
    assert done.exit_code == 1
    assert (target["failure"]["oracle"], target["failure"]["kind"]) == ("crash", "crash")
    assert target["failure"]["chunking"] == [TEXT.index("/b>")]


def test_a_batch_that_differs_fails_uncut(prove: Any) -> None:
    done = prove("-t", toy("Batch"), TEXT)
    assert done.exit_code == 1
    assert "broken: parity: text differs, uncut" in done.output


def test_one_broken_target_does_not_keep_another_from_being_proved(prove: Any) -> None:
    done = prove("-t", toy("OneCut"), "-t", toy("Right"), "--json", TEXT)
    one, right = json.loads(done.output)["texts"][0]["targets"]
    assert done.exit_code == 1
    assert (one["state"], right["state"]) == ("broken", "proved")


def test_chunkings_that_are_not_promised_are_left_out_and_said_so(prove: Any) -> None:
    text = "x <think>y"
    done = prove("-t", toy("Unpromised"), "--json", text)
    data = json.loads(done.output)["texts"][0]
    (target,) = data["targets"]
    inside = range(text.index("<think>") + 1, text.index("<think>") + len("<think>"))
    fed = [
        cuts
        for many in range(3)
        for cuts in combinations(range(1, len(text)), many)
        if (many < 2 or set(cuts) <= set(structural_places(text, "dsml"))) and set(inside).isdisjoint(cuts)
    ]
    fed += [cuts for cuts in sample(text, structural_places(text, "dsml")) if set(inside).isdisjoint(cuts)]
    assert target["fed"] == len(fed)
    assert target["fed"] + target["unpromised"] == sum(data["chunkings"].values())
    told = prove("-t", toy("Unpromised"), text)
    assert told.exit_code == 0
    assert "proved: no chunking that it promises to read" in told.output
    assert f"left out, as it does not promise to read them: {target['unpromised']:,}" in told.output


def test_a_budget_that_is_not_enough_never_says_proved(prove: Any) -> None:
    done = prove("-t", toy("Right"), "--max-parses", "50", REAL)
    assert done.exit_code == 0
    assert "not proved: nothing fails in 50 chunkings" in done.output
    assert ": proved" not in done.output
    missed = re.search(r"left out ([\d,]+) of ([\d,]+) with 1 cut, ([\d,]+) of ([\d,]+) with 2", done.output)
    assert missed
    assert int(missed[2]) == len(REAL) - 1
    assert missed[3] == missed[4]


def test_a_target_without_a_stream_is_no_pass(prove: Any) -> None:
    done = prove("-t", toy("NoStream"), TEXT)
    assert done.exit_code == 2
    assert "there is nothing to cut" in done.output


def test_fixtures_get_a_line_each(prove: Any) -> None:
    folder = ROOT / "corpus" / "regressions"
    done = prove("-t", toy("Right"), "--fixtures", str(folder / "aisdk-205.json"))
    assert done.exit_code == 0
    first, last = done.output.strip().splitlines()
    assert first.startswith("aisdk-205: proved (")
    assert last.startswith("1 text on 1 target, ")
    assert last.endswith(": 1 proved")


def test_generated_documents_are_those_of_a_campaign_that_the_budget_is_enough_for(prove: Any) -> None:
    done = prove("-t", toy("Right"), "-d", "qwen", "--cases", "2", "--seed", "4", "--max-parses", "2000")
    assert done.exit_code == 0
    lines = done.output.strip().splitlines()
    assert len(lines) == 3
    assert all(re.match(r"4:\d+: proved \(", line) for line in lines[:2])


def test_what_cannot_be_asked_is_a_mistake(prove: Any) -> None:
    for words in ((), ("a", "--fixtures"), ("--cases", "1", "--tools", "[]")):
        with pytest.raises(UsageError):
            prove(*words)
