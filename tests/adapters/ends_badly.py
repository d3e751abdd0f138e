"""Wrong: ends with status 1 at the end of input, after a last word on standard output."""

import os
import sys

import echo

echo.serve()
os.write(1, b"bye\n")
sys.exit(1)
