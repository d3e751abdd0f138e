"""Writing turns as the chat template of Qwen3.8 does (SEMANTICS Q1, Q2), with no choices left.

Nothing is refused here, since the template refuses nothing either: what cannot be read back is told by
``undecidable``.
"""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any

from harness.dialects.white_space import WHITE
from harness.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from harness.model import Call

STYLES = ("template",)
"""The way of the template is the only one; what models make of it is written by ``blocks``."""


def render(calls: Sequence[Call], style: str = STYLES[0], *, text: str = "") -> str:
    """Write the text of a turn and its calls (Q1)."""
    if style not in STYLES:
        raise UsageError(f"There is no style '{style}'.", hint=f"Known styles: {', '.join(STYLES)}.")
    before = text.strip(WHITE)
    blocks = "\n".join([block(call) for call in calls])
    return f"{before}\n\n{blocks}" if before and blocks else before or blocks


def block(call: Call) -> str:
    """Write one call in a block of its own."""
    parameters = "".join(
        [f"<parameter={key}>\n{written(value)}\n</parameter>\n" for key, value in call.input.items()]
    )
    return f"<tool_call>\n<function={call.name}>\n{parameters}</function>\n</tool_call>"


def written(value: Any) -> str:
    """Write a value: a string as it is, anything else as Python's ``json.dumps`` does."""
    return value if isinstance(value, str) else dumps(value, ensure_ascii=False)


def results(texts: Iterable[str]) -> str:
    """Write the turn that gives the results of tools, at least one (Q2)."""
    inside = "".join([f"\n<tool_response>\n{text.strip(WHITE)}\n</tool_response>" for text in texts])
    return f"<|im_start|>user{inside}<|im_end|>\n"
