"""Bennett's S, with a distance Brennan and Prediger's coefficient: chance takes every label as often.

    S = 1 - observed / expected disagreement,  expected = sum of d_ck / q^2  (nominal: 1 - 1/q)

q is the number of labels there are: those in the data, or those given (--labels), used or not. Assumes that an
annotator who does not know takes any label evenly; the value can be raised by adding labels that nobody uses.

How to read it: 1 is perfect, 0 what chance gives. The scale of Landis and Koch (1977: .21 fair, .41 moderate,
.61 substantial, .81 almost perfect) is a convention for kappa without a reason behind its numbers.

Bennett, E., Alpert, R. & Goldstein, A. (1954). Communications through limited-response questioning.
Brennan, R. & Prediger, D. (1981). Coefficient kappa: some uses, misuses, and alternatives.
"""

from __future__ import annotations

from accord.chance.labels import Uniform
from accord.kinds.labels.coefficient import ChanceCorrected

S = ChanceCorrected("s", "Bennett's S", Uniform(), annotators=2, for_more="randolph")
