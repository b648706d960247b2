"""One annotator against all others.

    1 - observed / expected disagreement

Observed: the mean over the annotator's items of the mean distance from the item's other labels. Expected: the sum of
p_c r_k d_ck, where p_c is the share of label c among the annotator's labels and r_k the mean share of label k among the
others' labels of the same items: two urns, as in Cohen's kappa.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.equation import agreement
from accord.agreement.result import Undefined
from accord.study.coding import MISSING
from accord.study.item_kinds import in_rising_order

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.agreement.result import Value
    from accord.distance.between import Between, Floats
    from accord.study.coding import Codes, Coding


def against_rest(coding: Coding, between: Between) -> list[Value]:
    """Each annotator against the rest."""
    in_order = in_rising_order(coding.codes, len(coding.labels))
    return [_one(coding, between, in_order, annotator) for annotator in range(len(coding.annotators))]


def distances_from_rest(
    coding: Coding, between: Between, in_order: Codes, annotator: int
) -> tuple[NDArray[np.intp], Floats]:
    """The items that an annotator and another one labelled, and how far each label is from the others', on average."""
    items = np.flatnonzero((coding.codes[:, annotator] != MISSING) & (coding.per_item >= 2))
    own = coding.codes[items, annotator]
    distance = np.zeros(len(items))
    for slot in in_order[items].T:  # an item's labels hold the annotator's own, at distance 0
        distance += np.where(slot != MISSING, between.pairs(own, slot), 0.0)
    return items, distance / (coding.per_item[items] - 1)


def _one(coding: Coding, between: Between, in_order: Codes, annotator: int) -> Value:
    items, distance = distances_from_rest(coding, between, in_order, annotator)
    if not len(items):
        return Undefined("nobody labelled the same")
    labels = len(coding.labels)
    own = coding.codes[items, annotator]
    share = 1.0 / (coding.per_item[items] - 1)
    others = -np.bincount(own, share, minlength=labels)
    for slot in in_order[items].T:
        given = slot != MISSING
        others += np.bincount(slot[given], share[given], minlength=labels)
    expected = between.expected(np.bincount(own, minlength=labels) / len(items), others / len(items))
    value = float(agreement(distance.mean(), expected, between.largest))
    return Undefined("chance would not disagree either") if np.isnan(value) else value
