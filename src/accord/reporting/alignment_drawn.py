"""What a picture of an alignment shows, whether it was made just now or is held by a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.alignment.alignment import Alignment
    from accord.kinds.units.aligned import Aligned
    from accord.study.units import Continuum, Floats, Numbers


@dataclass(frozen=True, slots=True)
class Drawn:
    """A continuum and its unitary alignments, the worst first, of a ``disorder`` in all.

    ``words`` is what the text says where each unit lies, ``of`` what positions count, ``empty`` the disorder of a unit
    that nobody else has.
    """

    title: str
    continuum: Continuum
    members: Numbers
    disorders: Floats
    disorder: float
    proved: bool
    categories: Sequence[str]
    words: Sequence[str]
    of: str
    empty: float
    signature: str

    @classmethod
    def made(cls, aligned: Aligned, alignment: Alignment) -> Drawn:
        """One of the alignments that were made."""
        continuum, order = alignment.continuum, alignment.worst_first
        return cls(
            f"Alignment of {continuum.document}",
            continuum,
            alignment.members[order],
            alignment.disorders[order],
            alignment.disorder,
            alignment.proved,
            aligned.study.categories,
            [aligned.words(continuum, unit) for unit in range(len(continuum))],
            aligned.study.of,
            aligned.dissimilarity.delta_empty,
            str(aligned.signature),
        )
