"""Lin's concordance: do two annotators give the same numbers, not only numbers that rise together?

    concordance = 2 s_12 / (s_1^2 + s_2^2 + (m_1 - m_2)^2)

with the means m, the variances s^2 and the covariance s_12 of the numbers of both, divided by n. It is 1 - observed /
expected disagreement over squared differences, where each annotator draws from an urn of their own: Cohen's kappa with
quadratic weights, and multi-kappa for more annotators, which is the overall concordance of Barnhart and others (2002).

How to read it: 1 where all points lie on the line of equality, 0 for no relation. Correlation forgives another level or
another spread; this does not. It grows with how different the items are: do not compare it between samples of other
items, and look at the limits of agreement, which are in the units of the numbers.

Lin, L. I.-K. (1989). A concordance correlation coefficient to evaluate reproducibility. Biometrics, 45(1), 255-268.
Barnhart, H. X., Haber, M. & Song, J. (2002). Overall concordance correlation coefficient for evaluating agreement among
multiple observers. Biometrics, 58(4), 1020-1027.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.chance.labels import EachAnnotator
from accord.errors import NotApplicable
from accord.kinds.labels.coefficient import ChanceCorrected
from accord.messages import option

if TYPE_CHECKING:
    from accord.study.coding import Coding


@dataclass(frozen=True, slots=True)
class OfNumbers(ChanceCorrected):
    """A coefficient of numbers, over squared differences and nothing else."""

    def takes(self, distance: str) -> bool:
        """Squared differences alone."""
        return distance == "interval"

    def refuse(self, coding: Coding, distance: str) -> None:
        """Refuse any other distance."""
        del coding
        if not self.takes(distance):
            how = f"say {option('distance', 'interval')}, or take weighted-kappa or multi-kappa"
            raise NotApplicable(f"{self.name} is for numbers, by their squared differences: {how}")


CONCORDANCE = OfNumbers("concordance", "Lin's concordance", EachAnnotator(), for_grades="interval")
