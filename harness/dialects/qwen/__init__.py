"""The dialect ``qwen`` (SEMANTICS section 2): its grammar, and every way of writing it that we know."""

from __future__ import annotations

from harness.dialects.qwen.render import render, results
from harness.dialects.qwen.schemas import typed, types
from harness.dialects.qwen.undecidable import undecidable

__all__ = ["render", "results", "typed", "types", "undecidable"]
