"""A layer that is adjudicated: what annotators differ on in it, and what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from accord.adjudicate.decision import Decision
    from accord.adjudicate.decision_index import DecisionIndex
    from accord.adjudicate.queue import Queue


class Desk(NamedTuple):
    """A layer as it was read when its files were in a state."""

    state: object
    queue: Queue
    decision_index: DecisionIndex

    @property
    def decisions(self) -> dict[str, Decision]:
        """What was decided so far."""
        return self.decision_index.decisions

    @property
    def not_used(self) -> list[str]:
        """What a user should know of what was decided on these files with other options."""
        return list(map(str, self.decision_index.not_used))

    def file(self) -> str:
        """What to file a decision under."""
        return self.decision_index.file()
