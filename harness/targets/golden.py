"""The self-check of an adapter: what the protocol asks of it, tried out on golden texts.

No check knows what a right parser makes of a text: that is what campaigns are for. They hold the
adapter against itself and against the protocol, so a wrong parser in a right adapter passes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct

from harness.dialects.policies import misspelt
from harness.model import Case
from harness.targets import wire
from harness.targets.folding import folded, outcomes
from harness.targets.session import Broke, Died, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from harness.targets.session import Session

PROSE = "a\u00e9\U0001f600\u4e2d\U0001f600\U0001f680 b"
"""Text that UTF-8, UTF-16 and code points cut at different places."""

TEXTS = {
    "dsml": (
        PROSE,
        '1 <tool_calls><invoke name="f"><parameter name="x">\U0001f600</parameter></invoke></tool_calls> 2',
        'x <tool_calls><invoke name="f">',
        "",
    ),
    "qwen": (
        PROSE,
        "one\n\n<tool_call>\n<function=f>\n<parameter=x>\n\U0001f600\n</parameter>\n</function>\n</tool_call>",
        "x <tool_call>\n<function=f>",
        "",
    ),
}
"""Golden texts by dialect: prose, a call, a call that is cut off, nothing. Prose does for any other."""


class Wrong(Exception):
    """An adapter does not do what the protocol asks."""


class Check(Struct, frozen=True):
    """One promise of the protocol, tried on one adapter."""

    id: str
    dialect: str  # "" for what holds for the adapter as a whole
    passed: bool
    message: str = ""  # what went wrong


def check(session: Session, dialects: Sequence[str]) -> Iterator[Check]:
    """Try all promises on an adapter that has said hello; the last ends it."""
    yield _try("unknown-op", _unknown_op, session, "")
    for dialect in dialects:
        for name, attempt in _CHECKS.items():
            yield _try(name, attempt, session, dialect)
    yield _try("end-of-input", _end_of_input, session, "")


def _try(name: str, attempt: Callable[[Session, str], None], session: Session, dialect: str) -> Check:
    try:
        attempt(session, dialect)
    except (Wrong, Broke, Died, Refused, wire.Malformed) as wrong:
        return Check(name, dialect, passed=False, message=str(wrong).partition("\n")[0])
    return Check(name, dialect, passed=True)


# ---------------------------------------------------------------- single promises


def _unknown_op(session: Session, _: str) -> None:
    """Refuse an unknown op (PROTOCOL, transport)."""
    _refused(session, {"op": "no-such-op"})


def _unknown_dialect(session: Session, dialect: str) -> None:
    """Refuse an unknown dialect."""
    _refused(session, _run(session, f"no-such-{dialect}", [PROSE]))


def _unsettable_policy(session: Session, dialect: str) -> None:
    """Refuse to set a policy that is not in ``settable``."""
    _refused(session, {**_run(session, dialect, [PROSE]), "policies": {"no_such_policy": "x"}})


def _policies(session: Session, dialect: str) -> None:
    """Declare only policies that exist: a misspelt one would switch checks off without a word."""
    told = misspelt(session.hello.policies.get(dialect, {})) if session.hello else []
    if told:
        raise Wrong("; ".join(told))


def _plain_text(session: Session, dialect: str) -> None:
    """Answer plain text at all: a parser that is wired wrongly throws on every text."""
    result = _results(session, _run(session, dialect, [PROSE]))[0]
    batch = () if result.batch is UNSET else (result.batch,)
    for entry in (*batch, *(() if result.streams is UNSET else result.streams)):
        if entry.error is not UNSET and entry.error.kind != "declared":
            raise Wrong(f"the parser fails on plain text: {entry.error.message}")


def _settable_policy(session: Session, dialect: str) -> None:
    """Let a request set what is in ``settable``, here to what is declared anyway."""
    hello = session.hello
    declared = hello.policies.get(dialect, {}) if hello else {}
    policies = {name: value for name, value in declared.items() if hello and name in hello.settable}
    _results(session, {**_run(session, dialect, [PROSE]), "policies": policies})


def _unknown_fields(session: Session, dialect: str) -> None:
    """Ignore unknown fields in a request and in a case."""
    plain = _run(session, dialect, TEXTS.get(dialect, (PROSE,)))
    grown = {**plain, "x-new": {"a": [1]}, "cases": [{**case, "x-new": 1} for case in plain["cases"]]}
    if _results(session, plain) != _results(session, grown):
        raise Wrong("an unknown field changes the results")


def _shape(session: Session, dialect: str) -> None:
    """Give each case its result, by id and in order, with a legal entry for each chunking."""
    texts = TEXTS.get(dialect, (PROSE,))
    request = _run(session, dialect, texts)
    cases = [
        Case(case["id"], dialect, text, tuple(map(tuple, case["chunkings"])))
        for case, text in zip(request["cases"], texts, strict=True)
    ]
    outcomes(cases, session.shape, _results(session, request))


def _same_as(session: Session, dialect: str) -> None:
    """Fold truly: chunk by chunk, the parser gave what the folded answer and ``same_as`` say."""
    if not session.shape.stream:
        return
    request = _run(session, dialect, TEXTS.get(dialect, (PROSE,)))
    short = _results(session, request)
    full = _results(session, _full(request))
    for case, result, detailed in zip(request["cases"], short, full, strict=True):
        for place, entry in enumerate(_streams(detailed)):
            said = _streams(result)[place]
            said = said if said.same_as is UNSET else _streams(result)[said.same_as]
            if (said.error is UNSET) != (entry.error is UNSET):
                raise Wrong(f"{case['id']}: chunking {case['chunkings'][place]} fails in one detail only")
            if entry.error is UNSET and _all(entry) != folded(said.events or ()):
                raise Wrong(f"{case['id']}: chunking {case['chunkings'][place]} was folded to something else")


def _slicing(session: Session, dialect: str) -> None:
    """Cut at code points: after each chunk no more came out than was fed, and no half character."""
    if not session.shape.stream or session.shape.cuts != "any":
        return
    result = _results(session, _full(_run(session, dialect, [PROSE])))[0]
    for cuts, entry in zip(_chunkings(session, PROSE), _streams(result), strict=True):
        if entry.error is not UNSET or entry.feeds is UNSET:
            continue
        if len(entry.feeds) != len(cuts) + 1:
            raise Wrong(f"{len(entry.feeds)} feeds for {len(cuts) + 1} chunks")
        out = ""
        for fed, events in zip([*cuts, len(PROSE)], entry.feeds, strict=True):
            out += "".join(event.text for event in events if event.text is not UNSET)
            if not PROSE[:fed].startswith(out):
                raise Wrong(f"after {PROSE[:fed]!r} was fed, {out!r} came out: are cuts code points?")


def _end_of_input(session: Session, _: str) -> None:
    """Leave standard output to the protocol, and end with status 0 at the end of input."""
    ending = session.close()
    if session.child.extra:
        raise Wrong(f"standard output has noise: {session.child.extra[:80]!r}")
    if ending != "exit status 0":
        raise Wrong(f"at the end of input it ends with {ending}, not with exit status 0")


_CHECKS: dict[str, Callable[[Session, str], None]] = {
    "shape": _shape,
    "same-as": _same_as,
    "slicing": _slicing,
    "plain-text": _plain_text,
    "policies": _policies,
    "unknown-fields": _unknown_fields,
    "unknown-dialect": _unknown_dialect,
    "settable-policy": _settable_policy,
    "unsettable-policy": _unsettable_policy,
}

# ---------------------------------------------------------------- asking


def _chunkings(session: Session, text: str) -> tuple[tuple[int, ...], ...]:
    """Feed it whole, in single characters, with empty chunks, and whole once more."""
    size = len(text)
    ways = ((), tuple(range(1, size)), (0, size // 2, size // 2, size), ())
    return ways if session.shape.cuts == "any" and session.shape.stream else _whole(session)


def _whole(session: Session) -> tuple[tuple[int, ...], ...]:
    """Feed just the whole, twice: whatever is promised of cuts, that is."""
    return ((), ()) if session.shape.stream else ()


def _run(session: Session, dialect: str, texts: Sequence[str]) -> dict[str, Any]:
    cases = [
        {
            "id": f"golden-{number}",
            "text": text,
            "tools": [],
            "batch": session.shape.batch,
            "chunkings": _chunkings(session, text),
        }
        for number, text in enumerate(texts)
    ]
    return {"op": "run", "dialect": dialect, "cases": cases}


def _full(request: dict[str, Any]) -> dict[str, Any]:
    return {**request, "cases": [{**case, "detail": "full"} for case in request["cases"]]}


def _ask(session: Session, request: dict[str, Any]) -> wire.RunAnswer[Any]:
    return session.ask(request, wire.read_run)


def _results(session: Session, request: dict[str, Any]) -> Sequence[wire.Result[Any]]:
    answer = _ask(session, request)
    if answer.error is not UNSET:
        raise Refused(f"it refuses: {answer.error.message}")
    if answer.results is UNSET or len(answer.results) != len(request["cases"]):
        raise Wrong("the results are not one for each case")
    return answer.results


def _refused(session: Session, request: dict[str, Any]) -> None:
    answer = _ask(session, request)
    if answer.error is UNSET:
        raise Wrong("it does not refuse the request")
    if answer.error.kind != "request":
        raise Wrong(f"the kind of the refusal is {answer.error.kind!r}, not 'request'")


def _streams(result: wire.Result[Any]) -> Sequence[wire.StreamEntry[Any]]:
    if result.streams is UNSET:
        raise Wrong("there are no streams")
    return result.streams


def _all(entry: wire.StreamEntry[Any]) -> Any:
    if entry.feeds is UNSET or entry.finish is UNSET:
        raise Wrong("detail full is answered without feeds or finish")
    return folded(tuple(event for events in (*entry.feeds, entry.finish) for event in events))
