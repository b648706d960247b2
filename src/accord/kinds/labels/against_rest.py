"""One annotator against all others.

    1 - observed / expected disagreement

Observed: the mean over the annotator's items of the mean distance from the item's other labels. Expected: the sum of
p_c r_k d_ck, where p_c is the share of label c among the annotator's labels and r_k the mean share of label k among the
others' labels of the same items: two urns, as in Cohen's kappa.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.anytime import ANYTIME
from accord.agreement.breakdown import MAX_ANNOTATORS
from accord.agreement.equation import agreement
from accord.agreement.resample import ResampleRows
from accord.agreement.result import Undefined
from accord.agreement.uncertainty import interval_of
from accord.study.coding import MISSING
from accord.study.item_kinds import in_rising_order

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.agreement.result import Interval, Value
    from accord.agreement.uncertainty import Statistic, Uncertainty
    from accord.distance.between import Between, Floats
    from accord.study.coding import Codes, Coding

_MAX_LABELS = 200
"""Of more labels it is not counted which meet."""
_MAX_PARTS = 200
"""Of more items, so many stretches are left out one by one for an interval."""
_NOTHING = 1e-9


def against_rest(coding: Coding, between: Between) -> list[Value]:
    """Each annotator against the rest."""
    in_order = in_rising_order(coding.codes, len(coding.labels))
    return [_one(coding, between, in_order, annotator) for annotator in range(len(coding.annotators))]


def interval_against_rest(coding: Coding, between: Between, uncertainty: Uncertainty) -> list[Interval | Undefined]:
    """Where the agreement of each annotator with the rest lies, over items; none where labels are very many."""
    labels = len(coding.labels)
    if labels > _MAX_LABELS or len(coding.annotators) > MAX_ANNOTATORS:
        return [Undefined("it is not measured for so many")] * len(coding.annotators)
    in_order = in_rising_order(coding.codes, labels)
    return [_interval(coding, between, in_order, number, uncertainty) for number in range(len(coding.annotators))]


def _interval(
    coding: Coding, between: Between, in_order: Codes, annotator: int, uncertainty: Uncertainty
) -> Interval | Undefined:
    items, rows, value = _rows(coding, between, in_order, annotator)
    if not len(items):
        return Undefined("nobody labelled the same")
    if uncertainty.interval == ANYTIME:  # which items are the same at every look, unlike stretches of them
        return interval_of(ResampleRows.each(rows), value, (-1.0, 1.0), coding.unit, uncertainty)
    if coding.document_of[items].max(initial=0) and uncertainty.by_document:
        units = ResampleRows.grouped(rows, coding.document_of[items].tolist())
    else:
        number = np.arange(len(items))
        units = ResampleRows.grouped(rows, (number * min(_MAX_PARTS, len(items)) // len(items)).tolist())
    return interval_of(units, value, (-1.0, 1.0), coding.unit, replace(uncertainty, interval="jackknife"))


def rows_against_rest(
    coding: Coding, between: Between, annotator: int
) -> tuple[NDArray[np.intp], Floats, Statistic] | None:
    """The items of an annotator and another one, the row of each, and the value of totals; none if labels are many."""
    labels = len(coding.labels)
    if labels > _MAX_LABELS or len(coding.annotators) > MAX_ANNOTATORS:
        return None
    return _rows(coding, between, in_rising_order(coding.codes, labels), annotator)


def _rows(
    coding: Coding, between: Between, in_order: Codes, annotator: int
) -> tuple[NDArray[np.intp], Floats, Statistic]:
    items, distance = distances_from_rest(coding, between, in_order, annotator)
    labels, number = len(coding.labels), np.arange(len(items))
    own = np.zeros((len(items), labels))
    own[number, compared(coding, annotator)[1]] = 1.0
    others = -own
    for slot in in_order[items].T:
        given = slot != MISSING
        others[number[given], slot[given]] += 1.0
    others /= (coding.per_item[items] - 1)[:, None]

    def value(totals: Floats) -> Floats:
        """Of sums of distances, the annotator's labels and the others', after how many there are."""
        found = []
        for count, apart, *labelled in totals.tolist():
            if count < 1 - _NOTHING:
                found.append(np.nan)
                continue
            mine, theirs = np.array(labelled[:labels]) / count, np.array(labelled[labels:]) / count
            found.append(float(agreement(apart / count, between.expected(mine, theirs), between.largest)))
        return np.array(found)

    return items, np.column_stack([np.ones(len(items)), distance, own, others]), value


def met_rest(coding: Coding) -> dict[str, dict[tuple[str, str], float]]:
    """How often a label of each annotator meets one of the rest, each of m others by 1 / m; none if labels are many."""
    labels, names = len(coding.labels), coding.labels
    if labels > _MAX_LABELS:
        return {}
    in_order, found = in_rising_order(coding.codes, labels), {}
    for annotator, name in enumerate(coding.annotators):
        items, own = compared(coding, annotator)
        share = 1.0 / (coding.per_item[items] - 1)
        met = -np.bincount(own * (labels + 1), share, minlength=labels**2)  # the annotator's own is among the labels
        for slot in in_order[items].T:
            given = slot != MISSING
            met += np.bincount(own[given] * labels + slot[given], share[given], minlength=labels**2)
        cells = np.flatnonzero(met > _NOTHING).tolist()
        found[name] = {(names[cell // labels], names[cell % labels]): float(met[cell]) for cell in cells}
    return found


def compared(coding: Coding, annotator: int) -> tuple[NDArray[np.intp], Codes]:
    """The items that an annotator and another one labelled, and the annotator's codes of them."""
    items, codes = coding.of(annotator)
    several = coding.per_item[items] >= 2
    return items[several], codes[several]


def distances_from_rest(
    coding: Coding, between: Between, in_order: Codes, annotator: int
) -> tuple[NDArray[np.intp], Floats]:
    """The items that an annotator and another one labelled, and how far each label is from the others', on average."""
    items, own = compared(coding, annotator)
    distance = np.zeros(len(items))
    for slot in in_order[items].T:  # an item's labels hold the annotator's own, at distance 0
        distance += np.where(slot != MISSING, between.pairs(own, slot), 0.0)
    return items, distance / (coding.per_item[items] - 1)


def _one(coding: Coding, between: Between, in_order: Codes, annotator: int) -> Value:
    items, distance = distances_from_rest(coding, between, in_order, annotator)
    if not len(items):
        return Undefined("nobody labelled the same")
    labels = len(coding.labels)
    own = compared(coding, annotator)[1]
    share = 1.0 / (coding.per_item[items] - 1)
    others = -np.bincount(own, share, minlength=labels)
    for slot in in_order[items].T:
        given = slot != MISSING
        others += np.bincount(slot[given], share[given], minlength=labels)
    expected = between.expected(np.bincount(own, minlength=labels) / len(items), others / len(items))
    value = float(agreement(distance.mean(), expected, between.largest))
    return Undefined("chance would not disagree either") if np.isnan(value) else value
