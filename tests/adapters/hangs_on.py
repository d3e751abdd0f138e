"""Hangs on a text with HANG in it."""

import time

import echo


def answer(request: dict) -> dict:
    if any("HANG" in case["text"] for case in request.get("cases", [])):
        time.sleep(600)
    return echo.answer(request)


echo.serve(answer)
