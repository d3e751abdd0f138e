"""Wrong: the ids of its results are numbers."""

import echo


def answer(request: dict) -> dict:
    right = echo.answer(request)
    for number, result in enumerate(right.get("results", [])):
        result["id"] = number
    return right


echo.serve(answer)
