"""Wrong: dies on any run of more than one case, and on none alone."""

import os

import echo


def answer(request: dict) -> dict:
    if len(request.get("cases", [])) > 1:
        os._exit(1)
    return echo.answer(request)


echo.serve(answer)
