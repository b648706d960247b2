"""Intraclass correlation: the share of the variance that items account for.

With four mean distances between two labels, by what these share,

    d_A   the same item, another annotator         d_I    another item, the same annotator
    d_IA  another item and another annotator       d_B    another item, whoever the annotators

    ICC(1)   = 1 - d_A / d_B             every item has annotators of its own
    ICC(A,1) = 1 - d_A / d_IA            agreement: other annotators may have other levels, and these count
    ICC(C,1) = (d_IA - d_A) / d_I        consistency: levels of annotators are forgiven

of one annotator (icc-1, icc-a, icc-c), and of the mean of the k annotators that there are (icc-1-k, icc-a-k, icc-c-k),
for which what annotators account for is divided by k. With squared differences (the distance interval) these are the
coefficients of Shrout and Fleiss and of McGraw and Wong, equal to what analysis of variance gives of complete tables.
Where labels are missing, the same means are taken over the pairs there are. Any distance but the ordinal one will do.

How to read it: 1 is perfect, 0 says that items do not differ beyond annotators. icc-a answers whether one annotator can
stand for another, icc-a-k how far the mean of all can be trusted. It grows with how different the items are: do not
compare it between samples of other items. icc names all six.

Shrout, P. E. & Fleiss, J. L. (1979). Intraclass correlations: uses in assessing rater reliability. Psychological
Bulletin, 86(2), 420-428. McGraw, K. O. & Wong, S. P. (1996). Forming inferences about some intraclass correlation
coefficients. Psychological Methods, 1(1), 30-46.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement import equation
from accord.distance.ordinal import Ordinal
from accord.errors import NotApplicable
from accord.kinds.labels.coefficient import MAX_NUMBERS, Sample
from accord.kinds.labels.disagreement import summed_distances
from accord.study.item_kinds import kinds_of
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from accord.agreement.equation import Parts
    from accord.chance.labels import Rows
    from accord.distance.between import Between, Floats
    from accord.kinds.labels.disagreement import Distance
    from accord.study.coding import Coding
    from accord.study.item_kinds import Kinds

_OWN = 4
"""How many numbers of an item stand before what each annotator said."""


class MeanDistances(NamedTuple):
    """The mean distance of two labels by what they share, each of the shape (resamples,)."""

    same_item: Floats
    same_annotator: Floats
    neither: Floats
    other_item: Floats

    @classmethod
    def of(cls, totals: Floats, between: Between, annotators: int, labels: int) -> MeanDistances:
        """From the totals of what an item adds.

        That is its labels, the mean and the summed distance of their pairs, these pairs, and who gave which label.
        """
        given, mean, summed, pairs = totals[:, :_OWN].T
        counts = totals[:, _OWN:].reshape(len(totals), annotators, max(labels, 1))
        own = np.zeros(len(totals))
        for annotator in range(annotators):
            own += between.expected(counts[:, annotator], counts[:, annotator])
        each = counts.sum(axis=2)
        own_pairs = (each * (each - 1)).sum(axis=1)
        everything = counts.sum(axis=1)
        all_of_them = between.expected(everything, everything)
        count = given * (given - 1)
        return cls(
            quotient(mean, given),
            quotient(own, own_pairs),
            quotient(all_of_them - summed - own, count - pairs - own_pairs),
            quotient(all_of_them - summed, count - pairs),
        )


@dataclass(frozen=True, slots=True)
class IntraclassCorrelation:
    """One of the six: which annotators the items have, and whether one of them or their mean is looked at."""

    name: str
    title: str
    form: str
    of_mean: bool = False
    range: tuple[float, float] = (-1.0, 1.0)
    corrected: bool = True
    chance_from_data: bool = True
    by_annotator: bool = True
    for_grades: str = "interval"

    def takes(self, distance: str) -> bool:
        """It takes any distance that does not depend on how often labels are given."""
        return distance != "ordinal"

    def refuse(self, coding: Coding, distance: str) -> None:
        """Refuse the ordinal distance, and more annotators and labels than can be held."""
        if not self.takes(distance):
            raise NotApplicable(f"{self.name} has no ordinal form: take interval, or alpha")
        if len(coding.annotators) * len(coding.labels) > MAX_NUMBERS:
            raise NotApplicable(
                f"{self.name} is for fewer annotators and labels than {len(coding.annotators):,} and "
                f"{len(coding.labels):,}: take alpha"
            )

    def sample(self, coding: Coding, distance: Distance) -> Sample:
        """The items as rows: what of their labels is compared with each other, and who gave which label."""
        assert not isinstance(distance, Ordinal), "refused before"
        between = distance
        kinds = kinds_of(coding, by_annotator=True)
        labels, annotators = len(coding.labels), len(coding.annotators)

        def parts(totals: Floats) -> Parts:
            found = MeanDistances.of(totals, between, annotators, labels)
            return equation.parts(*self.disagreement(found, annotators), between.largest)

        return Sample(_rows(kinds, between, labels), kinds.times, kinds.kind_of, parts)

    def disagreement(self, found: MeanDistances, annotators: int) -> tuple[Floats, Floats]:
        """What is observed, and what would be expected of labels that have nothing to do with their item."""
        among = found.same_item
        expected = found.other_item if self.form == "1" else found.neither
        items = expected - found.same_item
        if self.form == "C":
            among = found.same_item + found.same_annotator - found.neither
        observed = among / annotators if self.of_mean else among
        return observed, items + observed


def _rows(kinds: Kinds, between: Between, labels: int) -> Rows:
    """What of the labels of each kind of item is compared with each other, and who gave which label."""
    from scipy.sparse import csr_array, hstack

    from accord.chance.labels import EachAnnotator

    summed = summed_distances(kinds, between, labels)
    given = np.where(kinds.labels >= 2, kinds.labels, 0).astype(np.float64)
    rows = csr_array(np.stack([given, summed / np.maximum(given - 1, 1), summed, given * (given - 1)], axis=1))
    together: Rows = hstack([rows, EachAnnotator().rows(kinds, labels)], format="csr")
    return together


def mean_distances(coding: Coding, between: Between) -> MeanDistances:
    """The mean distances of all items."""
    kinds = kinds_of(coding, by_annotator=True)
    totals = kinds.times @ _rows(kinds, between, len(coding.labels))
    return MeanDistances.of(totals[None, :], between, len(coding.annotators), len(coding.labels))


ONE = IntraclassCorrelation("icc-1", "ICC(1)", "1")
AGREEMENT = IntraclassCorrelation("icc-a", "ICC(A,1)", "A")
CONSISTENCY = IntraclassCorrelation("icc-c", "ICC(C,1)", "C")
ONE_OF_MEAN = IntraclassCorrelation("icc-1-k", "ICC(1,k)", "1", of_mean=True)
AGREEMENT_OF_MEAN = IntraclassCorrelation("icc-a-k", "ICC(A,k)", "A", of_mean=True)
CONSISTENCY_OF_MEAN = IntraclassCorrelation("icc-c-k", "ICC(C,k)", "C", of_mean=True)
