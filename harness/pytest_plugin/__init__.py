"""The pytest plugin: one item for each oracle and each fixture, under a node called after the target.

Here are the options and the hooks only. What they need is loaded when a target is named, so that a project
which only has the harness installed pays for nothing. ``collecting`` makes the items and checks targets,
``settings`` reads what was asked for, ``nodes`` are the items, ``runs`` holds what this process has run,
``told`` is what a failing item prints.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from harness.suite import ToolCallParserSuite

ROOT = "toolcall"
"""Where the ids of items begin that belong to no module."""

NAMED = pytest.StashKey[list[str]]()
"""Ids of such items that the command line names; none are all of them. Not set where none are wanted."""

USAGE = "toolcall_usage"
"""Under which a worker of pytest-xdist tells the controller of a mistake."""

_OPTIONS = {
    "dialect": ("NAME", "The wire format that the parser reads. Default: dsml."),
    "cases": ("N", "Cases of the campaign. Default: 1000."),
    "seed": ("N", "Its seed: the same one gives the same cases. Default: 1."),
    "policies": ("FILE", "Take the answers of targets to policies from this file (probe --write makes it)."),
    "jobs": ("N", "Worker processes of a campaign. Default: 1."),
    "time-limit": ("SECONDS", "How long an adapter may take for one request. Default: 10."),
    "shrink-time": ("SECONDS", "How long making one finding small may take. Default: 20."),
    "ledger": ("FILE", "A ledger of known faults: what it accepts is a known failure. Default: none."),
    "today": ("DATE", "The day on which what expires in the ledger is judged. Default: today, UTC."),
    "unjudged": ("skip|fail", "What an oracle is that had nothing to judge. Default: skip."),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options. All of them may stand in the ini file, too, as ``toolcall_target`` and so on."""
    group = parser.getgroup("toolcall", "parsers of LLM tool calls (toolcall-harness)")
    group.addoption(
        "--toolcall-target",
        action="append",
        metavar="TARGET",
        help="A parser to test: py:module:attribute, 'cmd:program args', python, go or node. Repeatable.",
    )
    parser.addini("toolcall_target", "parsers to test, one a line", type="linelist")
    group.addoption(
        "--toolcall-fixtures",
        action="append",
        metavar="DIR|FILE",
        help="Fixtures to hold it against; 'own' are those of the harness, 'none' are none. Repeatable. "
        "Default: own.",
    )
    parser.addini("toolcall_fixtures", "folders and files of fixtures, one a line", type="linelist")
    parser.addini("toolcall_xfail", "known failures, one a line: ITEM: reason", type="linelist")
    for name, (metavar, told) in _OPTIONS.items():
        group.addoption(f"--toolcall-{name}", metavar=metavar, help=told)
        parser.addini(f"toolcall_{name.replace('-', '_')}", told)


def pytest_configure(config: pytest.Config) -> None:
    """Find out if items are wanted, and take the ids of ours out of the paths to collect.

    Targets of the ini file are for the whole suite: whoever names other paths has chosen those.
    """
    asked = config.getoption("toolcall_target")
    if not asked and not config.getini("toolcall_target"):
        return
    named = [word for word in config.args if _is_ours(word, config)]
    if asked or named or config.args_source != config.ArgsSource.ARGS:
        config.stash[NAMED] = [word for word in named if "::" in word]
        _take_part(config)
    config.args = [word for word in config.args if word not in named]


def _is_ours(word: str, config: pytest.Config) -> bool:
    path = word.partition("::")[0]
    last = path.replace("\\", "/").rstrip("/").rpartition("/")[2]
    return last == ROOT and not (config.invocation_params.dir / path).exists()


def pytest_pycollect_makeitem(collector: Any, name: str, obj: object) -> pytest.Collector | None:
    """Collect a class that derives from ours, if pytest would collect a class of this name."""
    ours = isinstance(obj, type) and issubclass(obj, ToolCallParserSuite) and obj is not ToolCallParserSuite
    if not ours or not collector.istestclass(obj, name):
        return None
    _take_part(collector.config)
    made: pytest.Collector = import_module(f"{__name__}.nodes").SuiteClass.from_parent(
        collector, name=name, obj=obj
    )
    return made


def _take_part(config: pytest.Config) -> None:
    """Load the hooks that make and check items."""
    name = f"{__name__}.collecting"
    if not config.pluginmanager.has_plugin(name):
        config.pluginmanager.register(import_module(name), name)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """End the controller of pytest-xdist with the mistake that a worker found."""
    told = getattr(node, "workeroutput", {}).get(USAGE)
    if told is not None:
        raise pytest.UsageError(told)
