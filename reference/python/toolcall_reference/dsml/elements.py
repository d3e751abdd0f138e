"""Elements: pairs of tags in the body of a wrapper or an invoke (SEMANTICS D9)."""

from collections.abc import Sequence

from toolcall_reference.dsml.grammar import Tag


def find_elements(tags: Sequence[Tag], name: str, first: int, last: int) -> list[tuple[int, int]]:
    """Pair the tags of one name among ``tags[first:last]``; give the indexes of start tag and end tag.

    A start tag that ends in ``/>`` opens an element like any other, but adds no depth inside one. The search
    stops at a start tag without a matching end tag.
    """
    elements = []
    depth = 0
    start = 0
    for index in range(first, last):
        tag = tags[index]
        if tag.name is not name:
            continue
        if tag.is_end:
            if depth > 0:
                depth -= 1
                if depth == 0:
                    elements.append((start, index))
        elif depth == 0:
            start = index
            depth = 1
        elif not tag.is_empty:
            depth += 1
    return elements
