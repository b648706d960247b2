"""A database of decisions as a file: opened, or made where there is none, and never half-written."""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.messages import option

if TYPE_CHECKING:
    from collections.abc import Iterator

DECISIONS = "accord-decisions.sqlite"
"""What the database is called beside the data, unless something else is said."""
PARTS = ("", "-wal", "-shm")
"""What the names of all files of a database end in while it is open."""

_APPLICATION = 0x61636364
_VERSION = 5
"""Of what stands in a database; no other is read."""
_PATIENCE = 5.0
_FILES = """
CREATE TABLE file (
    name TEXT NOT NULL,
    reading TEXT,
    layer TEXT NOT NULL,
    UNIQUE (name, reading)
)
"""
_CHANGES = """
CREATE TABLE change (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    layer TEXT NOT NULL,
    item TEXT NOT NULL,
    revision INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('decided', 'skipped', 'open')),
    value TEXT NOT NULL,
    taken TEXT NOT NULL,
    comment TEXT NOT NULL,
    who TEXT NOT NULL,
    at TEXT NOT NULL,
    versions TEXT NOT NULL,
    undoes INTEGER REFERENCES change (number),
    UNIQUE (layer, item, revision)
)
"""
_BATCHES = """
CREATE TABLE batch (
    layer TEXT NOT NULL,
    item TEXT NOT NULL,
    window TEXT NOT NULL,
    who TEXT NOT NULL,
    ends REAL NOT NULL,
    PRIMARY KEY (layer, item)
)
"""
_EXPORTS = """
CREATE TABLE export (
    layer TEXT PRIMARY KEY,
    who TEXT NOT NULL,
    at TEXT NOT NULL,
    account TEXT NOT NULL
)
"""


class Database:
    """One SQLite database, which several windows and programs may change at a time."""

    def __init__(self, path: str | Path, *, only_read: bool = False) -> None:
        """Open the database, or make it where there is none; or only read one, and leave its folder as it was."""
        self.path = Path(path)
        self._lock = Lock()
        self._copied: TemporaryDirectory[str] | None = None
        with self._explained(to_write=not only_read):
            self._connection = self._read_only() if only_read else self._connected(self.path)
            self._identity = _identity(self.path)
            try:
                self._prepare(only_read=only_read)
            except BaseException:
                self.close()
                raise

    def _read_only(self) -> sqlite3.Connection:
        """A connection that makes no files beside the database which are there afterwards.

        With a log beside it, another program has it open, or was killed: then the database is looked at where nothing
        happens to the log. Without, SQLite takes away what it makes, where it can make it.
        """
        path = self.path.resolve()
        log, shared = (Path(f"{path}{part}") for part in PARTS[1:])
        if log.exists() and shared.exists():
            return self._connected(path, "?mode=ro")
        if log.exists():  # nobody has it open
            self._copied = TemporaryDirectory(prefix="accord-")
            copy = Path(self._copied.name) / DECISIONS
            copyfile(path, copy)
            copyfile(log, f"{copy}-wal")
            return self._connected(copy)
        if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
            return self._connected(path, "?mode=rw")
        return self._connected(path, "?mode=ro&immutable=1")

    @staticmethod
    def _connected(path: Path, how: str = "") -> sqlite3.Connection:
        return sqlite3.connect(
            f"{path.absolute().as_uri()}{how}",
            timeout=_PATIENCE,
            isolation_level=None,
            check_same_thread=False,
            uri=True,
        )

    def close(self) -> None:
        """Give the database back."""
        with self._lock:
            self._connection.close()
            if self._copied is not None:
                self._copied.cleanup()

    def rows(self, query: str, *given: str | float) -> list[tuple[Any, ...]]:
        """What a query finds."""
        with self._explained(to_write=False), self._lock:
            return self._connection.execute(query, given).fetchall()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, which nobody else's can come in between."""
        with self._explained(to_write=True), self._lock:
            if _identity(self.path) != self._identity:
                raise UsageError(
                    f"{self.path} was deleted, moved or replaced, so nothing can be kept there: put it back, "
                    "or stop and start again"
                )
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")
            with suppress(sqlite3.Error):  # it is kept, and moves into the one file with what is kept next
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    def _prepare(self, *, only_read: bool) -> None:
        ask = self._connection.execute
        ask(f"PRAGMA query_only = {only_read:d}")
        application, version = (ask(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        new = (application, version) == (0, 0) and not ask("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not new and application != _APPLICATION:
            raise UsageError(f"{self.path} is a database of another program: name another file ({option('decisions')})")
        if not new and version != _VERSION:
            known = f"it has version {version}, and this accord knows version {_VERSION}"
            raise UsageError(f"{self.path} was written by another version of accord ({known}): name another file")
        if only_read:
            if new:
                raise UsageError(f"{self.path} is empty")
            return
        ask("PRAGMA journal_mode = WAL").fetchone()
        ask("PRAGMA synchronous = FULL")
        if new:
            with self.writing():
                if not ask("SELECT count(*) FROM sqlite_master").fetchone()[0]:  # nobody else was faster
                    for table in (_FILES, _CHANGES, _BATCHES, _EXPORTS):
                        ask(table)
                    ask(f"PRAGMA application_id = {_APPLICATION}")
                    ask(f"PRAGMA user_version = {_VERSION}")
            return
        if ask("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            another = f"name another file ({option('decisions')})"
            raise UsageError(f"{self.path} is damaged: put back a copy of it, or {another}")

    @contextmanager
    def _explained(self, *, to_write: bool) -> Iterator[None]:
        """Turn what SQLite says into what to do."""
        try:
            yield
        except OSError as error:
            raise UsageError(f"{self.path} cannot be read: {(error.strerror or str(error)).lower()}") from error
        except UnicodeEncodeError:
            raise UsageError(f"{self.path}: what is to be kept holds bytes that are no text") from None
        except sqlite3.Error as error:
            said = str(error)
            if "locked" in said or "busy" in said:
                reason = "another program holds it: close that, and try again"
            elif "readonly" in said or "unable to open" in said:
                done = "written" if to_write else "read"
                reason = f"it cannot be {done} there: name a file that can ({option('decisions')})"
            elif "not a database" in said or "malformed" in said:
                reason = (
                    "it is no database of decisions, or damaged: put back a copy, or name another file "
                    f"({option('decisions')})"
                )
            else:
                reason = said
            raise UsageError(f"{self.path}: {reason}") from error


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file this is, under whatever name; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
