"""Which of several equally good labels is predicted: one drawn by the seed, or the first of all labels.

Perceptrons add and subtract small whole numbers, so two labels often have exactly the same score. Where the first
label of all then wins each time, a tagger is better at that label for no reason, and anything that breaks ties
looks like a gain: in the data of Plank et al. (2014), weights of 1 - 0.001 U(0, 1). Ties by seed go to a label
drawn for the sentence, whatever the order of labels. Scores count as tied where they differ by less than a
thousand-millionth of the largest update, for rounding parts what is tied; so weights that are all 0.9 predict what
weights that are all 1 do. ``--ties lowest`` lets the first label win, and compares exactly, as in the paper.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.learn.tagger.kernel import Keys

EQUAL = 1e-9
"""Scores count as tied where they differ by less than this share of the largest single update: more than rounding
makes of a tie, and far less than any update makes of a difference."""


def label_keys(labels: Sequence[str]) -> Keys:
    """A number for each label that depends on its name alone."""
    hashes = [blake2b(label.encode("utf-8", "surrogatepass"), digest_size=8).digest() for label in labels]
    return np.array([int.from_bytes(each, "big") for each in hashes], dtype=np.uint64)
