# test_my_parser.py
from hypothesis import example, given
from my_parser import Parser

from harness.strategies import Call, Document, damaged_documents, tool_documents


def answer(chunks: list[str]) -> tuple[list[Call], str]:
    stream = Parser().stream(dialect="dsml")
    events = [event for chunk in chunks for event in stream.feed(chunk)] + stream.finish()
    calls = [Call(**event["call"]) for event in events if "call" in event]
    return calls, "".join(event.get("text", "") for event in events)


@given(tool_documents() | damaged_documents())
@example(Document(chunks=["<", 'tool_calls><invoke name="a"></invoke></tool_calls>']))
def test_chunks_do_not_matter(document: Document) -> None:
    assert answer(document.chunks) == answer([document.text])


@given(tool_documents())
def test_the_answer_is_the_one_that_was_written(document: Document) -> None:
    assert answer(document.chunks) == (document.calls, document.visible)
