"""Cohen's weighted kappa: kappa with disagreements of different weight.

    kappa_w = 1 - observed / expected disagreement,  expected = sum of p_1c p_2k d_ck

The distance says how bad it is to take one label for another: linear, interval (quadratic weights), any other, or a
matrix of your own. With quadratic weights it comes near to the intraclass correlation. How to read it: as kappa; values
with different distances cannot be compared.

Cohen, J. (1968). Weighted kappa: nominal scale agreement with provision for scaled disagreement or partial credit.
"""

from __future__ import annotations

from accord.chance.labels import EachAnnotator
from accord.kinds.labels.coefficient import ChanceCorrected

WEIGHTED_KAPPA = ChanceCorrected(
    "weighted-kappa",
    "Cohen's weighted kappa",
    EachAnnotator(),
    annotators=2,
    weighted=True,
    for_more="multi-kappa",
)
