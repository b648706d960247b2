"""A stretch of a text that was marked, and what it was called."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """From a position to another, the end not included, in tokens or characters of the text."""

    start: int
    end: int
    type: str = ""

    @property
    def length(self) -> int:
        """How many tokens or characters it covers."""
        return self.end - self.start
