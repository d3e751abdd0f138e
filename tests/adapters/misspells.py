"""Wrong: declares a policy under a name that does not exist."""

import echo

echo.HELLO["policies"] = {"dsml": {"fence": "inert"}}
echo.serve(echo.answer)
