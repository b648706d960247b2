"""Which of several equally good labels is predicted: one drawn by the seed, or the first of all labels.

Perceptrons add and subtract small whole numbers, so two labels often have exactly the same score. Where the first
label of all then wins each time, a tagger is better at that label for no reason, and anything that breaks ties
looks like a gain: in the data of Plank et al. (2014), weights of 1 - 0.001 U(0, 1). Ties by seed go to a label
drawn for the sentence, whatever labels are called and in which order they are given: a label is known by its place
among those of the training data, in the order in which they first occur there. Scores count as tied where they differ
by less than a thousand-millionth of the largest update, for rounding parts what is tied; so weights that are all 0.9
predict what weights that are all 1 do. ``--ties lowest`` lets the first label win, and compares exactly, as in the
paper.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.learn.tagger.kernel import Codes, Keys

EQUAL = 1e-9
"""Scores count as tied where they differ by less than this share of the largest single update: more than rounding
makes of a tie, and far less than any update makes of a difference."""


def appearance(gold: Codes, count: int) -> tuple[int, ...]:
    """The place of each label in the order in which they first occur; those that do not occur come last.

    >>> appearance(np.array([2, 2, 0], dtype=np.int32), 4)
    (1, 2, 0, 3)
    """
    first = np.full(count, len(gold))
    first[gold[::-1]] = np.arange(len(gold))[::-1]
    return tuple(np.argsort(np.argsort(first, kind="stable")).tolist())


def label_keys(places: Sequence[int]) -> Keys:
    """A number for each label that depends on its place in the order of appearance alone."""
    hashes = [blake2b(str(place).encode(), digest_size=8).digest() for place in places]
    return np.array([int.from_bytes(each, "big") for each in hashes], dtype=np.uint64)
