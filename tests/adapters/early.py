"""Wrong: writes a line before it was asked anything."""

import os

import echo

os.write(1, b"adapter ready\n")
echo.serve()
