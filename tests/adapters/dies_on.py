"""Dies with status 3 on a text with DIE in it; is killed by a signal on KILL."""

import os
import signal
import sys

import echo


def answer(request: dict) -> dict:
    for case in request.get("cases", []):
        if "DIE" in case["text"]:
            sys.stderr.write("the parser gave up\n")
            sys.stderr.flush()
            os._exit(3)
        if "KILL" in case["text"]:
            os.kill(os.getpid(), signal.SIGSEGV)
    return echo.answer(request)


echo.serve(answer)
