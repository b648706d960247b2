"""One annotator against all others.

    1 - observed / expected disagreement

Observed: the mean over the annotator's items of the mean distance from the item's other labels. Expected: the sum of
p_c r_k d_ck, where p_c is the share of label c among the annotator's labels and r_k the mean share of label k among the
others' labels of the same items: two urns, as in Cohen's kappa.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.measure.coding.coefficient import NOTHING
from accord.measure.result import Undefined
from accord.study.coding import MISSING
from accord.study.kinds import in_rising_order

if TYPE_CHECKING:
    from accord.distance.between import Between
    from accord.measure.result import Value
    from accord.study.coding import Coding


def against_rest(coding: Coding, between: Between) -> list[Value]:
    """Each annotator against the rest."""
    in_order = in_rising_order(coding.codes, len(coding.labels))
    return [_one(coding, between, in_order, annotator) for annotator in range(len(coding.annotators))]


def _one(coding: Coding, between: Between, in_order: np.ndarray, annotator: int) -> Value:
    items = np.flatnonzero((coding.codes[:, annotator] != MISSING) & (coding.per_item >= 2))
    if not len(items):
        return Undefined("nobody labelled the same")
    labels = len(coding.labels)
    own = coding.codes[items, annotator]
    share = 1.0 / (coding.per_item[items] - 1)
    distance = np.zeros(len(items))
    others = np.zeros(labels)
    for slot in in_order[items].T:
        given = slot != MISSING
        distance += np.where(given, between.pairs(own, slot), 0.0)
        others += np.bincount(slot[given], share[given], minlength=labels)
    others -= np.bincount(own, share, minlength=labels)  # an item's labels hold the annotator's own, at distance 0
    observed = float((share * distance).mean())
    expected = float(between.expected(np.bincount(own, minlength=labels) / len(items), others / len(items)))
    if expected <= NOTHING * float(between.largest):
        return Undefined("chance would not disagree either")
    return 1 - observed / expected
