"""Whose loss it is, step by step: by the bytes of the turn and what came back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from harness.model import Call, Case, Outcome, Reading, Tool
from harness.roundtrip.conversation import Conversation
from harness.roundtrip.form import FORMS
from harness.roundtrip.turn import Turn
from harness.roundtrip.verdict import Loss, judge

QWEN = FORMS["qwen"]
EXACT = {"space_around_calls": "exact"}


def losses(
    due: Conversation,
    got: Reading,
    written: str | None = None,
    *,
    known: bool = True,
    spot: str | None = None,
    stance: dict[str, str] | None = None,
) -> list[Loss]:
    """Judge one answer to a turn: as the dialect writes it, or as it was ``written``."""
    text = QWEN.write(due.calls, due.text) if written is None else written
    outcome = Outcome("result", batch=got)
    return judge(
        due,
        Turn(text, sure=True, gap="\n\n"),
        Case("c", "qwen", text, ()),
        {"t": outcome},
        form=QWEN if known else None,
        spot=lambda *_: spot,
        stances={"t": EXACT if stance is None else stance},
    )


def one(value: Any, schema: Any = None, key: str = "a", name: str = "f") -> Conversation:
    tools = () if schema is None else (Tool(name, {"properties": {key: schema}}),)
    return Conversation((), "", (Call(name, {key: value}),), tools)


def gave(*calls: Call, text: str = "") -> Reading:
    return Reading(calls=calls, text=text)


def told(found: list[Loss]) -> list[tuple[str, str, str]]:
    return [(loss.whose, loss.kind, loss.path) for loss in found]


A = "calls[0].input['a']"


def test_what_comes_back_as_it_went_in_is_no_loss() -> None:
    assert losses(one("x"), gave(Call("f", {"a": "x"}))) == []
    assert losses(one(3, {"type": "integer"}), gave(Call("f", {"a": 3.0}))) == []
    asked = Conversation((), "hi", (Call("f", {}), Call("f", {})))
    assert losses(asked, gave(Call("f", {}), Call("f", {}), text="hi\n\n\n")) == []


@pytest.mark.parametrize(
    ("value", "written", "kind"),
    [
        (" x", "x", "value: outer white space lost"),
        ("lost", "kept", "value lost"),
        ({"k": 1}, "{}", "value lost"),
    ],
)
def test_what_is_not_in_the_turn_is_the_templates_loss_whatever_came_back(
    value: Any, written: str, kind: str
) -> None:
    turn = QWEN.write((Call("f", {"a": written}),), "")
    for back in (Call("f", {"a": written}), Call("f", {"a": value}), Call("f", {})):
        assert told(losses(one(value), gave(back), turn)) == [("template", kind, A)]
    assert told(losses(one(value), gave(), turn)) == [("template", kind, A)]


@pytest.mark.parametrize("text", [" x", "x\n", "\u3000x", " "])
def test_outer_white_space_of_text_is_the_templates_loss(text: str) -> None:
    asked = Conversation((), text, (Call("f", {}),))
    turn = QWEN.write(asked.calls, text)
    back = gave(Call("f", {}), text=f"{text.strip()}\n\n" if text.strip() else "")
    assert told(losses(asked, back, turn)) == [("template", "text: outer white space lost", "text")]


@pytest.mark.parametrize("name", ["a>b", "a\n", ">", ""])
def test_a_name_or_key_that_has_no_spelling_is_the_templates_loss(name: str) -> None:
    (lost,) = losses(one("x", name=name), gave(text="as it stands"))
    assert (lost.whose, lost.path) == ("template", "calls[0].name")
    (lost,) = losses(one("x", key=name), gave(Call("f", {"a": "b>\nx"})))
    assert (lost.whose, lost.path) == ("template", f"calls[0].input[{name!r}]")


def test_a_value_in_another_spelling_is_the_templates_loss() -> None:
    asked = one(json.loads("true"), {"type": "boolean"})
    turn = QWEN.write((Call("f", {"a": "True"}),), "")
    found = losses(asked, gave(Call("f", {"a": "True"})), turn, spot="True")
    assert told(found) == [("template", "value has another type", A)]
    # Even if true stands somewhere else in the turn.
    found = losses(asked, gave(Call("f", {"a": "True"})), f"{turn} true", spot="True")
    assert told(found) == [("template", "value has another type", A)]


def test_what_the_schema_does_not_decide_is_undecidable() -> None:
    found = losses(one(123), gave(Call("f", {"a": "123"})))
    assert [loss.whose for loss in found] == ["undecidable"]
    closes = "x\n</parameter>\n<parameter=b>\ny"
    found = losses(one(closes, {"type": "string"}), gave(Call("f", {"a": "x", "b": "y"})))
    assert {loss.whose for loss in found} == {"undecidable"}
    opens = Conversation((), QWEN.write((Call("f", {}),), ""), ())
    found = losses(opens, gave(Call("f", {})))
    assert {loss.whose for loss in found} == {"undecidable"}


@pytest.mark.parametrize(
    ("due", "got", "kind"),
    [
        (one("123", {"type": "string"}), gave(Call("f", {"a": 123})), "value has another type"),
        (one(" x", {"type": "string"}), gave(Call("f", {"a": "x"})), "value: outer white space lost"),
        (one("xy", {"type": "string"}), gave(Call("f", {"a": "x"})), "value differs"),
        (one("x"), gave(Call("f", {})), "argument lost"),
        (one("x"), gave(Call("f", {"a": "x", "b": 1})), "argument made up"),
        (one("x"), gave(Call("g", {"a": "x"})), "name differs"),
        (one("x"), gave(), "call lost"),
        (one("x"), gave(Call("f", {"a": "x"}), Call("g", {})), "call made up"),
        (one("x"), gave(Call("f", arguments_raw="{")), "arguments are not JSON"),
        (one("x"), gave(Call("f", {"a": "x"}), text="f"), "text differs"),
    ],
)
def test_what_is_written_as_it_should_be_is_the_parsers_loss(
    due: Conversation, got: Reading, kind: str
) -> None:
    found = losses(due, got)
    assert [(loss.whose, loss.kind, loss.target) for loss in found] == [("parser", kind, "t")]


def test_a_lost_text_is_the_parsers_unless_it_leaves_white_space_open() -> None:
    asked = Conversation((), "hi ", ())
    back = gave(text="hi")
    assert told(losses(asked, back, "hi ")) == [("parser", "text: outer white space lost", "text")]
    assert losses(asked, back, "hi ", stance={}) == []
    assert told(losses(asked, gave(), "hi ", stance={})) == [("parser", "text differs", "text")]


def test_without_knowledge_of_the_form_the_place_of_the_value_decides() -> None:
    back = gave(Call("f", {"a": "x"}))
    assert told(losses(one(" x"), back, 'f(a=" x")', known=False, spot=" x")) == [
        ("parser", "value: outer white space lost", A)
    ]
    assert told(losses(one(" x"), back, 'f(a="x", b=" x")', known=False, spot="x")) == [
        ("template", "value: outer white space lost", A)
    ]
    assert told(losses(one("é\n"), gave(Call("f", {"a": ""})), '"\\u00e9\\n" a f', known=False)) == [
        ("parser", "value differs", A)
    ]


def test_a_parser_that_does_not_answer_loses_the_turn() -> None:
    asked = one("x")
    for outcome in (Outcome("crash", detail="SIGKILL"), Outcome("hang", detail="SIGKILL")):
        (lost,) = judge(
            asked,
            Turn("f a x", sure=True, gap=""),
            Case("c", "qwen", "f a x"),
            {"t": outcome},
            form=QWEN,
            spot=lambda *_: None,
            stances={"t": {}},
        )
        assert (lost.whose, lost.kind, lost.got) == ("parser", f"no answer: {outcome.kind}", "SIGKILL")


def test_each_place_is_told_once_for_all_ways_of_feeding() -> None:
    asked = one("123", {"type": "string"})
    text = QWEN.write(asked.calls, "")
    wrong = gave(Call("f", {"a": 123}))
    outcome = Outcome("result", batch=wrong, streams=(wrong, wrong))
    found = judge(
        asked,
        Turn(text, sure=True, gap=""),
        Case("c", "qwen", text, ((), (1,))),
        {"t": outcome, "u": outcome},
        form=QWEN,
        spot=lambda *_: None,
        stances={"t": {}, "u": {}},
    )
    assert [(loss.target, loss.how) for loss in found] == [("t", "batch"), ("u", "batch")]
