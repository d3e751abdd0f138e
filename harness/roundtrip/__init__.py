"""The round trip: a conversation through a chat template and back through a parser.

``drawing`` draws conversations and ``recorded`` reads them from a file; ``renderer`` renders them in a
child (``environment``, ``__main__``); ``turn`` cuts the assistant's turn out; ``trip`` lets the targets
parse it; ``losses`` compares, and ``verdict`` says whose loss a difference is, with what ``form`` knows of
the dialect; ``shrinking`` makes a conversation small. ``search`` goes through many of them, and ``report``
and ``lines`` tell of it.
"""
