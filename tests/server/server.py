"""The server: ``GET /v1/models`` and ``POST /v1/chat/completions``, whole and streamed."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self

from tests.server import answers
from tests.server.sizes import SizesError, chunks
from tests.server.sse import DONE, pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

CHUNKS = "x-toolcall-chunks"
ODD = "x-sse-odd"
"""A header that asks for an odd stream, with its seed: above what the server was started with."""
MODEL = "scripted"
Json = dict[str, Any]


@dataclass(frozen=True)
class Canned:
    """An answer given as it is, in place of a parser's."""

    body: bytes = b""
    status: int = 200
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False  # promise more than is sent, and close


class Server(ThreadingHTTPServer):
    """A server on a free port of the loopback interface."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(
        self,
        parser: str | Callable[[], Any] | None = None,
        *,
        dialect: str = "dsml",
        odd: int | None = None,
        port: int = 0,
        canned: Callable[[Json], Canned | None] = lambda _: None,
        forgetful: bool = False,
    ) -> None:
        """Find the parser: a name as on the command line, or a callable that gives a fresh one.

        ``canned`` is asked first, with the body of each request. A ``forgetful`` server closes connections
        that it has promised to keep.
        """
        self.parser = answers.factory(parser) if isinstance(parser, str) else parser
        self.dialect = dialect
        self.odd = odd
        self.canned = canned
        self.forgetful = forgetful
        self.seen: list[tuple[Json, dict[str, str]]] = []  # body and headers of each request
        super().__init__(("127.0.0.1", port), Handler)

    @property
    def url(self) -> str:
        """Give the base URL, as clients take it."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that are gone: those that are killed close nothing."""


class Raised:
    """Keeps what a parser raises: it is an answer of the server, and not its end."""

    said = ""

    def __enter__(self) -> Self:
        """Begin with nothing raised."""
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> bool:
        """Keep an error; an order to stop, such as Ctrl-C, goes on."""
        self.said = f"{type(error).__name__}: {error}" if error else ""
        return isinstance(error, Exception)


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: Server
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        """Send small pieces at once: without it each answer takes 40 ms."""
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def log_message(self, *_: Any) -> None:
        """Keep quiet."""

    def do_GET(self) -> None:
        """List the one model."""
        if self.path != "/v1/models":
            self._error(404, f"there is no {self.path}")
            return
        self._json(200, {"object": "list", "data": [{"id": MODEL, "object": "model", "owned_by": "tests"}]})

    def do_POST(self) -> None:
        """Answer a prompt."""
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.path != "/v1/chat/completions":
            self._error(404, f"there is no {self.path}")
            return
        try:
            request = json.loads(body)
            text = request["messages"][-1]["content"]
            cut = chunks(text, self.headers.get(CHUNKS))
        except (SizesError, LookupError, TypeError, ValueError) as error:
            self._error(400, f"{type(error).__name__}: {error}")
            return
        self.server.seen.append((request, dict(self.headers.items())))
        canned = self.server.canned(request)
        self.close_connection = self.close_connection or self.server.forgetful
        if canned is not None:
            self._canned(canned)
        elif request.get("stream"):
            self._stream(cut, request)
        else:
            self._whole(text, request)

    def _whole(self, text: str, request: Json) -> None:
        message: Json = {}
        with Raised() as raised:
            message = answers.whole(self._parser(), text, request, self.server.dialect)
        if raised.said:
            self._error(500, raised.said)
            return
        finish = "tool_calls" if message.get("tool_calls") else "stop"
        choice = {"index": 0, "message": message, "finish_reason": finish}
        self._json(200, {**_head("chat.completion"), "choices": [choice], "usage": _USAGE})

    def _stream(self, cut: list[str], request: Json) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream; charset=utf-8")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        odd = self.headers.get(ODD)
        seed = int(odd) if odd else self.server.odd
        for piece in pieces(self._events(cut, request), seed):
            self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
        self.wfile.write(b"0\r\n\r\n")

    def _events(self, cut: list[str], request: Json) -> Iterator[Json | str]:
        def event(delta: Json, finish: str | None = None) -> Json:
            choice = {"index": 0, "delta": delta, "finish_reason": finish}
            return {**_head("chat.completion.chunk"), "choices": [choice]}

        yield event({"role": "assistant", "content": None})
        finish = "stop"
        with Raised() as raised:
            for delta in answers.streamed(self._parser(), cut, request, self.server.dialect):
                yield event(delta)
                finish = "tool_calls" if "tool_calls" in delta else finish
        if raised.said:
            yield {"error": {"message": raised.said, "type": "server_error"}}
        else:
            yield event({}, finish)
            yield {**_head("chat.completion.chunk"), "choices": [], "usage": _USAGE}
        yield DONE

    def _parser(self) -> Any:
        return self.server.parser() if self.server.parser else None

    def _error(self, status: int, message: str) -> None:
        self._json(status, {"error": {"message": message, "type": "server_error", "code": status}})

    def _json(self, status: int, value: Json) -> None:
        self._canned(Canned(json.dumps(value).encode(), status))

    def _canned(self, answer: Canned) -> None:
        self.send_response(answer.status)
        self.send_header("content-type", answer.content_type)
        self.send_header("content-length", str(len(answer.body) + answer.cut))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer.body)
        self.close_connection = self.close_connection or answer.cut


_USAGE = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


def _head(kind: str) -> Json:
    return {"id": "chatcmpl-0", "object": kind, "created": 0, "model": MODEL}


@contextlib.contextmanager
def serving(parser: str | Callable[[], Any] | None = None, **how: Any) -> Iterator[Server]:
    """Run a server in a thread of this process. ``how`` is what ``Server`` takes."""
    with Server(parser, **how) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def recorded(url: str, text: str, sizes: Iterable[int], *, seed: int | None = None) -> bytes:
    """Ask a server for a stream and give its body as it came. ``sizes`` are those of the engine's chunks."""
    host, _, path = url.removeprefix("http://").partition("/")
    connection = http.client.HTTPConnection(host, timeout=60)
    headers = {"content-type": "application/json", CHUNKS: ",".join(map(str, sizes))}
    if seed is not None:
        headers[ODD] = str(seed)
    body = {"model": MODEL, "messages": [{"role": "user", "content": text}], "stream": True}
    with contextlib.closing(connection):
        connection.request("POST", f"/{path}/chat/completions", json.dumps(body), headers)
        return connection.getresponse().read()
