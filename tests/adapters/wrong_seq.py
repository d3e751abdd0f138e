"""Wrong: answers every run with the seq of another request."""

import echo


def answer(request: dict) -> dict:
    right = echo.answer(request)
    return {**right, "seq": request["seq"] + 7} if request["op"] == "run" else right


echo.serve(answer)
