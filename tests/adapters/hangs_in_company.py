"""Wrong: hangs on any run of more than one case, and on none alone."""

import time

import echo


def answer(request: dict) -> dict:
    if len(request.get("cases", [])) > 1:
        time.sleep(600)
    return echo.answer(request)


echo.serve(answer)
