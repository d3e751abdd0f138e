"""Parsers that read nothing and do one thing to their process, at a text of a certain length."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections import deque
from itertools import repeat
from typing import ClassVar


class Quiet:
    """Shows each text as it is: no call in it is seen, which other oracles than ``crash`` complain of."""

    dialects: ClassVar = ["dsml"]

    def parse(self, text: str, **_options: object) -> list[dict[str, str]]:
        """Show the text."""
        self.touch(text)
        return [{"text": text}]

    def touch(self, text: str) -> None:
        """Do nothing."""


class Dies(Quiet):
    """Ends the process without another word."""

    def touch(self, text: str) -> None:
        if len(text) % 32 == 5:
            os._exit(3)


class Segfaults(Quiet):
    """Reads where nothing is."""

    def touch(self, text: str) -> None:
        if len(text) % 32 == 5:
            ctypes.string_at(0)


class Counts(Quiet):
    """Counts for ever."""

    def touch(self, text: str) -> None:
        while len(text) % 32 == 5:
            pass


class CountsInside(Quiet):
    """Counts for ever in native code, where no signal is looked at."""

    def touch(self, text: str) -> None:
        if len(text) % 32 == 5:
            deque(repeat(text), maxlen=0)


class Sleeps(Quiet):
    """Waits for what never comes."""

    def touch(self, text: str) -> None:
        if len(text) % 32 == 5:
            time.sleep(10_000)


class Pauses(Quiet):
    """Is stopped from outside for twenty seconds at the tenth text, in the fuzzing process only."""

    read = 0

    def touch(self, text: str) -> None:
        del text
        Pauses.read += 1
        if Pauses.read == 10 and "atheris" in sys.modules:
            subprocess.Popen(["/bin/sh", "-c", f"sleep 20; kill -CONT {os.getpid()}"])
            os.kill(os.getpid(), signal.SIGSTOP)


class Hoards(Quiet):
    """Holds more than it may, and waits."""

    def touch(self, text: str) -> None:
        if len(text) % 32 == 5:
            held = b"\xff" * (300 << 20)
            time.sleep(10_000)
            del held


class Remembers(Quiet):
    """Dies of the thirtieth text that it reads: of no text alone."""

    read = 0

    def touch(self, text: str) -> None:
        del text
        Remembers.read += 1
        if Remembers.read == 30:
            os._exit(4)
