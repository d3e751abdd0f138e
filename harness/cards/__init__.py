"""From findings to bugs: what is alike in every run of one fault, and which findings are one fault.

``shape`` says how two answers differ, ``place`` what the cut lies in, ``needs`` which features a text must
have; the three with oracle and targets are the ``Traits`` of a finding. ``grouping`` makes cards of findings.
Nothing here runs a parser: who has one asks through the callables that are handed in.
"""

from __future__ import annotations

from harness.cards.traits import Traits

__all__ = ["Traits"]
