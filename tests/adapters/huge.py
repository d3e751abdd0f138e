"""Wrong: answers a run with a line that does not end."""

import os

import echo

for request in echo.requests():
    if request["op"] == "run":
        while True:
            os.write(1, b" " * 65536)
    echo.write({"seq": request["seq"], **echo.answer(request)})
