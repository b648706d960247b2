"""Which of several equally good labels is predicted: one drawn by the seed, or the first of all labels.

Perceptrons add and subtract small whole numbers, so two labels often have exactly the same score. Where the first
label of all then wins each time, a tagger is better at that label for no reason, and anything that breaks ties
looks like a gain: in the data of Plank et al. (2014), weights of 1 - 0.001 U(0, 1). Ties by seed go to a label
drawn for the sentence, whatever the order of labels. Scores count as tied where they differ by less than a
thousand-millionth of the largest update, for rounding parts what is tied; so weights that are all 0.9 predict what
weights that are all 1 do. ``--ties lowest`` lets the first label win, and compares exactly, as in the paper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.compute.compiled import compiled
from accord.learn.tagger.draws import mixed

if TYPE_CHECKING:
    import numpy as np

    from accord.learn.tagger.draws import Draws, Integers


@compiled
def prefer(draws: Draws, key: np.uint64, order: Integers) -> None:
    """Fill in the labels in a random order: that of the hashes of their keys."""
    labels = draws.labels
    for label in range(labels.size):
        drawn = mixed(key ^ labels[label])
        place = label
        while place > 0 and mixed(key ^ labels[order[place - 1]]) > drawn:
            order[place] = order[place - 1]
            place -= 1
        order[place] = label
