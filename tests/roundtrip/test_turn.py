"""The assistant's turn is cut out of what any template writes, and a cut that is not sure says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import UsageError
from harness.model import Call, Tool
from harness.roundtrip.conversation import Conversation
from harness.roundtrip.turn import Cutter, Frame, Turn, cut

if TYPE_CHECKING:
    from tests.roundtrip.conftest import Open

CALLS = (Call("f", {"a": "x"}),)
TOOLS = (Tool("f"),)
LOOP = "{% for m in messages %}<{{ m.role }}>BODY<end>\n{% endfor %}"


def conversation(text: str = "hi", calls: tuple[Call, ...] = CALLS) -> Conversation:
    return Conversation(({"role": "user", "content": "q"},), text, calls, TOOLS)


def turn(renderer: Open, body: str, asked: Conversation) -> Turn:
    found = Cutter(renderer(LOOP.replace("BODY", body))).turn(asked)
    assert isinstance(found, Turn)
    return found


CALL = "{% for c in m.tool_calls or [] %}[{{ c.function.name }}]{% endfor %}"


@pytest.mark.parametrize(
    ("body", "due"),
    [
        ("{{ m.content }}" + CALL, Turn("hi[f]", sure=True, gap="")),
        ("{{ m.content | trim }}\n\n" + CALL, Turn("hi\n\n[f]", sure=True, gap="\n\n")),
        # An empty block of reasoning in front, as in turns that are over.
        ("{% if m.role == 'assistant' %}<think>\n\n</think>\n\n{% endif %}{{ m.content }}" + CALL,
         Turn("hi[f]", sure=True, gap="")),
        # Text behind the calls, and text that is dropped beside calls.
        (CALL + "{{ m.content }}", Turn("[f]hi", sure=True, gap=None)),
        ("{{ '' if m.tool_calls else m.content }}" + CALL, Turn("[f]", sure=True, gap=None)),
        # Another head, another end, where there are calls.
        ("{{ '' if m.tool_calls else '<final>' }}{{ m.content }}" + CALL, Turn("hi[f]", sure=False, gap="")),
        ("{{ m.content }}" + CALL + "{{ '<call>' if m.tool_calls else '<stop>' }}",
         Turn("hi[f]<call><end>\n", sure=False, gap="")),
    ],
)  # fmt: skip
def test_a_turn_is_what_stands_between_head_and_end(renderer: Open, body: str, due: Turn) -> None:
    assert turn(renderer, body, conversation()) == due


def test_a_turn_without_calls_is_its_text(renderer: Open) -> None:
    asked = conversation(" hi \n", ())
    assert turn(renderer, "{{ m.content }}", asked) == Turn(" hi \n", sure=True, gap=None)


@pytest.mark.parametrize("body", ["", "{{ m.content }}{{ m.content }}"])
def test_a_template_that_does_not_show_the_text_once_is_told(renderer: Open, body: str) -> None:
    cutter = Cutter(renderer(LOOP.replace("BODY", body)))
    with pytest.raises(UsageError, match=r"writes the text of an assistant turn \d times"):
        cutter.turn(conversation())


@given(st.text(), st.text(), st.text())
def test_a_cut_gives_the_body_whatever_stands_around_it(head: str, body: str, tail: str) -> None:
    assert cut(head + body + tail, Frame(head, tail, "")) == Turn(body, sure=True, gap="")


@given(st.text("<a>\n"), st.text("<a>\n"), st.text("<a>\n"))
def test_a_cut_that_is_sure_is_exact(text: str, head: str, tail: str) -> None:
    found = cut(text, Frame(head, tail, None))
    if found.sure:
        assert text in {head + found.text + tail, head + found.text + tail.lstrip()}
    else:
        assert found.text in text


def test_the_place_of_a_value_is_found_by_what_stands_around_it(renderer: Open) -> None:
    body = "{{ m.content }}{% for c in m.tool_calls or [] %}({{ c.function.arguments.a | trim }}){% endfor %}"
    cutter = Cutter(renderer(LOOP.replace("BODY", body)))
    assert cutter.spot(conversation(calls=(Call("f", {"a": " x "}),)), 0, "a") == "x"
    assert cutter.spot(conversation(calls=(Call("f", {"a": "x", "b": "y"}),)), 0, "b") is None
