"""Gamma: agreement on where units are and what they are called, at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from accord.kinds.units.coefficient import Shares

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.alignment.method import Method
    from accord.kinds.units.disorders import Disorders
    from accord.study.units import Floats, UnitStudy


class Gamma:
    """Agreement on units that annotators place and name themselves, over the best alignment of them.

        gamma = 1 - d_o / d_e,

    where d_o is the least disorder of any alignment, its sum over unitary alignments for each unit of an average
    annotator, and d_e the mean of the same for random continua. 1 is perfect, 0 what chance does. Units may overlap,
    nest and leave gaps; any number of annotators.

    Over several documents the disorders are added up, each with its weight. The interval is over documents, and takes
    what was drawn for chance as known; with one document it says only how well chance is known.

    How to read it: as a coefficient corrected for chance, beside what it would be for known noise (accord calibrate).
    No scale for it is agreed on.

    Mathet, Y., Widlöcher, A. & Métivier, J.-P. (2015). The unified and holistic method gamma for inter-annotator
    agreement measure and alignment. Computational Linguistics, 41(3), 437-479.
    """

    name = "gamma"
    objective = "sum"
    of_categories = False
    by_category = False
    samplers: ClassVar[tuple[str, ...] | None] = None

    def shares(
        self, study: UnitStudy, observed: Disorders, drawn: Mapping[str, Disorders], weights: Floats
    ) -> Mapping[str, Shares]:
        """Disorders with the weight of their document."""
        del study
        (expected,) = drawn.values()
        each = weights[:, None]
        return {
            self.name: Shares(
                observed.disorder * weights,
                weights,
                expected.disorder * each,
                each.repeat(expected.disorder.shape[1], 1),
            )
        }

    def most_disorder(self, method: Method, study: UnitStudy) -> float:
        """Every unit alone, which costs each annotator's delta_empty."""
        return method.dissimilarity.delta_empty * len(study.annotators)
