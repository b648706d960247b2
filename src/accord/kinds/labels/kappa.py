"""Cohen's kappa: two annotators who draw, by chance, each from an urn of their own.

    kappa = 1 - observed / expected disagreement,  expected = 1 - sum of p_1k p_2k

p_ik is the share of label k among the labels of annotator i. Annotators are not interchangeable: if they use the labels
differently, chance agreement falls and kappa rises.

How to read it: 1 is perfect, 0 what chance gives, below 0 is systematic disagreement. Landis and Koch (1977) call .21
fair, .41 moderate, .61 substantial and .81 almost perfect: a convention without a reason behind its numbers, and kappa
depends on how skewed the labels are.

Cohen, J. (1960). A coefficient of agreement for nominal scales.
"""

from __future__ import annotations

from accord.chance.labels import EachAnnotator
from accord.kinds.labels.coefficient import ChanceCorrected

KAPPA = ChanceCorrected(
    "kappa",
    "Cohen's kappa",
    EachAnnotator(),
    annotators=2,
    weighted=False,
    for_more="multi-kappa or light",
    with_distance="weighted-kappa",
)
