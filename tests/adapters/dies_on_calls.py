"""Dies on every text with an invoke element in it."""

import os

import echo


def answer(request: dict) -> dict:
    for case in request.get("cases", []):
        if "<invoke " in case["text"]:
            os._exit(3)
    return echo.answer(request)


echo.serve(answer)
