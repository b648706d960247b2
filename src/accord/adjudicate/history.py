"""What the changes of an item come to, one after the other, and what each of them left standing."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.adjudicate.decision import Change, Decision

if TYPE_CHECKING:
    from collections.abc import Iterable


class Row(NamedTuple):
    """A change as the database keeps it: what was sent, by whom and when, and which one it undoes."""

    item: str
    revision: int
    state: str
    value: str
    taken: str
    comment: str
    who: str
    at: str
    versions: str
    undoes: int | None = None
    number: int = 0

    def decision(self) -> Decision:
        """What was sent as a decision of its sender."""
        taken = tuple(json.loads(self.taken))
        about: tuple[Any, ...] = self.comment, self.who, self.at, self.versions
        return Decision(self.item, self.revision, self.state, json.loads(self.value), taken, *about)


class Course(NamedTuple):
    """The changes of an item, the oldest first, and those of its decisions that were not undone."""

    changes: list[Change]
    standing: list[Decision]


def course_of(rows: Iterable[Row]) -> Course:
    """Go through the changes of an item: one that undoes another leaves standing what stood before that.

    The same decision on the same versions stays that of whoever made it first: no more than its comment is another.
    """
    changes: list[Change] = []
    standing: list[Decision] = []
    for row in rows:
        sent, undoes = row.decision(), None
        if row.undoes is None:
            standing.append(_following(standing[-1], sent) if standing else sent)
        else:
            undoes = standing.pop().revision
            changes[undoes - 1] = changes[undoes - 1]._replace(undone_by=row.who)
        decided = standing[-1] if standing else None
        now = replace(decided, revision=row.revision) if decided else sent
        decided_by = decided.who if decided and decided is not sent else None
        changes.append(Change(now, row.who, row.at, decided_by, undoes))
    return Course(changes, standing)


def _following(former: Decision, sent: Decision) -> Decision:
    if (former.state, former.value, former.versions) == (sent.state, sent.value, sent.versions):
        return replace(sent, who=former.who, at=former.at)
    return sent
