"""Running the texts of a dialect on one target, and reading off its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, structs, to_builtins

from harness.dialects import by_name
from harness.dialects.policies import ANSWERS
from harness.model import Case, every_character
from harness.probe import drawn, written
from harness.probe.form import form
from harness.probe.verdict import UNCLEAR, UNSEEN, Answer, Evidence, Tried, decide, judged
from harness.targets import wire
from harness.targets.session import Broke, Died, Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from harness.model import Outcome
    from harness.probe.ask import Ask
    from harness.targets.target import Target


_SKIPPED = "not run, after others that ended the parser"


class Table(Struct, frozen=True):
    """A target's answers to all policies in one dialect."""

    dialect: str
    answers: tuple[Answer, ...]
    warnings: tuple[str, ...] = ()  # of what the target declares and what means nothing

    @property
    def broken(self) -> tuple[Answer, ...]:
        """Give the answers that are declared and not given."""
        return tuple([answer for answer in self.answers if answer.kept is False])

    @property
    def silent(self) -> int:
        """Count the texts that ended without an answer."""
        return sum(answer.silent for answer in self.answers)

    @property
    def end(self) -> str:
        """Say how the first of them ended, or nothing."""
        return next((answer.end for answer in self.answers if answer.end), "")


def probe(target: Target, dialect: str) -> Table:
    """Run all texts on a target that is open. Raises what running raises, ``TargetUnavailable`` mostly."""
    shape, declared = form(dialect), target.declared(dialect)
    asks = (*written.asks(shape), *drawn.asks(by_name(dialect)))
    tried = _tried(asks, target.run([_case(number, ask, dialect) for number, ask in enumerate(asks)]))
    found = {
        policy: decide(policy, [one for one in tried if one.ask.policy == policy], declared.get(policy))
        for policy in ANSWERS
        if policy not in ("emission", "markers")
    }
    found["emission"] = _emission(target, dialect, shape.wrapped(shape.function(("p", "x"))))
    found["markers"] = judged(
        "markers", UNSEEN, declared.get("markers"), note="a text does not say which of its parts were tokens"
    )
    return Table(dialect, tuple([found[policy] for policy in ANSWERS]), target.facts(dialect).warnings)


def _case(number: int, ask: Ask, dialect: str) -> Case:
    """Feed each text whole and one character at a time."""
    chunkings = tuple(dict.fromkeys(((), every_character(len(ask.text)))))
    return Case(f"{ask.policy}:{number}", dialect, ask.text, chunkings, ask.tools)


def _tried(asks: Sequence[Ask], outcomes: Iterable[Outcome]) -> list[Tried]:
    return [_one(ask, outcome) for ask, outcome in zip(asks, outcomes, strict=True)]


def _one(ask: Ask, outcome: Outcome) -> Tried:
    """Say what the batch shows, and what the whole text in one chunk does."""
    if outcome.kind != "result":
        end = f"{outcome.kind}: {_headline(outcome.detail) or _SKIPPED}"
        return Tried(ask, {"batch": frozenset(), "stream": frozenset()}, end)
    shows = {}
    if outcome.batch is not None:
        shows["batch"] = ask.shown_by(outcome.batch)
    streams = [ask.shown_by(reading) for reading in outcome.streams if reading is not None]
    if streams:
        shows["stream"] = streams[0]
    thrown = [
        one.error for one in (outcome.batch, *outcome.streams) if one is not None and one.error is not None
    ]
    end = f"{thrown[0].kind}: {_headline(thrown[0].message)}" if thrown else ""
    return Tried(ask, shows, end, ragged=len(set(streams)) > 1)


def _headline(detail: str) -> str:
    return detail.strip().partition("\n")[0]


def _emission(target: Target, dialect: str, text: str) -> Answer:
    """See how a call is given, by asking for the events as they come."""
    declared = target.declared(dialect).get("emission")
    if "stream" not in target.modes:
        return judged("emission", UNSEEN, declared, note="it has no stream")
    cuts = list(every_character(len(text))) if target.hello.cuts == "any" else []
    tools = written.tools(written.STRING)
    shown = (Evidence(text, tools),)
    case = {
        "id": "emission",
        "text": text,
        "tools": to_builtins(tools),
        "batch": False,
        "chunkings": [cuts, []],
        "detail": "full",
    }
    try:
        given = target.ask({"op": "run", "dialect": dialect, "cases": [case]}, wire.read_run)
    except Died as died:
        end = f"{died.kind}: {_headline(died.detail)}"
        answer = judged("emission", UNCLEAR, declared, shown, f"the text ended without an answer: {end}")
        return structs.replace(answer, silent=1, end=end)
    except (Broke, Refused, wire.Malformed) as error:
        return judged("emission", UNCLEAR, declared, shown, f"it did not answer: {error}")
    found = _given(given.results)
    if found and declared == "end" and not _early(given.results):
        found = declared
    return judged("emission", found or UNCLEAR, declared, shown, "" if found else "no call came out")


def _early(results: Any) -> bool:
    """Tell whether anything came before the finish."""
    return any(events for stream in results[0].streams for events in stream.feeds or ())


def _given(results: Any) -> str | None:
    if results is UNSET or not results or results[0].streams is UNSET:
        return None
    kinds = set()
    for stream in results[0].streams:
        for events in (*(stream.feeds or ()), stream.finish or ()):
            for event in events:
                kinds |= {name for name in ("call", "delta") if getattr(event, name, UNSET) is not UNSET}
    return "deltas" if "delta" in kinds else "whole" if kinds else None
