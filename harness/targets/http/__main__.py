"""The child of an HTTP target: ``python -m harness.targets.http ENDPOINT MODEL CUTS MODES``.

A server that can't be asked ends it before hello, with the reason as the last line on standard error.
"""

from __future__ import annotations

import sys

from harness.targets.http.client import CLIENTS, Server
from harness.targets.http.link import Unavailable
from harness.targets.kit import serve


def main() -> None:
    """Serve."""
    endpoint, model, cuts, asked = sys.argv[1:]
    modes = tuple(sorted(set(asked.split(","))))
    try:
        server = Server(endpoint, model, modes)
    except Unavailable as error:
        # One line, whatever of the server it quotes: its line ends would hide what it is about.
        sys.exit("".join([char if char.isprintable() else " " for char in str(error)]))
    serve(lambda: CLIENTS[modes](server, cuts))


if __name__ == "__main__":
    main()
