"""A package as somebody could publish it: it prints, and its parser is the Python reference."""

import sys

from toolcall_reference import ReferenceParser

sys.stdout.write("tiny-parser says hello\n")

__all__ = ["ReferenceParser"]
