"""Which labels meet in an item, and which one annotator gave where another gave another."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.kinds.labels.disagreement import coincidences
from accord.study.coding import MISSING
from accord.study.item_kinds import kinds_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.distance.between import Floats
    from accord.study.coding import Codes, Coding


class Coincidences(NamedTuple):
    """Pairs of labels that meet in an item, each of the shape (pairs,): the codes of both, and how often."""

    first: Codes
    second: Codes
    times: Floats

    def where(self, chosen: NDArray[np.bool_]) -> Coincidences:
        """Some of the pairs."""
        return Coincidences(self.first[chosen], self.second[chosen], self.times[chosen])


def coincidences_of(coding: Coding) -> Coincidences:
    """Krippendorff's coincidences: pairs of labels within items, each item by 1 / (labels - 1)."""
    kinds = kinds_of(coding, by_annotator=False)
    labels = max(len(coding.labels), 1)
    met = coincidences(kinds, labels, kinds.times / np.maximum(kinds.labels - 1.0, 1.0))
    pairs, index = np.unique(met.indices, return_inverse=True)
    times = np.bincount(index, met.data, minlength=len(pairs)).astype(np.float64)
    first, second = (codes.astype(np.int32) for codes in np.divmod(pairs, labels))
    return Coincidences(first, second, times).where(times > 0)


def coincidence_matrix(coding: Coding) -> Floats:
    """The same as a matrix of the shape (labels, labels), whose rows sum to how often each label was given."""
    matrix = np.zeros((len(coding.labels), len(coding.labels)))
    met = coincidences_of(coding)
    matrix[met.first, met.second] = met.times
    return matrix


def confusion_matrix(coding: Coding, first: int, second: int) -> NDArray[np.int64]:
    """How often one annotator gave the row's label where another gave the column's, shape (labels, labels)."""
    labels = len(coding.labels)
    ours, theirs = coding.column(first), coding.column(second)
    both = (ours != MISSING) & (theirs != MISSING)
    return np.bincount(ours[both].astype(np.int64) * labels + theirs[both], minlength=labels**2).reshape(labels, labels)
