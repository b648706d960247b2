"""A stretch of a continuum that was marked, and what it was called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from accord.model.place import Place


class Unit(NamedTuple):
    """From a position to another: seconds of a recording, characters or tokens of a text; anything that is measured."""

    start: float
    end: float
    category: str = ""


@dataclass(frozen=True, slots=True)
class Units:
    """What one annotator marked on a continuum, which may overlap; and how long this is, if known.

    ``line`` says where they start in the file, ``lines`` where each of them stands, if that is known.
    """

    kind: ClassVar[str] = "units"
    units: tuple[Unit, ...]
    measured_in: str = "position"
    file: str = ""
    line: int | None = None
    length: float | None = None
    lines: tuple[int | None, ...] = ()

    @property
    def place(self) -> Place | None:
        """Where they stand, if they stand in a file."""
        return Place(self.file, self.line) if self.file else None
