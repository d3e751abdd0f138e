"""Ways of writing one invoke (D9-D13): with parameters, with a JSON body, with nothing, and wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.dsml.tags import close_invoke, end, named, start
from harness.dialects.dsml.values import TAME, WAYS
from harness.dialects.jsons import ENCODERS, hidden
from harness.dialects.sizes import CROWDED
from harness.dialects.white_space import WHITE
from harness.model import Call

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.dialects.dsml.hand import Hand
    from harness.generate.pen import Pen

    Body = Callable[[Pen, Hand, list[str]], dict[str, Any]]
    Bad = Callable[[Pen, Hand, list[str]], None]

JUNK = (
    "and",
    "{",
    "<note>hi</note>",
    ", ",
    "&amp;",
    "1 < 2",
    "\u00e9\U0001f600",
    '"',
    "\ufeff",
    "]]>",
    "-->",
)
COMMENTS = ("<!-- x -->", "<!---->", "<!-- a\n-- b -->", "<!-- > -- -->", "<!--->-->", "<!-- ]]> -->")

# Opaque sections that hide tags of either style, between the tags of a block (D4, D8).
HIDDEN = (
    '<!-- <parameter name="q">1</parameter> -->',
    "<!-- </tool_calls> -->",
    '<![CDATA[ <invoke name="no"></invoke> ]]>',
    "<![CDATA[</invoke>]]>",
    "<!--> </invoke> -->",
    '<!--<|DSML|invoke name="no">-->',
    "<![cdata[</|DSML|tool_calls>]]>",
    "<!-- <tool_calls> <|DSML|tool_calls> -->",
    '<![CDATA[<parameter name="no">]] > <!-- ]]>',
    "<!-- <![CDATA[ </parameter> -->",
)

# Elements around another one: then it is no direct child (D9).
AROUND: dict[str, tuple[tuple[str, str], ...]] = {
    "parameter": (
        ("<args>", "</args>"),
        ("<arguments>\n", "\n</arguments>"),
        ("<p:k x='>'>", "</p:k>"),
        ("<b>", ""),
        ("<function_calls><use>", "</use></function_calls>"),
    ),
    "invoke": (
        ("<calls>", "</calls>"),
        ("<function_calls>\n", "\n</function_calls>"),
        ('<{}parameter name="no">', "</{}parameter>"),
        ("<{}parameter>no", " no</{}parameter>"),
        ("<step n='1'><b>", "</b></step>"),
    ),
}

# White space around a whole body (D12), or around a value (V1): every kind of it is trimmed.
OUTER: tuple[str, ...] = ("", " ", "\n", *WHITE, "\r\n", " \u00a0\t", "\u3000\n\x85", "\u2028\u2029")


def good(pen: Pen, hand: Hand, out: list[str], body: Body | None = None) -> Call:
    """Write an invoke that gives a call, and give the call."""
    tag, name = named(pen, hand, "invoke", pen.call_name())
    out.append(tag)
    arguments = (body or pen.pick(TAME_BODIES if hand.tame else BODIES))(pen, hand, out)
    out.append(close_invoke(pen, hand))
    pen.names[name] = None
    return Call(name, arguments)


WIDE = 70
"""Parameters that a call has more than others, seldom."""


def parameters(pen: Pen, hand: Hand, out: list[str]) -> dict[str, Any]:
    """Write a body of parameters, at least one; a name that occurs twice gives a list (D13)."""
    values: dict[str, Any] = {}
    counts: dict[str, int] = {}
    place = 0
    count = 0
    drawn = ""
    between = hand.between
    while True:
        out.append(between)
        tail = ""
        if hand.free and pen.chance(1, 12) and not (hand.tame and place == 0):
            tail = junk(pen, hand, out, "parameter")
        # The same name again, and once it stands there twice, rather that than not.
        again = place and pen.chance(1, 3 if count > 1 else 16)
        drawn = drawn if again else pen.parameter_name(place)
        name, value = parameter(pen, hand, out, drawn)
        out.append(tail)
        count = counts[name] = counts.get(name, 0) + 1
        if count == 1:
            values[name] = value
        else:
            pen.features.add("duplicates" if count == 2 else "duplicates:3+")
            pen.relies.add("duplicates")
            values[name] = [values[name], value] if count == 2 else [*values[name], value]
        place += 1
        if not pen.chance(2, 5):
            break
    if pen.chance(1, CROWDED):
        first, last = hand.starts["parameter"], hand.ends["parameter"]
        for number in map(str, range(WIDE)):
            out.append(f'{between}<{first} name="field_{number}">{number}</{last}>')
            values[f"field_{number}"] = number
        pen.features.add("crowded")
        pen.relies.add("scalars")
    if hand.free and pen.chance(1, 16):
        unclosed_parameter(pen, hand, out)
    out.append(between)
    return values


def parameter(pen: Pen, hand: Hand, out: list[str], name: str) -> tuple[str, Any]:
    """Write one parameter, of this name if the hand lets it be; give its name and value."""
    tag, name = named(pen, hand, "parameter", name)
    text, value = pen.pick(TAME if hand.tame else WAYS)(pen, hand)
    left = right = hand.pad
    if hand.free and pen.chance(1, 8):
        pen.features.add("padded")
        left, right = pen.pick(OUTER), pen.pick(OUTER)
    out += (tag, left, text, right, end(pen, hand, "parameter"))
    return name, value


KINDS = (
    *("comment",) * 2,
    *("junk",) * 2,
    *("stray",) * 1,
    *("hidden",) * 2,
    *("nameless", "empty-name"),
    *("around",) * 2,
)


def junk(pen: Pen, hand: Hand, out: list[str], level: str) -> str:
    """Write what is dropped with the block (D9), before a tag of this level.

    Gives what must stand behind the tag's element, where the junk goes around it.
    """
    pen.relies.add("junk_in_block")
    kind = pen.pick(KINDS)
    if kind == "around":
        pen.features.add("not-direct")
        before, behind = pen.pick(AROUND[level])
        out.append(before.format(hand.prefix))
        return behind.format(hand.prefix)
    if kind == "comment":
        pen.features.add("comment")
        out.append(pen.pick(COMMENTS))
    elif kind == "hidden":
        if hand.tame:  # outside a block an opaque section hides nothing (D2)
            out.append(pen.pick(COMMENTS))
        else:
            pen.features.add("hidden-tags")
            out.append(pen.pick(HIDDEN))
    elif kind == "nameless":
        pen.features.add("nameless-parameter")
        pen.relies.add("damaged_call")
        out += (start(pen, hand, "parameter"), pen.phrase(), end(pen, hand, "parameter"))
    elif kind == "empty-name":
        pen.features.add("nameless-parameter")
        pen.relies.add("damaged_call")
        tag = f'<{hand.starts["parameter"]}{pen.pick(EARLIER)} name="{pen.pick(NO_NAMES)}">'
        out += (tag, pen.phrase(), end(pen, hand, "parameter"))
    else:
        pen.features.add("junk")
        out.append(pen.pick(JUNK) if kind == "junk" else end(pen, hand, level))
    return ""


def margin(pen: Pen, hand: Hand) -> str:
    """Write white space at the end of an invoke's body: what is trimmed (D12)."""
    if hand.free and not hand.tame and pen.chance(1, 3):
        return pen.pick(OUTER)
    return hand.between


