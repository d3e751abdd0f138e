"""Ways of writing one invoke (D9-D13): with parameters, with a JSON body, with nothing, and wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.dsml.jsons import ENCODERS, hidden
from harness.dialects.dsml.tags import end, named, start
from harness.dialects.dsml.values import TAME, WAYS
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
COMMENTS = ("<!-- x -->", "<!---->", '<!-- <parameter name="q">1</parameter> -->', "<!-- > -- -->")


def good(pen: Pen, hand: Hand, out: list[str]) -> Call:
    """Write an invoke that gives a call, and give the call."""
    tag, name = named(pen, hand, "invoke", pen.call_name())
    out.append(tag)
    arguments = pen.pick(BODIES)(pen, hand, out)
    out.append(end(pen, hand, "invoke"))
    pen.names[name] = None
    return Call(name, arguments)


def parameters(pen: Pen, hand: Hand, out: list[str]) -> dict[str, Any]:
    """Write a body of parameters, at least one; a name that occurs twice gives a list (D13)."""
    values: dict[str, Any] = {}
    counts: dict[str, int] = {}
    place = 0
    between = hand.between
    while True:
        out.append(between)
        if hand.free and pen.chance(1, 12) and not (hand.tame and place == 0):
            junk(pen, hand, out, "parameter")
        name, value = parameter(pen, hand, out, place)
        count = counts[name] = counts.get(name, 0) + 1
        if count == 1:
            values[name] = value
        else:
            pen.features.add("duplicates")
            pen.relies.add("duplicates")
            values[name] = [values[name], value] if count == 2 else [*values[name], value]
        place += 1
        if not pen.chance(2, 5):
            break
    if hand.free and pen.chance(1, 16):
        unclosed_parameter(pen, hand, out)
    out.append(between)
    return values


def parameter(pen: Pen, hand: Hand, out: list[str], place: int) -> tuple[str, Any]:
    """Write one parameter; give its name and value."""
    tag, name = named(pen, hand, "parameter", pen.parameter_name(place))
    text, value = pen.pick(TAME if hand.tame else WAYS)(pen, hand)
    pad = hand.pad
    out += (tag, pad, text, pad, end(pen, hand, "parameter"))
    return name, value


def junk(pen: Pen, hand: Hand, out: list[str], stray: str) -> None:
    """Write what is dropped with the block (D9): a comment, other text, a ``stray`` end tag."""
    pen.relies.add("junk_in_block")
    kind = pen.pick(("comment", "comment", "junk", "stray"))
    if kind == "comment":
        pen.features.add("comment")
        out.append(pen.pick(COMMENTS))
        return
    pen.features.add("junk")
    out.append(pen.pick(JUNK) if kind == "junk" else end(pen, hand, stray))


def nothing(pen: Pen, hand: Hand, out: list[str]) -> dict[str, Any]:
    """Write no arguments (D12)."""
    pen.features.add("no-arguments")
    out.append(hand.between)
    return {}


def json_body(pen: Pen, hand: Hand, out: list[str]) -> dict[str, Any]:
    """Write the arguments as JSON in ``input`` or ``parameters``, or as ``{}`` (D12)."""
    pen.features.add("json-body")
    pen.relies.add("structure")
    tree = pen.tree()
    arguments: dict[str, Any] = tree if isinstance(tree, dict) else {"k": tree}
    body: dict[str, Any] = pen.pick(ENVELOPES)(arguments)
    text = hidden(pen.pick(ENCODERS)(body))
    out += (hand.between, text, hand.between)
    return arguments if body else {}


ENVELOPES: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = (
    lambda arguments: {"input": arguments},
    lambda arguments: {"input": arguments},
    lambda arguments: {"parameters": arguments},
    lambda _: {},
    lambda arguments: {"input": arguments, "parameters": {"no": 1}},
    lambda arguments: {"parameters": arguments, "input": [1]},
    lambda arguments: {"name": "q", "input": arguments, "Input": {"no": 1}},
)

BODIES: tuple[Body, ...] = (*(parameters,) * 12, nothing, json_body, json_body)


def unclosed_parameter(pen: Pen, hand: Hand, out: list[str]) -> None:
    """Write a last parameter without its end tag: the search for more stops at it (D9)."""
    pen.features.add("unclosed-parameter")
    pen.relies.add("damaged_call")
    tag, _ = named(pen, hand, "parameter", "z")
    out += (hand.between, tag, "half")


def bad(pen: Pen, hand: Hand, out: list[str]) -> None:
    """Write an invoke that is dropped (D11, D12)."""
    pen.features.add("bad-call")
    pen.pick(BAD)(pen, hand, out)


def nameless(pen: Pen, hand: Hand, out: list[str]) -> None:
    """Write an invoke without a name, or with an empty one (D11)."""
    pen.features.add("bad-call:nameless")
    if pen.chance(1, 2):
        out.append(f'<{hand.prefix}invoke name="{pen.pick(NO_NAMES)}">')
    else:
        out.append(start(pen, hand, "invoke"))
    parameters(pen, hand, out)
    out.append(end(pen, hand, "invoke"))


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
