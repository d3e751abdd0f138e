"""What is known of how a dialect is written, for saying whose loss a difference is.

Of a dialect that is not here nothing is known but the template's own bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from harness.dialects import qwen
from harness.dialects.qwen.render import written
from harness.model import Call

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.model import Tool


class Form(NamedTuple):
    """How calls and text are written, and what can't be told apart then."""

    # Write a turn: calls behind a text.
    write: Callable[[Sequence[Call], str], str]
    # Write the value of an argument.
    spell: Callable[[Any], str]
    # Why the text of these calls, behind a text, is that of others, too; None where a reader can tell.
    undecidable: Callable[[Sequence[Call], Sequence[Tool], str], str | None]

    def misfit_name(self, name: str) -> str | None:
        """Say why this can't stand as a name, alone, without arguments that it could be mixed up with."""
        return self.undecidable((Call(name, {}),), (), "")

    def misfit_key(self, key: str) -> str | None:
        """Say why this can't stand as a key, even of a value as plain as can be."""
        return self.undecidable((Call("f", {key: "x"}),), (), "")


def _write_qwen(calls: Sequence[Call], text: str) -> str:
    return qwen.render(calls, text=text)


FORMS = {"qwen": Form(_write_qwen, written, qwen.undecidable)}
