"""What a target's name means."""

import sys
from pathlib import Path

import pytest

from harness.errors import TargetUnknown
from harness.targets import resolve


@pytest.mark.parametrize("name", ["python", "go", "node"])
def test_the_bundled_references_have_plain_names(name: str) -> None:
    assert resolve(name).kind == "bundled"


@pytest.mark.parametrize("rest", ["m:A", "package.module:attribute", "a.b.c:D.make", "modül:größe", "_m1:_a"])
def test_a_py_name_is_a_module_and_an_attribute(rest: str) -> None:
    command = resolve(f"py:{rest}").command()
    assert command.argv[0] == sys.executable
    assert command.argv[-1] == rest


@pytest.mark.parametrize(
    ("line", "argv"),
    [
        ("./adapter --flag", ("./adapter", "--flag")),
        ("a 'b c' \"d e\" f\\ g", ("a", "b c", "d e", "f g")),
        ("a '' $HOME *", ("a", "", "$HOME", "*")),
        ("a:b:c", ("a:b:c",)),
    ],
)
def test_a_cmd_is_split_as_a_shell_splits_words_and_nothing_more(line: str, argv: tuple[str, ...]) -> None:
    assert resolve(f"cmd:{line}").command().argv == argv


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("nod", "did you mean 'node'?"),
        ("Python", "did you mean 'python'?"),
        ("my.module:Parser", "did you mean 'py:my.module:Parser'?"),
        ("rust", "a target is python, go, node,"),
        ("", "a target is python, go, node,"),
        ("py:module", "py:package.module:attribute"),
        ("py:", "py:package.module:attribute"),
        ("py:a b:c", "py:package.module:attribute"),
        ("cmd:", "cmd:./adapter --flag"),
        ("cmd: ", "cmd:./adapter --flag"),
    ],
)
def test_a_name_that_means_nothing_says_what_was_perhaps_meant(name: str, hint: str) -> None:
    with pytest.raises(TargetUnknown) as caught:
        resolve(name)
    assert hint in caught.value.hint


def test_an_open_quote_is_named() -> None:
    with pytest.raises(TargetUnknown, match="No closing quotation"):
        resolve("cmd:a 'b")


def test_the_path_of_a_program_is_taken_for_a_cmd(tmp_path: Path) -> None:
    program = tmp_path / "adapter"
    program.touch()
    with pytest.raises(TargetUnknown) as caught:
        resolve(f"{program} --flag")
    assert caught.value.hint == f"did you mean 'cmd:{program} --flag'?"
