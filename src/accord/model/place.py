"""Where something stands in the files."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """A file, a line counted from 1, and the token there, as far as they are known.

    >>> print(Place("ann.conll", 7, "University"))
    ann.conll:7:University
    """

    file: str
    line: int | None = None
    token: str | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in self if part is not None)
