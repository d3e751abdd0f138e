"""Well-behaved, without streams."""

import os

import echo


def answer(request: dict) -> dict:
    right = echo.answer(request)
    if request["op"] == "hello":
        right["modes"] = ["batch"]
    if any(case["chunkings"] for case in request.get("cases", [])):
        os._exit(9)
    return right


echo.serve(answer)
