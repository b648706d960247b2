"""Labels without an order: the same or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from accord.distance.between import Codes, Floats
    from accord.study.scale import Scale


class Nominal:
    """0 between a label and itself, 1 between any two others.

    For categories that are neither ordered nor more or less alike: parts of speech, types of names, yes and no.
    """

    largest = 1.0

    def __init__(self, scale: Scale) -> None:
        self.labels = len(scale.labels)

    def pairs(self, first: Codes, second: Codes) -> Floats:
        """The distance of each label of one array from its counterpart in the other."""
        return np.not_equal(first, second).astype(np.float64)

    def expected(self, p: Floats, q: Floats) -> Floats:
        """The sum of p_c q_k over different labels."""
        different: Floats = p.sum(-1) * q.sum(-1) - (p * q).sum(-1)
        return different

    def matrix(self) -> Floats:
        """All distances."""
        return 1 - np.eye(self.labels)
