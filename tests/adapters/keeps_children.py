"""Well-behaved, but for a child in a session of its own that it never ends."""

import os
import time

import echo

if os.fork() == 0:
    os.setsid()
    time.sleep(600)
echo.serve()
