"""Gwet's AC2: AC1 with a distance between labels.

    AC2 = 1 - observed / expected disagreement,  expected agreement = T sum of p_k (1 - p_k) / (q (q - 1))

T is the sum of the weights 1 - d_ck / largest d over all pairs of labels, p_k the mean over items of the share of the
item's labels that are k, q the number of labels there are. How to read it: as AC1.

Gwet, K. L. (2014). Handbook of Inter-Rater Reliability, 4th edition, chapter 4.
"""

from __future__ import annotations

from accord.chance.labels import Skewed
from accord.kinds.labels.coefficient import ChanceCorrected

AC2 = ChanceCorrected("ac2", "Gwet's AC2", Skewed(), weighted=True)
