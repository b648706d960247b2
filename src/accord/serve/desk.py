"""A layer that is adjudicated: what annotators differ on in it, and what was decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.adjudicate.decision_index import DecisionIndex

if TYPE_CHECKING:
    from accord.adjudicate.queue import Queue


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk(DecisionIndex):
    """A layer as it was read when its files were in a state, with the decisions on it."""

    state: object
    queue: Queue
