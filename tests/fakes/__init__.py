"""Wrong parsers, each with one fault.

The reference that they start from is reached by its place in the repository, so that a fake is always the
newest reference with one fault, and nothing has to be installed.
"""

import sys
from pathlib import Path

_HOME = str(Path(__file__).resolve().parents[2] / "reference" / "python")
if _HOME not in sys.path:
    sys.path.insert(0, _HOME)
