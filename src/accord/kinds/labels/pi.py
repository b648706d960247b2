"""Scott's pi: two annotators who draw, by chance, from one urn.

    pi = 1 - observed / expected disagreement,  expected = sum of p_c p_k d_ck

p_k is the share of label k over both annotators. Assumes that annotators are interchangeable, so that differences in
how they use the labels count as disagreement. How to read it: 1 is perfect, 0 what chance gives, below 0 is systematic
disagreement; conventions as for kappa.

Scott, W. (1955). Reliability of content analysis: the case of nominal scale coding.
"""

from __future__ import annotations

from accord.chance.labels import Pooled
from accord.kinds.labels.coefficient import ChanceCorrected

PI = ChanceCorrected("pi", "Scott's pi", Pooled(), annotators=2, for_more="fleiss")
