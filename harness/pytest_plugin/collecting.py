"""Items of the targets that the command line or the ini file names, and what ends a run before it starts."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from harness.errors import HarnessError, TargetUnavailable
from harness.pytest_plugin import NAMED, ROOT, USAGE
from harness.pytest_plugin.nodes import MISTAKES, TargetItem, TargetNode, items_of, misnamed, without_group
from harness.pytest_plugin.runs import runs
from harness.pytest_plugin.settings import of_options

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, None, None]:
    """Add the items that belong to no module; once it is known what is left, see if targets can be used.

    Raises ``pytest.UsageError`` for every mistake, those in classes too: what a collector raises would
    have a stack trace and another status.
    """
    with told_to_the_controller(config):
        if NAMED in config.stash:
            ours = made(session, config.stash[NAMED])
            items += ours
            # No collector of pytest gave them, so they are told of here: "collected N items" counts reports.
            told = pytest.CollectReport(ROOT, "passed", longrepr=None, result=list(ours))
            config.hook.pytest_collectreport(report=told)
    result = yield
    with told_to_the_controller(config):
        check(config, items)
    return result


def made(session: pytest.Session, named: list[str]) -> list[pytest.Item]:
    """Make the items of all targets, or the named ones: an id of an item, or of its target.

    Raises ``HarnessError`` for what is wrong with the options.
    """
    asked = of_options(session.config)
    root = TargetNode.from_parent(session, name=ROOT, nodeid=ROOT)
    items: list[TargetItem] = []
    for target in asked.settings.targets:
        node = TargetNode.from_parent(root, name=target)
        items += items_of(node, asked, target)
    misnamed(asked, {item.name for item in items}, asked.settings.targets)
    return list(_named(items, named))


def _named(items: list[TargetItem], named: Sequence[str]) -> Iterator[pytest.Item]:
    """Pick items as pytest does with other ids; raises ``pytest.UsageError`` for one that is none."""
    wanted = {word: f"{ROOT}::{without_group(word).partition('::')[2]}" for word in named}
    ids = {item: without_group(item.nodeid) for item in items}
    for word, start in wanted.items():
        if not any(_beneath(own, start) for own in ids.values()):
            raise pytest.UsageError(f"not found: {word}")
    for item, own in ids.items():
        if not wanted or any(_beneath(own, start) for start in wanted.values()):
            yield item


def _beneath(own: str, start: str) -> bool:
    return own == start or own.startswith(f"{start}::")


def check(config: pytest.Config, items: Sequence[pytest.Item]) -> None:
    """See that the targets of all items can be used. Raises ``HarnessError``.

    They are started once for that: a module that can't be imported is a mistake of whoever named it, and
    ends the run at once, where an adapter that dies later makes items fail.
    """
    for mistake in config.stash.get(MISTAKES, []):
        raise mistake
    wanted = dict.fromkeys((item.settings, item.target) for item in items if isinstance(item, TargetItem))
    for settings, target in wanted:
        runs(config).try_out(structs.replace(settings, targets=(target,)))


@contextmanager
def told_to_the_controller(config: pytest.Config) -> Iterator[None]:
    """Make a mistake of the user one of pytest, also where this is a worker of pytest-xdist."""
    try:
        yield
    except HarnessError as error:
        usage = pytest.UsageError(_words(error))
    except pytest.UsageError as error:
        usage = error
    else:
        return
    output = getattr(config, "workeroutput", None)
    if output is not None:
        output[USAGE] = str(usage)
    raise usage


def _words(error: HarnessError) -> str:
    lines = [error.message, *([f"hint: {error.hint}"] if error.hint else [])]
    if isinstance(error, TargetUnavailable):
        lines[0] = f"{error.target}: {error.message}"
        prefix, _, rest = error.target.partition(":")
        if prefix == "py":
            # The last line of the stack trace is in the message, and the rest is at hand where it is wanted.
            lines += [f"      python -c 'import {rest.partition(':')[0]}' may say more"]
        elif error.stderr.strip():
            lines += ["the adapter's standard error ends with:"]
            lines += [f"  {line}" for line in error.stderr.strip().splitlines()[-12:]]
    return "\n".join(lines)
