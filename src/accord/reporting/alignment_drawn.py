"""What a picture of an alignment shows, whether it was made just now or is held by a page."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from accord.messages import plural

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
    the disorder of a unit that nobody else has, and ``choice`` why it is this document, where nobody chose one.
    """

    document: str
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
    choice: str = ""

    @classmethod
    def worst(cls, aligned: Aligned) -> Drawn:
        """The alignment of most disorder."""
        worst = max(aligned.alignments, key=lambda each: each.disorder)
        return cls.made(aligned, worst, most_disorder_of(len(aligned.alignments)))

    @classmethod
    def made(cls, aligned: Aligned, alignment: Alignment, choice: str = "") -> Drawn:
        """One of the alignments that were made."""
        continuum = alignment.continuum
        columns = (continuum.owner, continuum.start, continuum.end, continuum.category)
        words = [aligned.words(continuum, unit) for unit in range(len(continuum))]
        return cls(
            continuum.document,
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
            choice,
        )

    @property
    def mean_length(self) -> float:
        """How long a unit is on average."""
        return fsum(unit.end - unit.start for unit in self.units) / len(self.units) if self.units else 0.0


def most_disorder_of(documents: int, left_out: int = 0) -> str:
    """That a picture shows one of several documents, and which; those that are ``left_out`` were not looked at.

    >>> most_disorder_of(1), most_disorder_of(3), most_disorder_of(1, 2)
    ('', 'the one of most disorder of 3 documents', 'the one of most disorder of 1 document of 3')
    """
    among = f"{plural(documents, 'document')} of {documents + left_out:,}" if left_out else f"{documents:,} documents"
    return f"the one of most disorder of {among}" if documents + left_out > 1 else ""
