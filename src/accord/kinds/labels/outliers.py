"""Annotators of a coding who stand out: how their agreement with the rest drifts, and how far it is behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.annotator_gap import annotator_gap
from accord.agreement.drift import drift
from accord.agreement.equation import share
from accord.agreement.item_groups import Moments
from accord.kinds.labels.against_rest import distances_from_rest
from accord.study.item_kinds import in_rising_order

if TYPE_CHECKING:
    from accord.agreement.annotator_gap import AnnotatorGap
    from accord.agreement.drift import Drift
    from accord.distance.between import Between, Floats
    from accord.study.coding import Coding


def drifts(coding: Coding, between: Between, level: float) -> list[Drift]:
    """The drift of every annotator, over the items that another one labelled too."""
    in_order = in_rising_order(coding.codes, len(coding.labels))
    largest = float(np.max(between.largest))
    found = []
    for annotator in range(len(coding.annotators)):
        items, distance = distances_from_rest(coding, between, in_order, annotator)
        found.append(drift(share(distance, largest), coding.document_of[items], level, coding.unit))
    return found


def annotator_gaps(coding: Coding, between: Between, disagreements: Floats, level: float) -> list[AnnotatorGap]:
    """How far each annotator is behind, where ``disagreements`` are the mean distances of two labels of each item."""
    in_order = in_rising_order(coding.codes, len(coding.labels))
    largest = float(np.max(between.largest))
    agreed = share(disagreements, largest)
    everybody = Moments.of(agreed[coding.per_item >= 2])
    found = []
    for annotator in range(len(coding.annotators)):
        items, distance = distances_from_rest(coding, between, in_order, annotator)
        own, others = share(distance, largest), coding.per_item[items] - 1
        apart = Moments.of(own), everybody.less(Moments.of(agreed[items]))
        several = others >= 2
        items, own, others = items[several], own[several], others[several]
        pairs = others * (others - 1) / 2
        among = (agreed[items] * (pairs + others) - own * others) / pairs
        found.append(annotator_gap(own - among, coding.document_of[items], apart, level, coding.unit))
    return found
