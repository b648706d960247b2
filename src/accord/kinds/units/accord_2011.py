"""The agreement of 2011, from which gamma came."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from accord.kinds.units.coefficient import Shares

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.alignment.method import Method
    from accord.kinds.units.disorders import Disorders
    from accord.study.units import Floats, UnitStudy


class Accord2011:
    """Agreement on units over the alignment of least mean disorder, against the best that chance can do in a corpus.

        accord(j) = (e_random - e(j)) / e_random,

    where e(j) is the least mean disorder over the unitary alignments of a document, and e_random that of random
    continua: the mean for each random process (random1, random2), and the least of these means. It belongs to the
    corpus: documents of equally many annotators share it. Other processes can be asked for (--sampler).

    The authors take 4 for the empty unit; the value is the same for any, and the disorder is in its scale. They align
    by algorithm 1 (--method greedy), which leaves more disorder than the best alignment.

    Mathet, Y. & Widlöcher, A. (2011). Une approche holiste et unifiée de l'alignement et de la mesure d'accord
    inter-annotateurs. TALN 2011, equations 6 and 7.
    """

    name = "accord-2011"
    objective = "mean"
    of_categories = False
    by_category = False
    samplers: ClassVar[tuple[str, ...] | None] = ("random1", "random2")

    def shares(
        self, study: UnitStudy, observed: Disorders, drawn: Mapping[str, Disorders], weights: Floats
    ) -> Mapping[str, Shares]:
        """Disorders with the weight of their document; the expected ones are those of the corpus."""
        annotators = np.array([len(continuum.annotators) for continuum in study.continua])
        expected = np.zeros_like(next(iter(drawn.values())).disorder)
        for count in np.unique(annotators):
            alike = annotators == count
            by_process = [process.disorder[alike].mean(axis=0) for process in drawn.values()]
            expected[alike] = min(by_process, key=lambda samples: float(samples.mean()))
        each = weights[:, None]
        return {
            self.name: Shares(observed.disorder * weights, weights, expected * each, each.repeat(expected.shape[1], 1))
        }

    def most_disorder(self, method: Method, study: UnitStudy) -> float:
        """Every unit alone."""
        del study
        return method.dissimilarity.delta_empty
