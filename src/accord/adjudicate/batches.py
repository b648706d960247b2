"""Batches: cases that a window has taken for some time, so that no other is given the same."""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from sqlite3 import Connection

    from accord.adjudicate.database import Database

MINUTES = 60
"""So long a batch is kept after its window took it, or decided something in it."""
MAX_SIZE = 500
"""The most cases of a batch."""


class Taken(NamedTuple):
    """Whose batch a case is in, by the window and by name, and in how many minutes that ends."""

    window: str
    who: str
    minutes: int


class Batches:
    """The batches of a layer in a database of decisions; what ended is as if it had never been taken."""

    def __init__(self, database: Database, layer: str) -> None:
        self.database = database
        self.layer = layer

    def taken(self) -> dict[str, Taken]:
        """All cases that somebody has."""
        now = time()
        query = "SELECT item, window, who, ends FROM batch WHERE layer = ? AND ends > ?"
        rows = self.database.rows(query, self.layer, now)
        return {item: Taken(window, who, int((ends - now) // 60) + 1) for item, window, who, ends in rows}

    def take(self, items: Sequence[str], size: int, window: str, who: str) -> list[str]:
        """Give a window the first so many of some cases that nobody has; those are its, and all it had before."""
        with self.database.writing() as ask:
            self._forget(ask)
            rows = ask.execute("SELECT item, window FROM batch WHERE layer = ?", (self.layer,))
            held = dict(rows.fetchall())
            new = [item for item in items if item not in held][:size]
            ends = _end()
            ask.execute("UPDATE batch SET ends = ? WHERE layer = ? AND window = ?", (ends, self.layer, window))
            ask.executemany(
                "INSERT INTO batch VALUES (?, ?, ?, ?, ?)", [(self.layer, item, window, who, ends) for item in new]
            )
        return new

    def decided(self, items: Collection[str], window: str) -> None:
        """Cases were decided, and are in no batch any more; that of the window goes on for its whole time again."""
        if not self.taken():
            return
        with self.database.writing() as ask:
            ask.executemany("DELETE FROM batch WHERE layer = ? AND item = ?", [(self.layer, item) for item in items])
            ask.execute("UPDATE batch SET ends = ? WHERE layer = ? AND window = ?", (_end(), self.layer, window))

    def go_on(self, window: str, who: str) -> None:
        """Give a window all that the same name has in others."""
        with self.database.writing() as ask:
            self._forget(ask)
            rows = window, _end(), self.layer, who
            ask.execute("UPDATE batch SET window = ?, ends = ? WHERE layer = ? AND who = ?", rows)

    def give_back(self, *, window: str | None = None, who: str | None = None) -> None:
        """End what a window has, or all that somebody has."""
        with self.database.writing() as ask:
            ask.execute(
                "DELETE FROM batch WHERE layer = ? AND (window = ? OR who = ?)", (self.layer, window or "", who or "")
            )

    def _forget(self, ask: Connection) -> None:
        ask.execute("DELETE FROM batch WHERE ends <= ?", (time(),))


def batch_state(database: Database) -> str:
    """Something that is another text whenever a batch was taken, given back, or ended."""
    rows = database.rows("SELECT layer, item, window FROM batch WHERE ends > ? ORDER BY layer, item", time())
    return f"{crc32(repr(rows).encode()):x}" if rows else ""


def _end() -> float:
    return time() + 60 * MINUTES
