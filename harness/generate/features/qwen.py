"""What is promised of texts in ``qwen``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.generate.features import dsml
from harness.generate.features.item import Item

if TYPE_CHECKING:
    from collections.abc import Iterable

VALUES = (
    Item("empty", {"empty-value": "nothing at all"}),
    Item(
        "strings are kept to the character",
        {
            "outer-white": "outer white space of every kind (C1)",
            "outer-lines": "outer LFs, none to three",
            "crlf": "CR, CRLF, and both at the ends",
            "control": "control characters, NUL among them",
            "unicode": "not NFC, U+FEFF, U+2028, joined",
            "wild": "any text, markup of the dialect included",
            "long-value": "1 KiB and more, rarely 1 MiB",
        },
    ),
    Item(
        "strings that are JSON stay strings",
        {
            "string:integer": "123 and 3.0",
            "string:number": "1.5",
            "string:boolean": "true",
            "string:null": "null",
            "string:string": "JSON strings, quotes and all",
            "string:object": "objects",
            "string:array": "arrays",
            "string:no-json": "what only begins like JSON, or looks like it elsewhere",
        },
    ),
    Item(
        "closers in a value",
        {
            "closer": "the value's own closer, on its line and off it",
            "closer:outer": "closers of the function and the block",
        },
    ),
    Item(
        "openers and whole markup in a value",
        {
            "opener": "openers of all three elements",
            "inner-call": "a whole call",
            "markup:json": "tags in JSON",
            "tags": "tags of other languages, such as word=text",
            "special": "tokens of the chat template, reasoning tags, results",
            "fence:value": "a fenced example",
        },
    ),
    Item("entities", {"entities": "what is decoded elsewhere"}),
    Item(
        "values of a type",
        {
            "typed:integer": "a whole number",
            "typed:number": "any number",
            "typed:boolean": "true or false",
            "typed:null": "null",
            "typed:object": "an object",
            "typed:array": "an array",
        },
    ),
    Item(
        "text that its types do not fit",
        {"wrong-type": "JSON of another type", "no-json": "no JSON, where JSON is asked for"},
    ),
    Item(
        "numbers",
        {
            "number": "plain ones",
            "number:whole": "3.0, 1e2 and -0: whole by their double",
            "number:edge": "2^53, 2^63, 1e30, 1e308, the smallest",
            "number:overflow": "too large for a double",
            "number:odd": "leading zeros, signs, digits of other scripts",
        },
    ),
    Item(
        "words",
        {
            "boolean": "true and false",
            "null": "null",
            "null:case": "null in other cases, and what is close to it",
            "word": "True, NaN, yes and other words that are no JSON",
        },
    ),
    Item(
        "JSON",
        {
            "object": "plain objects",
            "array": "plain arrays",
            "json:blanks": "blanks around it, CRLF among them",
            "json:string": "JSON strings",
            "json:strict": "escapes, equal keys, odd white space, odd keys",
            "json:surrogate": "an escaped lone surrogate: no JSON",
            "json:deep": "256 deep",
            "json:too-deep": "257 deep: no JSON",
            "json-lookalike": "begins like JSON and is none",
        },
    ),
    Item("__proto__", {"name:proto": "as a key"}),
    Item("constructor", {"name:constructor": "as a key"}),
    Item("integer-like names", {"name:integer": "0, 1, -1 or 4294967295 as a key"}),
    Item(
        "raw code points",
        {
            "raw": "any code points beside the vocabulary",
            "repeated": "the same punctuation several times",
            "non-BMP": "code points above U+FFFF",
            "combining": "marks behind a letter, or behind none",
            "lone-quote": "one quotation mark or apostrophe",
            "NUL": "U+0000",
            "U+0085": "next line, white space",
            "U+0130": "I with a dot: folds to two code points",
            "U+1E9E": "capital sharp s",
            "U+212A": "Kelvin: folds to k",
            "U+FEFF": "byte order mark, no white space",
        },
    ),
)

SCHEMAS = (
    Item("type", {"schema:type": "one name"}),
    Item(
        "a list of types", {"schema:type-list": "names in a list", "schema:null-first": "null before others"}
    ),
    Item(
        "unions",
        {
            "schema:any-of": "members of anyOf",
            "schema:one-of": "members of oneOf",
            "schema:nested": "unions in unions",
            "schema:split": "type and a union together",
            "schema:null-member": "null as a member, by const or enum",
            "schema:empty-member": "members that say nothing",
            "schema:both-unions": "anyOf and oneOf together, one of which says nothing",
        },
    ),
    Item("nullable", {"schema:nullable": "nullable: true", "schema:not-nullable": "nullable: false"}),
    Item(
        "values",
        {
            "schema:enum": "enum alone",
            "schema:const": "const alone",
            "schema:typed-enum": "enum or const beside types, which counts for nothing",
        },
    ),
    Item(
        "no types",
        {
            "schema:undeclared": "a key that is not declared",
            "schema:empty": "an empty schema",
            "schema:boolean": "true or false as a schema",
            "schema:unknown-type": "type names that do not exist, alone or beside others",
            "schema:ref": "a reference, which is not followed",
            "schema:all-of": "allOf, which is not followed",
        },
    ),
    Item(
        "other members",
        {
            "schema:beside": "descriptions, bounds, defaults",
            "schema:not-followed": "$ref and allOf beside a type",
        },
    ),
    Item(
        "tools",
        {
            "tool:bare": "a tool without parameters",
            "tool:required": "all keys required",
            "tool:missing": "a required key that no call gives",
            "tool:order": "keys declared in another order than they are written in",
            "tool:beside": "descriptions and closed parameters",
            "tool:twice": "two tools of one name: the last counts",
            "tool:uncalled": "a tool that is never called",
            "tool:undeclared": "a call of a tool that was not declared",
        },
    ),
)

WRITING = (
    Item(
        "white space between tags and around values",
        {
            "layout:template": "as the template has it",
            "layout:tight": "none between tags",
            "layout:one-line": "all on one line",
            "layout:half-framed": "a LF on one side of values only",
            "layout:unframed": "no LF around values",
            "layout:crlf": "CRLF between tags",
            "layout:loose": "empty lines between tags",
            "layout:white": "white space beyond ASCII between tags",
            "layout:free": "each time another",
        },
    ),
    Item("names", {"odd-name": "trimmed, or no identifier", "odd-key": "kept as it is, white space too"}),
    Item(
        "and more", {"duplicates": "a key twice: the last wins", "no-arguments": "a call without arguments"}
    ),
)

REJECTED = (
    Item("rejected", {"rejected": "a block that gives no call"}),
    Item("junk", {"rejected:words": "words between tags", "rejected:empty": "a block around nothing"}),
    Item(
        "names and keys", {"rejected:name": "no name, or a LF in it", "rejected:key": "no key, or a LF in it"}
    ),
    Item(
        "other formats",
        {
            "rejected:json": "JSON in the block",
            "rejected:attribute": "names in attributes or elements",
            "rejected:no-function": "no function",
        },
    ),
    Item(
        "tags",
        {
            "rejected:closer": "the wrong closer",
            "rejected:blanks": "blanks in a tag",
            "rejected:case": "capitals in a tag",
            "rejected:reasoning": "reasoning between tags",
        },
    ),
)

STRUCTURE = (
    Item(
        "how many",
        {"blocks:2+": "two blocks or more in a text", "calls:2+": "two functions or more in a block"},
    ),
    Item(
        "blocks that are text",
        {
            "unfinished": "a block without its closer before another",
            "truncated": "the beginning of a block at the end of the text",
            "crowded": "calls, parameters or openers by the dozen",
            "end-token": "and a token that ends the turn behind it",
            "swallowed": "a value that takes in the rest of the text",
        },
    ),
    Item(
        "reasoning",
        {
            "reasoning:closed": "between its tags",
            "reasoning:open": "that nothing ends",
            "reasoning:prefilled": "whose opening tag is not in the text",
        },
    ),
    Item(
        "undecidable",
        {
            "undecidable:value": "a value that holds its own end",
            "undecidable:calls": "a value that holds another call",
            "undecidable:repeated": "a value that holds its own parameter",
            "undecidable:key": "a key that is cut or none",
            "undecidable:name": "a name that is cut, trimmed or none",
            "undecidable:type": "a value that its schema makes another of",
            "undecidable:text": "text that holds a call",
        },
    ),
    Item(
        "an answer for each value of a policy",
        {
            f"policy:{name}": f"of {name}"
            for name in (
                "damaged_call",
                "duplicates",
                "entities",
                "fences",
                "junk_in_block",
                "missing_opener",
                "reasoning",
                "scalars",
                "structure",
                "truncated",
                "unknown_tools",
            )
        },
    ),
)

DRIFTS = (
    Item(
        "drift: tags missing, doubled or glued",
        {
            "damage:no-parameter-closer": "a value that is left open before the next tag",
            "damage:no-function-closer": "a function that is left open",
            "damage:doubled-parameter-closer": "a parameter that is closed twice",
            "damage:unended-key": "a parameter's start tag without its end",
            "damage:glued-value": "a key and its value in one",
            "damage:no-bracket": "a start tag without its bracket",
        },
    ),
    Item(
        "drift: names of functions",
        {
            "damage:hybrid-closer": "a function that is closed by its tool's name",
            "damage:no-name": "a function without a name",
            "damage:name-element": "the name as the text of an element",
            "damage:bare-name": "the name alone behind the opener",
        },
    ),
    Item(
        "drift: several calls, and parts of one",
        {
            "damage:joined-blocks": "several functions in one wrapper",
            "damage:begun-twice": "the beginning of a call before the whole of it",
        },
    ),
    Item(
        "drift: other forms of a call",
        {
            "damage:invocation": "the wrapper of an older format",
            "damage:tool-tag": "the tool's name as a tag",
            "damage:key-tags": "properties as tags",
            "damage:bare-code": "code alone in a block",
            "damage:json-call": "JSON in a block",
            "damage:json-head": "JSON in a block, its head damaged",
            "damage:calling-tool": "a remark in brackets",
        },
    ),
    Item(
        "drift: values",
        {
            "damage:framing": "no line ends around a value, or several",
            "damage:python-word": "True, None and other words of Python",
            "damage:whole-float": "whole numbers with a fraction",
            "damage:bracket-more": "JSON with a bracket too many",
            "damage:encoded-twice": "lists as strings of JSON",
        },
    ),
    Item(
        "drift: parameters",
        {
            "damage:parameter-order": "two parameters exchanged",
            "damage:repeated-parameter": "a parameter twice",
        },
    ),
)
"""What was seen in this format alone."""

NOT_HERE = {
    "damage:attribute-order",
    "damage:bars",
    "damage:cdata",
    "damage:flag",
    "damage:function-element",
    "damage:no-attribute",
    "damage:no-marker",
    "damage:quotes",
    "damage:stray-quote",
    "damage:tool-element",
    "damage:unclosed-cdata",
    "damage:unclosed-comment",
    "damage:unquote",
    "fence:captured",
    "fence:decoy",
    "fence:longer",
    "fence:nested",
    "fence:same-line",
    "fence:wrong-mark",
}
"""What is about attributes, markers before names, sections, and where exactly a fence ends."""


def without(items: Iterable[Item]) -> tuple[Item, ...]:
    """Leave out what does not come in this dialect."""
    kept = [
        Item(item.promise, {name: says for name, says in item.features.items() if name not in NOT_HERE})
        for item in items
    ]
    return tuple([item for item in kept if item.features])


DOCUMENTS = {
    "values": VALUES,
    "schemas": SCHEMAS,
    "writing": WRITING,
    "rejected blocks": REJECTED,
    "prose": without(dsml.PROSE),
    "damages": (*without(dsml.DAMAGES), *DRIFTS),
    "structure": STRUCTURE,
}
"""By group: what is promised of texts."""
