"""Wrong: serves two runs and dies in the third, whatever the texts are."""

import os

import echo

runs = 0
for request in echo.requests():
    runs += request["op"] == "run"
    if runs > 2:
        os._exit(1)
    echo.write({"seq": request["seq"], **echo.answer(request)})
