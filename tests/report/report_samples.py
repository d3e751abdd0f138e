"""One campaign as its events and its report: what the report tests look at.

Small, but with one of everything: a finding with a known answer, one without, a crash, a flaky one,
hostile texts and names, a fault, an unavailable target. Timings are fixed, so snapshots hold.
"""

from __future__ import annotations

import msgspec

from harness.events import (
    CampaignEvent,
    Coverage,
    Ended,
    Faulted,
    Progress,
    Report,
    Reported,
    Started,
    Stats,
    Suspected,
    TargetFacts,
    Timing,
)
from harness.model import (
    Answer,
    Call,
    Card,
    Case,
    CutMap,
    Event,
    Fault,
    Finding,
    ParserError,
    Reading,
    Shown,
    Tool,
    Varied,
    Violation,
)

HOSTILE = "</script><img src=x onerror=alert(1)>"

CLAIMS = {
    "split": "However a text is cut into chunks, the stream gives the same calls, text and order.",
    "parity": "Batch and stream give the same.",
    "truth": "Where the right answer is known, it is given.",
    "crash": "No text kills a parser or makes it hang.",
    "agreement": "Parsers that answer the policies alike give the same.",
}

_TEXT = '<tool_calls><invoke name="a"><parameter name="p">x\u200by</parameter></invoke></tool_calls>'
_CALL = Call("a", {"p": "x\u200by"})
_RIGHT = Reading(calls=(_CALL,), text="", events=(Event(call=_CALL),), saw=True)
_BATCH = Reading(calls=(_CALL,), text="")
_LOST = Reading(text=_TEXT, events=(Event(text=_TEXT),), saw=False)

_RAW = Case(
    id="7:104",
    dialect="dsml",
    text="Let me look.\r\n```xml\n" + _TEXT + "\n```\n" + _TEXT,
    chunkings=((), (3, 3, 40), (60,)),
    tools=(Tool("a", {"type": "object", "properties": {"p": {"type": "string"}}}),),
    knowledge="known",
    answers=(Answer((Event(text="Let me look.\r\n"), Event(call=_CALL)), {"fences": "inert"}),),
    relies_on=("fences",),
    features=("fence", "two-blocks"),
)

SPLIT = Finding(
    id="F1",
    oracle="split",
    targets=("go",),
    kind="call missing",
    message="The stream of go loses the call when the opener is cut.",
    also=("truth", "parity"),
    raw=_RAW,
    case=Case("7:104", "dsml", _TEXT, ((), (1,)), _RAW.tools, "known", (Answer((Event(call=_CALL),)),)),
    shown=(
        Shown("go", "batch", _BATCH),
        Shown("go", "whole", _RIGHT),
        Shown("go", "chunks", _LOST),
        Shown("node", "batch", _BATCH),
        Shown("node", "whole", _RIGHT),
        Shown("node", "chunks", _RIGHT),
    ),
    expected=(Event(call=_CALL),),
    confirmed=3,
    shrink="finished after 212 calls",
    command="toolcall-harness check -d dsml -t go -t node --case reports/latest/cases/F1.json",
    count=31,
    cut_map=CutMap(
        whole="pass",
        single=((1, 11, "fail"), (12, 90, "pass")),
        sizes=((1, 11, "fail"), (12, 64, "pass")),
        sentence="fails exactly when a cut lies inside the opening tag of a block",
        exact=True,
    ),
)

_ODD = Reading(
    calls=(Call(HOSTILE, {"k\ud800": ["\x00", "<b>", 1.5, True]}), Call("b", arguments_raw='{"a":')),
    text="pre \ud83d post",
    events=(
        Event(text="pre \ud83d"),
        Event(call=Call(HOSTILE, {"k\ud800": ["\x00", "<b>", 1.5, True]})),
        Event(reasoning="hm\u2028m"),
        Event(text=" post"),
        Event(call=Call("b", arguments_raw='{"a":')),
    ),
    saw=True,
)
_ODD_OTHER = Reading(
    calls=(Call(HOSTILE, {"k\ud800": ["\x00", "<b>", 1.5, 1], "more": {}}), Call("b", {"a": 1})),
    text="pre post",
    saw=True,
)

HOSTILE_FINDING = Finding(
    id="F2",
    oracle="agreement",
    targets=("cmd:./adapter --name '<i>'", "go"),
    kind="value differs",
    message=f"Two targets differ: {HOSTILE}",
    also=(),
    raw=Case("7:230", "dsml", HOSTILE + "\x00\x1b[31m\u202eabc\ufeff", relies_on=("entities",)),
    case=Case("7:230", "dsml", HOSTILE + "\x00\x1b[31m\u202eabc\ufeff"),
    shown=(
        Shown("cmd:./adapter --name '<i>'", "batch", _ODD_OTHER),
        Shown("go", "batch", _ODD),
        Shown("node", "batch", Reading(error=ParserError("exception", f"{HOSTILE}\x07", feed=2))),
    ),
    expected=None,
    confirmed=3,
    shrink="out of time after 1,000 calls",
    command="toolcall-harness check -d dsml --case 'reports/latest/cases/<F2>.json'",
    cut_map=CutMap(
        whole="pass",
        single=((1, 50, "pass"),),
        sizes=((1, 50, "pass"),),
        sentence=f"fails with {HOSTILE}",
        varied=(
            Varied((3,), ((1, 2, "pass"), (4, 50, "fail"))),
            Varied((), ((0, 9, "fail"), (10, 50, "pass"))),
        ),
    ),
)

