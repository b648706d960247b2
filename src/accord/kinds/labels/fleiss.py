"""Fleiss' kappa: Scott's pi for any number of annotators.

    kappa = 1 - observed / expected disagreement,  expected = sum of p_c p_k d_ck

p_k is the mean over items of the share of the item's labels that are k. It does not matter who gave a label, so
every item may have been labelled by other people. Items with different numbers of labels all weigh the same, as in
Gwet (2014); with the same number everywhere it is Fleiss' own.

How to read it: 1 is perfect, 0 what chance gives, below 0 is systematic disagreement; conventions as for kappa. With
one label far more frequent than the others it is low even where annotators rarely differ: look at ac1 beside it.

Fleiss, J. (1971). Measuring nominal scale agreement among many raters.
"""

from __future__ import annotations

from accord.chance.labels import Pooled
from accord.kinds.labels.coefficient import ChanceCorrected

FLEISS = ChanceCorrected("fleiss", "Fleiss' kappa", Pooled())
