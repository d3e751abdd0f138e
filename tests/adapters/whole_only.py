"""Well-behaved, but promises nothing about cuts inside tokens: without a tokenizer, only the whole is fed."""

import os

import echo


def answer(request: dict) -> dict:
    right = echo.answer(request)
    if request["op"] == "hello":
        right["cuts"] = "token"
    if any(any(case["chunkings"]) for case in request.get("cases", [])):
        os._exit(9)
    return right


echo.serve(answer)
