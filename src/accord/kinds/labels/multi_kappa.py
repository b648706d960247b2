"""Multi-kappa: Cohen's kappa for any number of annotators, each with an urn of their own.

    kappa = 1 - observed / expected disagreement

Observed: the mean over items of the mean distance of two of its labels. Expected: the mean over all pairs of annotators
of sum of p_ic p_jk d_ck. Hubert (1977), Conger (1980) and Davies and Fleiss (1982) came to it on different ways. Not
the mean of the kappas of all pairs; that is light. Missing labels: as in Gwet (2014), every item weighs the same.

How to read it: as kappa. For annotators who labelled much each; where every item went to other people take alpha or
fleiss.

Conger, A. (1980). Integration and generalization of kappas for multiple raters.
"""

from __future__ import annotations

from accord.chance.labels import EachAnnotator
from accord.kinds.labels.coefficient import ChanceCorrected

MULTI_KAPPA = ChanceCorrected("multi-kappa", "multi-kappa", EachAnnotator())
