"""Wrong: says same_as of streams that differ."""

import echo


def result(case: dict) -> dict:
    right = echo_result(case)
    if case.get("detail") == "full" and len(right["streams"]) > 1:
        right["streams"][1]["feeds"][0] = [{"text": "something else"}]
    return right


echo_result, echo.result = echo.result, result
echo.serve()
