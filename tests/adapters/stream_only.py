"""Well-behaved, without batch."""

import os

import echo


def answer(request: dict) -> dict:
    right = echo.answer(request)
    if request["op"] == "hello":
        right["modes"] = ["stream"]
    if any(case["batch"] for case in request.get("cases", [])):
        os._exit(9)
    return right


echo.serve(answer)
