"""Wrong for this harness: speaks protocol 2, whose hello has other members."""

import echo

for request in echo.requests():
    echo.write({"seq": request["seq"], "protocol": 2, "who": "me"})
