"""A capture: the walk from `<tool_call>` to the end of its block (SEMANTICS Q3 to Q5, Q8).

The walk can stop after any character and go on with the next chunk. It keeps the pieces of text it was
given, the names it read, and where the values lie. No character is looked at twice but those of a tag that
a chunk border cuts, at most 11.

At a tag with a bad NAME or KEY, scanning resumes at its ``<`` (SEMANTICS Q8). The walk stops later, at the
LF or the ``>`` that shows the fault. That comes to the same, as no opener is passed over: one before the LF
would need a ``>`` there, one over it would hold it, and one that ends with the ``>`` of an empty name would
be more than white space behind the beginning of the tag.
"""

from dataclasses import dataclass, field
from typing import Final

from toolcall_reference.qwen.grammar import (
    BLOCK_END,
    BLOCK_START,
    FUNCTION_END,
    FUNCTION_START,
    NAME_STOP,
    PARAMETER_END,
    PARAMETER_START,
    SPACE,
    begins,
    unfinished,
)
from toolcall_reference.whitespace import trim

# Why a walk stopped, or that it did not.
GOES_ON: Final = 0
OPEN: Final = 1  # the data ran out
CLOSED: Final = 2  # the block is complete
GIVEN_UP: Final = 3  # what was captured is text, scanning resumes at the position

# Where the walk stands.
BETWEEN_TAGS: Final = 0
IN_NAME: Final = 1  # of a function
IN_KEY: Final = 2  # of a parameter
IN_VALUE: Final = 3
AFTER_CLOSER: Final = 4  # behind a `</parameter>` that may end the value


@dataclass(slots=True)
class Parameter:
    """A parameter that the walk met. Positions count from the start of the capture."""

    key: str
    start: int  # where its value begins
    end: int = 0  # where the `</parameter>` stands that ends it


@dataclass(slots=True)
class Function:
    """A function that the walk met."""

    name: str
    parameters: list[Parameter] = field(default_factory=list)


