"""Sentences that are corrupted on purpose while a tagger learns from them: drop-out, and Zipfian corruption.

A tagger that cannot rely on any single feature leans on more of them, and does better on other text. Drop-out
switches each pair of feature and label of a sentence off with a chance of, say, 0.1; Zipfian corruption multiplies
it by 1/k, where k is drawn from P(k) ~ k^-3: 1 with a chance of .83, 1/2 with .10, 1/3 with .03. Both are drawn
for each sentence, and hold while its labels are predicted and while it is learnt from; transitions are not
corrupted, and nothing is while tagging. Søgaard, ACL 2013 and NAACL 2013.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.learn.tagger.kernel import DROPOUT, ZIPF

if TYPE_CHECKING:
    from accord.study.quotient import Floats

REGULARISERS = {"dropout": DROPOUT, "zipf": ZIPF}
_EXPONENT, _LARGEST = 3.0, 1000


def zipf_chances() -> Floats:
    """The chances that a number of Zipf's law with exponent 3 is at most 1, 2, ..."""
    chances = np.arange(1, _LARGEST + 1) ** -_EXPONENT
    return np.cumsum(chances / chances.sum())
