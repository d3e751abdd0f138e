"""Well-behaved; its parser gives half a character."""

import echo


def result(case: dict) -> dict:
    return {
        **echo_result(case),
        "batch": {"calls": [{"name": "f", "input": {"x": "\ud83d"}}], "text": "\ud83d"},
    }


echo_result, echo.result = echo.result, result
echo.serve()
