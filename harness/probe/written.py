"""Texts written by hand, for every policy that a text can show: the smallest that tell two answers apart.

Each policy has several, so that one accident decides nothing. No text hangs on a second policy: tools are
declared, values are words, and nothing stands beside a block unless that is the question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.model import Call, Event, Tool
from harness.probe.ask import Ask, Events

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.probe.form import Form

STRING: dict[str, Any] = {"type": "string"}
BIG = 2**53 + 1
"""The first whole number that no double is."""


def asks(form: Form) -> tuple[Ask, ...]:
    """Write all texts in a dialect's form."""
    return tuple([ask for policy in POLICIES for ask in policy(form)])


def tools(schema: Any) -> tuple[Tool, ...]:
    """Declare the tool ``f``, its parameters ``p`` and ``q`` by one schema."""
    properties = {"p": schema, "q": schema}
    return (Tool("f", {"type": "object", "properties": properties}),)


def text(words: str) -> Event:
    """Make visible text."""
    return Event(text=words)


def call(**arguments: Any) -> Event:
    """Make a call of ``f``."""
    return Event(call=Call("f", arguments))


def ask(policy: str, whole: str, schema: Any = STRING, **answers: Events | tuple[Events, ...]) -> Ask:
    """Make an ask; an underscore in a value's name stands for a hyphen."""
    return Ask(policy, whole, tools(schema), tuple(_flat(answers)))


def _flat(answers: dict[str, Any]) -> Iterator[tuple[str, Events]]:
    for value, events in answers.items():
        several = events if events and isinstance(events[0], tuple) else (events,)
        for one in several:
            yield value.replace("_", "-"), one


def missing_opener(form: Form) -> Iterator[Ask]:
    """Leave the opener out."""
    opener = form.block[0]
    for arguments in ({"p": "x"}, {"p": "x", "q": "y"}, {"q": "two words"}):
        whole = form.wrapped(form.function(*arguments.items())).removeprefix(opener)
        yield ask("missing_opener", whole, repair=(call(**arguments),), text=(text(whole),))


def fences(form: Form) -> Iterator[Ask]:
    """Put a block into a fence."""
    block = form.wrapped(form.function(("p", "x")))
    for head, tail in (("```\n", "\n```"), ("```xml\n", "\n```\nDone."), ("~~~\n", "\n~~~")):
        whole = f"{head}{block}{tail}"
        yield ask("fences", whole, inert=(text(whole),), live=(text(head), call(p="x"), text(tail)))


def truncated(form: Form) -> Iterator[Ask]:
    """Stop behind a whole argument, and behind a whole call."""
    opener, inside = form.block[0], form.function(("p", "x"))
    for whole in (
        f"{opener}{inside.removesuffix(form.call[1])}",
        f"{opener}{inside}",
        f"So:{opener}{inside}",
    ):
        before = (text("So:"),) if whole.startswith("So:") else ()
        yield ask("truncated", whole, text=(text(whole),), drop=before, recover=(*before, call(p="x")))


def junk_in_block(form: Form) -> Iterator[Ask]:
    """Write words behind the calls of a block. Before one, they hang on ``missing_opener``, too."""
    for words in ("and", "ok.", "- one"):
        whole = form.wrapped(form.function(("p", "x")), words)
        kept = ((call(p="x"), text(words)), (text(words), call(p="x")))
        yield ask("junk_in_block", whole, drop=(call(p="x"),), reject=(text(whole),), text=kept)


def damaged_call(form: Form) -> Iterator[Ask]:
    """Write a call without a good name behind a good one."""
    for value in ("x", "y", "two words"):
        good = form.function(("p", value))
        whole = form.wrapped(good, form.damaged(good))
        yield ask("damaged_call", whole, drop_call=(call(p=value),), reject_block=(text(whole),))


def unknown_tools(form: Form) -> Iterator[Ask]:
    """Call a tool beside the one that is declared."""
    for arguments in ({"p": "x"}, {"p": "x", "q": "y"}, {"q": "two words"}):
        whole = form.wrapped(form.function(*arguments.items()))
        answers: tuple[tuple[str, Events], ...] = (
            ("forward", (call(**arguments),)),
            ("drop", ()),
            ("text", (text(whole),)),
        )
        yield Ask("unknown_tools", whole, (Tool("g", {"type": "object", "properties": {}}),), answers)


