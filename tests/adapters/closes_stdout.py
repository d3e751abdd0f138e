"""Closes its standard output at the first run, and lives on."""

import os
import time

import echo


def answer(request: dict) -> dict:
    if request["op"] == "run":
        os.close(1)
        time.sleep(600)
    return echo.answer(request)


echo.serve(answer)
