"""Nothing is wrong here: the control. Whatever an oracle says of it is a fault of the harness."""

from tests.fakes.right import RightParser


class Parser(RightParser):
    """The reference unchanged."""
