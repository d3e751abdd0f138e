"""A property-based fuzzing and differential-testing harness for parsers of LLM tool calls."""

from harness.suite import ToolCallParserSuite

__all__ = ["ToolCallParserSuite", "__version__"]

__version__ = "0.1.0"
