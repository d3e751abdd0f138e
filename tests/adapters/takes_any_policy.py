"""Wrong: lets a request set policies that it does not know."""

import echo


def answer(request: dict) -> dict:
    request.pop("policies", None)
    return echo.answer(request)


echo.serve(answer)
