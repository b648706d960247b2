"""Randolph's free-marginal kappa: Bennett's S for any number of annotators.

    kappa_free = 1 - observed / expected disagreement,  expected = sum of d_ck / q^2  (nominal: 1 - 1/q)

q is the number of labels there are: those in the data, or those given (--labels), used or not. For studies whose
annotators are not told how often each label is to be used. Missing labels: every item weighs the same, as in Gwet
(2014). How to read it: as Bennett's S.

Randolph, J. (2005). Free-marginal multirater kappa: an alternative to Fleiss' fixed-marginal multirater kappa.
"""

from __future__ import annotations

from accord.chance.labels import Uniform
from accord.kinds.labels.coefficient import ChanceCorrected

RANDOLPH = ChanceCorrected("randolph", "Randolph's free-marginal kappa", Uniform())