class Capture:
    """One capture. `walk` feeds it; `text` and `functions` are the block once the verdict is CLOSED."""

    __slots__ = ("functions", "in_function", "name", "pieces", "place", "size")

    def __init__(self) -> None:
        """Start behind a `<tool_call>`."""
        self.pieces = [BLOCK_START]  # the text so far
        self.size = len(BLOCK_START)  # its length
        self.place = BETWEEN_TAGS
        self.in_function = False
        self.name: list[str] = []  # the pieces of the NAME or KEY that the walk is in
        self.functions: list[Function] = []

    def text(self) -> str:
        """Give all that was captured."""
        return "".join(self.pieces)

    def absorb(self, chunk: str) -> bool:
        """Take a chunk if it can change nothing but a value's length. Small chunks are mostly such ones."""
        if self.place != IN_VALUE or "<" in chunk:
            return False
        self.pieces.append(chunk)
        self.size += len(chunk)
        return True

    def walk(self, data: str, pos: int) -> tuple[int, int]:
        """Walk on from a position of the data; give the verdict and the position where the walk stopped.

        With OPEN, what stands from that position on is an undecided beginning: the caller hands it over
        again, followed by the next chunk.
        """
        start = pos
        shift = self.size - pos
        verdict = GOES_ON
        while verdict == GOES_ON:
            if self.place == BETWEEN_TAGS:
                verdict, pos = self.read_tag(data, pos)
            elif self.place == IN_VALUE:
                verdict, pos = self.read_value(data, pos, shift)
            elif self.place == AFTER_CLOSER:
                verdict, pos = self.read_after_closer(data, pos)
            else:
                verdict, pos = self.read_name(data, pos, shift)
        if pos > start:
            self.pieces.append(data[start:pos])
            self.size += pos - start
        return verdict, pos

    def read_tag(self, data: str, pos: int) -> tuple[int, int]:
        """Skip white space and read one of the tags that may stand here (SEMANTICS Q4, Q8)."""
        pos = self.skip_space(data, pos)
        for tag in self.allowed():
            found = begins(tag, data, pos)
            if found:
                return self.enter(tag), pos + len(tag)
            if found is None:
                return OPEN, pos
        return self.skip_junk(data, pos)

    def skip_space(self, data: str, pos: int) -> int:
        """Give the position behind the white space that may stand between two tags (SEMANTICS Q4)."""
        match = SPACE.match(data, pos)
        return match.end() if match else pos

    def allowed(self) -> tuple[str, ...]:
        """Give the tags that the structure allows here (SEMANTICS Q4): a block has one function or more."""
        if self.in_function:
            return PARAMETER_START, FUNCTION_END
        return (FUNCTION_START, BLOCK_END) if self.functions else (FUNCTION_START,)

    def skip_junk(self, data: str, pos: int) -> tuple[int, int]:
        """Judge what is no white space and begins no tag that is allowed here (SEMANTICS Q8)."""
        del data
        return GIVEN_UP, pos

    def enter(self, tag: str) -> int:
        """Change the place behind a tag, or behind the beginning of one that has a name."""
        if tag == BLOCK_END:
            return CLOSED
        if tag == FUNCTION_END:
            self.in_function = False
        else:
            self.place = IN_NAME if tag == FUNCTION_START else IN_KEY
        return GOES_ON

    def read_name(self, data: str, pos: int, shift: int) -> tuple[int, int]:
        """Read a NAME or KEY up to its ``>``; give up at an LF, or if it is empty (SEMANTICS Q4, Q8)."""
        match = NAME_STOP.search(data, pos)
        stop = match.start() if match else len(data)
        self.name.append(data[pos:stop])
        if match is None:
            return OPEN, stop
        if match[0] == "\n":
            return GIVEN_UP, stop
        name = "".join(self.name)
        self.name = []
        named = self.end_name(name) if self.place == IN_NAME else self.end_key(name, stop + 1 + shift)
        return (GOES_ON, stop + 1) if named else (GIVEN_UP, stop)

    def end_name(self, name: str) -> bool:
        """Begin a function, unless its name is white space or nothing (SEMANTICS Q4)."""
        name = self.trim(name)
        if not name:
            return False
        self.functions.append(Function(name))
        self.in_function = True
        self.place = BETWEEN_TAGS
        return True

    def trim(self, name: str) -> str:
        """Take white space off both ends of a NAME; a KEY stays as it is (SEMANTICS Q4)."""
        return trim(name)

    def end_key(self, key: str, start: int) -> bool:
        """Begin a parameter whose value starts at a position, unless its key is empty (SEMANTICS Q4)."""
        if not key:
            return False
        self.functions[-1].parameters.append(Parameter(key, start))
        self.place = IN_VALUE
        return True

    def read_value(self, data: str, pos: int, shift: int) -> tuple[int, int]:
        """Find the next `</parameter>`, which may end the value (SEMANTICS Q5)."""
        found = data.find(PARAMETER_END, pos)
        if found < 0:
            return OPEN, unfinished(PARAMETER_END, data, pos)
        self.functions[-1].parameters[-1].end = found + shift
        self.place = AFTER_CLOSER
        return GOES_ON, found + len(PARAMETER_END)

    def read_after_closer(self, data: str, pos: int) -> tuple[int, int]:
        """Skip white space after a `</parameter>`, then let the value end or go on (SEMANTICS Q5)."""
        pos = self.skip_space(data, pos)
        ends = self.ends_value(data, pos)
        if ends is None:
            return OPEN, pos
        self.place = BETWEEN_TAGS if ends else IN_VALUE
        return GOES_ON, pos

    def ends_value(self, data: str, pos: int) -> bool | None:
        """Tell whether what stands here ends the value before it; None if undecided (SEMANTICS Q5)."""
        for tag in (PARAMETER_START, FUNCTION_END):
            found = begins(tag, data, pos)
            if found is not False:
                return found
        return False
