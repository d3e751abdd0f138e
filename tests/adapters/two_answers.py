"""Wrong: answers every run with two lines."""

import json
import os

import echo

for request in echo.requests():
    line = json.dumps({"seq": request["seq"], **echo.answer(request)}).encode() + b"\n"
    os.write(1, line * 2 if request["op"] == "run" else line)
