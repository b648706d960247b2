"""What a picture of an alignment shows, whether it was made just now or is held by a page."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.alignment.alignment import Alignment
    from accord.kinds.units.aligned import Aligned


class DrawnUnit(NamedTuple):
    """Which annotator marked it, from where to where, its category by number, and what the text says there."""

    owner: int
    start: float
    end: float
    category: int
    words: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """The units of a document and their unitary alignments, the worst first, of a ``disorder`` in all.

    ``members`` are units by number, None for an annotator who has none there; ``of`` is what positions count, ``empty``
    the disorder of a unit that nobody else has.
    """

    title: str
    annotators: Sequence[str]
    units: Sequence[DrawnUnit]
    members: Sequence[Sequence[int | None]]
    disorders: Sequence[float]
    disorder: float
    proved: bool
    categories: Sequence[str]
    of: str
    empty: float
    signature: str

    @classmethod
    def made(cls, aligned: Aligned, alignment: Alignment) -> Drawn:
        """One of the alignments that were made."""
        continuum = alignment.continuum
        columns = (continuum.owner, continuum.start, continuum.end, continuum.category)
        words = [aligned.words(continuum, unit) for unit in range(len(continuum))]
        return cls(
            f"Alignment of {continuum.document}",
            continuum.annotators,
            [DrawnUnit(*row) for row in zip(*(column.tolist() for column in columns), words, strict=True)],
            alignment.worst_members,
            alignment.disorders[alignment.worst_first].tolist(),
            alignment.disorder,
            alignment.proved,
            aligned.study.categories,
            aligned.study.of,
            aligned.dissimilarity.delta_empty,
            str(aligned.signature),
        )

    @property
    def mean_length(self) -> float:
        """How long a unit is on average."""
        return fsum(unit.end - unit.start for unit in self.units) / len(self.units) if self.units else 0.0
