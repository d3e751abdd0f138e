"""Wrong: what its parser prints lands between the answers."""

import os

import echo

for request in echo.requests():
    if request["op"] == "run":
        os.write(1, b"debug: parsing\n")
    echo.write({"seq": request["seq"], **echo.answer(request)})
