"""Options that several verbs share, and how their words become values."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import structs

from harness.dialects import DIALECTS
from harness.dialects.policies import misspelt
from harness.targets import Limits

BUNDLED = ("python", "go", "node")
_UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}

_LONGEST = 366 * 86_400.0

_SIZES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_SMALLEST = 1 << 20
_LARGEST = 1 << 50

F = TypeVar("F", bound=Callable[..., Any])


class Duration(click.ParamType[float]):
    """``90s``, ``10m``, ``1.5h``, or a plain number of seconds."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Give seconds."""
        if isinstance(value, int | float):
            return float(value)
        found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", value.strip())
        if not found or float(found[1]) == 0:
            self.fail(f"{value!r} is no duration; write 90s, 10m or a number of seconds", param, ctx)
        seconds = float(found[1]) * _UNITS[found[2]]
        if seconds > _LONGEST:
            self.fail(f"{value!r} is longer than a year", param, ctx)
        return seconds


class Folder(click.Path):
    """A folder, there or not. An empty name, as of a variable that is not set, is none."""

    def __init__(self) -> None:
        """Take a name of which a file is not there."""
        super().__init__(path_type=Path, file_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Give the path."""
        if value == "":
            self.fail("the name of a folder is empty; is a variable not set?", param, ctx)
        return super().convert(value, param, ctx)


class Shard(click.ParamType[tuple[int, int]]):
    """``3/8``: the third of eight parts."""

    name = "shard"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Give the number of the part, from 1 on, and how many there are."""
        if isinstance(value, tuple):
            return value[0], value[1]
        found = re.fullmatch(r"(\d{1,4})/(\d{1,4})", value.strip(), re.ASCII)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            self.fail(f"{value!r} is no shard; write 1/8 for the first of eight", param, ctx)
        return int(found[1]), int(found[2])


class Size(click.ParamType[int]):
    """``512M``, ``1G``, or a plain number of bytes; 0 for no limit. A K is 1,024, and so on."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Give bytes."""
        if isinstance(value, int):
            return value
        found = re.fullmatch(
            r"(\d+(?:\.\d+)?)(?:([KMG])(?:i?B)?|B?)", value.strip(), re.ASCII | re.IGNORECASE
        )
        if not found:
            self.fail(f"{value!r} is no size; write 512M, 1G or a number of bytes", param, ctx)
        size = float(found[1]) * _SIZES[(found[2] or "").upper()]
        if size > _LARGEST:
            self.fail(f"{value!r} is more than any machine has", param, ctx)
        if 0 < size < _SMALLEST:
            self.fail(f"{value!r} is less than any adapter needs", param, ctx)
        return int(size)


class Day(click.ParamType[dt.date]):
    """``2027-03-01``."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dt.date:
        """Give the day."""
        if isinstance(value, dt.date):
            return value
        found = re.fullmatch(r"\d{4}-\d{2}-\d{2}", value.strip(), re.ASCII)
        try:
            return dt.date.fromisoformat(found[0] if found else "")
        except ValueError:
            self.fail(f"{value!r} is no day; write 2027-03-01", param, ctx)


class Setting(click.ParamType[tuple[str, str]]):
    """``NAME=VALUE`` of a policy."""

    name = "name=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Give the pair."""
        name, sign, setting = value.partition("=") if isinstance(value, str) else ("", "", "")
        if not (name and sign and setting):
            self.fail(f"{value!r} is not NAME=VALUE, such as missing_opener=text", param, ctx)
        for told in misspelt({name: setting}):
            self.fail(told, param, ctx)
        return name, setting


def targets_option(command: F) -> F:
    """``--target/-t``, repeatable; the bundled references by default."""
    return click.option(
        "-t",
        "--target",
        "targets",
        multiple=True,
        metavar="NAME",
        help="A parser under test: python, go, node, a published parser (see targets), py:module:attribute, "
        "'cmd:program args', or a server as http://HOST:PORT/v1. Repeatable. Default: the three bundled "
        "references.",
    )(command)


def dialect_option(command: F) -> F:
    """``--dialect/-d``."""
    return click.option(
        "-d",
        "--dialect",
        type=click.Choice(sorted(DIALECTS)),
        default="dsml",
        show_default=True,
        help="The wire format to write and read.",
    )(command)


def tokenizer_option(command: F) -> F:
    """``--tokenizer``."""
    return click.option(
        "--tokenizer",
        metavar="qwen|deepseek|FILE",
        help="Feed each text also as servers do that stream tokens: cut where this vocabulary does, at one "
        "token a chunk and at one to eight. FILE is a tokenizer.json.",
    )(command)


def policy_option(command: F) -> F:
    """``--policy``, repeatable."""
    return click.option(
        "--policy",
        "policies",
        type=Setting(),
        multiple=True,
        help="Set a policy on every target that lets a request set it. Repeatable.",
    )(command)


def policies_option(command: F) -> F:
    """``--policies``."""
    return click.option(
        "--policies",
        "policy_file",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Take the answers of targets to policies from this file, above what their adapters declare. "
        "probe --write makes such a file.",
    )(command)


def configured(policy_file: Path | None, names: Sequence[str]) -> dict[str, dict[str, dict[str, str]]]:
    """Read the answers of targets from a file, if one was given. It must speak of one of these."""
    from harness.probe.policyfile import chosen

    return {} if policy_file is None else chosen(policy_file, names)


def oracle_option(command: F) -> F:
    """``--oracle``, repeatable."""
    from harness.oracles import ORACLES

    return click.option(
        "--oracle",
        "oracles",
        type=click.Choice(list(ORACLES)),
        multiple=True,
        help="Judge by this property only. Repeatable. Default: all.",
    )(command)


def engine_options(command: F) -> F:
    """``--engine`` and ``--search``, and ``--corpus`` and ``--watch`` that go with them."""
    command = click.option(
        "--watch",
        "watched",
        multiple=True,
        metavar="PACKAGE",
        help="With --engine atheris: let the coverage of this package guide, too, beside that of the module "
        "of the target. Repeatable.",
    )(command)
    command = click.option(
        "--corpus",
        type=Folder(),
        metavar="DIR",
        help="With --search disagreement or --engine atheris: begin with the cases of this folder, and keep "
        "new ones there. [default: corpus in the folder of the reports]",
    )(command)
    command = click.option(
        "--search",
        type=click.Choice(["plain", "disagreement"]),
        default="plain",
        show_default=True,
        help="What cases are made of: their numbers alone, or also of cases on which targets gave what they "
        "seldom give. See docs/disagreement.md.",
    )(command)
    return click.option(
        "--engine",
        type=click.Choice(["seeded", "atheris"]),
        default="seeded",
        show_default=True,
        help="What chooses the cases: the seed alone, or Atheris by the coverage of one Python parser.",
    )(command)


def redact_option(command: F) -> F:
    """``--redact``."""
    return click.option(
        "--redact",
        is_flag=True,
        help="Put other letters and digits into the values of calls, and show only that. Lengths, shapes "
        "and prose outside calls stay, and so does the failure.",
    )(command)


def stream_option(command: F) -> F:
    """``--stream``."""
    return click.option(
        "--stream",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Feed the chunks of a recorded stream: server-sent events, lines of JSON, or a list of texts.",
    )(command)


def time_limit_option(command: F) -> F:
    """``--time-limit``."""
    return click.option(
        "--time-limit",
        type=Duration(),
        default="10s",
        show_default=True,
        help="How long an adapter may take for one request, plus 40 µs a code point.",
    )(command)


def memory_limit_option(command: F) -> F:
    """``--memory-limit``."""
    return click.option(
        "--memory-limit",
        type=Size(),
        default="1G",
        show_default=True,
        help="How much memory an adapter may hold, with all that it starts; 0 for no limit. Linux only.",
    )(command)


def ledger_option(command: F) -> F:
    """``--ledger``."""
    return click.option(
        "--ledger",
        "ledger_file",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="The ledger of known faults. [default: corpus/ledger.toml]",
    )(command)


def today_option(command: F) -> F:
    """``--today``: a day for what expires, the day in UTC unless another one is named."""
    return click.option(
        "--today",
        type=Day(),
        default=lambda: dt.datetime.now(dt.UTC).date(),
        show_default="today, UTC",
        help="The day on which what expires is judged.",
    )(command)


def limits(time_limit: float, memory_limit: int) -> Limits:
    """Make the limits of targets of what was asked for. No case alone may take longer than a batch."""
    usual = Limits()
    return structs.replace(usual, run=time_limit, alone=min(usual.alone, time_limit), memory=memory_limit)
