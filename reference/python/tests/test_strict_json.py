"""Strict JSON, which both dialects read (SEMANTICS C4, C6)."""

import pytest
from toolcall_reference import strict_json


def test_a_string_without_its_end_is_read_once() -> None:
    """C6: with enough brackets before it, it was read again from each escaped quote."""
    text = "[" + "[]," * 300 + '"' + '\\"' * 200_000
    with pytest.raises(strict_json.NotJsonError):
        strict_json.loads(text)


def test_brackets_in_strings_have_no_depth() -> None:
    brackets = "[" * 300
    assert strict_json.loads(f'["{brackets}", "\\"{brackets}"]') == [brackets, f'"{brackets}']


@pytest.mark.parametrize(("depth", "is_json"), [(256, True), (257, False)])
def test_depth_is_limited(*, depth: int, is_json: bool) -> None:
    text = "[" * depth + "]" * depth + " "
    if is_json:
        strict_json.loads(text)
    else:
        with pytest.raises(strict_json.NotJsonError):
            strict_json.loads(text)
