"""Labels in an order, whose steps are as wide as they are populated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.distance.between import Squares

if TYPE_CHECKING:
    from accord.distance.between import Floats
    from accord.study.scale import Scale


class Ordinal:
    """Krippendorff's ordinal distance: the squared number of labels given from one point of the scale to the other.

        d_ck = (n_c / 2 + n_c+1 + ... + n_k-1 + n_k / 2)^2,

    the squared difference of the mean ranks of the labels c and k, where n_g is how often g was given in all. For
    grades whose steps are not known to be equal: never, seldom, often; 1 to 5 stars. The distances depend on the data,
    and are computed again for every resample.

    Krippendorff, K. (2019). Content Analysis, 4th edition, chapter 12.
    """

    def __init__(self, scale: Scale) -> None:
        self.ranks = scale.ranks

    def given(self, counts: Floats) -> Squares:
        """The distances where the labels have these frequencies, shape (..., labels)."""
        in_order = np.empty_like(counts, dtype=np.float64)
        in_order[..., self.ranks] = counts
        mean_ranks = np.cumsum(in_order, axis=-1) - in_order / 2
        return Squares(mean_ranks[..., self.ranks])
