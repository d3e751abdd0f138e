"""docs/ledger.md says what a ledger is: its example is read, its tables are whole."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_type_hints

import click
from msgspec import structs

from harness.cli.ledger import ledger_command
from harness.events import GateRow
from harness.ledger.entry import CLASSES, Entry, Pattern
from harness.ledger.gate import ORDER
from harness.ledger.ledger import Scope, parse

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "ledger.md").read_text("utf-8")


def test_the_example_is_a_ledger_with_every_member_in_it() -> None:
    (example,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    made = parse(example, "the page")
    assert [entry.of_class for entry in made.known] == ["bug", "policy"]
    for record in (Entry, Pattern, Scope):
        for field in structs.fields(record):
            assert re.search(rf"\b{field.encode_name}\b", PAGE), field.encode_name


def test_the_tables_name_all_members_states_classes_and_verbs() -> None:
    rows = re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)
    told = [name for row in rows for name in re.findall(r"`([^`]*)`", row)]
    members = [field.encode_name for field in structs.fields(Entry)]
    assert set(members) <= set(told)
    assert [name for name in told if name in ORDER] == list(ORDER)
    assert set(ORDER) == set(get_args(get_type_hints(GateRow)["state"]))
    (classes,) = re.findall(r"^\| `class` \| (.*) \|$", PAGE, re.MULTILINE)
    assert tuple(re.findall(r"`(\w+)`", classes)) == CLASSES
    assert isinstance(ledger_command, click.Group)
    verbs = [name.split()[1] for name in told if name.startswith("ledger ")]
    assert verbs == ["add", "list", "check", "update"] == list(ledger_command.commands)
    options = {
        name
        for command in ledger_command.commands.values()
        for option in command.params
        for name in option.opts
        if name.startswith("--")
    }
    assert options - {"--help"} <= set(re.findall(r"--[a-z]+", PAGE))
