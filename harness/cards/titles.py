"""A fault in one plain sentence, made of its traits alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.cards.place import ANYWHERE, EMPTY, ONE_CHUNK, SEVERAL

if TYPE_CHECKING:
    from harness.cards.traits import Traits

_WHERE = {
    "": "",
    ANYWHERE: " in more than one chunk",
    ONE_CHUNK: " in one chunk",
    EMPTY: " with an empty chunk",
    SEVERAL: " with cuts at several places",
}
_PLACES = {
    "in opener": "inside an opening tag",
    "in closer": "inside a closing tag",
    "in parameter opener": "inside the opening tag of a parameter",
    "in parameter closer": "inside the closing tag of a parameter",
    "in escape": "inside an escape",
    "in opaque": "inside a mark of CDATA or a comment",
    "in fence": "inside the run of a fence",
    "in crlf": "inside a line end of two characters",
    "in text": "inside plain text",
    "beside tag": "beside a tag",
    "beside mark": "beside a mark",
    "beside line end": "beside a line end",
}
_MOST = 3  # features that a title names


def title(traits: Traits) -> str:
    """Say what is wrong, where the text is cut, and what must be in it: never more than is known."""
    what = f"{traits.oracle}: {traits.shape}"
    if traits.place in _WHERE:
        where = _WHERE[traits.place]
    else:
        cut = " and ".join(_PLACES.get(one, one) for one in traits.place.split(" and "))
        where = f" when a cut lies {cut}"
    if not traits.needs:
        return f"{what}{where}"
    more = len(traits.needs) - _MOST
    named = ", ".join(traits.needs[:_MOST]) + (f" and {more} more" if more > 0 else "")
    return f"{what}{where}, only with {named}"
