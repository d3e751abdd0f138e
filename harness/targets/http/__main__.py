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
        sys.exit(str(error).replace("\n", " "))
    serve(lambda: CLIENTS[modes](server, cuts))


if __name__ == "__main__":
    main()
