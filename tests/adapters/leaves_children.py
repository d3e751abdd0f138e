"""Wrong: leaves a child in its group and one in a session of its own, and dies before hello."""

import os
import signal
import sys
import time

for leave in (lambda: None, os.setsid):
    if os.fork() == 0:
        leave()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        time.sleep(600)
sys.exit("no model found")
