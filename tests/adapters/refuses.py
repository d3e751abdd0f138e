"""Declares a dialect that it then refuses."""

import echo


def answer(request: dict) -> dict:
    return echo.refusal("no parser for it") if request["op"] == "run" else echo.answer(request)


echo.serve(answer)
