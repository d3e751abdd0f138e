"""Parsers to probe. They start from the reference, whose place the other fakes know."""

from tests.fakes import right

__all__ = ["right"]
