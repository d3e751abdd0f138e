"""A small board with hostile names and texts: what the tests of its forms look at."""

from __future__ import annotations

from typing import Any

from harness.fairness.cuts import CUTS
from harness.fairness.texts import TEXTS
from harness.leaderboard.board import Agreement, Board, Count, Failure, Parser, Timing
from harness.model import Call, Case, Event, Reading, Shown, Tool
from harness.oracles import CLAIMS
from harness.probe.verdict import Answer

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\x1b[31m\u202e\u2066|`*_\n# x"

_CALL = Call(HOSTILE, {"k\ud800": [HOSTILE, None]})
_READING = Reading((_CALL,), HOSTILE, None, (Event(text=HOSTILE), Event(call=_CALL)), final=(Call("b", {}),))


def failure(number: int, **more: Any) -> Failure:
    known: dict[str, Any] = {
        "id": f"evil-{number}",
        "oracle": "final",
        "kind": "value differs",
        "message": f"evil: {HOSTILE}",
        "text_class": "valid",
        "cut_class": "inside-special",
        "cases": 3,
        "raw": "1:17",
        "case": Case("1:17", "qwen", HOSTILE, ((), (1, 1, 9)), (Tool(HOSTILE, {"type": HOSTILE}),)),
        "characters": len(HOSTILE),
        "edited": True,
        "shrink": "finished after 9 runs",
        "confirmed": 3,
        "shown": (Shown("evil", "whole", _READING), Shown("evil", "crash", None, HOSTILE)),
        "expected": (Event(text=HOSTILE),),
        "command": f"toolcall-harness check '{'x' * 300}' # <script>",
        **more,
    }
    return Failure(**known)


def parser(name: str, *failures: Failure) -> Parser:
    return Parser(
        name=name,
        reported_name=HOSTILE,
        version="1.0",
        language="python",
        library_version="<b>2.0</b>",
        modes=("batch", "stream"),
        cuts="any",
        checks=12,
        cases=100,
        parses=900,
        failing=7,
        judged={"final": 100, "split": 90},
        counts=(
            Count("final", "valid", "one-chunk", 2),
            Count("final", "valid", "inside-special", 4),
            Count("final", "malformed", "one-chunk", 1),
        ),
        stances={"fences": "live"},
        probed=(Answer("fences", None, "live"), Answer("entities", None, "mixed", note=HOSTILE)),
        failures=failures,
        flaky=1,
    )


BOARD = Board(
    schema=1,
    harness="0.1.0",
    dialect="qwen",
    seed=1,
    cases=100,
    tokenizer="qwen",
    oracles=("final", "split"),
    claims={name: CLAIMS[name] for name in ("final", "split")},
    texts={"valid": 40, "delimiter-in-value": 10, "truncated": 5, "malformed": 45},
    text_classes=TEXTS,
    cut_classes=CUTS,
    parsers=(parser(HOSTILE, failure(1), failure(2, edited=False)), parser("good")),
    agreement=(Agreement(HOSTILE, "good", 98, 0.5, 0.25),),
    command=f"toolcall-harness leaderboard -t '{HOSTILE}'",
    timing=Timing("2026-11-30T00:00:00+00:00", 12.5),
)
