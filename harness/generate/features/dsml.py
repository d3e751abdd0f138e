"""What is promised of texts in ``dsml``."""

from __future__ import annotations

from harness.generate.features.item import Item

VALUES = (
    Item("empty", {"empty-value": "nothing, or only CDATA with nothing in it"}),
    Item(
        "outer white space of every kind (C1)",
        {
            "padded": "white space of any kind around a value",
            "cdata:spaced": "the same in CDATA, where it stays",
        },
    ),
    Item("CRLF", {"crlf": "lines that end in CRLF"}),
    Item(
        "]]>",
        {
            "cdata-end": "an end of CDATA that never began",
            "cdata:split": "CDATA split in two around the end of one",
        },
    ),
    Item(
        "openers and closers of both styles in CDATA",
        {"cdata:opener": "a start tag of the dialect", "cdata:closer": "an end tag of the dialect"},
    ),
    Item(
        "entities",
        {
            "entities": "text with its markup as entities",
            "entities:named": "the five names, decoded once",
            "entities:numeric": "decimal and hexadecimal, in and out of range",
            "entities:unknown": "names that XML does not have",
            "entities:unfinished": "without a semicolon, a name or a digit",
        },
    ),
    Item(
        "JSON look-alikes",
        {
            "json-lookalike": "begins like JSON and is none",
            "scalar": "reads as a number, a truth value, null or a quoted string",
        },
    ),
    Item(
        "numbers at the edges",
        {
            "number:text": "as a whole value, which is text",
            "number:json": "in JSON: 2^53, 2^63, 1e308, -0, exponents",
            "number:overflow": "in JSON and too large for a double",
        },
    ),
    Item(
        "nesting to the limit and past it",
        {
            "json:deep": "JSON, 256 deep",
            "json:too-deep": "JSON, 257 deep",
            "children:deep": "child elements, 256 deep",
            "children:too-deep": "child elements, 257 deep",
        },
    ),
    Item("__proto__", {"name:proto": "as a parameter's name"}),
    Item("constructor", {"name:constructor": "as a parameter's name"}),
    Item("integer-like names", {"name:integer": "0, 1, -1 or 4294967295 as a parameter's name"}),
    Item("non-BMP characters", {"non-BMP": "code points above U+FFFF"}),
    Item("combining characters", {"combining": "marks behind a letter, or behind none"}),
    Item("U+212A", {"U+212A": "Kelvin: folds to k"}),
    Item("U+0130", {"U+0130": "I with a dot: folds to two code points"}),
    Item("U+1E9E", {"U+1E9E": "capital sharp s"}),
    Item("U+FEFF", {"U+FEFF": "byte order mark, no white space"}),
    Item("U+0085", {"U+0085": "next line, white space"}),
    Item("NUL", {"NUL": "U+0000"}),
    Item("lone quotes", {"lone-quote": "one quotation mark or apostrophe"}),
    Item("long values", {"long-value": "1 KiB and more, rarely 1 MiB"}),
    Item(
        "raw code points",
        {"raw": "any code points beside the vocabulary", "repeated": "the same punctuation several times"},
    ),
    Item(
        "markup and fences that are text",
        {
            "markup-text": "elements that are no child structure",
            "markup-text:opaque": "elements beside an opaque section",
            "nested-tags": "the dialect's own tags, balanced",
            "nested-tags:owing": "a start tag whose end tag comes much later",
            "comment:value": "a comment, which stays",
            "cdata:inner": "CDATA after other text, which stays",
            "fence:value": "a fenced example",
        },
    ),
)

