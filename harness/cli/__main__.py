"""``python -m harness.cli`` is ``toolcall-harness``."""

from harness.cli import main

main()