def value(form: Form, policy: str, written: str, readings: dict[str, Any], schema: Any = STRING) -> Ask:
    """Write a block whose only value is read differently."""
    whole = form.wrapped(form.function(("p", written)))
    answers: tuple[tuple[str, Events], ...] = tuple(
        [(name, (call(p=made),)) for name, made in readings.items()]
    )
    return Ask(policy, whole, tools(schema), answers)


def entities(form: Form) -> Iterator[Ask]:
    """Write what XML decodes, and what only HTML does."""
    for written, xml, html in (
        ("&lt;", "<", "<"),
        ("a&copy;b", "a&copy;b", "a©b"),
        ("a &amp; b", "a & b", "a & b"),
    ):
        yield value(form, "entities", written, {"xml": xml, "html": html, "literal": written})


def scalars(form: Form) -> Iterator[Ask]:
    """Write what is a number or a truth value, as the schema says or against it."""
    for written, made, kind in (("1", 1, "integer"), ("true", True, "boolean"), ("2.5", 2.5, "number")):
        either = {"text": written, "json": made}
        yield value(form, "scalars", written, {**either, "schema": written})
        yield value(form, "scalars", written, {**either, "schema": made}, {"type": kind})


def structure(form: Form) -> Iterator[Ask]:
    """Write an object or a list, as the schema says or against it; and an object as child elements."""
    for written, made, kind in (('{"k": 1}', {"k": 1}, "object"), ("[1, 2]", [1, 2], "array")):
        either = {"children+json": made, "json": made, "text": written}
        yield value(form, "structure", written, {**either, "schema": written})
        yield value(form, "structure", written, {**either, "schema": made}, {"type": kind})
    for written, members in (("<k>x</k>", {"k": "x"}), ("<k>x</k><m>y</m>", {"k": "x", "m": "y"})):
        as_text = dict.fromkeys(("json", "text", "schema"), written)
        yield value(form, "structure", written, {"children+json": members, **as_text})


def duplicates(form: Form) -> Iterator[Ask]:
    """Write one key twice or three times."""
    for found in (["x", "y"], ["x", "y", "z"], ["two words", "and more"]):
        whole = form.wrapped(form.function(*[("p", one) for one in found]))
        yield ask(
            "duplicates", whole, list=(call(p=found),), last=(call(p=found[-1]),), first=(call(p=found[0]),)
        )


def space_around_calls(form: Form) -> Iterator[Ask]:
    """Write white space beside words and a block, and white space alone between two blocks."""
    block, made = form.wrapped(form.function(("p", "x"))), call(p="x")
    for before, behind in (("a\n", "\nb"), ("a \n\n", ""), ("a ", "\n\n b")):
        exact = (text(before), made, *([text(behind)] if behind else []))
        trim = (text(before.strip()), made, *([text(behind.strip())] if behind else []))
        yield ask("space_around_calls", f"{before}{block}{behind}", exact=exact, drop=exact, trim=trim)
    for between in ("\n", " \n"):
        exact = (made, text(between), made)
        yield ask(
            "space_around_calls",
            f"{block}{between}{block}",
            exact=exact,
            drop=(made, made),
            trim=(made, made),
        )


def text_after_call(form: Form) -> Iterator[Ask]:
    """Write words behind a block."""
    block, made = form.wrapped(form.function(("p", "x"))), call(p="x")
    for words in ("Ok.", "\nDone, it is.", "\n\n- one"):
        yield ask("text_after_call", f"{block}{words}", keep=(made, text(words)), drop=(made,))


def reasoning(_: Form) -> Iterator[Ask]:
    """Write reasoning at the beginning of a text."""
    for thought, words in (("x", "y"), ("So it is.", "Yes."), ("one\ntwo", "three")):
        whole = f"<think>{thought}</think>{words}"
        yield ask("reasoning", whole, ignore=(text(whole),), route=(Event(reasoning=thought), text(words)))


def numbers(form: Form) -> Iterator[Ask]:
    """Write whole numbers that no double is, in a list, which most parsers read where it is declared."""
    for number in (BIG, 10**22 + 1, -BIG):
        yield value(
            form, "numbers", f"[{number}]", {"exact": [number], "double": [float(number)]}, {"type": "array"}
        )


POLICIES = (
    missing_opener,
    fences,
    truncated,
    junk_in_block,
    damaged_call,
    unknown_tools,
    entities,
    scalars,
    structure,
    duplicates,
    space_around_calls,
    text_after_call,
    reasoning,
    numbers,
)
"""All but ``emission``, which is seen in how a call is given, and ``markers``, which no text shows."""
