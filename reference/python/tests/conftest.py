"""Let the tests import the reference and the kit from their folder, as the adapter does."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
