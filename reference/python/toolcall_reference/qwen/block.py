"""A complete block: its functions as calls (SEMANTICS Q6, Q7, Q9)."""

from toolcall_reference import strict_json
from toolcall_reference.events import Call
from toolcall_reference.qwen.capture import Function
from toolcall_reference.qwen.schemas import Schemas, type_of
from toolcall_reference.strict_json import Json

_CONTAINERS = frozenset({"object", "array"})


class BlockReader:
    """Read blocks. Every rule is a method, so that a wrong reading differs from this one in one method."""

    __slots__ = ("schemas",)

    def __init__(self, schemas: Schemas) -> None:
        """Type values by these schemas."""
        self.schemas = schemas

    def read_block(self, text: str, functions: list[Function]) -> list[Call]:
        """Give the calls of a block, in order (SEMANTICS Q3)."""
        return [{"name": function.name, "input": self.read_input(text, function)} for function in functions]

    def read_input(self, text: str, function: Function) -> dict[str, Json]:
        """Give the input of one call."""
        pairs: list[tuple[str, Json]] = []
        for parameter in function.parameters:
            value = self.unframe(text[parameter.start : parameter.end])
            types = self.schemas.types(function.name, parameter.key)
            pairs.append((parameter.key, self.read_value(value, types)))
        return self.join_repeated(pairs)

    def unframe(self, value: str) -> str:
        """Q6: take one LF off each end, if it is there; one LF alone is both."""
        return value.removeprefix("\n").removesuffix("\n")

    def join_repeated(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        """Q7: of equal keys the last wins, in the place of the first. So it is in a dictionary."""
        return dict(pairs)

    def read_value(self, text: str, types: frozenset[str]) -> Json:
        """Q9: give the value that a text is under the declared types."""
        if "string" in types:
            if text == "null" and "null" in types:
                return None
            types &= _CONTAINERS
        if not types:
            return text
        try:
            value = self.read_json(text)
        except strict_json.NotJsonError:
            return text
        return value if self.fits(value, types) else text

    def read_json(self, text: str) -> Json:
        """Give the value of a JSON text, or raise NotJsonError (SEMANTICS C4)."""
        return strict_json.loads(text)

    def fits(self, value: Json, types: frozenset[str]) -> bool:
        """Q9: tell whether a value is of one of the types."""
        if type_of(value) in types:
            return True
        return "integer" in types and self.is_integer(value)

    def is_integer(self, value: Json) -> bool:
        """Q9: tell whether a value is a number whose double has no fraction."""
        if isinstance(value, float):
            return value.is_integer()
        return isinstance(value, int) and not isinstance(value, bool)