CRASH = Finding(
    id="F3",
    oracle="crash",
    targets=("go",),
    kind="crash",
    message="go died.",
    also=(),
    raw=Case("7:301", "dsml", "\u212a" * 30),
    case=Case("7:301", "dsml", "\u212a<tool_calls"),
    shown=(
        Shown("go", "batch", None, "exit status 2\npanic: runtime error: slice bounds out of range\n"),
        Shown("node", "batch", Reading(text="\u212a<tool_calls")),
    ),
    expected=None,
    confirmed=2,
    shrink="not shrunk",
    command="toolcall-harness check -d dsml -t go 'K<tool_calls'",
    count=2,
)

FAULT = Fault(
    "adapter",
    "cmd:./adapter --name '<i>'",
    "it answered with another seq",
    "echo the seq of the request",
    f"warming up\n{HOSTILE}\nlast words \x1b[0m\n",
)

TARGETS = (
    TargetFacts(
        "go",
        "available",
        "reference-go",
        "0.1.0",
        "go",
        "0.1.0",
        ("batch", "stream"),
        policies={"missing_opener": "repair", "fences": "inert"},
        settable=("missing_opener",),
        parses=24_690,
    ),
    TargetFacts(
        "node", "available", "reference-node", "0.1.0", "node", modes=("batch", "stream"), parses=20_001
    ),
    TargetFacts("cmd:./adapter --name '<i>'", "available", modes=("batch",), cuts="token", parses=77),
)

STATS = Stats(
    cases=4_115,
    characters=1_222_155,
    known=3_000,
    unspecified=500,
    underived=615,
    damaged=600,
    two_blocks=1_204,
    parses={"go": 24_690, "node": 20_001, "cmd:./adapter --name '<i>'": 77},
    judged={"split": 8_000, "truth": 6_000, "crash": 8_230, "agreement": 4_000},
    explained={"missing_opener": 41, "entities": 3},
    features={"fence": 700, "two-blocks": 1_204, "damage:delete": 600},
)

REPORT = Report(
    schema=1,
    harness="0.1.0",
    dialect="dsml",
    seed=7,
    state="finished",
    status=1,
    cases=4_115,
    parses=44_768,
    mean_length=297.0,
    shares={
        "known": 0.729,
        "unspecified": 0.1215,
        "underived": 0.1495,
        "damaged": 0.1458,
        "two_blocks": 0.2926,
    },
    options={"time": 60, "targets": ["go", "node"], "policies": {"fences": "inert"}, "oracle": None},
    oracles=("crash", "split", "parity", "truth", "agreement"),
    targets=TARGETS,
    stats=STATS,
    findings=(SPLIT, HOSTILE_FINDING, CRASH),
    faults=(),
    timing=Timing("2026-11-30T05:00:00Z", 61.25, 731.0, 12.5, 20.25),
    coverage=Coverage(
        cases=2_058,
        known=4,
        reached={
            "in call opener, tag | white space, 1": 12,
            "in call opener, tag | white space, 9+": 1_204,
            "tag border, text | tag, 2": 3,
        },
        never=("in crlf, text | value, 3-8",),
        beyond=2,
        beyond_cuts=31,
    ),
    claims=CLAIMS,
)

CLEAN = msgspec.structs.replace(
    REPORT, findings=(), status=0, stats=msgspec.structs.replace(STATS, explained={})
)

FAILED = msgspec.structs.replace(
    REPORT,
    state="failed",
    status=2,
    cases=0,
    parses=0,
    mean_length=0.0,
    shares={},
    findings=(),
    faults=(FAULT, Fault("harness", "", "two targets are needed to compare", "add one with --target")),
    stats=Stats(),
    targets=(TARGETS[0], TargetFacts("cmd:./adapter --name '<i>'", "unavailable")),
)

INTERRUPTED = msgspec.structs.replace(REPORT, state="interrupted", cases=812)

STARTED = Started("dsml", 7, TARGETS, REPORT.oracles, 10_000, 60.0, 4, "reports/20261130T050000Z-7", CLAIMS)

SUSPECTED = Suspected(
    Violation("split", ("go",), "call missing", "The stream of go loses the call."),
    _RAW,
    "reports/20261130T050000Z-7/cases/7-104.json",
    "confirming",
)


def events(report: Report = REPORT) -> list[CampaignEvent]:
    """Tell the story of a campaign that ends with this report."""
    story: list[CampaignEvent] = [STARTED, Progress(STATS, 3.0, 0), SUSPECTED]
    story += [msgspec.structs.replace(SUSPECTED, doing="shrinking")]
    story += [Reported(finding) for finding in report.findings]
    story += [Faulted(fault) for fault in report.faults]
    return [*story, Progress(STATS, 61.25, 3), Ended(report, "reports/20261130T050000Z-7")]


ONE = Card(
    fingerprint="0123456789ab",
    title="split: call missing when a cut lies inside an opening tag",
    oracle="split",
    targets=("go",),
    shape="call missing",
    place="in opener",
    needs=("blocks:2+",),
    agree=(("node",), ("go",)),
    bug_class="chunk-boundary-loss",
    findings=("F1",),
    count=31,
    first="7:104",
    command=REPORT.findings[0].command,
)
CARDED = msgspec.structs.replace(REPORT, cards=(ONE,))
"""The report with its first finding on a card."""
