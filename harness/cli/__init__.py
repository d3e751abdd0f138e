"""The command line: one module a verb, no logic. Modules load when their verb is used.

Loading on use keeps ``--help`` and ``targets`` from paying for the report machinery.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
import traceback
from importlib import import_module
from pathlib import Path

import click

from harness import __version__
from harness.errors import HarnessError

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # all but tab and line feed
STATUS_FAULT = 2
STATUS_INTERRUPTED = 130
_VERBS = {
    "run": "run a campaign: generate, parse, compare, shrink, report",
    "merge": "put the shards of a campaign together",
    "status": "say how far a campaign is, that runs or was stopped",
    "check": "run all targets on a text, or on recorded vectors, side by side",
    "shrink": "make a text or a recorded stream small that a target fails on",
    "prove": "feed a text in every chunking with few cuts, and say what that shows",
    "roundtrip": "render conversations with a chat template, parse the turns back, and compare",
    "probe": "find out how a target answers the policies, by running it",
    "replay": "run findings, saved cases and fixtures again, on two versions of a target, too",
    "promote": "make a fixture of a case that run has saved",
    "export": "make tests for other runners, or the draft of an issue, of findings and fixtures",
    "ledger": "keep what is known: add, list, check, update",
    "corpus": "carry the texts that a search keeps from night to night",
    "nightly": "run long campaigns on several machines, and hold each night to the last one",
    "import": "make fixtures of the files of others",
    "leaderboard": "put published parsers side by side: what each fails, with smallest cases",
    "cost": "measure how the time of a parser grows with the text",
    "selftest": "say how many planted bugs the harness finds, and how soon",
    "stats": "say what the generator writes: the share of each feature, and pairs that never met",
    "targets": "say which parsers can run here, and check their adapters",
}
_MODULES = {"import": "importing"}
"""The modules of verbs that are words of the language."""


class _Verbs(click.Group):
    """A group whose commands live in modules of the same name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _VERBS:
            return None
        command = getattr(
            import_module(f"harness.cli.{_MODULES.get(cmd_name, cmd_name)}"), f"{cmd_name}_command"
        )
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(_VERBS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], _VERBS, n=1)
            if not near:
                raise
            raise click.UsageError(f"{error.message} Did you mean {near[0]!r}?", ctx) from error


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="toolcall-harness")
def cli() -> None:
    """Fuzz and compare parsers of LLM tool calls, whole and streamed.

    \b
    toolcall-harness run                              the bundled parsers against each other
    toolcall-harness run -t py:my.module:Parser       your own parser, in Python
    toolcall-harness run -t 'cmd:node adapter.mjs'    your own parser, in any language
    toolcall-harness check -t go 'text <tool_calls>…' one text, side by side

    Exit status: 0 nothing new, 1 findings, 2 could not do what was asked, 130 interrupted.
    """  # noqa: D301 -- the backslash is click's mark for a paragraph to be left as it is


def main() -> None:
    """Run the command line. A user's mistake ends with one message, a hint and status 2.

    Not by ``click``'s own ``main``: that ends with 1 when it is interrupted or its reader goes away,
    and 1 means findings here. For the same reason a fault of the harness itself is caught: it ends with
    its stack trace and 2.
    """
    _open_streams()
    status = STATUS_FAULT
    try:
        # click looks at the terminal only; whoever sets NO_COLOR wants none there either.
        color = False if os.environ.get("NO_COLOR") else None
        with cli.make_context("toolcall-harness", sys.argv[1:], color=color) as context:
            cli.invoke(context)
        status = 0
    except click.exceptions.Exit as ended:
        status = ended.exit_code
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 0
    except click.ClickException as error:
        error.show()
    except HarnessError as error:
        complain(error)
    except (click.Abort, KeyboardInterrupt):
        status = STATUS_INTERRUPTED
    except BrokenPipeError:
        pass  # nobody reads any longer
    except Exception as error:  # noqa: BLE001 -- the process boundary: 1 would say that there are findings
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            complain(HarnessError("there is no space left to write to", hint="is the disk full?"))
        else:
            traceback.print_exc()
            click.echo("error: this is a fault of the harness itself", err=True)
    try:
        sys.stdout.flush()
    except OSError:
        # Python would complain once more on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)


def _open_streams() -> None:
    """Make standard streams that can take anything: closed ones lead nowhere, no character is too much."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 -- it lives as long as we do
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 -- the same


def complain(error: HarnessError) -> None:
    """Write an error, its hint and the end of an adapter's standard error to standard error.

    What they quote of others must not move a terminal's cursor, so control characters are shown.
    """
    target = getattr(error, "target", "")
    click.secho("error: ", fg="red", bold=True, nl=False, err=True)
    click.echo(_shown(f"{target}: {error.message}" if target else error.message), err=True)
    if error.hint:
        click.echo(_shown(f"hint: {error.hint}"), err=True)
    stderr = str(getattr(error, "stderr", "")).strip()
    if stderr:
        click.echo("the adapter's standard error ends with:", err=True)
        for line in stderr.splitlines()[-12:]:
            click.echo(_shown(f"  {line}"), err=True)


def _shown(text: str) -> str:
    return _CONTROLS.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
