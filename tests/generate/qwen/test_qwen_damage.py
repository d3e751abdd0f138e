"""Drifts of qwen: each does what its name says and nothing else, and finds nothing where there is nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from harness.dialects.qwen import QWEN
from harness.generate.damage import DAMAGES
from harness.generate.damage.qwen import DRIFTS
from harness.generate.pen import Pen
from harness.generate.source import Seeded

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD = "Hi <tool_call>\n<function=f>\n<parameter=b>\n"
B = "<parameter=b>\nx\n</parameter>"
C = "<parameter=c>\ny\n</parameter>"
FUNCTION = f"<function=f>\n{B}\n{C}\n</function>"
TEXT = f"Hi <tool_call>\n{FUNCTION}\n</tool_call> bye"
TWO = f"<tool_call>\n{FUNCTION}\n</tool_call>\n<tool_call>\n<function=g>\n</function>\n</tool_call>"
BY_NAME = dict(DRIFTS)


def outcomes(name: str, text: str = TEXT, seeds: int = 600) -> set[str]:
    damage = BY_NAME[name]
    return {damage(Pen(Seeded(5, index), QWEN.tokens, ("x",)), QWEN, text) for index in range(seeds)}


def but(pattern: str, right: str = "") -> Callable[[str], bool]:
    """Is it the text again when all that ``pattern`` finds is written as ``right``."""
    return lambda text: re.sub(pattern, right, text) == re.sub(pattern, right, TEXT)


def inside(text: str) -> bool:
    return text.startswith("Hi <tool_call>\n") and text.endswith("\n</tool_call> bye")


def outside(text: str) -> bool:
    return text.startswith("Hi ") and text.endswith(" bye")


def values_only(text: str) -> bool:
    return re.sub(r"(?s)(?<=<parameter=[bc]>).*?(?=</parameter>)", "", text) == re.sub(r"\n[xy]\n", "", TEXT)


# By name: some of what must come, and what holds for all that comes.
PROMISES: dict[str, tuple[tuple[str, ...], Callable[[str], bool]]] = {
    "joined-blocks": (
        (TEXT.replace(FUNCTION, f"{FUNCTION}\n{FUNCTION}"),),
        lambda text: inside(text) and text.count("<function=f>") == 2,
    ),
    "no-parameter-closer": (
        (
            TEXT.replace(B, "<parameter=b>\nx"),
            TEXT.replace(f"{C}\n", "<parameter=c>\ny\n"),
            TEXT.replace("</parameter>\n", ""),
        ),
        but("</parameter>|\n"),
    ),
    "no-function-closer": ((TEXT.replace("</function>\n", ""),), but("</function>|\n")),
    "doubled-parameter-closer": (
        (
            TEXT.replace(C, f"{C}\n</parameter>"),
            TEXT.replace("</parameter>", "</parameter></parameter>"),
        ),
        but(r"(</parameter>\n*)+", "."),
    ),
    "unended-key": (
        (TEXT.replace("<parameter=b>", "<parameter=b"), re.sub("(=[bc])>", r"\1", TEXT)),
        but("(?<=r=[bc])>"),
    ),
    "glued-value": (
        (TEXT.replace("b>\nx", "b=x"), TEXT.replace("c>\ny", "cy")),
        but("(?<=r=[bc])[>=: ]*\n?"),
    ),
    "hybrid-closer": ((TEXT.replace("</function>", "</f>"),), but("</f(unction)?>")),
    "no-name": (
        (TEXT.replace("=f>", "=>"), TEXT.replace("=f>", ">"), TEXT.replace("=f>", "=\n>")),
        but('<function(=["f \n]*)?>'),
    ),
    "name-element": (
        (TEXT.replace("<function=f>", "<function>f</function>"),),
        lambda text: inside(text) and "f" in text and "<function=" not in text,
    ),
    "no-bracket": (
        (TEXT.replace("<function=", "function="), TEXT.replace("<parameter=", "parameter=")),
        but("<(?=[fp])"),
    ),
    "bare-name": (
        (TEXT.replace("<function=f>", "f"), TEXT.replace("<function=f>", "f>")),
        lambda text: inside(text) and "<function=" not in text and "\nf" in text,
    ),
    "begun-twice": (
        (f"{HEAD}x\n</parameter>\n{TEXT[3:]}", f"{HEAD[:-2]}\n{TEXT[3:]}"),
        lambda text: text.endswith(TEXT[3:]) and text[: text.rindex("<tool_call>")].startswith("Hi <tool"),
    ),
    "invocation": (
        (TEXT.replace("tool_call", "function_invocation"),),
        but("function_invocation", "tool_call"),
    ),
    "tool-tag": (
        (
            f"Hi <f>\n{B}\n{C}\n</function> bye",
            TEXT.replace("<function=f>", "<f>").replace("</function>", "</f>"),
        ),
        lambda text: outside(text) and text.count("<f>") == 1 and B in text,
    ),
    "key-tags": (
        (
            TEXT.replace(B, "<b>\nx\n</b>").replace(C, "<c>\ny\n</c>"),
            TEXT.replace(f"{B}\n{C}", "<b>x</b>\n<c>y</c>"),
        ),
        lambda text: inside(text) and "parameter" not in text,
    ),
    "bare-code": (
        ("Hi <tool_call>\nx\n</tool_call> bye", TEXT.replace(f"{B}\n{C}", "set -e\nls")),
        lambda text: inside(text) and "parameter" not in text,
    ),
    "json-call": (
        (
            'Hi <tool_call>\n{"name": "f", "arguments": {"b": "x", "c": "y"}}\n</tool_call> bye',
            'Hi <tool_call>\n[{"name": "f", "arguments": {"b": "x", "c": "y"}}]\n</tool_call> bye',
            TEXT.replace(FUNCTION, r'{"name": "f", "arguments": "{\"b\": \"x\", \"c\": \"y\"}"}'),
        ),
        lambda text: inside(text) and "function=" not in text,
    ),
    "json-head": (
        ('Hi <tool_call>\n{"name="f", "arguments": {"b": "x", "c": "y"}}\n</tool_call> bye',),
        lambda text: inside(text) and "function=" not in text,
    ),
    "calling-tool": (
        ('Hi [Calling tool: f({"b": "x", "c": "y"})] bye', "Hi [Calling tool: f] bye"),
        lambda text: outside(text) and "<" not in text,
    ),
    "framing": (
        (TEXT.replace("\nx\n", "x"), TEXT.replace("\ny\n", "\n\ny\n\n"), TEXT.replace("x\n", "x")),
        lambda text: values_only(text) and "x" in text and "y" in text,
    ),
    "python-word": ((TEXT.replace("x", "True"), TEXT.replace("\ny", "\nNone")), values_only),
    "whole-float": ((TEXT.replace("x", "140.0"),), values_only),
    "bracket-more": ((TEXT.replace("x", '[{"a": 1}]]'), TEXT.replace("\ny", "\n[]]")), values_only),
    "encoded-twice": ((TEXT.replace("x", '"[1, 2]"'), TEXT.replace("\ny", '\n["1", "2"]')), values_only),
    "parameter-order": ((TEXT.replace(f"{B}\n{C}", f"{C}\n{B}"),), lambda text: B in text and C in text),
    "repeated-parameter": (
        (TEXT.replace(B, f"{B}\n{B}"), TEXT.replace(C, f"{C}<parameter=c>\n\n</parameter>")),
        lambda text: inside(text) and text.count("<parameter=") == 3,
    ),
}


@pytest.mark.parametrize("name", BY_NAME)
def test_a_drift_does_what_its_name_says_and_nothing_else(name: str) -> None:
    expected, holds = PROMISES[name]
    seen = outcomes(name, seeds=2_000)
    assert set(expected) <= seen
    for text in seen - {TEXT}:
        assert holds(text), text


def test_every_drift_has_a_promise_and_a_name_that_no_other_damage_has() -> None:
    assert set(PROMISES) == set(BY_NAME)
    for name, damage in DAMAGES["qwen"]:
        assert dict(DAMAGES["qwen"])[name] is damage


@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize(
    "text",
    ["", "x", "<tool_call>", "</function>", "<parameter=b>", "<", "<function=>\n</function>", TWO, TEXT * 2],
)
def test_a_drift_survives_any_text(name: str, text: str) -> None:
    outcomes(name, text, 200)


@pytest.mark.parametrize("name", BY_NAME)
def test_a_drift_leaves_prose_alone(name: str) -> None:
    assert outcomes(name, "plain words, 1 < 2") == {"plain words, 1 < 2"}


def test_two_blocks_become_one_with_several_functions() -> None:
    assert TWO.replace("</tool_call>\n<tool_call>", "\n") in outcomes("joined-blocks", TWO)
