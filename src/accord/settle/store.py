"""Decisions on disk: every change is appended, and what was confirmed is committed."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter, defaultdict
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.settle.called import is_one_file, root_of
from accord.settle.decision import DECIDED, OPEN, Conflict, Decision

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

DECISIONS = "accord-decisions.sqlite"
"""What the database is called beside the data, unless something else is said."""
PARTS = ("", "-wal", "-shm")
"""What the names of all files of a database end in while it is open."""

_APPLICATION = 0x61636364
_VERSION = 4
"""Of what stands in a database; 1 had ids of items that two items could have, 2 names of layers that two could have."""
_BEFORE = 3
"""The version that did not say how files were read: what it holds is taken over."""
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
_COLUMNS = "item, revision, state, value, taken, comment, who, at, versions, number, undoes"


class Store:
    """The decisions in one SQLite database, which several windows and programs may change at a time.

    A change names the revision it saw; one that saw an older one than there is now is refused with `Conflict`.
    """

    def __init__(self, path: str | Path, *, only_read: bool = False) -> None:
        """Open the database, or make it where there is none; or only read one, where nothing may be written."""
        self.path = Path(path)
        self._lock = Lock()
        with self._explained():
            self._connection = self._connected(only_read=only_read)
            self._identity = _identity(self.path)
            try:
                self._prepare(only_read=only_read)
            except BaseException:
                self._connection.close()
                raise

    def _connected(self, *, only_read: bool) -> sqlite3.Connection:
        path = self.path.absolute()
        how = "?mode=ro" if only_read else ""
        if only_read and not os.access(path.parent, os.W_OK) and not Path(f"{path}-wal").exists():
            how += "&immutable=1"  # SQLite would make files beside it to share it with others
        return sqlite3.connect(
            f"{path.as_uri()}{how}",
            timeout=_PATIENCE,
            isolation_level=None,
            check_same_thread=False,
            uri=True,
        )

    def close(self) -> None:
        """Give the database back."""
        with self._lock:
            self._connection.close()

    def layer_of(self, files: Iterable[str], reading: str = "") -> str | None:
        """The layer to which most of these files belong, read in this way; None where nothing was decided on any.

        What was decided when nobody kept how files were read belongs to any reading, until one decides more on it.
        """
        found = self._held(files)
        layers = Counter(layer for said, layer in found if said == reading) or Counter(
            layer for said, layer in found if said is None
        )
        return layers.most_common(1)[0][0] if layers else None

    def readings_of(self, files: Iterable[str]) -> set[str]:
        """In which ways files were read when something was decided on them."""
        return {reading for reading, _ in self._held(files) if reading is not None}

    def _held(self, files: Iterable[str]) -> list[tuple[str | None, str]]:
        """How each of these files was read and to which layer it belongs, as often as it is held."""
        held: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
        for row in self._rows(f"SELECT name, {self._reading}, layer FROM file"):
            held[root_of(row[0])].append(row)
        rows = ((file, *row) for file in files for row in held.get(root_of(file), ()))
        return [(reading, layer) for file, name, reading, layer in rows if is_one_file(file, name)]

    def file(self, files: Iterable[str], reading: str = "") -> str:
        """The layer under which decisions on these files, read in a way, are kept; what is new belongs to it from now.

        It is called by one of its files and the reading, and no other can have that.
        """
        new = sorted(files)
        layer = self.layer_of(new, reading) or f"{new[0]}\n{reading}"
        with self._explained(), self._writing():
            ask = self._connection
            ask.execute("UPDATE file SET reading = ? WHERE layer = ? AND reading IS NULL", (reading, layer))
            ask.executemany("INSERT OR IGNORE INTO file VALUES (?, ?, ?)", [(name, reading, layer) for name in new])
        return layer

    def decisions(self, layer: str) -> dict[str, Decision]:
        """What stands now, item by item."""
        latest = "SELECT max(number) FROM change WHERE layer = ? GROUP BY item"
        rows = self._rows(f"SELECT {_COLUMNS} FROM change WHERE number IN ({latest}) ORDER BY number", layer)
        return {row[0]: _decision(row) for row in rows}

    def history(self, layer: str, item: str) -> list[Decision]:
        """Every change of an item, the oldest first."""
        rows = self._rows(f"SELECT {_COLUMNS} FROM change WHERE layer = ? AND item = ? ORDER BY number", layer, item)
        return [_decision(row) for row in rows]

    def changes(self) -> int:
        """How many changes there were so far, by any window and program."""
        return int(self._rows("SELECT coalesce(max(number), 0) FROM change")[0][0])

    def decide(
        self,
        layer: str,
        item: str,
        *,
        seen: int,
        state: str,
        who: str,
        value: Any = None,
        taken: Sequence[str] = (),
        comment: str = "",
        versions: str = "",
    ) -> Decision:
        """Append a decision that saw a revision; committed when this returns."""
        with self._explained(), self._writing():
            return self._append(
                layer, item, seen, (state, json.dumps(value), json.dumps(list(taken)), comment, who, versions)
            )

    def undo(
        self, layer: str, item: str, *, seen: int, who: str, check: Callable[[Any], object] = lambda _value: None
    ) -> Decision:
        """Take back the last change of an item that was not taken back yet; both stay in the history.

        ``check`` may refuse what was decided before it.
        """
        with self._explained(), self._writing():
            rows = self._connection.execute(
                f"SELECT {_COLUMNS} FROM change WHERE layer = ? AND item = ? ORDER BY number", (layer, item)
            ).fetchall()
            _refuse_stale(rows[-1] if rows else None, seen)
            standing: list[tuple[Any, ...]] = []
            for row in rows:
                if row[-1] is None:
                    standing.append(row)
                else:
                    standing.pop()
            if not standing:
                raise UsageError("there is nothing to undo here")
            undone = standing.pop()
            before = standing[-1] if standing else None
            _, _, state, value, taken, comment, _, _, versions, *_ = before or (0, 0, OPEN, "null", "[]", "", 0, 0, "")
            if state == DECIDED:
                check(json.loads(value))
            return self._append(layer, item, seen, (state, value, taken, comment, who, versions), undone[-2])

    def _append(self, layer: str, item: str, seen: int, change: tuple[str, ...], undoes: int | None = None) -> Decision:
        now = self._connection.execute(
            f"SELECT {_COLUMNS} FROM change WHERE layer = ? AND item = ? ORDER BY number DESC LIMIT 1", (layer, item)
        ).fetchone()
        _refuse_stale(now, seen)
        state, value, taken, comment, who, versions = change
        at = datetime.now(UTC).isoformat(timespec="seconds")
        self._connection.execute(
            "INSERT INTO change (layer, item, revision, state, value, taken, comment, who, at, versions, undoes)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (layer, item, seen + 1, state, value, taken, comment, who, at, versions, undoes),
        )
        return _decision((item, seen + 1, state, value, taken, comment, who, at, versions))

    def _rows(self, query: str, *given: str) -> list[tuple[Any, ...]]:
        with self._explained(), self._lock:
            return self._connection.execute(query, given).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction, which nobody else's can come in between."""
        with self._lock:
            if _identity(self.path) != self._identity:
                raise UsageError(
                    f"{self.path} was deleted, moved or replaced, so nothing can be kept there: put it back, "
                    "or stop and start again"
                )
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")
            with suppress(sqlite3.Error):  # it is kept, and moves into the one file with what is kept next
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    def _prepare(self, *, only_read: bool) -> None:
        ask = self._connection.execute
        application, version = (ask(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        new = (application, version) == (0, 0) and not ask("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not new and application != _APPLICATION:
            raise UsageError(f"{self.path} is a database of another program: name another file (--decisions)")
        self._reading = "NULL" if version == _BEFORE and only_read else "reading"
        if not new and version not in {_BEFORE, _VERSION}:
            known = f"it has version {version}, and this accord knows version {_VERSION}"
            raise UsageError(f"{self.path} was written by another version of accord ({known}): name another file")
        if only_read:
            if new:
                raise UsageError(f"{self.path} is empty")
            return
        ask("PRAGMA journal_mode = WAL").fetchone()
        ask("PRAGMA synchronous = FULL")
        if new:
            with self._writing():
                if not ask("SELECT count(*) FROM sqlite_master").fetchone()[0]:  # nobody else was faster
                    ask(_FILES)
                    ask(_CHANGES)
                    ask(f"PRAGMA application_id = {_APPLICATION}")
                    ask(f"PRAGMA user_version = {_VERSION}")
            return
        if ask("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise UsageError(f"{self.path} is damaged: put back a copy of it, or name another file (--decisions)")
        if version == _BEFORE:
            self._take_over()

    def _take_over(self) -> None:
        """Make a database of the version before one of this version."""
        ask = self._connection.execute
        with self._writing():
            if ask("PRAGMA user_version").fetchone()[0] == _BEFORE:  # nobody else was faster
                ask("ALTER TABLE file RENAME TO former")
                ask(_FILES)
                ask("INSERT INTO file SELECT name, NULL, layer FROM former")
                ask("DROP TABLE former")
                ask(f"PRAGMA user_version = {_VERSION}")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what SQLite says into what to do."""
        try:
            yield
        except UnicodeEncodeError:
            raise UsageError(f"{self.path}: what is to be kept holds bytes that are no text") from None
        except sqlite3.Error as error:
            said = str(error)
            if "locked" in said or "busy" in said:
                reason = "another program holds it: close that, and try again"
            elif "readonly" in said or "unable to open" in said:
                reason = "it cannot be written there: name a file that can (--decisions)"
            elif "not a database" in said or "malformed" in said:
                reason = (
                    "it is no database of decisions, or damaged: put back a copy, or name another file (--decisions)"
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


def _refuse_stale(now: Sequence[Any] | None, seen: int) -> None:
    if (now[1] if now else 0) != seen:
        raise Conflict(_decision(now) if now else None)


def _decision(row: Sequence[Any]) -> Decision:
    item, revision, state, value, taken, comment, who, at, versions = row[:9]
    return Decision(item, revision, state, json.loads(value), tuple(json.loads(taken)), comment, who, at, versions)
