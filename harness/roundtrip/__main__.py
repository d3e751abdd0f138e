"""The renderer's child: ``python -m harness.roundtrip``. Lines of JSON in, lines of JSON out.

The first line holds the template and the limits; each later one the variables of a rendering. An answer
has ``text``, or ``kind``, ``message`` and ``line`` of what went wrong: ``syntax``, ``refused`` (by
``raise_exception``), ``error``, ``time``, ``size``, ``memory``.

The limits are held here, where the line of the template is known. What no signal can interrupt, such as
one huge power, is ended by the parent.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from jinja2 import TemplateSyntaxError

from harness.roundtrip.environment import Refusal, environment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType, TracebackType

    from jinja2 import Template

_MESSAGE = 400  # code points of a message


class _Late(Exception):
    """The time is up."""


class _Long(Exception):
    """The output is long enough."""


def main() -> None:
    """Serve until the end of input."""
    with os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing else may stand among the answers
        signal.signal(signal.SIGPROF, _late)
        first = json.loads(sys.stdin.buffer.readline())
        limit = first["memory"]
        with contextlib.suppress(ValueError, OSError):  # not on every system; the parent's clock is left
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        try:
            template = environment().from_string(first["template"])
            answer: dict[str, Any] = {"text": ""}
        except Exception as error:  # noqa: BLE001 -- the process boundary: whatever a template does is told
            answer = _told(error)
        _say(answers, answer)
        if "text" in answer:
            for line in sys.stdin.buffer:
                _say(answers, _rendered(template, json.loads(line), first["seconds"], first["longest"]))


def _say(answers: Any, answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def _rendered(template: Template, variables: dict[str, Any], seconds: float, longest: int) -> dict[str, Any]:
    try:
        # CPU time, not the clock's: on a busy machine a template is no slower.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        text = _bounded(template.generate(variables), longest)
        signal.setitimer(signal.ITIMER_PROF, 0)
    except Exception as error:  # noqa: BLE001 -- the process boundary: whatever a template does is told
        signal.setitimer(signal.ITIMER_PROF, 0)
        return _told(error)
    return {"text": text}


def _bounded(output: Iterator[str], longest: int) -> str:
    pieces, length = [], 0
    for piece in output:
        pieces.append(piece)
        length += len(piece)
        if length > longest:
            raise _Long
    return "".join(pieces)


def _told(error: Exception) -> dict[str, Any]:
    line = error.lineno if isinstance(error, TemplateSyntaxError) else _line(error.__traceback__)
    message = str(error) if isinstance(error, Refusal) else f"{type(error).__name__}: {error}"
    if isinstance(error, TemplateSyntaxError):
        kind, message = "syntax", error.message or ""
    else:
        kinds = {Refusal: "refused", _Late: "time", _Long: "size", MemoryError: "memory"}
        kind = kinds.get(type(error), "error")
    return {"kind": kind, "message": message[:_MESSAGE], "line": line}


def _line(trace: TracebackType | None) -> int:
    """Find the innermost line of the template: in a frame that jinja2 rewrote, or one that it did not yet."""
    line = 0
    while trace is not None:
        names = trace.tb_frame.f_globals
        if "__jinja_exception__" in names:
            line = trace.tb_lineno
        elif "__jinja_template__" in names:
            line = names["__jinja_template__"].get_corresponding_lineno(trace.tb_lineno)
        trace = trace.tb_next
    return line


def _late(_number: int, _frame: FrameType | None) -> NoReturn:
    raise _Late


if __name__ == "__main__":
    main()
