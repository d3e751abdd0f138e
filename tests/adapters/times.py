"""Tells times that it computes: what a text costs is the rule that the command line names.

No clock is read, so what is made of the times is the same on every machine. The rule holds for texts that
have ten of each of the words after it: with `square <`, texts of angle brackets are quadratic and all others
linear.
"""

import math
import sys
import time

import echo

RULE, *WHERE = sys.argv[1:]
COSTS = {
    "square": lambda n, _: n * n,
    "logarithm": lambda n, _: 20 * n * math.log(n),
    "step": lambda n, _: 300 * n * (2.9 if n > 30_000 else 1),
    "batch": lambda n, chunk: 300 * n if chunk else n * n,
    "chunks": lambda n, chunk: 300 * n + n * n / (chunk or n),
}
ANSWERS = {
    "unsupported": {"unsupported": True},
    "refuses": echo.refusal("unknown op 'time'"),
    "nonsense": {"cpu_ns": "soon"},
    "throws": {"error": {"kind": "exception", "message": "not this text"}},
}


def timed(request: dict) -> dict:
    text, chunk = request["text"], request["chunk"]
    cost = 300 * len(text)
    if all(text.count(word) >= 10 for word in WHERE):
        if RULE == "hangs":
            time.sleep(3600)
        if RULE == "dies":
            sys.exit(3)
        if RULE in ANSWERS:
            return ANSWERS[RULE]
        if RULE in COSTS:
            cost = COSTS[RULE](len(text), chunk)
    return {"cpu_ns": [int(cost)] * request["repeat"]}


def answer(request: dict) -> dict:
    return timed(request) if request["op"] == "time" else echo.answer(request)


echo.serve(answer)
