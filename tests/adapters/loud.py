"""Writes two megabytes to standard error before each answer."""

import sys

import echo


def answer(request: dict) -> dict:
    for _ in range(32):
        sys.stderr.write("x" * 65535 + "\n")
    sys.stderr.write("the end\n")
    sys.stderr.flush()
    return echo.answer(request)


echo.serve(answer)
