"""Wrong once: answers its first run with the seq of another request, and behaves when started again."""

import sys
from pathlib import Path

import echo

MARK = Path(sys.argv[1])


def answer(request: dict) -> dict:
    right = echo.answer(request)
    if request["op"] == "run" and not MARK.exists():
        MARK.touch()
        return {**right, "seq": request["seq"] + 7}
    return right


echo.serve(answer)
