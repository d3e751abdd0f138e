"""The parser of a server, as an object that the kit can serve: it posts texts and gives what came of them."""

from __future__ import annotations

import json
import time
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from harness.dialects import DIALECTS
from harness.targets.http import sse
from harness.targets.http.link import Failed, Link, Lost, Unavailable
from harness.targets.http.message import Assembly, check_end, choice, whole

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from http.client import HTTPResponse

CHUNKS = "x-toolcall-chunks"
_PLAIN = "plain text"
_HELLO = 8.0  # seconds for an answer to it, at the beginning
_AGAIN = 1.0  # the same after a connection was lost
_TRIES = 4
_PAUSE = 0.2  # seconds between them
_SHOWN = 200  # characters of a text in a message
Json = dict[str, Any]


class Server:
    """A server that was asked for plain text, and gave it back."""

    def __init__(self, endpoint: str, model: str, modes: Collection[str]) -> None:
        """Ask it. Raises ``Unavailable`` where it does not answer, or answers with something else."""
        self.link = Link(endpoint)
        self.modes = modes
        self.link.patience(_HELLO)
        try:
            self.model = model or self._first_model()
            self._greet()
        except Lost as lost:
            raise Unavailable(f"no answer from {endpoint}: {lost}") from lost
        except Failed as failed:
            raise Unavailable(f"{endpoint} can't answer plain text: {failed}") from failed
        self.link.patience(None)

    def _first_model(self) -> str:
        """Take the first that the server lists. Many servers have one, and many take any name."""
        try:
            return str(json.loads(self.link.get("/models") or b"")["data"][0]["id"])
        except (ValueError, LookupError, TypeError, RecursionError, Failed):
            return "model"

    def _greet(self) -> None:
        """See that its engine repeats the prompt: one that invents an answer can't be tested."""
        for mode in self.modes:
            if mode == "batch":
                said = self.batch(_PLAIN, ())
            else:
                events = list(self.events([len(_PLAIN)], _PLAIN, ()))
                said = {kind: "".join(e.get(kind, "") for e in events) for kind in ("text", "reasoning")}
            if f"{said.get('reasoning', '')}{said['text']}".strip() != _PLAIN:
                raise Unavailable(
                    f"its engine does not repeat the prompt: {_PLAIN!r} was answered with "
                    f"{self.link.shown(said['text'])!r} ({mode})"
                )

    # ------------------------------------------------------------ asking

    def batch(self, text: str, tools: Sequence[Json]) -> Json:
        """Give the batch entry of a text."""
        answer = self._post(text, tools, stream=False)
        body = self.link.body(answer)
        made = choice(self._json(body, answer))
        if made is None:
            raise Failed("the answer has no choice")
        check_end(made)
        return whole(made)

    def events(self, sizes: Sequence[int], text: str, tools: Sequence[Json]) -> Iterator[Json]:
        """Give the events of a text that the engine gives in chunks of these sizes."""
        answer = self._post(text, tools, stream=True, sizes=sizes)
        kind = answer.getheader("content-type", "")
        if not kind.lower().startswith("text/event-stream"):
            said = self.link.shown(self.link.body(answer))
            raise Failed(f"asked for a stream, it answers with the content type {kind!r}: {said}")
        assembly, ended = Assembly(), False
        try:
            for data in sse.data(self.link.pieces(answer)):
                if data.startswith("[DONE]"):
                    ended = True
                    break
                made = choice(self._json(data, answer))
                if made is not None:
                    assembly.add(made.get("delta") or {})
                    ended = check_end(made) or ended
        except UnicodeDecodeError as error:
            raise Failed(f"the stream is not UTF-8: {error.reason} at byte {error.start}") from error
        finally:
            self.link.leave(answer)
        if not ended:
            raise Failed("the stream stops without [DONE] and without a finish_reason")
        return assembly.events()

    def _post(
        self, text: str, tools: Sequence[Json], *, stream: bool, sizes: Sequence[int] = ()
    ) -> HTTPResponse:
        body: Json = {
            "model": self.model,
            "messages": [{"role": "user", "content": text}],
            "stream": stream,
        }
        if tools:
            body["tools"] = [{"type": "function", "function": tool} for tool in tools]
        return self.link.post(body, {CHUNKS: run_lengths(sizes)} if stream else {})

    def _json(self, text: bytes | str, answer: HTTPResponse) -> Any:
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            kind = answer.getheader("content-type", "")
            raise Failed(f"not JSON ({kind}): {self.link.shown(text)}") from error

    # ------------------------------------------------------------ blame

    def judged(self, lost: Lost, text: str) -> Exception:
        """Say what a broken connection was: an answer to the text, or the end of the server.

        A server that answers plain text a moment later had its trouble with this text. One that is gone may
        have died of it, or for a reason of its own; nobody can try it again, so nothing is claimed.
        """
        self.link.patience(_AGAIN)
        shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
        for _ in range(_TRIES):
            try:
                self._greet()
            except (Lost, Failed):
                time.sleep(_PAUSE)
                continue
            self.link.patience(None)
            return Failed(f"the connection broke: {lost}")
        return Unavailable(f"the server is gone ({lost}); the last text that it was asked for: {shown!r}")


class Client:
    """What both modes share."""

    dialects = tuple(DIALECTS)
    language = ""
    # A stream is posted when it is finished, so when what left is not seen. Of the rest nothing is known.
    policies = MappingProxyType({dialect: {"emission": "end"} for dialect in DIALECTS})

    def __init__(self, server: Server, cuts: str) -> None:
        """Take a server that answered."""
        self._server = server
        self.name = server.model
        self.cuts = cuts


class Batch(Client):
    """Whole texts."""

    def parse(self, text: str, *, dialect: str, tools: Sequence[Json] = ()) -> Json:
        """Post a text. The dialect is the server's own business: it was started with a parser."""
        del dialect
        try:
            return self._server.batch(text, tools)
        except Lost as lost:
            raise self._server.judged(lost, text) from lost


class Streamed(Client):
    """Texts in chunks."""

    def stream(self, *, dialect: str, tools: Sequence[Json] = ()) -> Chunks:
        """Begin a stream."""
        del dialect
        return Chunks(self._server, tools)


class Both(Batch, Streamed):
    """Both modes."""


class Chunks:
    """A stream on its way to the server: posted when it is finished, since its header names all sizes."""

    def __init__(self, server: Server, tools: Sequence[Json]) -> None:
        """Begin with nothing."""
        self._server = server
        self._tools = tools
        self._chunks: list[str] | None = []

    def feed(self, chunk: str) -> list[Json]:
        """Keep a chunk."""
        if self._chunks is not None:
            self._chunks.append(chunk)
        return []

    def finish(self) -> list[Json]:
        """Post the text, once."""
        if self._chunks is None:
            return []
        chunks, self._chunks = self._chunks, None
        text = "".join(chunks)
        try:
            return list(self._server.events([len(chunk) for chunk in chunks], text, self._tools))
        except Lost as lost:
            raise self._server.judged(lost, text) from lost


def run_lengths(sizes: Sequence[int]) -> str:
    """Write chunk sizes in code points: ``1x500,3`` are 500 chunks of one, then one of three."""
    runs = [(size, len(list(run))) for size, run in groupby(sizes)]
    return ",".join(f"{size}x{count}" if count > 1 else str(size) for size, count in runs)


CLIENTS = {("batch",): Batch, ("stream",): Streamed, ("batch", "stream"): Both}
