"""Hangs on every text with an invoke element in it."""

import time

import echo


def answer(request: dict) -> dict:
    for case in request.get("cases", []):
        if "<invoke " in case["text"]:
            time.sleep(3600)
    return echo.answer(request)


echo.serve(answer)
