"""A stretch of a continuum that was marked, and what it was called."""

from __future__ import annotations

from typing import NamedTuple


class Unit(NamedTuple):
    """From a position to another: seconds of a recording, characters or tokens of a text; anything that is measured."""

    start: float
    end: float
    category: str = ""
