"""Takes 300 MiB on a text with BLOAT in it, and keeps thinking."""

import time

import echo


def answer(request: dict) -> dict:
    if any("BLOAT" in case["text"] for case in request.get("cases", [])):
        taken = bytearray(300 << 20)
        taken[::4096] = b"x" * len(taken[::4096])
        time.sleep(600)
    return echo.answer(request)


echo.serve(answer)
