"""The connection to the server: one, kept alive, without proxies and without redirects.

Three things can come instead of an answer. ``Failed``: the server answered this text with an error, or with
nothing that the API knows. That is the parser's doing. ``Unavailable``: it can't be asked, whatever the text.
``Lost``: the connection broke, and nobody knows yet which of the two it is.
"""

from __future__ import annotations

import contextlib
import json
import os
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

KEY = "TOOLCALL_HARNESS_API_KEY"
MOST = 32 << 20  # bytes of an answer: a text has some KB
_SHOWN = 500  # characters of a body in a message
_PIECE = 1 << 16
_NEVER_THE_TEXT = {401, 403, 404, 405, 407, 429, 431}
_DOWN = {502, 503, 504}  # said by a gateway, or by a server that is down for now
_LAST_WORDS = 1.0  # seconds for what may stand behind the end of a stream


class Failed(Exception):
    """The server's answer to a text is an error, or nothing that the API knows."""

    __module__ = "builtins"  # so that reports say "Failed: HTTP 500", and not where we keep the class


class Unavailable(Exception):
    """The server can't be asked. The kit refuses the request then, and the target is unavailable."""

    toolcall_unavailable = True


class Lost(Exception):
    """The connection broke, or could not be made."""


class Link:
    """A server, by the URL of its chat completions."""

    def __init__(self, endpoint: str) -> None:
        """Keep the address; connect when something is asked.

        Raises ``Unavailable`` for a key that can't be sent.
        """
        url = urlsplit(endpoint)
        self._path = url.path
        self._key = os.environ.get(KEY, "")
        if not (self._key.isascii() and self._key.isprintable()):
            raise Unavailable(f"{KEY} holds a character that no header can have: a line end at its end?")
        self._connection = (HTTPSConnection if url.scheme == "https" else HTTPConnection)(url.netloc)
        self._used = False

    def patience(self, seconds: float | None) -> None:
        """Wait so long for each piece of an answer; None: the harness is the one that loses patience."""
        self._connection.timeout = seconds
        self.close()

    def close(self) -> None:
        """Drop the connection. The next question makes a new one."""
        self._connection.close()
        self._used = False

    def post(self, body: Mapping[str, Any], headers: Mapping[str, str]) -> HTTPResponse:
        """Post JSON; give the answer if its status is 200."""
        answer = self._ask("POST", self._path, json.dumps(body).encode(), headers)
        if answer.status == 200:
            return answer
        what = f"HTTP {answer.status} {answer.reason}: {self.shown(self.body(answer))}"
        if answer.status in _DOWN:
            raise Lost(what)
        if answer.status in _NEVER_THE_TEXT or 300 <= answer.status < 400:
            raise Unavailable(f"the server answers {what}")
        raise Failed(what)

    def get(self, beside: str) -> bytes | None:
        """Get what stands beside the chat completions, or None if the status is not 200."""
        answer = self._ask("GET", self._path.removesuffix("/chat/completions") + beside, None, {})
        body = self.body(answer)
        return body if answer.status == 200 else None

    def body(self, answer: HTTPResponse) -> bytes:
        """Read all."""
        return b"".join(self.pieces(answer))

    def pieces(self, answer: HTTPResponse) -> Iterator[bytes]:
        """Read an answer as it comes. Raises ``Failed`` where there is no end of it."""
        size = 0
        try:
            while piece := answer.read1(_PIECE):
                size += len(piece)
                if size > MOST:
                    self.close()
                    raise Failed(f"the answer is longer than {MOST >> 20} MiB")
                yield piece
            if answer.length:
                raise IncompleteRead(b"", answer.length)
            answer.read()  # nothing: the standard library sees the end in this way only
        except (OSError, HTTPException) as error:
            self.close()
            raise Lost(f"in the answer: {_words(error)}") from error

    def leave(self, answer: HTTPResponse) -> None:
        """Have done with an answer whose end is known: a server may keep it open."""
        socket = self._connection.sock  # None where the server has said that it will close
        with contextlib.suppress(OSError, HTTPException):
            if socket is not None and not answer.isclosed():
                socket.settimeout(_LAST_WORDS)
                answer.read(_PIECE)
                socket.settimeout(self._connection.timeout)
        if not answer.isclosed():
            answer.close()
            self.close()

    def shown(self, body: bytes | str) -> str:
        """Give what a message may show of what the server said: its beginning, without our key."""
        text = body.decode("utf-8", "replace") if isinstance(body, bytes) else body
        if self._key:
            text = text.replace(self._key, "***")
        return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"

    def _ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> HTTPResponse:
        """Send a request. A kept connection may have been closed since: then once more on a new one."""
        said = {"content-type": "application/json", **headers}
        if self._key:
            said["authorization"] = f"Bearer {self._key}"
        kept, self._used = self._used, True
        try:
            self._connection.request(method, path, body, said)
            return self._connection.getresponse()
        except (OSError, HTTPException) as error:
            self.close()
            if kept and isinstance(error, ConnectionError):  # so is http.client's RemoteDisconnected
                return self._ask(method, path, body, headers)
            raise Lost(_words(error)) from error


def _words(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return f"{type(error).__name__}: {error}".rstrip(": ")
