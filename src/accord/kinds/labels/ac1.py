"""Gwet's AC1: a coefficient that stays high where one label is far more frequent than the others.

    AC1 = 1 - observed / expected disagreement,  expected agreement = sum of p_k (1 - p_k) / (q - 1)

p_k is the mean over items of the share of the item's labels that are k, q the number of labels there are. Assumes that
labels are given by chance only where an item is hard to label, which is rare if nearly all labels are the same. So it
escapes the paradox of kappa (high agreement, low kappa), and its critics say that it rewards agreement on the obvious.

How to read it: 1 is perfect, 0 what chance gives; it is no substitute for looking at the rare labels one by one.

Gwet, K. (2008). Computing inter-rater reliability and its variance in the presence of high agreement.
"""

from __future__ import annotations

from accord.chance.labels import Skewed
from accord.kinds.labels.coefficient import ChanceCorrected

AC1 = ChanceCorrected("ac1", "Gwet's AC1", Skewed(), weighted=False, with_distance="ac2")
