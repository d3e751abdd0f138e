"""The state of a campaign in a file: SQLite, written while it runs, so that a kill costs a second of work.

One process at a time works on it, and holds it locked as long as it lives; a kill unlocks it. Who only wants
to know whether one does asks ``harness.journal.holding``.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from msgspec import Struct, structs

from harness.errors import HarnessError, ReportError
from harness.events import TargetFacts
from harness.journal.holding import hold, in_use
from harness.report import jsontext
from harness.search.journal import Ahead, Brought, Ending, Journal, Looked, Notable, Sums
from harness.search.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedWriter

NAME = "state.sqlite"
"""Name of the file, in the folder of a campaign."""

SCHEMA = 1
"""Version of the format."""

_SECONDS = 1.0  # between two writes, where no batch has something to tell
_WAIT = 2.0  # seconds for another process to let go
_HELD = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_NO_STATE = frozenset(
    {
        sqlite3.SQLITE_ERROR,  # our statements are right, so a table that they name is not there
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
    }
)
_OTHER = "take the file away, or name another folder with --out"
_TABLES = """
BEGIN;
DROP TABLE IF EXISTS one;
DROP TABLE IF EXISTS batch;
DROP TABLE IF EXISTS looked;
CREATE TABLE one (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE batch (first INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE looked (key TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
"""

R = TypeVar("R")


class Versioned(Struct, frozen=True):
    """What any state says of itself, whatever else is in it."""

    schema: int


class Begun(Versioned, frozen=True, kw_only=True):
    """What a campaign began with."""

    made_by: str  # digits of what decides its course
    plan: Plan
    latest: bool = False  # is it one that the link ``latest`` may point to


class JournalFile(Journal):
    """The state in one file. Use as a context manager."""

    def __init__(
        self, path: Path, begun: Begun, connection: sqlite3.Connection, held: BufferedWriter
    ) -> None:
        """Use ``begin`` or ``resume``."""
        super().__init__()
        self._path = path
        self._connection = connection
        self._held = held
        self.begun = begun
        self._pending: list[Notable] = []
        self._written = time.monotonic()
        self.sums = self._one("sums", Sums) or Sums()
        self.ahead = self._one("ahead", Ahead)
        self.brought = self._one("brought", tuple[Brought, ...])
        self.facts = self._one("facts", tuple[TargetFacts, ...]) or ()

    @classmethod
    def begin(cls, folder: Path, plan: Plan, *, made_by: str, latest: bool = False) -> Self:
        """Begin one in a folder, in the place of the one that is there. Raises ``ReportError``.

        Nothing of that one is lost where another process works on it.
        """
        path = folder / NAME
        begun = Begun(schema=SCHEMA, made_by=made_by, plan=plan, latest=latest)
        with _told(path), ExitStack() as undo:
            connection = undo.enter_context(closing(_connect(path)))
            held = undo.enter_context(hold(folder))  # before anything of the old one goes
            connection.executescript(_TABLES)
            _put(connection, "begun", begun)
            connection.commit()
            found = cls(path, begun, connection, held)
            undo.pop_all()
        return found

    @classmethod
    def resume(cls, folder: Path) -> Self:
        """Open the one of a folder. Raises ``ReportError`` for what is none, or another process's."""
        path = folder / NAME
        if not path.is_file():
            raise ReportError(
                f"{folder}: no campaign to go on with: there is no {NAME}",
                hint="name the folder of a campaign: the one after --out, or reports/<time>-<seed>",
            )
        with _told(path), ExitStack() as undo:
            connection = undo.enter_context(closing(_connect(path)))
            row = connection.execute("SELECT body FROM one WHERE name = 'begun'").fetchone()
            if row is None:
                raise ReportError(f"{path}: not the state of a campaign")
            found = _read(row[0], Versioned).schema
            if found != SCHEMA:
                raise ReportError(f"{path}: a state of schema {found}; this harness reads schema {SCHEMA}")
            held = undo.enter_context(hold(folder))
            resumed = cls(path, _read(row[0], Begun), connection, held)
            undo.pop_all()
        return resumed

    def __enter__(self) -> Self:
        """Nothing more is to be done."""
        return self

    def __exit__(self, *_: object) -> None:
        """Write what is left, and let go."""
        try:
            with _told(self._path):
                self._write()
        finally:
            self._connection.close()
            self._held.close()

    def introduce(self, facts: tuple[TargetFacts, ...]) -> None:
        """Note the targets. Raises ``HarnessError`` where they are not those that it began with."""
        if not self.facts:
            self.facts = facts
            with _told(self._path):
                _put(self._connection, "facts", facts)
                self._connection.commit()
        for before, now in zip(self.facts, facts, strict=True):
            if before != now:
                raise HarnessError(
                    f"{now.name} is not what it was when the campaign began: {_changed(before, now)}",
                    hint="a report is of one version of each target: begin another campaign",
                )

    def notable(self) -> Iterator[Notable]:
        """Give what was told of the batches that are done, in the order of case numbers."""
        first = -1
        while True:
            with _told(self._path):
                row = self._connection.execute(
                    "SELECT first, body FROM batch WHERE first > ? ORDER BY first LIMIT 1", (first,)
                ).fetchone()
                if row is None:
                    return
                found = _read(row[1], Notable)
            first = row[0]
            yield found

    def went_ahead(self, ahead: Ahead) -> None:
        """Note that what comes before the search is done."""
        self.ahead = ahead
        with _told(self._path):
            _put(self._connection, "ahead", ahead)
            self._connection.commit()

    def bring(self, brought: tuple[Brought, ...]) -> None:
        """Note what a search by disagreement begins with."""
        super().bring(brought)
        with _told(self._path):
            _put(self._connection, "brought", brought)
            self._connection.commit()

    def take(self, sums: Sums, notable: Notable, /) -> None:
        """Note a batch that is done: at once where there is something to tell of it."""
        self.sums = sums
        if notable.pressing or notable.keys:
            self._pending.append(notable)
        if notable.pressing or time.monotonic() - self._written >= _SECONDS:
            with _told(self._path):
                self._write()

    def recall(self, key: str, /) -> Looked | None:
        """Give an investigation that came to its end before; None where there was none."""
        with _told(self._path):
            row = self._connection.execute("SELECT body FROM looked WHERE key = ?", (key,)).fetchone()
            return None if row is None else _read(row[0], Looked)

    def remember(self, key: str, looked: Looked) -> None:
        """Note an investigation that came to its end."""
        with _told(self._path):
            self._connection.execute("INSERT OR REPLACE INTO looked VALUES (?, ?)", (key, _text(looked)))
            self._write()

    def end(self, ended: Ending, seconds: float) -> None:
        """Note how a campaign ended, and the wall time of all that ran so far."""
        self.sums = structs.replace(self.sums, ended=ended, seconds=seconds)
        with _told(self._path):
            self._write()

    def adopt(self, other: JournalFile, sums: Sums) -> None:
        """Take over all that another state tells of its batches, and its investigations.

        The batches of the two must not be the same ones. ``sums`` are those of both.
        """
        with _told(self._path):
            batches = other._connection.execute("SELECT first, body FROM batch")
            self._connection.executemany("INSERT INTO batch VALUES (?, ?)", batches)
            looked = other._connection.execute("SELECT key, body FROM looked")
            self._connection.executemany("INSERT OR REPLACE INTO looked VALUES (?, ?)", looked)
            self.sums = sums
            self._write()

    def _write(self) -> None:
        rows = [(one.first, _text(one)) for one in self._pending]
        self._connection.executemany("INSERT OR REPLACE INTO batch VALUES (?, ?)", rows)
        _put(self._connection, "sums", self.sums)
        self._connection.commit()
        self._pending.clear()
        self._written = time.monotonic()

    def _one(self, name: str, kind: type[R]) -> R | None:
        with _told(self._path):
            row = self._connection.execute("SELECT body FROM one WHERE name = ?", (name,)).fetchone()
            return None if row is None else _read(row[0], kind)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Tell what SQLite, or the disk, has against it."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # nothing is wrong with the file
    except sqlite3.DatabaseError as error:
        raise _fault(path, error) from error
    except ValueError as error:
        raise ReportError(f"{path}: not the state of a campaign: {error}", hint=_OTHER) from error
    except OSError as error:
        raise ReportError(f"{path}: can't be written: {error.strerror or error}") from error


def _fault(path: Path, error: sqlite3.DatabaseError) -> ReportError:
    """Tell the faults of SQLite apart by their primary codes: extended ones have more in the bits above."""
    # A text that is no UTF-8 is an error of the module, which has no code.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code in _NO_STATE:
        return ReportError(f"{path}: not the state of a campaign: {error}", hint=_OTHER)
    if code in _HELD:
        return in_use(path)
    return ReportError(f"{path}: can't be used: {error}", hint="is there room on the disk?")


def _connect(path: Path) -> sqlite3.Connection:
    """Open a file for this process alone."""
    connection = sqlite3.connect(path, timeout=_WAIT)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")  # a kill loses nothing; the end of power a second
        connection.execute("BEGIN EXCLUSIVE")
        connection.commit()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _put(connection: sqlite3.Connection, name: str, record: Any) -> None:
    connection.execute("INSERT OR REPLACE INTO one VALUES (?, ?)", (name, _text(record)))


def _text(record: Any) -> str:
    return jsontext.line(record, enc_hook=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, Path):
        return str(value)
    raise NotImplementedError


def _read(text: str, kind: type[R]) -> R:
    return jsontext.read_line(text, kind, dec_hook=_path)


def _path(kind: type, value: Any) -> Any:
    if kind is Path:
        return Path(value)
    raise NotImplementedError


def _changed(before: TargetFacts, now: TargetFacts) -> str:
    for name in before.__struct_fields__:
        was, has = getattr(before, name), getattr(now, name)
        if was != has:
            return f"{name} was {was!r} and is {has!r}"
    return ""
