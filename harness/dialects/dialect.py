"""What the generator asks of a dialect: one record, filled in by one module a wire format.

A dialect knows how its blocks are written and what comes out of each; where blocks stand in a text,
and what is done to the text afterwards, is ``harness.generate``'s part and the same for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from harness.model import Call

if TYPE_CHECKING:
    # Types only: at run time dialects know the model and nothing above them.
    import re
    from collections.abc import Callable, Sequence

    from harness.generate.pen import Pen
    from harness.model import Tool


class Block(Struct, frozen=True, gc=False):
    """A tool block as written, and the calls that must come out of it."""

    text: str
    calls: tuple[Call, ...]
    style: str = ""  # of its tags, where it is of one


class Thought(Struct, frozen=True, gc=False):
    """Reasoning that is no visible text, where a parser routes it."""

    text: str


class Either(Struct, frozen=True, gc=False):
    """A piece of text whose reading hangs on one policy, and what it is under each answer to that.

    ``parts`` holds, by answer, the visible text and the blocks that a right parser makes of it; the
    first is the dialect's own answer. Answers that leave the reading open are not in it. Of all other
    policies only those are assumed that the pen noted.
    """

    policy: str
    text: str
    parts: Mapping[str, tuple[str | Block | Thought, ...]]


class Grammar(NamedTuple):
    """What damage needs to know of the markup to aim well."""

    # Any tag, start or end, of any style. Its groups: ``slash``, ``marker``, ``name`` and ``rest``.
    tag: re.Pattern[str]
    # How everything begins that a right parser may take for calls, under any policy.
    opens: re.Pattern[str]
    # A section that hides the markup in it, also one that is never closed.
    opaque: re.Pattern[str]
    # The tags of the wrapper around calls, for taking one away.
    opener: re.Pattern[str]
    closer: re.Pattern[str]
    # The names of the elements, in lower case: around the calls, of a call, of an argument.
    wrapper: str
    call: str
    parameter: str
    # What stands before the name in some style, or nothing; and what models were seen to make of it.
    marker: str
    wrong_markers: tuple[str, ...]
    # What the wrapper was seen to be called, what fuses with a name, and a wrapper of one call alone.
    aliases: tuple[str, ...]
    fusions: tuple[str, ...]
    single: str
    # Spellings that models were seen to confuse: right one, wrong ones.
    spellings: tuple[tuple[str, tuple[str, ...]], ...]
    # Characters that only look like those of the markup.
    confusables: tuple[tuple[str, str], ...]


class Dialect(NamedTuple):
    """A wire format, as far as generating texts in it goes."""

    name: str
    # Every policy that a reading of a text can hang on, with the answer of the reference.
    policies: Mapping[str, str]
    # Markup tokens, whole: what may be mentioned in values and inserted by damage.
    tokens: tuple[str, ...]
    # Markup that the vocabulary of a model holds as one token: a server that streams tokens never cuts it.
    special: tuple[str, ...]
    # Pieces of markup that are ordinary text wherever they stand outside a block.
    markers: tuple[str, ...]
    # Markup that is text between backticks, whatever stands around them; and before a full stop.
    codes: tuple[str, ...]
    # Calls in other formats, which are text in this one wherever they stand outside a block.
    foreign: tuple[str, ...]
    # What may stand at the very end of a text and still be text.
    tails: tuple[str, ...]
    # Openers that do open something, but are only mentioned: text once a real block follows.
    mentions: tuple[str, ...]
    # Markup that others take for the beginning of a call wherever it is mentioned, and the policy by which.
    hangs: Mapping[str, str]
    grammar: Grammar
    # Write a block that is accepted; one that is rejected (its text).
    accepted: Callable[[Pen], Block]
    rejected: Callable[[Pen], str]
    # Write a block without its closer, which a later opener makes text.
    unfinished: Callable[[Pen], str]
    # Write a block in which something opens that hides all that follows, to the end of the text.
    swallowed: Callable[[Pen], str] | None
    # Write one call the plain way, its values safe text: nothing in it hangs on a policy.
    plain: Callable[[Pen], Block]
    # Write what is read otherwise than it was meant, where the dialect has that: nothing is expected of it.
    undecided: Callable[[Pen], str] | None
    # Write what is read differently by policy: anywhere outside blocks and fences; as the end of a text.
    questions: Sequence[Callable[[Pen], Either]]
    last_questions: Sequence[Callable[[Pen], Either]]
    # Write calls the plain way, in a named style.
    render: Callable[[Sequence[Call], str], str]
    styles: tuple[str, ...]
    # The truth about ``saw_tool_syntax``.
    saw_tool_syntax: Callable[[str, Sequence[Call]], bool]
    # Declare the tools whose names the pen noted, in the order in which a request has them.
    declare: Callable[[Pen], Sequence[Tool]]
    # Do values hang on what is declared. Then a tool cannot be left out once its calls are written.
    typed: bool

    @property
    def fences_live(self) -> bool:
        """Is a call in a fence a call."""
        return self.policies["fences"] == "live"

    def could_hold_calls(self, text: str) -> bool:
        """Say no where a right parser gives no call, whatever its policies are: nothing opens one."""
        return self.grammar.opens.search(text) is not None
