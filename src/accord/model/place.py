"""Where something stands in the files."""

from __future__ import annotations

from typing import NamedTuple

_LONG = 60


class Place(NamedTuple):
    """A file, a line counted from 1, and the token there, as far as they are known.

    >>> print(Place("ann.conll", 7, "University"))
    ann.conll:7:University
    """

    file: str
    line: int | None = None
    token: str | None = None

    def __str__(self) -> str:
        token = self.token if self.token is None or len(self.token) <= _LONG else f"{self.token[:_LONG]}…"
        return ":".join(str(part) for part in (self.file, self.line, token) if part is not None)
