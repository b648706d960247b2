"""Decisions on disk: every change is appended, and what was confirmed is committed."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from accord.adjudicate.database import Database
from accord.adjudicate.decision import DECIDED, OPEN, Conflict, Conflicts, NewDecision
from accord.adjudicate.file_ids import is_one_file, root_of
from accord.adjudicate.history import Row, course_of
from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from sqlite3 import Connection

    from accord.adjudicate.decision import Change, Decision

    Check = Callable[[Any], object]
    """Refuses a value that cannot stand again."""
    ChosenReading = Callable[[Collection[str], Collection[str]], str]
    """From the readings with which files are filed, and those with which something was decided, the one to keep by."""

_COLUMNS = ", ".join(Row._fields)
_KEPT = ", ".join(Row._fields[:-1])
_OF_ITEM = f"SELECT {_COLUMNS} FROM change WHERE layer = ? AND item = ? ORDER BY number"
_FILES = "SELECT name, reading, layer FROM file"
_DECIDED = "SELECT 1 FROM change WHERE layer = ? LIMIT 1"


class Store(Database):
    """The decisions in one database.

    A change names the revision it saw; one that saw an older one than there is now is refused with `Conflict`.
    """

    def layers_of(self, files: Iterable[str]) -> dict[str, str]:
        """In each way in which any of these files were read: the layer to which most of them belong."""
        return _layers_of(files, self.rows(_FILES))

    def is_decided(self, layer: str) -> bool:
        """Whether anything was decided on a layer."""
        return bool(self.rows(_DECIDED, layer))

    def decided_files(self) -> list[str]:
        """What all files are called on which something was decided."""
        rows = self.rows("SELECT DISTINCT name FROM file WHERE layer IN (SELECT layer FROM change) ORDER BY name")
        return [name for (name,) in rows]

    def file(self, files: Iterable[str], reading: str | ChosenReading = "") -> str:
        """The layer under which decisions on these files, read in a way, are kept; what is new belongs to it from now.

        It is called by one of its files and the reading, and no other can have that. The reading may be chosen by
        those with which the files are filed, and those of them with which something was decided.
        """
        new = sorted(files)
        for name in new:
            _refuse_bytes(name)
        with self.writing() as ask:  # or another program could file some of them in between
            filed = _layers_of(new, ask.execute(_FILES))
            if not isinstance(reading, str):
                decided = {each for each, layer in filed.items() if ask.execute(_DECIDED, (layer,)).fetchone()}
                reading = reading(filed.keys(), decided)
            layer = filed.get(reading) or f"{new[0]}\n{reading}"
            ask.executemany("INSERT OR IGNORE INTO file VALUES (?, ?, ?)", [(name, reading, layer) for name in new])
        return layer

    def decisions(self, layer: str) -> dict[str, Decision]:
        """What stands now, item by item."""
        rows: defaultdict[str, list[Row]] = defaultdict(list)
        for row in self.rows(f"SELECT {_COLUMNS} FROM change WHERE layer = ? ORDER BY number", layer):
            rows[row[0]].append(Row(*row))
        return {item: course_of(each).changes[-1].now for item, each in rows.items()}

    def history(self, layer: str, item: str) -> list[Change]:
        """Every change of an item, the oldest first."""
        return course_of(map(Row._make, self.rows(_OF_ITEM, layer, item))).changes

    def changes(self) -> int:
        """How many changes there were so far, by any window and program."""
        return int(self.rows("SELECT coalesce(max(number), 0) FROM change")[0][0])

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
        with self.writing() as ask:
            return _decide(ask, layer, NewDecision(item, seen, state, value, taken, comment, versions), who)

    def decide_all(self, layer: str, new: Sequence[NewDecision], who: str) -> list[Decision]:
        """Append decisions on several cases in one transaction: all, or none where a case changed (`Conflicts`)."""
        with self.writing() as ask:
            return _all([(each.item, partial(_decide, ask, layer, each, who)) for each in new])

    def undo(self, layer: str, item: str, *, seen: int, who: str, check: Check = lambda _value: None) -> Decision:
        """Undo the last change of an item that was not undone yet; both stay in the history.

        What was decided before it stands again as the decision of whoever made it. ``check`` may refuse that.
        """
        with self.writing() as ask:
            return _undo(ask, layer, item, seen, who=who, check=check)

    def undo_all(self, layer: str, seen: Mapping[str, int], who: str, checks: Mapping[str, Check]) -> list[Decision]:
        """Undo the last changes of several items in one transaction: all, or none (`Conflicts`)."""
        with self.writing() as ask:
            undone = [
                (item, partial(_undo, ask, layer, item, revision, who=who, check=checks[item]))
                for item, revision in seen.items()
            ]
            return _all(undone)


def _all(changes: Sequence[tuple[str, Callable[[], Decision]]]) -> list[Decision]:
    """What comes of changes; an error that names all items that were changed meanwhile."""
    made: list[Decision] = []
    changed: dict[str, Decision | None] = {}
    for item, change in changes:
        try:
            made.append(change())
        except Conflict as conflict:
            changed[item] = conflict.now
    if changed:
        raise Conflicts(changed, len(changes))
    return made


def _decide(ask: Connection, layer: str, new: NewDecision, who: str) -> Decision:
    kept = json.dumps(new.value), json.dumps(list(new.taken))
    rows = _rows(ask, layer, new.item, new.seen)
    row = Row(new.item, new.seen + 1, new.state, *kept, new.comment, who, _now(), new.versions)
    return _append(ask, layer, rows, row)


def _undo(ask: Connection, layer: str, item: str, seen: int, *, who: str, check: Check) -> Decision:
    rows = _rows(ask, layer, item, seen)
    standing = course_of(rows).standing
    if not standing:
        raise UsageError("there is nothing to undo here")
    undone = rows[standing.pop().revision - 1]
    before = rows[standing[-1].revision - 1] if standing else Row(item, 0, OPEN, "null", "[]", "", "", "", "")
    if before.state == DECIDED:
        check(json.loads(before.value))
    sent = before._replace(revision=seen + 1, who=who, at=_now(), undoes=undone.number)
    return _append(ask, layer, rows, sent)


def _layers_of(files: Iterable[str], kept: Iterable[tuple[Any, ...]]) -> dict[str, str]:
    held: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for row in kept:
        held[root_of(row[0])].append(row)
    rows = ((file, *row) for file in files for row in held.get(root_of(file), ()))
    counts = Counter((reading, layer) for file, name, reading, layer in rows if is_one_file(file, name))
    found: dict[str, str] = {}
    for (reading, layer), _ in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
        found.setdefault(reading, layer)
    return found


def _refuse_bytes(name: str) -> None:
    try:
        name.encode()
    except UnicodeEncodeError:
        shown = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        raise UsageError(
            f"{shown}: the name of this file holds bytes that are no text, so nothing that is decided on it can be "
            "kept: rename the file"
        ) from None


def _rows(ask: Connection, layer: str, item: str, seen: int) -> list[Row]:
    """The changes of an item, if the last one is the revision that was seen."""
    rows = list(map(Row._make, ask.execute(_OF_ITEM, (layer, item))))
    if len(rows) != seen:
        raise Conflict(course_of(rows).changes[-1].now if rows else None)
    return rows


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _append(ask: Connection, layer: str, rows: list[Row], new: Row) -> Decision:
    """Keep one more change of an item; what stands then."""
    ask.execute(f"INSERT INTO change (layer, {_KEPT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (layer, *new[:-1]))
    return course_of([*rows, new]).changes[-1].now
