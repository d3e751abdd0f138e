"""Nothing is wrong here: the control of the dialect. What an oracle says of it is a fault of the harness."""

from tests.fakes.qwen.right import RightParser


class Parser(RightParser):
    """The reference unchanged."""
