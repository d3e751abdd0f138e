"""Templates are rendered as transformers does, and whatever a template does, it is one clear error."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from harness.errors import UsageError
from harness.roundtrip.renderer import Refused, load

if TYPE_CHECKING:
    from pathlib import Path

    from tests.roundtrip.conftest import Open

HI = [{"role": "user", "content": "<b> & é"}]
ENDLESS = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"


@pytest.mark.parametrize(
    ("source", "due"),
    [
        ("{{ messages[0] | tojson }}", '{"role": "user", "content": "<b> & é"}'),
        ("{{ [1, 'é'] | tojson(ensure_ascii=True) }}", '[1, "\\u00e9"]'),
        ("{{ {'b': [1], 'a': 2} | tojson(indent=1, sort_keys=true) }}", '{\n "a": 2,\n "b": [\n  1\n ]\n}'),
        ("{{ [1, 2] | tojson(separators=(',', ':')) }}", "[1,2]"),
        ("{{ [1, 2] | tojson(false, 1) }}", "[\n 1,\n 2\n]"),
        ("a\n   {% if true %}\nb\n   {% endif %}\nc", "a\nb\nc"),
        ("{% for m in [1, 2, 3] %}{% if m == 2 %}{% continue %}{% endif %}{{ m }}{% endfor %}", "13"),
        ("{% for m in [1, 2, 3] %}{{ m }}{% break %}{% endfor %}", "1"),
        ("a{% generation %}b{{ 1 }}{% endgeneration %}c", "ab1c"),
        ("{{ strftime_now('%Y') | length }}", "4"),
        ("{% set n = namespace(x=1) %}{% set n.x = n.x + 1 %}{{ n.x }}", "2"),
        ("{{ tools is none }} {{ documents is none }} {{ add_generation_prompt }}", "True True False"),
        ("{{ bos_token }}|{{ messages[0].content }}", "|<b> & é"),
        ("a\n", "a"),
    ],
)
def test_a_template_sees_what_transformers_shows_it(renderer: Open, source: str, due: str) -> None:
    assert renderer(source).render(HI, None) == due


def test_variables_are_set_for_every_rendering(renderer: Open) -> None:
    opened = renderer("{{ thinking }} {{ tools }}", {"thinking": False})
    assert opened.render(HI, None) == "False None"
    assert opened.render(HI, [{"a": 1}]) == "False [{'a': 1}]"


def test_nothing_that_a_template_does_is_left_for_the_next_rendering(renderer: Open) -> None:
    opened = renderer("{% set messages = messages + [1] %}{{ messages | length }}{{ strftime_now('%f') }}")
    assert opened.render(HI, None) == opened.render(HI, None) == "2000000"


def test_a_template_that_raises_refuses_the_conversation_and_takes_the_next(renderer: Open) -> None:
    opened = renderer(
        "\n{% if messages | length > 1 %}\n{{ raise_exception('one at a time') }}\n{% endif %}ok"
    )
    assert opened.render([*HI, *HI], None) == Refused("one at a time", 3)
    assert opened.render(HI, None) == "\nok"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("a\n{% if %}", "t.jinja, line 2: Expected an expression"),
        ("{{ a", "line 1: unexpected end of template"),
        ("{% nonsense %}", "line 1: Encountered unknown tag 'nonsense'"),
        ("{% generation %}", "line 1: Unexpected end of template"),
    ],
)
def test_what_is_no_template_is_told_with_its_line(renderer: Open, source: str, told: str) -> None:
    with pytest.raises(UsageError) as error:
        renderer(source)
    assert told in error.value.message
    assert error.value.hint


@pytest.mark.parametrize(
    ("source", "told", "hint"),
    [
        ("\n\n{{ missing.member }}", "line 3: 'missing' is undefined", "--set"),
        ("\n{% set x = messages.append(1) %}", "line 2: access to attribute 'append'", "sandbox"),
        ("{% set x = messages[0].update({}) %}", "line 1: access to attribute 'update'", "sandbox"),
        ("{{ ''.__class__.__mro__ }}", "line 1: access to attribute '__class__'", "sandbox"),
        ("{% set n = namespace(_x=1) %}", "line 1: a namespace takes no attribute", "sandbox"),
        ("\n{{ 1 + 'a' }}", "line 2: TypeError", ""),
        ("{% macro m() %}{{ m() }}{% endmacro %}\n{{ m() }}", "line 1: RecursionError", "macro"),
        ("{{ 1 / 0 }}", "line 1: ZeroDivisionError", ""),
        ("{% for a in range(999999) %}{% endfor %}", "line 1: OverflowError", ""),
    ],
)
def test_what_goes_wrong_in_a_template_is_told_with_its_line(
    renderer: Open, source: str, told: str, hint: str
) -> None:
    opened = renderer(source)
    with pytest.raises(UsageError) as error:
        opened.render(HI, None)
    assert told in error.value.message
    assert hint in error.value.hint


def test_an_endless_loop_is_ended_and_told_with_its_line(renderer: Open) -> None:
    opened = renderer(f"\n{ENDLESS}", seconds=0.3)
    with pytest.raises(UsageError, match=r"line 2: no end after 0\.3 s"):
        opened.render(HI, None)


def test_what_no_signal_interrupts_is_ended_from_outside(renderer: Open) -> None:
    opened = renderer("{% set n = 8 + messages | length %}{{ n ** (n ** n) }}", seconds=0.3)
    with pytest.raises(UsageError, match=r"no end after 0\.3 s"):
        opened.render(HI, None)


def test_output_without_end_is_told(renderer: Open) -> None:
    opened = renderer("{% for a in range(9999) %}{{ 'x' * 9999 }}{% endfor %}")
    with pytest.raises(UsageError, match="more than 4,000,000 characters"):
        opened.render(HI, None)


@pytest.mark.skipif(sys.platform != "linux", reason="address space is not limited elsewhere")
def test_memory_without_end_is_told(renderer: Open) -> None:
    opened = renderer("\n{{ 'x' * 10 ** 11 }}")
    with pytest.raises(UsageError, match="line 2: no memory left"):
        opened.render(HI, None)


def test_files_that_hold_no_template_are_told(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(b"\xff\xfe")
    for path in (tmp_path / "none", tmp_path, bad):
        with pytest.raises(UsageError, match="template"):
            load(path)


@pytest.mark.parametrize(
    "tag",
    [
        '{% include "x" %}',
        '{% include "x" ignore missing %}',
        '{% include ["x", "y"] %}',
        '{% import "x" as x %}',
        '{% from "x" import y %}',
        '{% extends "x" %}',
    ],
)
def test_a_template_that_loads_another_is_told_that_none_can(renderer: Open, tag: str) -> None:
    opened = renderer(f"\n{tag}")
    with pytest.raises(UsageError) as error:
        opened.render([], None)
    assert error.value.message == "t.jinja, line 2: a chat template can't load another one: 'x'"
    assert "one file" in error.value.hint


def test_a_template_that_is_missing_is_an_error_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="can't read the template") as error:
        load(tmp_path / "nowhere")
    assert "chat_template.jinja" in error.value.hint