WRITING = (
    Item(
        "style",
        {"style:canonical": "a block in the canonical style", "style:dsml": "a block in the dsml style"},
    ),
    Item("case", {"tag-case": "a tag's name in any case"}),
    Item(
        "blanks",
        {
            "attribute-blanks": "around the equals sign",
            "end-tag-tail": "these and more behind an end tag's name",
        },
    ),
    Item(
        "quotes",
        {
            "single-quotes": "single ones around a name",
            "quoted-attribute": "quotes inside quotes, or behind no equals sign",
        },
    ),
    Item(
        "extra attributes",
        {
            "extra-attributes": "attributes that are skipped",
            "repeated-attribute": "more than one name: the last wins",
            "odd-attributes": "attributes that only a reader from left to right gets right",
        },
    ),
    Item(
        "CDATA forms",
        {
            "cdata": "one section around the value",
            "cdata:several": "several sections with nothing between",
            "cdata:torn": "several sections with something between",
            "cdata:json": "JSON in a section, which is text",
        },
    ),
    Item(
        "children",
        {
            "children": "an object as child elements",
            "children:attributes": "children with attributes",
            "children:list": "children of one name, which are a list",
        },
    ),
    Item(
        "JSON values",
        {
            "json-value": "an object or a list",
            "json-value:entities": "JSON with entities",
            "json:strict": "escapes, equal keys, odd white space, markup in strings",
        },
    ),
    Item(
        "JSON body",
        {
            "json-body": "the arguments of a call as JSON",
            "json-body:members": "with other members beside them",
            "json-body:tags": "with markup in its strings",
        },
    ),
    Item(
        "comments",
        {"comment": "a comment between tags", "hidden-tags": "tags in a comment or in CDATA between tags"},
    ),
    Item(
        "junk between tags",
        {
            "junk": "words or a stray end tag",
            "not-direct": "a call or parameter inside another element",
            "nameless-parameter": "a parameter without a name",
        },
    ),
    Item(
        "and more",
        {
            "slash": "a start tag that ends in a slash",
            "lavish-tag": "a tag with several freedoms at once",
            "odd-name": "a name that is no identifier",
            "duplicates": "a parameter name twice: a list",
            "duplicates:3+": "a parameter name three times or more",
            "no-arguments": "a call without arguments",
        },
    ),
)

PROSE = (
    Item(
        "markers that are only mentioned",
        {"marker": "a piece of markup that is text", "mention": "a whole opener that is only mentioned"},
    ),
    Item("pieces of markers at the end", {"open-end": "what could have become markup"}),
    Item(
        "fences of both kinds",
        {
            "fence:backtick": "of backticks",
            "fence:tilde": "of tildes",
            "fence:call": "with a call in it",
            "fence:longer": "closed by a longer run",
            "fence:same-line": "an example that begins on the fence's own line",
            "fence:captured": "a run inside a capture, where no fence is seen",
            "no-fence": "a run that opens nothing",
        },
    ),
    Item("nested fences", {"fence:nested": "a fence in a fence"}),
    Item("unclosed fences", {"fence:unclosed": "a fence to the end of the text"}),
    Item(
        "fences closed by the wrong mark",
        {
            "fence:wrong-mark": "the other mark where the fence should end",
            "fence:run": "a run in the example that is too short, or of the other mark",
            "fence:decoy": "a run with something behind it",
        },
    ),
    Item(
        "inline code",
        {
            "inline-code": "markup between backticks",
            "inline-code:double": "between two of them",
            "inline-code:call": "a block between backticks, accepted all the same",
        },
    ),
    Item("lists", {"list": "two items or more", "list:call": "a block as an item"}),
    Item("quotes", {"quote": "quoted lines", "quote:call": "a block in a quote"}),
    Item(
        "HTML comments", {"html-comment": "a comment, which hides nothing", "comment:call": "a block in one"}
    ),
    Item("text that looks like JSON", {"json-text": "JSON, or nearly", "json:call": "a block in JSON"}),
    Item(
        "and more",
        {
            "prose": "any words beside blocks",
            "indented:call": "a block on an indented line",
            "lone-bracket": "a < that begins nothing, in the middle of a sentence",
            "foreign": "a call in another format",
            "reasoning": "reasoning tags",
            "reasoning:call": "a block in reasoning",
        },
    ),
)

MIXED = (
    Item(
        "styles mixed at the wrapper",
        {"mixed-styles": "at any level", "mixed:wrapper": "a wrapper in the other style"},
    ),
    Item("at the invoke", {"mixed:invoke": "an invoke in the other style"}),
    Item("at the parameter", {"mixed:parameter": "a parameter in the other style"}),
    Item("at a closer", {"mixed:closer": "end tags in the other style"}),
    Item("several blocks of different styles", {"blocks:styles": "blocks of both styles in one text"}),
)

