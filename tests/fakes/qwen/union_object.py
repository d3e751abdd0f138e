"""A string or null that is declared by `anyOf` is read as an object is: whatever is JSON becomes that.

Stands for vllm-40861 (nullable strings in `anyOf` are treated as objects). Found by `typing`: text became
another type.
"""

from tests.fakes.qwen.right import Json, QwenStream, RightParser, Schemas

ANYTHING = frozenset({"object", "array", "number", "boolean", "null"})


class Guessing(Schemas):
    def read_types(self, schema: Json) -> frozenset[str]:
        types = super().read_types(schema)
        union = isinstance(schema, dict) and "anyOf" in schema and types == {"string", "null"}
        return ANYTHING if union else types


class Stream(QwenStream):
    schemas_class = Guessing


class Parser(RightParser):
    stream_class = Stream
