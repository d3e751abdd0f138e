"""The dialect `qwen` read once more, as literally as it goes: whole texts only, in quadratic time.

Nothing of the parser is used but its strict JSON. Where the two differ, one of them has misread the page.
"""

from collections.abc import Iterator
from typing import Any

from toolcall_reference import strict_json

WHITE = "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
WHITE += "\u2028\u2029\u202f\u205f\u3000"


class GivenUpError(Exception):
    """The capture is given up at a position."""


class StillOpenError(Exception):
    """The text ends before the block does."""


def read(text: str, tools: list[Any]) -> Iterator[Any]:
    """Give the events of a text, one for each character that is visible."""
    pos = 0
    while pos < len(text):
        if not text.startswith("<tool_call>", pos):
            yield {"text": text[pos]}
            pos += 1
            continue
        try:
            calls, end = read_block(text, pos + len("<tool_call>"), tools)
        except GivenUpError as error:
            yield {"text": text[pos : error.args[0]]}
            pos = error.args[0]
        except StillOpenError:
            yield {"text": text[pos:]}
            return
        else:
            yield from ({"call": call} for call in calls)
            pos = end


def read_block(text: str, pos: int, tools: list[Any]) -> tuple[list[Any], int]:
    calls: list[Any] = []
    while True:
        tag, pos = expect(text, pos, ["<function=", "</tool_call>"] if calls else ["<function="])
        if tag == "</tool_call>":
            return calls, pos
        name, pos = read_name(text, pos, tag)
        if not name.strip(WHITE):
            raise GivenUpError(pos - len(f"{tag}{name}>"))
        call: Any = {"name": name.strip(WHITE), "input": {}}
        calls.append(call)
        while True:
            tag, pos = expect(text, pos, ["<parameter=", "</function>"])
            if tag == "</function>":
                break
            key, pos = read_name(text, pos, tag)
            if not key:
                raise GivenUpError(pos - len(f"{tag}{key}>"))
            end = end_of_value(text, pos)
            call["input"][key] = typed(framed(text[pos:end]), declared(tools, call["name"], key))
            pos = end + len("</parameter>")


def expect(text: str, pos: int, tags: list[str]) -> tuple[str, int]:
    while pos < len(text) and text[pos] in WHITE:
        pos += 1
    for tag in tags:
        if text.startswith(tag, pos):
            return tag, pos + len(tag)
    if any(tag.startswith(text[pos:]) for tag in tags):
        raise StillOpenError
    raise GivenUpError(pos)


def read_name(text: str, pos: int, tag: str) -> tuple[str, int]:
    name, closed, _ = text[pos:].partition(">")
    if "\n" in name:
        raise GivenUpError(pos - len(tag))
    if not closed:
        raise StillOpenError
    return name, pos + len(name) + 1


def end_of_value(text: str, pos: int) -> int:
    while (pos := text.find("</parameter>", pos)) >= 0:
        if text[pos + len("</parameter>") :].lstrip(WHITE).startswith(("<parameter=", "</function>")):
            return pos
        pos += 1
    raise StillOpenError


def framed(value: str) -> str:
    if value == "\n":
        return ""
    first = 1 if value.startswith("\n") else 0
    last = len(value) - (1 if value.endswith("\n") else 0)
    return value[first:last]


def declared(tools: list[Any], name: str, key: str) -> set[str]:
    last = [tool for tool in tools if tool["name"] == name][-1:]
    return types(last[0]["parameters"]["properties"].get(key, {})) if last else set()


def types(schema: Any) -> set[str]:
    if isinstance(schema, bool):
        return set()
    given = schema.get("type", [])
    found = {given} if isinstance(given, str) else set(given)
    found &= {"string", "number", "integer", "boolean", "object", "array", "null"}
    for inner in schema.get("anyOf", []) + schema.get("oneOf", []):
        found |= types(inner)
    if not found:
        found = {kind(value) for value in schema.get("enum", [])}
        found |= {kind(schema["const"])} if "const" in schema else set()
    return found | {"null"} if found and schema.get("nullable") is True else found


def kind(value: Any) -> str:
    names = {bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object"}
    return names.get(type(value), "null")


def typed(text: str, wanted: set[str]) -> Any:
    try:
        value = strict_json.loads(text)
    except strict_json.NotJsonError:
        return text
    kinds = {kind(value)}
    if kinds == {"number"} and float(str(value)) % 1 == 0:
        kinds = {"number", "integer"}
    if "string" in wanted:
        wanted = wanted & {"null", "object", "array"}
        if value is None and text != "null":
            return text
    return value if kinds & wanted else text
