"""Run a workflow here, without the service that it is written for: its steps' shell commands, in order.

::

    python -m tests.nightly.steps .github/workflows/nightly.yml --input first=true --var NIGHT_TIME=5s

Matrices are expanded, ``if`` is obeyed, and small stand-ins take the place of the few actions that are used:
a folder for the cache, another one for artifacts. What is not understood is an error before anything runs.

Exit status: 0 all jobs succeeded; 1 something failed, and each step that did ended with 1; 2 a step could not
do what it should, or the workflow can't be run here. Jobs that only waited for a failed one do not count.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.nightly import workflow
from tests.nightly.expressions import Misspelt
from tests.nightly.running import Asked, Ran, Run, worst
from tests.nightly.standins import Place
from tests.nightly.telling import tell
from tests.nightly.workflow import NotHere

ROOT = Path(__file__).resolve().parents[2]


def main(words: list[str] | None = None) -> int:
    """Run what the command line names and give the exit status."""
    asked = _parser().parse_args(words)
    if asked.state is not None:
        return _go(asked, asked.state.resolve())
    with tempfile.TemporaryDirectory(prefix="steps-") as state:
        return _go(asked, Path(state))


def _go(asked: argparse.Namespace, state: Path) -> int:
    try:
        place = Place(asked.root.resolve(), state, asked.commit)
        run = Run(
            workflow.read(asked.file),
            Asked(
                place,
                dict(asked.input),
                dict(asked.var),
                {name: Path(path).resolve() for name, path in asked.action},
            ),
        )
        ended = run.go()
    except (NotHere, Misspelt) as error:
        tell(f"error: {error}")
        return 2
    pages = [f"<!-- {ran.name} -->\n{ran.summary}" for ran in ended if ran.summary]
    (state / "summary.md").write_text("\n".join(pages), "utf-8")
    status = told(ended)
    if pages:
        tell(f"\nthe summary:\n\n{''.join(pages)}")
    return status


def told(ended: list[Ran]) -> int:
    """Say how each job ended, and give the exit status of all."""
    tell("\n== the end")
    for ran in ended:
        failed = [f"{step.name}: status {step.status}" for step in ran.steps if step.status]
        tell(f"{ran.result:<8} {ran.name}{': ' if failed else ''}{'; '.join(failed)}")
    bad = [ran for ran in ended if ran.result == "failure"]
    steps = [step for ran in bad for step in ran.steps]
    if not any(ran.result == "success" for ran in ended) and not bad:
        tell("no job ran, so nothing was shown")
        return 2
    return max((worst(steps), 1)) if bad else 0


def _pair(word: str) -> tuple[str, str]:
    name, sign, said = word.partition("=")
    if not (name and sign):
        raise argparse.ArgumentTypeError(f"{word!r} is not NAME=VALUE")
    return name, said


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.nightly.steps", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("file", type=Path, help="the workflow")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project that is checked out")
    parser.add_argument("--commit", help="check this commit out, not the files as they are")
    parser.add_argument(
        "--state", type=Path, help="keep cache, artifacts and checkout here, for another night"
    )
    parser.add_argument(
        "--input",
        type=_pair,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="as a run by hand gives",
    )
    parser.add_argument(
        "--var",
        type=_pair,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a variable of the repository",
    )
    parser.add_argument(
        "--action",
        type=_pair,
        action="append",
        default=[],
        metavar="USES=FOLDER",
        help="where a composite action is",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
