"""Light's kappa: the mean of Cohen's kappa over all pairs of annotators.

    kappa_L = mean over i < j of kappa(i, j)

Each pair is measured on the items that both labelled. A pair without a kappa (both used one and the same label only)
is left out of the mean; a pair without common items too. Observed and expected agreement are the means over the same
pairs, so they give the value only nearly. How to read it: as kappa.

Light, R. (1971). Measures of response agreement for qualitative data: some generalizations and alternatives.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement import equation
from accord.agreement.equation import Parts
from accord.distance.ordinal import Ordinal
from accord.errors import NotApplicable
from accord.kinds.labels.coefficient import MAX_NUMBERS, Sample
from accord.study.coding import MISSING, in_blocks
from accord.study.item_kinds import kinds_of
from accord.study.quotient import mean_defined, quotient

if TYPE_CHECKING:
    from accord.chance.labels import Rows
    from accord.distance.between import Floats
    from accord.kinds.labels.disagreement import Distance
    from accord.study.coding import Codes, Coding


class Light:
    """The mean kappa of all pairs of annotators."""

    name = "light"
    title = "Light's kappa"
    range = (-1.0, 1.0)
    corrected = True
    chance_from_data = True
    by_annotator = True
    for_grades = "ordinal-gwet"

    def takes(self, distance: str) -> bool:
        """It takes any distance that is the same for all pairs."""
        return distance != "ordinal"

    def refuse(self, coding: Coding, distance: str) -> None:
        """Refuse the ordinal distance, and more pairs and labels than can be held."""
        if not self.takes(distance):
            raise NotApplicable("light has no ordinal form, for every pair would measure by its own: take ordinal-gwet")
        annotators = len(coding.annotators)
        if annotators * (annotators - 1) * (len(coding.labels) + 1) > MAX_NUMBERS:
            raise NotApplicable(
                f"light is for fewer annotators and labels than {annotators} and {len(coding.labels)}: take alpha"
            )

    def sample(self, coding: Coding, distance: Distance) -> Sample:
        """The items as rows: for each pair whether both labelled it, how far apart, and the labels of the two."""
        from scipy.sparse import csr_array, hstack, vstack

        from accord.chance.labels import tally

        assert not isinstance(distance, Ordinal), "refused before"
        between = distance
        kinds = kinds_of(coding, by_annotator=True)
        labels = len(coding.labels)
        pairs = np.array(list(combinations(range(len(coding.annotators)), 2)), dtype=np.int64).reshape(-1, 2)
        urns = labels * np.arange(pairs.size, dtype=np.int32).reshape(pairs.shape)

        def rows(block: Codes) -> Rows:
            codes = block[:, pairs]
            both = (codes != MISSING).all(axis=2)
            distances = np.where(both, between.pairs(codes[..., 0], codes[..., 1]), 0.0)
            given = np.where(both[..., None], codes + urns, MISSING).reshape(len(block), pairs.size)
            counts = tally(given, urns.size * labels, np.ones(len(block)))
            return hstack([csr_array(both), csr_array(distances), counts])

        def parts(totals: Floats) -> Parts:
            items, distances, given = np.split(totals, [len(pairs), 2 * len(pairs)], axis=1)
            first, second = np.moveaxis(given.reshape(len(totals), len(pairs), 2, labels), 2, 0)
            observed = quotient(distances, items).ravel()
            expected = quotient(between.expected(first, second), items**2).ravel()
            each = equation.parts(observed, expected, between.largest)
            undefined = np.isnan(each.value)
            return Parts(*(mean_defined(np.where(undefined, np.nan, part).reshape(items.shape)) for part in each))

        return Sample(
            vstack([rows(block) for block in in_blocks(kinds.codes)], format="csr"), kinds.times, kinds.kind_of, parts
        )


LIGHT = Light()
