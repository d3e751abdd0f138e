"""Wrong: its parser throws on every text, as one does that is called with the wrong arguments."""

import echo

ERROR = {"error": {"kind": "exception", "message": "parse() got an unexpected keyword argument"}}


def answer(request: dict) -> dict:
    given = echo.answer(request)
    for result in given.get("results", []):
        result["batch"] = ERROR
        result["streams"] = [ERROR for _ in result["streams"]]
    return given


echo.serve(answer)
