"""A small reader of ``qwen`` (SEMANTICS Q3-Q9), and parsers that are each wrong in one way."""

from __future__ import annotations

import json
import re
import time
from typing import Any, ClassVar

WHITE = "\t\n\v\f\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
GAP = re.compile(f"[{WHITE}]*")
NAME = re.compile(r"<function=([^>\n]*)>")
KEY = re.compile(r"<parameter=([^>\n]+)>")
END = re.compile(f"</parameter>(?=[{WHITE}]*(?:<parameter=|</function>))")
Event = dict[str, Any]
PYTHON_TYPES = {"string": str, "boolean": bool, "object": dict, "array": list, "null": type(None)}


def types(schema: Any) -> set[str]:
    if not isinstance(schema, dict):
        return set()
    named = schema.get("type", [])
    found = {named} if isinstance(named, str) else set(named)
    return found.union(*map(types, [*schema.get("anyOf", []), *schema.get("oneOf", [])]))


def fits(value: Any, allowed: set[str]) -> bool:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return "number" in allowed or ("integer" in allowed and float(value).is_integer())
    return any(isinstance(value, PYTHON_TYPES.get(name, ())) for name in allowed)


class Small:
    """Right, as far as these tests go."""

    dialects = ("qwen",)
    policies: ClassVar[dict[str, dict[str, str]]] = {"qwen": {"space_around_calls": "exact"}}

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> dict[str, Any]:
        del dialect
        return {"events": list(self.events(text, tools))}

    def stream(self, *, dialect: str, tools: Any = ()) -> Any:
        del dialect
        return Stream(self, tools)

    def events(self, text: str, tools: Any) -> list[Event]:
        found: list[Event] = []
        start = 0
        while (place := text.find("<tool_call>", start)) >= 0:
            found.append({"text": text[start:place]})
            calls, start = self.block(text, place + len("<tool_call>"), tools)
            found += calls or [{"text": text[place:start]}]
        return [*found, {"text": text[start:]}]

    def block(self, text: str, at: int, tools: Any) -> tuple[list[Event], int]:
        """The calls of a block and its end; none, and where it was given up."""
        calls: list[Event] = []
        while True:
            at = gap(text, at)
            if calls and text.startswith("</tool_call>", at):
                return calls, at + len("</tool_call>")
            name = NAME.match(text, at)
            if not name or not name[1].strip():
                return [], at
            arguments, at = self.arguments(text, name.end(), schemas(tools, name[1].strip()))
            if not text.startswith("</function>", at):
                return [], at
            at += len("</function>")
            calls.append({"call": {"name": name[1].strip(), "input": arguments}})

    def arguments(self, text: str, at: int, known: Any) -> tuple[dict[str, Any], int]:
        arguments = {}
        while key := KEY.match(text, at := gap(text, at)):
            end = END.search(text, key.end())
            if end is None:
                return {}, len(text)
            arguments[key[1]] = self.value(text[key.end() : end.start()], types(known.get(key[1])))
            at = end.end()
        return arguments, at

    def value(self, text: str, allowed: set[str]) -> Any:
        text = text.removeprefix("\n").removesuffix("\n")
        if not allowed or allowed == {"string"}:
            return text
        try:
            value = json.loads(text)
        except ValueError:
            return text
        if "string" in allowed and not isinstance(value, dict | list | None):
            return text
        return value if fits(value, allowed) else text


def gap(text: str, at: int) -> int:
    found = GAP.match(text, at)
    return found.end() if found else at


def schemas(tools: Any, name: str) -> Any:
    return next((t.get("parameters", {}).get("properties", {}) for t in tools if t["name"] == name), {})


class Stream:
    """Reads all at the end."""

    def __init__(self, parser: Small, tools: Any) -> None:
        self.parser, self.tools, self.held = parser, tools, ""

    def feed(self, chunk: str) -> list[Event]:
        self.held += chunk
        return []

    def finish(self) -> list[Event]:
        held, self.held = self.held, ""
        return self.parser.events(held, self.tools)


class Stripping(Small):
    """Strips values of all outer white space."""

    def value(self, text: str, allowed: set[str]) -> Any:
        return super().value(text.strip(), allowed)


class Guessing(Small):
    """Reads every value as JSON, whatever is declared."""

    def value(self, text: str, allowed: set[str]) -> Any:
        return super().value(
            text, allowed | {"integer", "object", "array", "null"} if allowed == {"string"} else allowed
        )


class Failing(Small):
    """Fails at a coffee in a value."""

    def value(self, text: str, allowed: set[str]) -> Any:
        if "caf" in text:
            raise ValueError("no coffee here")
        return super().value(text, allowed)


class Sleeping(Small):
    """Hangs at a value that holds a backslash."""

    def value(self, text: str, allowed: set[str]) -> Any:
        if "\\" in text:
            time.sleep(1_000)
        return super().value(text, allowed)


class Brackets:
    """Reads calls of another form: ``[CALL]{"name": …, "arguments": …}``."""

    dialects = ("brackets",)

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> dict[str, Any]:
        del dialect, tools
        before, *calls = text.split("[CALL]")
        events = [{"call": {"name": c["name"], "input": c["arguments"]}} for c in map(json.loads, calls)]
        return {"events": [{"text": before}, *events]}
