"""How a dialect writes the small blocks that probing takes: the one thing in which written texts differ."""

from __future__ import annotations

from typing import NamedTuple

from harness.errors import UsageError


class Form(NamedTuple):
    """The plainest spelling of a block. In the start tag of a parameter, ``@`` stands for its key."""

    block: tuple[str, str]  # its opener, and the closer
    call: tuple[str, str]
    parameter: tuple[str, str]
    nameless: str  # a start tag of a call that has no good name

    def function(self, *parameters: tuple[str, str]) -> str:
        """Write a call of ``f`` with texts as values."""
        start, end = self.call
        inside = "".join([self.argument(key, text) for key, text in parameters])
        return f"{start}{inside}{end}"

    def argument(self, key: str, text: str) -> str:
        """Write one parameter."""
        start, end = self.parameter
        return f"{start.replace('@', key)}{text}{end}"

    def wrapped(self, *functions: str) -> str:
        """Write a block."""
        opener, closer = self.block
        return f"{opener}{''.join(functions)}{closer}"

    def damaged(self, text: str) -> str:
        """Take the name of a call away."""
        return text.replace(self.call[0], self.nameless, 1)


FORMS = {
    "dsml": Form(
        ("<tool_calls>", "</tool_calls>"),
        ('<invoke name="f">', "</invoke>"),
        ('<parameter name="@">', "</parameter>"),
        "<invoke>",
    ),
    "qwen": Form(
        ("<tool_call>\n", "</tool_call>"),
        ("<function=f>\n", "</function>\n"),
        ("<parameter=@>\n", "\n</parameter>\n"),
        "<function=>\n",
    ),
}


def form(dialect: str) -> Form:
    """Find the form of a dialect. Raises ``UsageError`` where there is none yet."""
    found = FORMS.get(dialect)
    if found is None:
        raise UsageError(
            f"the dialect {dialect} can't be probed yet", hint=f"there are texts for {', '.join(FORMS)}"
        )
    return found
