"""A small server that speaks the OpenAI API over a scripted engine: the prompt is what the model wrote.

It plays the part of a real server, for the tests of the HTTP target and for recordings.
``python -m tests.server`` starts it as a program; ``serving`` runs it in a thread.
"""

from tests.server.server import CHUNKS, Canned, Server, recorded, serving
from tests.server.sse import pieces

__all__ = ["CHUNKS", "Canned", "Server", "pieces", "recorded", "serving"]
