"""Observed agreement: how often two labels of an item are the same, not corrected for chance.

    observed agreement = 1 - observed disagreement

The mean over items of the share of pairs of labels that are equal; with a distance, 1 less the mean distance over the
largest one there is. Every item weighs the same, however many annotators labelled it.

How to read it: as a share of agreeing pairs. Alone it says little: where nine of ten items have the same label,
annotators who never look agree on more than eight of ten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.agreement import equation
from accord.agreement.equation import Parts
from accord.kinds.labels.coefficient import Sample, by_item
from accord.kinds.labels.disagreement import observed_disagreement, observed_rows
from accord.study.item_kinds import kinds_of

if TYPE_CHECKING:
    from accord.distance.between import Floats
    from accord.kinds.labels.disagreement import Distance
    from accord.study.coding import Coding


class ObservedAgreement:
    """The share of agreement without chance."""

    name = "observed"
    title = "observed agreement"
    range = (0.0, 1.0)
    corrected = False
    chance_from_data = False
    by_annotator = False
    for_grades = "ordinal-gwet"

    def takes(self, distance: str) -> bool:  # noqa: ARG002 - as all coefficients
        """It takes any distance."""
        return True

    def refuse(self, coding: Coding, distance: str) -> None:
        """It always applies."""

    def sample(self, coding: Coding, distance: Distance) -> Sample:
        """The items as rows: their weight and their disagreement."""
        import numpy as np

        kinds = kinds_of(coding, by_annotator=False)
        labels = len(coding.labels)
        rows = observed_rows(kinds, distance, labels, by_item(kinds.labels))

        def parts(totals: Floats) -> Parts:
            disagreement, between = observed_disagreement(totals, distance, labels)
            share = equation.share(disagreement, between.largest)
            return Parts(share, share, np.full(len(totals), np.nan))

        return Sample(rows, kinds.times, kinds.kind_of, parts)


OBSERVED = ObservedAgreement()
