"""Values: what the body of a parameter stands for (SEMANTICS V1 to V6)."""

from toolcall_reference import strict_json
from toolcall_reference.dsml import cdata, children, entities
from toolcall_reference.strict_json import Json
from toolcall_reference.whitespace import trim


class ValueReader:
    """Read values. Every rule is a method, so that a wrong reading differs from this one in one method."""

    __slots__ = ()

    def read_value(self, body: str) -> Json:
        """Read the body of a parameter: the first rule that applies decides."""
        body = self.trim(body)
        if body.startswith("<"):
            joined = self.read_cdata(body)
            if joined is not None:
                return joined
            members = self.read_children(body)
            if members is not None:
                return members
        return self.read_text(body)

    def trim(self, text: str) -> str:
        """V1: take white space off both ends."""
        return trim(text)

    def read_cdata(self, body: str) -> str | None:
        """V2 and V3: give the contents of CDATA, unchanged, if the body is CDATA from end to end."""
        joined = cdata.read_whole(body)
        return cdata.strip_outer(body) if joined is None else joined

    def read_children(self, body: str) -> dict[str, Json] | None:
        """V4: give an object if the body is nothing but elements and white space."""
        return children.read(body, self.read_text)

    def read_text(self, body: str) -> Json:
        """V5 and V6: read a trimmed body that is neither CDATA nor children."""
        text = self.decode_entities(body)
        if text.startswith(("{", "[")):
            try:
                return self.read_json(text)
            except strict_json.NotJsonError:
                pass
        return text

    def read_json(self, text: str) -> Json:
        """V5: give the value of a JSON text, or raise NotJsonError."""
        return strict_json.loads(text)

    def decode_entities(self, text: str) -> str:
        """V6: decode entities once, from left to right."""
        return entities.decode(text)
