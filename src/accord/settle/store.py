"""Decisions on disk: every change is appended, and what was confirmed is committed."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.settle.called import is_one_file, root_of
from accord.settle.database import Database
from accord.settle.decision import DECIDED, OPEN, Conflict, Decision

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path
    from sqlite3 import Connection

_COLUMNS = "item, revision, state, value, taken, comment, who, at, versions, number, undoes"
_KEPT = "item, revision, state, value, taken, comment, who, at, versions, undoes"


class Store:
    """The decisions in one database.

    A change names the revision it saw; one that saw an older one than there is now is refused with `Conflict`.
    """

    def __init__(self, path: str | Path, *, only_read: bool = False) -> None:
        """Open the database, or make it where there is none; or only read one, and leave its folder as it was."""
        self._database = Database(path, only_read=only_read)

    @property
    def path(self) -> Path:
        """Where the database lies."""
        return self._database.path

    def close(self) -> None:
        """Give the database back."""
        self._database.close()

    def layers_of(self, files: Iterable[str]) -> dict[str | None, str]:
        """In each way in which any of these files were read: the layer to which most of them belong.

        No reading is that of what was decided when nobody kept how files were read.
        """
        held: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
        for row in self._database.rows(f"SELECT name, {self._database.reading_column}, layer FROM file"):
            held[root_of(row[0])].append(row)
        rows = ((file, *row) for file in files for row in held.get(root_of(file), ()))
        counts = Counter((reading, layer) for file, name, reading, layer in rows if is_one_file(file, name))
        found: dict[str | None, str] = {}
        for (reading, layer), _ in counts.most_common():
            found.setdefault(reading, layer)
        return found

    def is_decided(self, layer: str) -> bool:
        """Whether anything was decided on a layer."""
        return bool(self._database.rows("SELECT 1 FROM change WHERE layer = ? LIMIT 1", layer))

    def file(self, files: Iterable[str], reading: str = "", unfiled: Iterable[str] = ()) -> str:
        """The layer under which decisions on these files, read in a way, are kept; what is new belongs to it from now.

        It is called by one of its files and the reading, and no other can have that. Of the layer without a reading it
        takes over the history of those items that are named, where it has none of them.
        """
        new = sorted(files)
        layers = self.layers_of(new)
        former = layers.get(None)
        layer = layers.get(reading) or f"{new[0]}\n{reading}"
        if layer == former:
            layer += "\n"
        with self._database.writing() as ask:
            ask.executemany("INSERT OR IGNORE INTO file VALUES (?, ?, ?)", [(name, reading, layer) for name in new])
            ask.executemany(
                f"INSERT INTO change (layer, {_KEPT}) SELECT :layer, {_KEPT} FROM change"
                " WHERE layer = :former AND item = :item"
                " AND NOT EXISTS (SELECT 1 FROM change WHERE layer = :layer AND item = :item) ORDER BY number",
                [{"layer": layer, "former": former, "item": item} for item in unfiled],
            )
        return layer

    def decisions(self, layer: str) -> dict[str, Decision]:
        """What stands now, item by item."""
        reading = f"SELECT DISTINCT {self._database.reading_column} FROM file WHERE layer = ?"
        unfiled = self._database.rows(reading, layer) == [(None,)]
        latest = "SELECT max(number) FROM change WHERE layer = ? GROUP BY item"
        rows = self._database.rows(f"SELECT {_COLUMNS} FROM change WHERE number IN ({latest}) ORDER BY number", layer)
        return {row[0]: replace(_decision(row), unfiled=unfiled) for row in rows}

    def history(self, layer: str, item: str) -> list[Decision]:
        """Every change of an item, the oldest first."""
        rows = self._database.rows(
            f"SELECT {_COLUMNS} FROM change WHERE layer = ? AND item = ? ORDER BY number", layer, item
        )
        return [_decision(row) for row in rows]

    def changes(self) -> int:
        """How many changes there were so far, by any window and program."""
        return int(self._database.rows("SELECT coalesce(max(number), 0) FROM change")[0][0])

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
        with self._database.writing() as ask:
            return _append(
                ask, layer, item, seen, (state, json.dumps(value), json.dumps(list(taken)), comment, who, versions)
            )

    def undo(
        self, layer: str, item: str, *, seen: int, who: str, check: Callable[[Any], object] = lambda _value: None
    ) -> Decision:
        """Take back the last change of an item that was not taken back yet; both stay in the history.

        ``check`` may refuse what was decided before it.
        """
        with self._database.writing() as ask:
            rows = ask.execute(
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
            return _append(ask, layer, item, seen, (state, value, taken, comment, who, versions), undoes=undone[-2])


def _append(
    ask: Connection, layer: str, item: str, seen: int, change: tuple[str, ...], *, undoes: int | None = None
) -> Decision:
    now = ask.execute(
        f"SELECT {_COLUMNS} FROM change WHERE layer = ? AND item = ? ORDER BY number DESC LIMIT 1", (layer, item)
    ).fetchone()
    _refuse_stale(now, seen)
    state, value, taken, comment, who, versions = change
    at = datetime.now(UTC).isoformat(timespec="seconds")
    ask.execute(
        f"INSERT INTO change (layer, {_KEPT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (layer, item, seen + 1, state, value, taken, comment, who, at, versions, undoes),
    )
    return _decision((item, seen + 1, state, value, taken, comment, who, at, versions))


def _refuse_stale(now: Sequence[Any] | None, seen: int) -> None:
    if (now[1] if now else 0) != seen:
        raise Conflict(_decision(now) if now else None)


def _decision(row: Sequence[Any]) -> Decision:
    item, revision, state, value, taken, comment, who, at, versions = row[:9]
    return Decision(item, revision, state, json.loads(value), tuple(json.loads(taken)), comment, who, at, versions)
