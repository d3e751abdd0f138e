"""The server as a program: ``python -m tests.server py:tests.fakes.clean:Parser --port 0``.

It prints its base URL, one line, and serves until it is killed. ``none`` in the place of the parser: the
engine's text is the content, as a server gives it that was started without a tool parser.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # for `python tests/server`

from tests.server.server import Server


def main() -> None:
    """Serve."""
    options = argparse.ArgumentParser(prog="python -m tests.server", description=__doc__)
    options.add_argument("parser", help="py:module:attribute, or none")
    options.add_argument("--port", type=int, default=0, help="0 (the default): a free one")
    options.add_argument("--dialect", default="dsml")
    options.add_argument("--odd", type=int, metavar="SEED", help="write streams in odd ways")
    asked = options.parse_args()
    server = Server(asked.parser, dialect=asked.dialect, odd=asked.odd, port=asked.port)
    sys.stdout.write(f"{server.url}\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main()
