"""Krippendorff's alpha: any number of annotators, missing labels, any distance.

    alpha = 1 - observed / expected disagreement

Observed: the mean distance of two labels of one item, items weighed by their number of labels. Expected: the mean
distance of any two labels of the whole study, sum of n_c n_k d_ck / (n (n - 1)). Items with one label say nothing and
are left out.

Assumes that annotators are interchangeable. How to read it: 1 is perfect, 0 what chance gives, below 0 is systematic
disagreement. Krippendorff's own convention asks for .800, and takes .667 for tentative conclusions only; conventions,
not laws.

Krippendorff, K. (2019). Content Analysis, 4th edition, chapter 12.
"""

from __future__ import annotations

from accord.chance.labels import PooledPairs
from accord.kinds.labels.coefficient import ChanceCorrected, by_label

ALPHA = ChanceCorrected("alpha", "Krippendorff's alpha", PooledPairs(), by_label)