def nothing(pen: Pen, hand: Hand, out: list[str]) -> dict[str, Any]:
    """Write no arguments (D12)."""
    pen.features.add("no-arguments")
    out.append(margin(pen, hand))
    return {}


def json_body(pen: Pen, hand: Hand, out: list[str]) -> dict[str, Any]:
    """Write the arguments as JSON in ``input`` or ``parameters``, or as ``{}`` (D12)."""
    pen.features.add("json-body")
    pen.relies.add("structure")
    tree = pen.tree()
    arguments: dict[str, Any] = tree if isinstance(tree, dict) else {"k": tree}
    text = hidden(pen.pick(ENCODERS)(arguments))
    envelope = pen.pick(ENVELOPES)
    if envelope.count(":") > 1:
        pen.features.add("json-body:members")
    out += (margin(pen, hand), envelope.replace("@", text), margin(pen, hand))
    return arguments if "@" in envelope else {}


# The arguments stand for ``@``. Where ``input`` is no object, ``parameters`` counts; of equal keys the
# last wins (D12, C4).
ENVELOPES = (
    '{"input":@}',
    '{"input": @}',
    '{"parameters": @}',
    "{}",
    "{ \n}",
    '{"\\u0069nput": @}',
    '{"input": @, "parameters": {"no": 1}}',
    '{"parameters": {"no": 1}, "input": @}',
    '{"parameters": @, "input": [1]}',
    '{"input": "{\\"no\\": 1}", "parameters": @}',
    '{"input": null, "parameters": @}',
    '{"name": "q", "input": @, "Input": {"no": 1}}',
    '{"input": {"no": 1}, "input": @}',
    '{"input": {"no": 1}, "input": 1, "parameters": @}',
)


def json_body_tags(pen: Pen, hand: Hand, out: list[str]) -> dict[str, Any]:
    """Write a JSON body with markup in its strings: neither parameters nor V4 are looked for in it (D12)."""
    pen.features.add("json-body:tags")
    pen.relies.add("structure")
    text = pen.pick(STRINGS).replace("@", hand.prefix)
    out += (hand.between, f'{{"input": {{"k": "{text}"}}}}', hand.between)
    return {"k": text}


