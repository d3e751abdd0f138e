"""Values by the declared schema (SEMANTICS Q9, C4)."""

import random
from typing import Any

import pytest
import qwen_by_the_page
from reference_runs import PARSER, doubles, repeatable
from toolcall_reference.qwen.schemas import TYPES, Schemas

NUMBER = {"type": "number"}
INTEGER = {"type": "integer"}


def tool(schema: Any, name: Any = "f") -> dict[str, Any]:
    return {"name": name, "parameters": {"type": "object", "properties": {"p": schema}}}


def read(text: str, *tools: Any) -> Any:
    """Give the value that a text is, as the parameter `p` of the tool `f`."""
    block = f"<tool_call>\n<function=f>\n<parameter=p>\n{text}\n</parameter>\n</function>\n</tool_call>"
    return PARSER.parse(block, dialect="qwen", tools=tools)["calls"][0]["input"]["p"]


def types(schema: Any) -> set[str]:
    return set(Schemas([tool(schema)]).types("f", "p"))


SPELLINGS: list[tuple[Any, set[str]]] = [
    ({"type": "integer"}, {"integer"}),
    ({"type": ["null", "string"]}, {"null", "string"}),
    ({"type": ["string", "string"]}, {"string"}),
    ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, {"integer", "null"}),
    ({"oneOf": [{"type": "integer"}, {"anyOf": [{"type": "array"}]}]}, {"integer", "array"}),
    ({"type": "string", "anyOf": [{"type": "null"}], "oneOf": [NUMBER]}, {"string", "null", "number"}),
    ({"type": "string", "enum": [1]}, {"string"}),
    ({"anyOf": [{"type": "string"}], "enum": [1]}, {"string"}),
    ({"anyOf": [{"enum": ["a"]}, {"const": 1}]}, {"string", "number"}),
    ({"anyOf": [{"enum": [1]}], "enum": ["a"]}, {"number"}),
    ({"anyOf": [{}], "enum": ["a"]}, {"string"}),
    ({"enum": [1, 2.5, True, None, "a", [], {}]}, {*TYPES} - {"integer"}),
    ({"enum": [1], "const": "a"}, {"number", "string"}),
    ({"const": None}, {"null"}),
    ({"const": False}, {"boolean"}),
    ({"type": "integer", "nullable": True}, {"integer", "null"}),
    ({"enum": [1], "nullable": True}, {"number", "null"}),
    ({"anyOf": [{"type": "string", "nullable": True}]}, {"string", "null"}),
    ({"nullable": True}, set()),
    ({"type": "integer", "nullable": 1}, {"integer"}),
    ({"type": "integer", "nullable": "true"}, {"integer"}),
    ({"$ref": "#/x"}, set()),
    ({"allOf": [{"type": "integer"}]}, set()),
    ({"type": "int"}, set()),
    ({"type": "Integer"}, set()),
    ({"type": ["int", "null"]}, {"null"}),
    ({"type": "int", "enum": [1]}, {"number"}),
    ({}, set()),
    # hostile ones
    *[(hostile, set()) for hostile in (True, False, None, 1, "integer", [], [INTEGER])],
    *[
        ({"type": hostile}, set())
        for hostile in (None, 1, True, {"type": "string"}, [["integer"]], [{}, None])
    ],
    *[({"anyOf": hostile}, set()) for hostile in (INTEGER, "integer", True, [True, "integer", [INTEGER]])],
    *[({"enum": hostile}, set()) for hostile in ("ab", 1, {"a": 1}, [], True)],
]


@pytest.mark.parametrize(("schema", "found"), SPELLINGS, ids=[str(case[0]) for case in SPELLINGS])
def test_types_come_from_the_schema(schema: Any, found: set[str]) -> None:
    assert types(schema) == found


def test_a_deep_or_broad_schema_is_no_recursion() -> None:
    deep: Any = {"type": "integer"}
    for _ in range(20_000):
        deep = {"anyOf": [deep]}
    assert types(deep) == {"integer"}
    assert read("1", tool(deep)) == 1
    assert types({"oneOf": [{"enum": [None]}, {"anyOf": [INTEGER] * 20_000}]}) == {"null", "integer"}


def random_schema(rng: random.Random, depth: int) -> Any:
    """Write a schema that may say its types in several ways at once."""
    schema: Any = {}
    if rng.random() < 0.4:
        names = rng.choices([*sorted(TYPES), "int"], k=rng.randint(0, 2))
        schema["type"] = names[0] if len(names) == 1 else names
    for branch in ("anyOf", "oneOf"):
        if depth and rng.random() < 0.3:
            schema[branch] = [random_schema(rng, depth - 1) for _ in range(rng.randint(0, 2))]
    if rng.random() < 0.3:
        schema["enum"] = rng.choices([1, 1.5, True, None, "a", [], {}], k=rng.randint(0, 2))
    if rng.random() < 0.2:
        schema["const"] = rng.choice([1, False, None, "a"])
    if rng.random() < 0.3:
        schema["nullable"] = rng.choice([True, False, 1])
    return rng.choice([schema] * 9 + [True])


def test_random_schemas_give_the_types_that_the_page_says() -> None:
    rng = repeatable(17)
    given = set()
    for _ in range(3000):
        schema = random_schema(rng, 3)
        found = types(schema)
        assert found == qwen_by_the_page.types(schema), schema
        given.add(frozenset(found))
    assert len(given) > 50


