"""A property-based fuzzing and differential-testing harness for parsers of LLM tool calls."""

__version__ = "0.1.0"