# Inside a JSON string as they are. Invokes and wrappers are balanced, since these are counted (D3, D9).
STRINGS = (
    "<b>x</b>",
    "a < b && c > d",
    "</@parameter>",
    "<@parameter name='q'>1</@parameter>",
    "<@parameter>",
    "<@invoke name='q'></@invoke>",
    "<@tool_calls></@tool_calls>",
    "<@invoke name='q'/>",
    "&lt;k&gt; &amp;",
    "<k>1</k>]]>",
    "<!-- </@invoke> -->",
    "<![CDATA[ </@tool_calls> ]]>",
)
BODIES: tuple[Body, ...] = (*(parameters,) * 24, *(nothing,) * 2, *(json_body,) * 4, json_body_tags)
TAME_BODIES: tuple[Body, ...] = (*(parameters,) * 12, nothing, json_body, json_body)


def unclosed_parameter(pen: Pen, hand: Hand, out: list[str]) -> None:
    """Write a last parameter without its end tag: the search for more stops at it (D9)."""
    pen.features.add("unclosed-parameter")
    pen.relies |= {"damaged_call", "junk_in_block"}
    tag, _ = named(pen, hand, "parameter", "z")
    out += (hand.between, tag, "half")


def bad(pen: Pen, hand: Hand, out: list[str]) -> None:
    """Write an invoke that is dropped (D11, D12)."""
    pen.features.add("bad-call")
    pen.relies.add("junk_in_block")
    pen.pick(BAD)(pen, hand, out)


def nameless(pen: Pen, hand: Hand, out: list[str]) -> None:
    """Write an invoke without a name, or with an empty one (D11)."""
    pen.features.add("bad-call:nameless")
    if pen.chance(1, 2):
        out.append(f'<{hand.prefix}invoke{pen.pick(EARLIER)} name="{pen.pick(NO_NAMES)}">')
    else:
        out.append(start(pen, hand, "invoke"))
    parameters(pen, hand, out)
    out.append(close_invoke(pen, hand))


def wrong_body(pen: Pen, hand: Hand, out: list[str]) -> None:
    """Write a body that has neither arguments nor parameters with a name (D12)."""
    pen.features.add("bad-call:body")
    tag, _ = named(pen, hand, "invoke", pen.call_name())
    out += (tag, pen.pick(WRONG_BODIES), end(pen, hand, "invoke"))


def nameless_parameters(pen: Pen, hand: Hand, out: list[str]) -> None:
    """Write parameters none of which has a name (D11, D12)."""
    pen.features.add("bad-call:parameters")
    tag, _ = named(pen, hand, "invoke", pen.call_name())
    out += (tag, hand.between)
    while True:
        out += (start(pen, hand, "parameter"), pen.phrase(), end(pen, hand, "parameter"))
        if not pen.chance(1, 3):
            break
    out.append(end(pen, hand, "invoke"))


def half_parameter(pen: Pen, hand: Hand, out: list[str]) -> None:
    """Write an only parameter without its end tag (D9, D12)."""
    pen.features.add("bad-call:half")
    tag, _ = named(pen, hand, "invoke", pen.call_name())
    out.append(tag)
    tag, _ = named(pen, hand, "parameter", pen.parameter_name(0))
    out += (tag, pen.phrase(), end(pen, hand, "invoke"))


def unclosed(pen: Pen, hand: Hand, out: list[str]) -> None:
    """Write an invoke without its end tag: the last that is looked at (D9)."""
    pen.features.add("bad-call:unclosed")
    tag, _ = named(pen, hand, "invoke", pen.call_name())
    out.append(tag)
    parameters(pen, hand, out)
    hand.owed_invokes = 0  # all end tags are missing


# Of equal keys the last wins, so a name before an empty one is none (D10).
EARLIER = ("", "", ' name="no"')
NO_NAMES = ("", " ", "&#32;", "\n\t", "\u3000")
BAD: tuple[Bad, ...] = (nameless, wrong_body, nameless_parameters, half_parameter)
WRONG_BODIES = (
    "x",
    '{"x": 1}',
    '{"input": [1]}',
    '{"input": "{}"}',
    '{"input": {}',
    '{"input": {"a": NaN}}',
    '{"arguments": {"a": 1}}',
    '[{"input": {}}]',
    "null",
    "<k>1</k>",
    "<![CDATA[{}]]>",
    "<!-- nothing -->",
    "{&quot;input&quot;: {}}",
    '\ufeff{"input": {}}',
    '{"Input": {}}',
    '{"input": {}} x',
)
