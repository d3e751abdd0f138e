"""``promote``: make a fixture of a case that a campaign found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import structs

from harness.cli.options import Folder, policy_option, time_limit_option
from harness.cli.reading import converted, read_events, read_json
from harness.errors import UsageError
from harness.fixtures import promotion
from harness.fixtures.collection import add, default_folder
from harness.fixtures.fixture import Expectation, check
from harness.targets import Limits

if TYPE_CHECKING:
    from harness.model import Case


@click.command("promote")
@click.argument("source", type=click.Path(path_type=Path), metavar="CASE")
@click.option("--id", "name", required=True, help="The fixture's name and that of its file, like cut-opener.")
@click.option("--title", required=True, help="What a right parser does with it, in one sentence.")
@click.option(
    "--finding", help="Where CASE is a report.json: the finding, such as F1, or a card's fingerprint."
)
@click.option("--rule", "rules", multiple=True, help="A rule of docs/semantics.md that decides. Repeatable.")
@click.option(
    "--expect", help="What is due, where it is not known: a JSON list of events, or a file with one."
)
@click.option("--expect-from", "parser", metavar="TARGET", help="Take what this target gives as what is due.")
@policy_option
@click.option("--report", default="", help="The public report of it: owner/project#number.")
@click.option("--note", default="", help="What one has to know about it.")
@click.option("--out", type=Folder(), help="[default: corpus/regressions]")
@click.option("--another", is_flag=True, help="Also where a fixture of the same fault is there.")
@time_limit_option
def promote_command(
    *,
    source: Path,
    name: str,
    title: str,
    finding: str | None,
    rules: tuple[str, ...],
    expect: str | None,
    parser: str | None,
    policies: tuple[tuple[str, str], ...],
    report: str,
    note: str,
    out: Path | None,
    another: bool,
    time_limit: float,
) -> None:
    """Make a fixture of CASE, a saved case of a finding (cases/F1.json) or a report.json.

    What is due comes with the case where the generator knew it. Where it did not, say it with --expect
    (--policy says under which answers it holds), or take it from a parser with --expect-from. The path of
    the new file is printed; nothing that is there is changed. A fault that has a fixture is refused: the
    fingerprint of its card stands in the fixture.
    """
    loaded = promotion.load(source, finding)
    case, folder = loaded.case, out or default_folder()
    if not another:
        promotion.refuse_known(folder, loaded.fingerprint)
    if case.answers and (expect is not None or parser is not None or policies):
        raise UsageError(
            "the answer to this case is known", hint="leave out --expect, --expect-from and --policy"
        )
    if expect is not None and parser is not None:
        raise UsageError("give one of --expect and --expect-from")
    whose = ""
    if expect is not None:
        due = _given(case, expect, dict(policies))
        whose = "What is due was given by hand when the case was promoted."
    elif parser is not None:
        limits = structs.replace(Limits(), run=time_limit, alone=min(Limits().alone, time_limit))
        due = (promotion.taken_from(case, parser, dict(policies), limits),)
        whose = f"What is due is what {parser} gave when the case was promoted; nobody worked it out."
    else:
        due = promotion.known(case)
    origin = promotion.origin_of(
        loaded, report=report, note=" ".join(words for words in (note, whose) if words)
    )
    fixture = promotion.promote(case, due, name=name, title=title, rules=rules, origin=origin)
    check(fixture)
    click.echo(add(folder, fixture))


def _given(case: Case, words: str, when: dict[str, str]) -> tuple[Expectation, ...]:
    """Read --expect: events that hold under ``when``, or a whole member ``expected`` of a fixture."""
    written: list[dict[str, Any]] = read_json(words, list[dict[str, Any]], "--expect")
    if not any("events" in one for one in written):
        return (promotion.expectation(case, read_events(written, "--expect"), when),)
    if when:
        raise UsageError("--policy goes with a list of events; here each member has its own when")
    due: tuple[Expectation, ...] = converted(written, tuple[Expectation, ...], "--expect")
    return due