DAMAGES = (
    Item("delete", {"damage:delete": "a tag is gone", "damage:span": "a run of characters is gone"}),
    Item("duplicate", {"damage:duplicate": "a tag twice"}),
    Item("swap", {"damage:swap": "two tags exchanged"}),
    Item("cut off", {"damage:cut-off": "a tag without its end"}),
    Item("truncate", {"damage:truncate": "the text stops early"}),
    Item("misspell", {"damage:misspell": "a name spelled wrongly"}),
    Item("misnest", {"damage:misnest": "two neighbouring tags exchanged"}),
    Item("unquote", {"damage:unquote": "a quote is gone"}),
    Item("stray quote", {"damage:stray-quote": "a quote too many"}),
    Item("unclosed CDATA", {"damage:unclosed-cdata": "a section opens and never ends"}),
    Item("unclosed comment", {"damage:unclosed-comment": "a comment opens and never ends"}),
    Item("missing wrapper opener", {"damage:no-opener": "a block's opener is gone"}),
    Item("missing wrapper closer", {"damage:no-closer": "a block's closer is gone"}),
    Item("orphan closers", {"damage:orphan-closer": "one more wrapper closer"}),
    Item("confusable characters", {"damage:confuse": "a character that looks like one of the markup"}),
    Item("drift: bars", {"damage:bars": "other bars around the marker, or mixed ones"}),
    Item(
        "drift: the wrapper's name",
        {"damage:alias": "another name of the wrapper", "damage:fused": "marker and name in one word"},
    ),
    Item(
        "drift: wrappers and closers missing or too many",
        {
            "damage:no-wrapper": "opener and closer are gone",
            "damage:closers-only": "only end tags are left",
            "damage:repeated-closers": "end tags again, sometimes very often",
            "damage:other-closer": "the end tag of another element",
        },
    ),
    Item(
        "drift: tags spread out",
        {"damage:lines": "a tag's lexemes on lines of their own", "damage:spread": "white space in a tag"},
    ),
    Item(
        "drift: markers and attributes",
        {
            "damage:no-marker": "the marker left out, or written where none was",
            "damage:no-attribute": "attributes are gone",
            "damage:attribute-order": "one more attribute before or behind",
            "damage:quotes": "typographic quotes, single ones, none",
        },
    ),
    Item("drift: the string flag", {"damage:flag": "a flag that may contradict its value"}),
    Item("drift: JSON bodies", {"damage:envelope": "envelopes around JSON arguments, none to three"}),
    Item(
        "drift: CDATA, brackets and controls",
        {
            "damage:cdata": "a section's opener or end spelled wrongly",
            "damage:brackets": "brackets that look like those of tags",
            "damage:control": "control characters in a tag",
        },
    ),
    Item("drift: reasoning", {"damage:reasoning": "a block, or a part of it, in a reasoning tag"}),
    Item(
        "drift: elements",
        {
            "damage:tool-element": "the tool's name as an element",
            "damage:function-element": "the call as a function element",
        },
    ),
    Item("drift: namespaces", {"damage:namespace": "a namespace before a name, or in all tags but one"}),
    Item("drift: a wrapper in the wrapper", {"damage:inner-wrapper": "one more wrapper around calls"}),
    Item("drift: the call's own tail", {"damage:tail": "the end of a call again in its value"}),
    Item(
        "damages compose",
        {"damages:2+": "two damages or three in one text", "damage:token": "a markup token anywhere"},
    ),
)

STRUCTURE = (
    Item(
        "how many",
        {"blocks:2+": "two blocks or more in a text", "calls:2+": "two calls or more in a block"},
    ),
    Item(
        "blocks that are text",
        {
            "rejected": "a block that gives no call",
            "rejected:empty": "a wrapper around nothing or words",
            "rejected:calls": "only calls that are dropped",
            "rejected:unclosed": "a first call that never ends",
            "unfinished": "a block without its closer before another",
            "truncated": "the beginning of a block at the end of the text",
            "crowded": "calls, parameters or openers by the dozen",
            "end-token": "and a token that ends the turn behind it",
            "swallowed": "what hides the rest of the text in an open block",
        },
    ),
    Item(
        "calls that are dropped",
        {
            "bad-call": "a call that is dropped",
            "bad-call:nameless": "without a name",
            "bad-call:body": "a body that gives no arguments",
            "bad-call:parameters": "parameters none of which has a name",
            "bad-call:half": "an only parameter without an end tag",
            "bad-call:unclosed": "a last call without an end tag",
            "unclosed-parameter": "a last parameter without an end tag",
        },
    ),
    Item(
        "blocks without an opener",
        {
            "bare": "calls without their opener",
            "bare:given-up": "what only nearly is such a block",
            "bare:late-wrapper": "a wrapper that comes late",
            "bare:long-tag": "a tag as long as a repair waits for, or longer",
            "bare:open": "one that the text ends in",
        },
    ),
    Item("tools", {"undeclared": "a call of a tool that was not declared"}),
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
                "scalars",
                "structure",
                "truncated",
            )
        },
    ),
)

DOCUMENTS = {
    "values": VALUES,
    "writing": WRITING,
    "prose": PROSE,
    "mixed blocks": MIXED,
    "damages": DAMAGES,
    "structure": STRUCTURE,
}
"""By group: what is promised of texts."""
