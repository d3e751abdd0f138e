"""Parsers that are right and too slow: what the verb `cost` is there to find."""
