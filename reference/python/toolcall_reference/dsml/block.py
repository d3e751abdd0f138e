"""Blocks: from a complete capture to its calls (SEMANTICS D8 to D13)."""

from collections.abc import Sequence

from toolcall_reference import strict_json
from toolcall_reference.dsml.attributes import name_in
from toolcall_reference.dsml.children import Members, join_repeated
from toolcall_reference.dsml.elements import find_elements
from toolcall_reference.dsml.grammar import INVOKE, PARAMETER, Tag
from toolcall_reference.dsml.values import ValueReader
from toolcall_reference.events import Call
from toolcall_reference.strict_json import Json


class BlockReader(ValueReader):
    """Read a block. Its tags are those that the walk of the capture met, and no others (SEMANTICS D8)."""

    __slots__ = ()

    def read_block(self, text: str, tags: Sequence[Tag], *, is_bare: bool) -> list[Call]:
        """Give the calls of a block, in order; none means that the block is rejected (SEMANTICS D6)."""
        if self.is_mixed(tags):
            return []
        calls = []
        for first, last in self.find_elements(tags, INVOKE, 0 if is_bare else 1, len(tags) - 1):
            name = self.read_name(text, tags[first])
            if not name:
                continue
            arguments = self.read_arguments(text, tags, first, last)
            if arguments is not None:
                calls.append(Call(name=name, input=arguments))
        return calls

    def is_mixed(self, tags: Sequence[Tag]) -> bool:
        """D8: tell whether tags of both styles occur."""
        style = tags[0].is_dsml
        return any(tag.is_dsml is not style for tag in tags)

    def find_elements(self, tags: Sequence[Tag], name: str, first: int, last: int) -> list[tuple[int, int]]:
        """D9: give the elements of this name among ``tags[first:last]`` as pairs of indexes."""
        return find_elements(tags, name, first, last)

    def read_name(self, text: str, tag: Tag) -> str | None:
        """D10: give the name that a start tag carries, decoded and trimmed."""
        value = name_in(text, tag.attributes(), tag.end - 1)
        return None if value is None else self.trim(self.decode_entities(value))

    def read_arguments(self, text: str, tags: Sequence[Tag], first: int, last: int) -> dict[str, Json] | None:
        """D12: give the input of the invoke between two tags, or None if the invoke is dropped."""
        body = self.trim(text[tags[first].end : tags[last].start])
        if not body:
            return {}
        if body.startswith("{"):
            try:
                value = self.read_json(body)
            except strict_json.NotJsonError:
                pass
            else:
                return self.unwrap(value)
        members = self.read_parameters(text, tags, first, last)
        return self.join_repeated(members) if members else None

    def unwrap(self, body: Json) -> dict[str, Json] | None:
        """D12: find the input in a body that is a JSON object."""
        if not isinstance(body, dict):
            return None
        for key in ("input", "parameters"):
            member = body.get(key)
            if isinstance(member, dict):
                return member
        return None if body else {}

    def read_parameters(self, text: str, tags: Sequence[Tag], first: int, last: int) -> Members:
        """D11: give the values of the parameters that have a name, by name."""
        members: Members = {}
        for start, end in self.find_elements(tags, PARAMETER, first + 1, last):
            name = self.read_name(text, tags[start])
            if name:
                value = self.read_value(text[tags[start].end : tags[end].start])
                members.setdefault(name, []).append(value)
        return members

    def join_repeated(self, members: Members) -> dict[str, Json]:
        """D13: give the value of a name that occurs once, and the list of its values else."""
        return join_repeated(members)
