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

_COLUMNS = "item, revision, state, value, taken, comment, who, at, versions, number, undoes"
_KEPT = "item, revision, state, value, taken, comment, who, at, versions, undoes"


class Store(Database):
    """The decisions in one database.

    A change names the revision it saw; one that saw an older one than there is now is refused with `Conflict`.
    """

    def layer_of(self, files: Iterable[str], reading: str | None = "") -> str | None:
        """The layer to which most of these files belong, read in this way; None where nothing was decided on any.

        No reading is that of what was decided when nobody kept how files were read.
        """
        layers = Counter(layer for said, layer in self._held(files) if said == reading)
        return layers.most_common(1)[0][0] if layers else None

    def readings_of(self, files: Iterable[str]) -> set[str]:
        """In which ways files were read when something was decided on them."""
        decided = "SELECT 1 FROM change WHERE layer = ? LIMIT 1"
        held = set(self._held(files))
        return {reading for reading, layer in held if reading is not None and self._rows(decided, layer)}

    def _held(self, files: Iterable[str]) -> list[tuple[str | None, str]]:
        """How each of these files was read and to which layer it belongs, as often as it is held."""
        held: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
        for row in self._rows(f"SELECT name, {self._reading}, layer FROM file"):
            held[root_of(row[0])].append(row)
        rows = ((file, *row) for file in files for row in held.get(root_of(file), ()))
        return [(reading, layer) for file, name, reading, layer in rows if is_one_file(file, name)]

    def file(self, files: Iterable[str], reading: str = "", unfiled: Iterable[str] = ()) -> str:
        """The layer under which decisions on these files, read in a way, are kept; what is new belongs to it from now.

        It is called by one of its files and the reading, and no other can have that. A new one starts with the history
        of those items of the layer without a reading that are named.
        """
        new = sorted(files)
        former = self.layer_of(new, None)
        layer = self.layer_of(new, reading) or f"{new[0]}\n{reading}"
        if layer == former:
            layer += "\n"
        with self._explained(), self._writing():
            ask = self._connection
            is_new = not ask.execute("SELECT 1 FROM file WHERE layer = ?", (layer,)).fetchone()
            ask.executemany("INSERT OR IGNORE INTO file VALUES (?, ?, ?)", [(name, reading, layer) for name in new])
            if is_new:
                ask.executemany(
                    f"INSERT OR IGNORE INTO change (layer, {_KEPT}) SELECT ?, {_KEPT} FROM change"
                    " WHERE layer = ? AND item = ? ORDER BY number",
                    [(layer, former, item) for item in unfiled],
                )
        return layer

    def decisions(self, layer: str) -> dict[str, Decision]:
        """What stands now, item by item."""
        unfiled = self._rows(f"SELECT DISTINCT {self._reading} FROM file WHERE layer = ?", layer) == [(None,)]
        latest = "SELECT max(number) FROM change WHERE layer = ? GROUP BY item"
        rows = self._rows(f"SELECT {_COLUMNS} FROM change WHERE number IN ({latest}) ORDER BY number", layer)
        return {row[0]: replace(_decision(row), unfiled=unfiled) for row in rows}

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
