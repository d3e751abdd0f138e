"""Wrong: its hello has no name."""

import echo


def answer(request: dict) -> dict:
    right = echo.answer(request)
    right.pop("name", None)
    return right


echo.serve(answer)
