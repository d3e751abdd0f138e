"""The address of a server, out of the name of a target. Nothing is asked of the server here."""

from __future__ import annotations

import re
import sys
from urllib.parse import SplitResult, parse_qsl, urlsplit

from msgspec import Struct

from harness.errors import TargetUnknown

ENDPOINT = "/chat/completions"
_CUTS = ("any", "token", "special-whole")
_MODES = ("batch", "stream")
_NEVER = re.compile(r"[\x00-\x20\x7f-\U0010ffff]")
_FORM = "http://127.0.0.1:PORT/v1, perhaps with ?model=NAME, &cuts=token, &modes=batch"


class Address(Struct, frozen=True):
    """Where to post, and what the user said of the server in the query, which is not sent."""

    endpoint: str  # the whole URL of chat completions
    model: str = ""  # empty: the first that the server lists
    cuts: str = "any"
    modes: str = "batch,stream"

    def argv(self) -> tuple[str, ...]:
        """Give the command of the child.

        With ``-P``: a module in the user's folder must not take the place of one of ours, or of Python's.
        """
        return (
            sys.executable,
            "-P",
            "-m",
            __package__ or "",
            self.endpoint,
            self.model,
            self.cuts,
            self.modes,
        )


def read(name: str) -> Address:
    """Understand a URL. Raises ``TargetUnknown`` where it holds a secret, or what nobody reads."""
    try:
        url = urlsplit(name)
        nowhere = (
            not url.hostname or url.port == 0 or not _is_host(url.hostname)
        )  # reading the port checks it
    except ValueError as error:
        raise TargetUnknown(f"the address is no URL: {error}", hint=_FORM) from error
    if url.username is not None or url.password is not None:
        raise TargetUnknown(
            "the address of a server holds a name or a password, and reports show it",
            hint="set TOOLCALL_HARNESS_API_KEY instead: it is sent as a bearer token, and never shown",
        )
    if nowhere or url.fragment or _NEVER.search(name):
        raise TargetUnknown(f"{name!r} is no address of a server", hint=_FORM)
    return _address(url)


def _is_host(name: str) -> bool:
    """Tell a name that can be looked up: no part of it is empty or too long."""
    try:
        name.encode("idna")
    except UnicodeError:
        return False
    return True


def _address(url: SplitResult) -> Address:
    path = url.path.rstrip("/") or "/v1"
    if not path.endswith(ENDPOINT):
        path += ENDPOINT
    asked = dict(parse_qsl(url.query, keep_blank_values=True))
    unknown = sorted(asked.keys() - {"model", "cuts", "modes"})
    if unknown:
        raise TargetUnknown(f"the address says {unknown[0]}=, which nobody reads", hint=_FORM)
    modes = asked.get("modes", "batch,stream")
    if asked.get("cuts", "any") not in _CUTS:
        raise TargetUnknown(f"cuts can't be {asked['cuts']!r}", hint=f"one of {', '.join(_CUTS)}")
    if not set(modes.split(",")) <= set(_MODES):
        raise TargetUnknown(f"modes can't be {modes!r}", hint="batch, stream, or batch,stream")
    return Address(
        f"{url.scheme}://{url.netloc}{path}", asked.get("model", ""), asked.get("cuts", "any"), modes
    )
