"""Wrong: never says hello."""

import sys
import time

sys.stderr.write("thinking about it\n")
sys.stderr.flush()
time.sleep(600)