TEXTS = [
    *("", "x", "1", "-0", "1.0", "1.5", "1e2", "1e400", "9007199254740993", "9007199254740993.5", "1E-2"),
    *("true", "false", "null", " null ", "NULL", "None", "True", "NaN", "Infinity", "0x10", "01", "+1", ".5"),
    *('"q"', '"q', '{"a": 1}', "{}", "[]", "[1, null]", " [1] ", "{'a': 1}", "[1,]", "\ufeff1", "\u30001"),
    *("1\n", "\n1", "\u0661", "1_0", '{"a": 1, "a": 2}', '["\\ud800"]', "[" * 257 + "]" * 257, "1 2"),
]


def test_every_text_under_every_pair_of_types_is_what_the_page_says() -> None:
    names = sorted(TYPES)
    for first in names:
        for second in names:
            for text in TEXTS:
                given = read(text, tool({"type": [first, second]}))
                wanted = qwen_by_the_page.typed(text, {first, second})
                assert (type(given), doubles(given)) == (type(wanted), doubles(wanted)), (text, first, second)


@pytest.mark.parametrize(
    ("text", "schema", "value"),
    [
        *[(text, {"type": "string"}, text) for text in TEXTS],
        *[(text, {}, text) for text in TEXTS],
        ("3.0", INTEGER, 3.0),
        ("1e2", INTEGER, 100.0),
        ("1.5", INTEGER, "1.5"),
        ("9007199254740993.5", INTEGER, 9007199254740994.0),
        ("12345678901234567890123", INTEGER, 12345678901234567890123),
        ("1e400", NUMBER, "1e400"),
        ("-0", NUMBER, 0),
        (" 1 ", INTEGER, 1),
        ("true", NUMBER, "true"),
        ("1", {"type": "boolean"}, "1"),
        ("null", {"type": "null"}, None),
        (" null ", {"type": "null"}, None),
        (" null ", {"type": ["null", "string"]}, " null "),
        ("null", {"type": ["string", "null"]}, None),
        ("null", {"type": "string", "nullable": True}, None),
        ("null", {"type": ["string", "integer"]}, "null"),
        ("1", {"type": ["string", "integer"]}, "1"),
        ("true", {"type": ["string", "boolean"]}, "true"),
        (" [1] ", {"type": ["string", "array"]}, [1]),
        ('{"a": 1}', {"type": ["string", "array"]}, '{"a": 1}'),
        ('{"a": 1}', {"type": ["string", "object"]}, {"a": 1}),
        ('"q"', {"type": ["object", "integer"]}, '"q"'),
        ("1", {"enum": [1, 2]}, 1),
        ("3", {"enum": [1, 2]}, 3),
        ("1.5", {"enum": [1]}, 1.5),
    ],
)
def test_a_value_has_a_declared_type_or_stays_text(text: str, schema: Any, value: Any) -> None:
    given = read(text, tool(schema))
    assert (type(given), given) == (type(value), value)


def test_a_long_number_is_read_by_its_double() -> None:
    """C4: in time that is linear, so that a hostile one does not hang the test."""
    zeros = "0" * 300_000
    assert read(f"1{zeros}e-300000", tool(INTEGER)) == 1
    assert read(f"1.{zeros}1", tool(INTEGER)) == 1
    assert read(f"1e-{zeros}9", tool(INTEGER)) == f"1e-{zeros}9"
    assert read(f"0.{zeros}1e300001", tool(NUMBER)) == 1
    assert read(f"1{zeros}e-9", tool(NUMBER)) == f"1{zeros}e-9"


def test_of_two_tools_with_one_name_the_last_counts() -> None:
    assert read("1", tool({"type": "string"}), tool(INTEGER)) == 1
    assert read("1", tool(INTEGER), tool({"type": "string"})) == "1"
    assert read("1", tool(INTEGER), {"name": "f"}) == "1"
    assert read("1", tool(INTEGER), {"name": "g"}) == 1


@pytest.mark.parametrize(
    "tools",
    [
        [None, True, 1, "f", [], {}],
        [{"name": None, "parameters": {}}, {"name": ["f"]}, {"name": {"f": 1}}],
        [{"name": "f", "parameters": hostile} for hostile in (True, None, "p", [], {})],
        *[[{"name": "f", "parameters": {"properties": hostile}}] for hostile in (True, None, "p", ["p"], {})],
        [tool(INTEGER, " f ")],
    ],
)
def test_tools_of_any_form_are_no_error(tools: Any) -> None:
    assert read("1", *tools) == "1"


def test_a_key_that_objects_of_other_languages_have_is_not_declared() -> None:
    for key in ("__proto__", "constructor", "toString", "q"):
        assert Schemas([tool(INTEGER)]).types("f", key) == frozenset()
        assert Schemas([tool(INTEGER)]).types(key, "p") == frozenset()


def test_every_function_of_a_block_is_typed_by_its_own_tool() -> None:
    body = "<parameter=p>1</parameter></function>"
    text = f"<tool_call><function=f>{body}<function= g >{body}<function=h>{body}</tool_call>"
    tools = [tool(INTEGER), tool(NUMBER, "g"), tool({"type": "boolean"}, "h")]
    calls = PARSER.parse(text, dialect="qwen", tools=tools)["calls"]
    assert [call["input"]["p"] for call in calls] == [1, 1, "1"]
